// greek.c -- names of Greek letters.
// SPDX-License-Identifier: MIT
#include "base/text/greek.h"

#include <string.h>

enum { FIRST_CAPITAL = 0x391, FIRST_SMALL = 0x3B1, FINAL_SIGMA = 17, LETTER_COUNT = 25 };

static const char *const SPELLINGS[LETTER_COUNT] = {
  "alpha", "beta",   "gamma",   "delta", "epsilon", "zeta",    "eta",   "theta", "iota",
  "kappa", "lambda", "mu",      "nu",    "xi",      "omicron", "pi",    "rho",   "sigma",
  "sigma", "tau",    "upsilon", "phi",   "chi",     "psi",     "omega",
};

uint32_t utf8_code_point(const char *bytes, int length)
{
  const unsigned char *byte = (const unsigned char *)bytes;
  if (length == 1) return byte[0];
  uint32_t point = byte[0] & (0x7FU >> length);
  for (int k = 1; k < length; k++)
    point = point << 6 | (byte[k] & 0x3FU);
  return point;
}

bool greek_put_spelling(Text *out, uint32_t code_point)
{
  static const struct {
    uint32_t point;
    const char *name;
  } VARIANTS[] = { { 0x3D1, "theta" }, { 0x3D5, "phi" }, { 0x3D6, "pi" },
                   { 0x3F0, "kappa" }, { 0x3F1, "rho" }, { 0x3F5, "epsilon" } };
  for (size_t k = 0; k < sizeof VARIANTS / sizeof VARIANTS[0]; k++) {
    if (code_point != VARIANTS[k].point) continue;
    text_put(out, VARIANTS[k].name);
    return true;
  }
  uint32_t first = code_point >= FIRST_SMALL ? FIRST_SMALL : FIRST_CAPITAL;
  if (code_point < first || code_point - first >= LETTER_COUNT) return false;
  uint32_t letter = code_point - first;
  if (first == FIRST_SMALL) {
    text_put(out, SPELLINGS[letter]);
    return true;
  }
  if (letter == FINAL_SIGMA) return false;  // capital sigma has no final form
  text_put_char(out, (char)(SPELLINGS[letter][0] - 'a' + 'A'));
  text_put(out, SPELLINGS[letter] + 1);
  return true;
}

// Compares the first `count` letters of a name and a text; the case of the first letter is ignored.
static bool is_spelt(const char *text, const char *spelling, size_t count)
{
  return (text[0] | 0x20) == spelling[0] && memcmp(text + 1, spelling + 1, count - 1) == 0;
}

uint32_t greek_of_spelling(const char *text, size_t length, size_t *size)
{
  for (uint32_t k = 0; k < LETTER_COUNT; k++) {
    *size = strlen(SPELLINGS[k]);
    if (k == FINAL_SIGMA || *size > length || !is_spelt(text, SPELLINGS[k], *size)) continue;
    bool is_capital = text[0] != SPELLINGS[k][0];
    return (is_capital ? FIRST_CAPITAL : FIRST_SMALL) + k;
  }
  return 0;
}

bool greek_is_abbreviation(const char *text, size_t length)
{
  for (int k = 0; k < LETTER_COUNT && length >= 2; k++) {
    if (length <= strlen(SPELLINGS[k]) && is_spelt(text, SPELLINGS[k], length)) return true;
  }
  return false;
}
