// parser_impl.h -- what the files of the parser share.
//
// A function that meets an error reports it and returns NULL or false, and so do its callers up to
// the statement, which skips to its end: one statement gives at most one syntax error.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_SYNTAX_PARSER_IMPL_H
#define BIELLE_LANG_SYNTAX_PARSER_IMPL_H

#include "base/memory/map.h"
#include "lang/syntax/document.h"
#include "lang/syntax/lexer.h"

// Brackets, signs and powers inside each other. People need ten; the stack bears thousands.
enum { MAX_NESTING = 200, MAX_BLOCKS = 20, MAX_DEPRECATED = 16 };

typedef struct Parser {
  Lexer lexer;
  Arena *arena;
  Document *document;
  Diagnostics *diagnostics;
  Token token;  // the one to be read now
  Token next;   // the one behind it
  size_t end;   // behind the token that was read last
  int nesting;
  int open_braces;         // of blocks: '}' ends a statement
  StatementKind kinds[2];  // that are being read: a statement, and the part of it
  int kind_count;
  uint32_t option_letters[STATEMENT_COUNT];  // that options of a kind begin with, by five bits
  const char *olds[MAX_DEPRECATED];  // spellings that a note was given about: once is enough
  int old_count;
  Map unit_places;  // of the units read so far: text -> place in `units`
  UnitFactor **units;
  int unit_count;
  int unit_capacity;
  Node *half_read;  // an item whose name was read, and whose value has an error
} Parser;

// ---- parser.c

// Begins a text behind a token of that kind.
void parser_init(Parser *parser, Document *document, const Source *source, TokenKind before,
                 Diagnostics *diagnostics);
void parser_free(Parser *parser);      // but for the comments, which the document takes
Token parser_advance(Parser *parser);  // returns the token that is left behind
static inline bool parser_at(const Parser *parser, TokenKind kind)
{
  return parser->token.kind == kind;
}
bool token_is(const Token *name, const char *text);  // reserved or not
bool parser_accept(Parser *parser, TokenKind kind);
// Is '(' the next mark behind that token?
bool parser_bracket_follows(const Parser *parser, const Token *token);

// Reads a token of that kind; otherwise reports "expected WHAT".
bool parser_expect(Parser *parser, TokenKind kind, const char *what);
// The same for the bracket that closes `open`, which the message points back to.
bool parser_expect_close(Parser *parser, TokenKind kind, Token open);
// "expected WHAT, but found ..." at the current token; gives NULL.
Node *parser_report_expected(Parser *parser, const char *what, const char *hint);
// "expected WHAT", with a hint why this is no name: reserved words and functions are refused, where
// something is declared.
bool parser_check_name(Parser *parser, const char *what, bool is_new);
// A note that a spelling is read, and how it is written now.
void parser_note_old(Parser *parser, Span span, const char *old, const char *now);

// ---- parse_statement.c

// Reads one statement up to its end; NULL if nothing can be said about it.
Statement *parse_statement(Parser *parser);
Statement *statement_new(Arena *arena, StatementKind kind, Span span);
Clause *statement_append(Arena *arena, Statement *statement, const ClauseRow *row, Span span);
// A statement or a part of that kind is read from here on.
void parser_enter(Parser *parser, StatementKind kind);
// Does a clause of what is being read begin with the token?
bool parser_leads_clause(const Parser *parser, const Token *token);
bool parser_at_statement_end(const Parser *parser);
// Has what is being read clauses that come in any order?
bool parser_has_options(const Parser *parser);
bool parse_clauses(Parser *parser, Statement *statement);
// The statement as it is written now, if it is of an old kind. In parse_old.c.
Statement *statement_modernised(Parser *parser, Statement *statement);
// At '{': the statements up to '}'.
bool parse_block(Parser *parser, Statement *owner);

// ---- parse_value.c

// Reads the value of the clause; false after an error, when what it declares may be read all the same.
bool parse_value(Parser *parser, Statement *statement, Clause *clause);
// May the value of this kind begin here? For clauses without a lead.
bool value_begins(const Parser *parser, const ClauseRow *row);
// The frame behind a vector: `on F`.
Node *parse_place_frame(Parser *parser, Node *at);

// ---- parse_expression.c

Node *parse_expression(Parser *parser);
Node *parse_sum(Parser *parser);
Node *parse_bare_vector(Parser *parser);  // at '[': what follows is no unit
Node *parse_vector(Parser *parser);
// At a name: with its indices, and the dots of what a use has made.
Node *parse_name(Parser *parser);
void parse_primes(Parser *parser, Node *value);
bool parse_unit(Parser *parser, Node *owner);
Node *node_new(Parser *parser, NodeKind kind, Span span);
Node *node_of_text(Parser *parser, NodeKind kind, Span text);  // which is all of it
void node_add(Node *parent, TokenKind mark, Node *child);      // the parent's span grows
// Of two children, both with that mark; NULL if the second is.
Node *node_pair(Parser *parser, NodeKind kind, TokenKind mark, Node *first, Node *second);

#endif
