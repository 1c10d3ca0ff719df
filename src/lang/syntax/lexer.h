// lexer.h -- text to tokens, one at a time, each with its place.
//
// Rules say what tokens are made of: the description language has its own, each of the old text
// formats that are imported brings its own (LexerRules). What follows is about the language.
//
// Comments are kept apart, blanks disappear. The end of a line is a token (NEWLINE) where it ends a statement:
// not after a comma and not inside ( ) or [ ]. A line that begins with the word of a statement
// begins a statement in any case, so that one forgotten bracket does not swallow the file. In a
// table, blanks outside of brackets end a cell (CELL), except between a number and its unit.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_SYNTAX_LEXER_H
#define BIELLE_LANG_SYNTAX_LEXER_H

#include "base/messages/diagnostics.h"
#include "lang/syntax/words.h"

#include <stdbool.h>

typedef enum TokenKind {
#define TOKEN(NAME, text) TOKEN_##NAME,
#include "lang/syntax/tokens.def"
  TOKEN_KIND_COUNT
} TokenKind;

typedef struct Token {
  TokenKind kind;
  Word word;  // of a NAME: the reserved word that it is, or WORD_NONE
  Span span;
  bool follows_space;  // a blank, a comment or a line's end stands before it
  bool is_first_on_line;
  bool is_indented;  // meaningful for the first token of a line
} Token;

typedef enum MarkSet { MARKS_OWN = 1, MARKS_FOREIGN = 2, MARKS_BOTH = 3 } MarkSet;

typedef struct LexerRules {
  MarkSet marks;              // of tokens.def; the quote of a STRING is one of the OWN
  bool lines_end_statements;  // otherwise the end of a line, or a carriage return, is a blank
  bool star_comments;         // (* to *) in place of # to the end of the line
  bool digits_begin_names;    // 01MIN is a name; so is \theta
  bool loose_numbers;         // "1." and ".5" are numbers, and numbers have any length
  bool all_letters;           // every character beyond ASCII is one; what is no text is bytes
} LexerRules;

extern const LexerRules language_rules;

enum { KNOWN_WORDS = 64 };

typedef struct Lexer {
  const Source *source;
  const char *bytes;  // of the source; never NULL
  size_t length;
  const LexerRules *rules;
  Diagnostics *diagnostics;  // NULL: nothing is reported
  size_t position;
  int open_brackets;    // ( and [ that wait for their partner
  TokenKind last_kind;  // of the token given before
  bool is_in_table;     // set by the parser
  Span *comments;       // passed so far, in order; the parser frees them
  int comment_count;
  int comment_capacity;
  unsigned char first_marks[128];  // by their first byte: the place in tokens.def, from 1
  struct {
    uint64_t name;  // of up to eight bytes
    Word word;
  } known_words[KNOWN_WORDS];  // that were looked up last
  bool has_nul;                // these were reported: once is enough
  bool has_bad_utf8;
  bool has_lone_return;
} Lexer;

void lexer_init(Lexer *lexer, const Source *source, const LexerRules *rules,
                Diagnostics *diagnostics);

// The next token; END again and again at the end. Text that is no token gives one diagnostic for a
// whole run of it, and one BAD token. It is written where it is kept: to copy what was just written
// makes processors wait.
void lexer_next(Lexer *lexer, Token *token);

// An error about the run of bytes that is no token. For the lexer itself; in lexer_report.c.
void lexer_report_bad(Lexer *lexer, Span run);

// How what is written so in another notation is written here: a name, or bytes that begin with it. NULL:
// nothing is known.
const char *spelling_hint(const char *bytes, size_t length, bool is_name);

// May the unit stand apart from its number in a table: `90 deg`? Those of lengths and angles.
bool is_table_unit(const char *bytes, size_t length);

// What messages call a kind of token: "a name", "the end of the line", "'('".
const char *token_kind_text(TokenKind kind);

#endif
