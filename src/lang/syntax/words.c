// words.c -- lookup in the table of reserved words.
// SPDX-License-Identifier: MIT
#include "lang/syntax/words.h"

#include <string.h>

static const struct {
  char text[16];
  unsigned char length;
  WordRole role;
} words[WORD_COUNT] = {
  [WORD_NONE] = { "", 0, WORD_ORDINARY },
#define RESERVED(NAME, text, role) [WORD_##NAME] = { text, sizeof(text) - 1, role },
#include "lang/syntax/words.def"
};

Word word_of(const char *bytes, size_t length)
{
  if (length == 0 || bytes[length - 1] < 'a' || bytes[length - 1] > 'z') return WORD_NONE;
  int low = WORD_NONE + 1, high = WORD_COUNT;
  while (low < high) {  // the words are in order of length
    int middle = (low + high) / 2;
    if (words[middle].length < length) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  for (; low < WORD_COUNT && words[low].length == length; low++) {
    bool is_like = words[low].text[0] == bytes[0];
    if (is_like && memcmp(words[low].text, bytes, length) == 0) return (Word)low;
  }
  return WORD_NONE;
}

const char *const law_words[] = {
#define LAW(word) word,
#include "lang/syntax/tasks.def"
  NULL
};

WordRole word_role(Word word) { return words[word].role; }
