// lexer.h -- splits text into tokens, one at a time, each with its position.
//
// LexerRules define the tokens: the description language has its own rules, and each text format
// with an importer defines others. The following applies to the description language.
//
// Comments are stored separately; blanks are dropped. The end of a line is a token (NEWLINE) if it
// ends a statement, i.e. not after a comma and not inside ( ) or [ ]. A line that begins with the
// word of a statement always begins a statement, so that a missing bracket does not swallow the
// rest of the file. In a table, blanks outside brackets end a cell (CELL), except between a number
// and its unit.
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
  Word word;  // NAME: the reserved word, or WORD_NONE
  Span span;
  bool follows_space;  // preceded by a blank, a comment or a line end
  bool is_first_on_line;
  bool is_indented;  // meaningful for the first token of a line
} Token;

typedef enum MarkSet { MARKS_OWN = 1, MARKS_FOREIGN = 2, MARKS_BOTH = 3 } MarkSet;

typedef struct LexerRules {
  MarkSet marks;              // marks of tokens.def; the quote of a STRING belongs to OWN
  bool lines_end_statements;  // false: a line end or carriage return is a blank
  bool star_comments;         // comments are (* .. *) instead of # to the end of the line
  bool digits_begin_names;    // 01MIN and \theta are names
  bool loose_numbers;         // "1." and ".5" are numbers, and the length of numbers is unlimited
  bool all_letters;  // every non-ASCII character is a letter; invalid UTF-8 is read as bytes
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
  int open_brackets;    // number of open ( and [
  TokenKind last_kind;  // kind of the token returned before
  bool is_in_table;     // set by the parser
  Span *comments;       // read so far, in text order; freed by the parser
  int comment_count;
  int comment_capacity;
  unsigned char first_marks[128];  // by first byte: index in tokens.def, from 1
  struct {
    uint64_t name;  // name of at most eight bytes
    Word word;
  } known_words[KNOWN_WORDS];  // cache of words looked up last
  bool has_nul;                // already reported, as are the following two
  bool has_bad_utf8;
  bool has_lone_return;
} Lexer;

void lexer_init(Lexer *lexer, const Source *source, const LexerRules *rules,
                Diagnostics *diagnostics);

// Writes the next token to *token; END repeatedly at the end of the text. A run of unreadable text
// produces one diagnostic and one BAD token. The token is written directly to its destination,
// because copying data just written causes processor stalls.
void lexer_next(Lexer *lexer, Token *token);

// Reports an error for a run of unreadable bytes. Used by the lexer only; in lexer_report.c.
void lexer_report_bad(Lexer *lexer, Span run);

// Returns the syntax of this language for an expression of another notation, given a name or bytes
// that begin with it, or NULL if there is no suggestion.
const char *spelling_hint(const char *bytes, size_t length, bool is_name);

// Returns true if a blank may separate the unit from its number in a table, `90 deg`: units of
// length and angle.
bool is_table_unit(const char *bytes, size_t length);

// Returns the name of a token kind for messages: "a name", "the end of the line", "'('".
const char *token_kind_text(TokenKind kind);

#endif
