// words.h -- the reserved words of the language, from the table words.def.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_SYNTAX_WORDS_H
#define BIELLE_LANG_SYNTAX_WORDS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum Word {
  WORD_NONE,  // an ordinary name
#define RESERVED(NAME, text, role) WORD_##NAME,
#include "lang/syntax/words.def"
  WORD_COUNT
} Word;

typedef enum WordRole {
  WORD_ORDINARY,
  WORD_STATEMENT,  // begins a statement
  WORD_CLAUSE,     // between the parts of a statement
  WORD_VALUE       // t, pi
} WordRole;

extern const char *const law_words[];  // laws of motion, terminated by NULL

Word word_of(const char *bytes, size_t length);
WordRole word_role(Word word);

static inline bool word_begins_statement(Word word) { return word_role(word) == WORD_STATEMENT; }

#endif
