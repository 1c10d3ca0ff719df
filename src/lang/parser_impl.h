// parser_impl.h -- what the files of the parser share.
//
// One function per production of grammar.ebnf, which is its comment. A function that meets an
// error reports it and returns NULL or false, and so do its callers up to the statement, which
// skips to its end: one statement gives at most one syntax error.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_PARSER_IMPL_H
#define BIELLE_LANG_PARSER_IMPL_H

#include "lang/ast.h"
#include "lang/lexer.h"

// Brackets, signs and powers inside each other. People need ten; the stack bears thousands.
enum { MAX_NESTING = 200 };

typedef struct Parser {
  Lexer lexer;
  Arena *arena;
  Diagnostics *diagnostics;
  Token token;  // the one to be read now
  Token next;   // the one behind it
  int nesting;
  bool has_lost_names;  // a broken statement may have declared a name that was not reached
} Parser;

// ---- parser.c

Token parser_advance(Parser *parser);  // returns the token that is left behind
bool parser_at(const Parser *parser, TokenKind kind);
bool parser_at_name(const Parser *parser, const char *text);  // reserved or not
bool parser_accept(Parser *parser, TokenKind kind);

// Reads a token of that kind; otherwise reports "expected WHAT".
bool parser_expect(Parser *parser, TokenKind kind, const char *what);
bool parser_expect_word(Parser *parser, Word word, const char *hint);
// The same for the bracket that closes `open`, which the message points back to.
bool parser_expect_close(Parser *parser, TokenKind kind, Token open);
// A name that the user may give to something; reserved words are refused.
bool parser_expect_name(Parser *parser, const char *what, Span *name);

// "expected WHAT, but found ..." at the current token.
void parser_report_expected(Parser *parser, const char *what, const char *hint);

// Text of the source between the start of `first` and the end of `last`.
Span span_join(Span first, Span last);

// ---- parse_expression.c

AstExpr *parse_expression(Parser *parser);
AstExpr *parse_vector(Parser *parser);

// ---- parse_statement.c

// Reads one statement up to its end; NULL if nothing can be said about it.
AstStatement *parse_statement(Parser *parser);

#endif
