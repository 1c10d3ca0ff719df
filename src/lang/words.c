// words.c -- lookup in the table of reserved words.
// SPDX-License-Identifier: MIT
#include "lang/words.h"

#include <string.h>

static const struct {
  char text[16];
  unsigned char length;
  WordRole role;
} words[WORD_COUNT] = {
  [WORD_NONE] = { "", 0, WORD_ORDINARY },
#define RESERVED(NAME, text, role) [WORD_##NAME] = { text, sizeof(text) - 1, role },
#include "lang/words.def"
};

Word word_of(const char *bytes, size_t length)
{
  bool is_possible = length > 0 && bytes[length - 1] >= 'a' && bytes[length - 1] <= 'z';
  for (int word = WORD_NONE + 1; is_possible && word < WORD_COUNT; word++) {
    if (words[word].length > length) break;
    bool is_like = words[word].length == length && words[word].text[0] == bytes[0];
    if (is_like && memcmp(words[word].text, bytes, length) == 0) return (Word)word;
  }
  return WORD_NONE;
}

const char *word_text(Word word) { return words[word].text; }

WordRole word_role(Word word) { return words[word].role; }
