// parser_impl.h -- what the files of the parser share.
//
// One function per production of grammar.ebnf, which is its comment. A function that meets an
// error reports it and returns NULL or false, and so do its callers up to the statement, which
// skips to its end: one statement gives at most one syntax error.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_PARSER_IMPL_H
#define BIELLE_LANG_PARSER_IMPL_H

#include "lang/ast_act.h"
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
  bool has_units;       // a unit was read
  int open_braces;      // of elements: '}' ends a statement
} Parser;

// ---- parser.c

Token parser_advance(Parser *parser);  // returns the token that is left behind
bool parser_at(const Parser *parser, TokenKind kind);
bool parser_at_name(const Parser *parser, const char *text);  // reserved or not
bool token_is(const Token *name, const char *text);
// Is '(' the next mark behind that token?
bool parser_bracket_follows(const Parser *parser, const Token *token);
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
// At '['. The components alone: what follows is no unit.
AstExpr *parse_bare_vector(Parser *parser);
bool parse_unit(Parser *parser, AstExpr *owner);

// ---- parse_joint.c

bool parse_joint(Parser *parser, AstStatement *statement);
bool parse_coord(Parser *parser, AstStatement *statement);
bool parse_kind(Parser *parser, Span *kind);  // of a joint
bool parse_axis(Parser *parser, AstAxis *axis);
// Does an axis begin here?
bool parser_at_axis(const Parser *parser);

// ---- parse_frame.c

bool parse_frame(Parser *parser, AstStatement *statement);
bool parse_chain(Parser *parser, AstStatement *statement);
// `goes_on` says whether another move follows: of a frame or a chain behind each comma; of
// `rotated` only if the comma does not begin the next part of the joint, the shape or the body.
bool parse_moves(Parser *parser, AstMove **end, bool (*goes_on)(const Parser *));
bool moves_go_on(const Parser *parser);
bool rotations_go_on(const Parser *parser);

// ---- parse_dh.c

bool parse_dh(Parser *parser, AstStatement *statement);

// ---- parse_body.c

bool parse_body(Parser *parser, AstStatement *statement);
bool parse_point(Parser *parser, AstStatement *statement);

// ---- parse_statement.c

// "'WORD' is given twice"; false.
bool parser_report_twice(Parser *parser, Token word);

// Reads one statement up to its end; NULL if nothing can be said about it.
AstStatement *parse_statement(Parser *parser);
// Items with a name, separated by commas: `NAME`, `NAME = expression` in `parse_item`'s way.
bool parse_items(Parser *parser, AstItem **end, bool (*parse_item)(Parser *, AstItem *));
bool parse_definition(Parser *parser, AstItem *item);

// ---- parse_loop.c, parse_force.c, parse_task.c, parse_element.c

bool parse_loop(Parser *parser, AstStatement *statement);
bool parse_constraint(Parser *parser, AstStatement *statement);
bool parse_rolling(Parser *parser, AstStatement *statement);
bool parse_speed(Parser *parser, AstStatement *statement);
bool parse_place(Parser *parser, AstPlace *place);

bool parse_torque(Parser *parser, AstStatement *statement);
bool parse_force(Parser *parser, AstStatement *statement);
bool parse_moment(Parser *parser, AstStatement *statement);
bool parse_spring(Parser *parser, AstStatement *statement);
bool parse_input(Parser *parser, AstStatement *statement);

bool parse_output(Parser *parser, AstStatement *statement);
bool parse_motion(Parser *parser, AstStatement *statement);
bool parse_control(Parser *parser, AstStatement *statement);
bool parse_experiment(Parser *parser, AstStatement *statement);
// Goes to the '}' that closes the block.
void parser_skip_block(Parser *parser);

bool parse_element(Parser *parser, AstStatement *statement);
bool parse_use(Parser *parser, AstStatement *statement);

#endif
