// nearest_name.c -- "did you mean": the known name with the fewest typing errors.
//
// Typing errors are a letter missing, added or replaced, or two neighbours exchanged (optimal
// string alignment: the Wagner-Fischer algorithm with transpositions). They are counted in halves,
// because a letter in the wrong case counts as half an error.
// SPDX-License-Identifier: MIT
#include "base/messages/diagnostics.h"

#include <string.h>
#include <strings.h>

enum {
  MAX_NAME_LENGTH =
      128,   // [byte]; longer names are not compared, because the time grows with the square
  SLIP = 2,  // in halves
  CASE_SLIP = 1,
  SHORT_NAME = 3,  // short names often differ by one letter on purpose: m1 and L1, F and Fx
};

static int least(int a, int b) { return a < b ? a : b; }

static int lower_case(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static int replacement_cost(char from, char to)
{
  if (from == to) return 0;
  return lower_case(from) == lower_case(to) ? CASE_SLIP : SLIP;
}

// Distance in half errors. The cell [j] of `row` is the distance between the first i letters of a
// and the first j of b; `above` and `above2` are the rows of i-1 and i-2.
static int distance(const char *a, int a_length, const char *b, int b_length)
{
  int rows[3][MAX_NAME_LENGTH + 1];
  for (int j = 0; j <= b_length; j++)
    rows[0][j] = j * SLIP;

  for (int i = 1; i <= a_length; i++) {
    int *row = rows[i % 3];
    const int *above = rows[(i + 2) % 3];
    const int *above2 = rows[(i + 1) % 3];
    row[0] = i * SLIP;
    for (int j = 1; j <= b_length; j++) {
      row[j] = least(above[j], row[j - 1]) + SLIP;
      row[j] = least(row[j], above[j - 1] + replacement_cost(a[i - 1], b[j - 1]));
      bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (exchanged) row[j] = least(row[j], above2[j - 2] + SLIP);
    }
  }
  return rows[a_length % 3][b_length];
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Returns true for names of the same length that differ by digits only, such as m1 and m2, and for
// short names with a digit that differ by one letter, such as m1 and L1.
static bool differ_on_purpose(const char *a, const char *b, size_t length)
{
  size_t letters = 0, digits = 0, numbers = 0;
  for (size_t i = 0; i < length; i++) {
    bool is_other = lower_case(a[i]) != lower_case(b[i]);
    digits += is_other && is_digit(a[i]) && is_digit(b[i]);
    letters += is_other && !(is_digit(a[i]) && is_digit(b[i]));
    numbers += !is_other && is_digit(a[i]);
  }
  bool is_short = length <= SHORT_NAME && numbers > 0;
  return (digits > 0 && letters == 0) || (is_short && letters == 1 && digits == 0);
}

const char *nearest_name(const char *wrong, size_t wrong_length, const char *const names[],
                         int count)
{
  if (wrong_length == 0 || wrong_length > MAX_NAME_LENGTH) return NULL;
  int length = (int)wrong_length;
  int limit = length < 3 ? SLIP : length / 3 * SLIP;

  const char *nearest = NULL;
  for (int i = 0; i < count; i++) {
    size_t name_length = strlen(names[i]);
    if (name_length > MAX_NAME_LENGTH) continue;
    if (name_length == wrong_length && differ_on_purpose(wrong, names[i], name_length)) continue;
    int cost = distance(wrong, length, names[i], (int)name_length);
    // Names without a common letter ("x", "y") are not similar.
    bool shares_letter = cost < SLIP * (length > (int)name_length ? length : (int)name_length);
    if (cost > limit || !shares_letter) continue;
    if (nearest == NULL || cost < limit) nearest = names[i];
    limit = cost;
  }
  return nearest;
}

const char *nearest_hint(Arena *arena, const char *wrong, size_t wrong_length,
                         const char *const names[], int count, const char *otherwise)
{
  const char *nearest = nearest_name(wrong, wrong_length, names, count);
  return nearest ? arena_format(arena, "did you mean '%s'?", nearest) : otherwise;
}

const char *nearest_or_all(Arena *arena, const char *wrong, size_t wrong_length,
                           const char *const names[], int count)
{
  enum { MOST = 20 };
  const char *nearest = nearest_hint(arena, wrong, wrong_length, names, count, NULL);
  if (nearest || count == 0) return nearest;
  Text all = { 0 };
  text_put(&all, "choose one of:");
  for (int i = 0; i < count && i < MOST; i++)
    text_format(&all, " %s", names[i]);
  if (count > MOST) text_put(&all, " ..");
  return arena_take_text(arena, &all);
}

// ---- one typing error

static bool is_one_letter(const char *bytes, size_t length)
{
  size_t letters = 0;
  for (size_t i = 0; i < length; i++)
    letters += ((unsigned char)bytes[i] & 0xC0) != 0x80;  // skip UTF-8 continuation bytes
  return letters == 1;
}

// Returns true for letters and digits with similar glyphs: u1 and ul.
static bool look_alike(char a, char b)
{
  static const char *const groups[] = { "1lI", "0Oo" };
  for (int i = 0; i < 2; i++) {
    if (strchr(groups[i], a) && strchr(groups[i], b)) return true;
  }
  return false;
}

// Tests the parts of two names, of at most `length` bytes, that remain after their common prefix
// and suffix are removed.
static bool is_slip_between(const char *a, size_t a_length, const char *b, size_t b_length,
                            size_t length)
{
  if (a_length + b_length == 1) {
    const char *extra = a_length == 1 ? a : b;
    return *extra == '_' || (!is_digit(*extra) && length > SHORT_NAME);
  }
  if (a_length == 1 && b_length == 1) {
    bool are_digits = is_digit(a[0]) && is_digit(b[0]);
    return look_alike(a[0], b[0]) || (!are_digits && length > SHORT_NAME);
  }
  return a_length == 2 && b_length == 2 && a[0] == b[1] && a[1] == b[0];
}

bool name_is_typo(const char *a, size_t a_length, const char *b, size_t b_length)
{
  size_t length = a_length > b_length ? a_length : b_length;
  if (is_one_letter(a, a_length) || is_one_letter(b, b_length)) return false;
  if (a_length == b_length && strncasecmp(a, b, a_length) == 0) return true;
  while (a_length > 0 && b_length > 0 && a[0] == b[0]) {
    a++, a_length--;
    b++, b_length--;
  }
  while (a_length > 0 && b_length > 0 && a[a_length - 1] == b[b_length - 1]) {
    a_length--;
    b_length--;
  }
  return is_slip_between(a, a_length, b, b_length, length);
}
