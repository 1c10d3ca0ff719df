// parse_frame.c -- frames and chains: sequences of elementary moves.
//
// A move is written like a function, RX(90 deg); which names are moves and what they take is the
// resolver's matter.
// SPDX-License-Identifier: MIT
#include "lang/parser_impl.h"

#include <string.h>

// move = NAME, "(", expression, [ ",", expression ], ")" ;
static bool parse_move(Parser *parser, AstMove *move)
{
  if (!parser_expect_name(parser, "a move such as RX(90 deg)", &move->name)) return false;
  Token open = parser->token;
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "'(' and the angle")) return false;
  move->first = parse_expression(parser);
  if (!move->first) return false;
  if (parser_accept(parser, TOKEN_COMMA)) {
    move->second = parse_expression(parser);
    if (!move->second) return false;
  }
  move->span = span_join(move->name, parser->token.span);
  return parser_expect_close(parser, TOKEN_PAREN_CLOSE, open);
}

// Names that begin the next part of a joint or a body: the comma before them ends the moves.
static bool ends_moves(const Token *token)
{
  static const char *const parts[] = { "pitch",   "mass", "com",      "first_moments",
                                       "inertia", "box",  "sphere",   "capsule",
                                       "rod",     "mesh", "cylinder", "density" };
  if (token->kind != TOKEN_NAME) return false;
  if (token->word != WORD_NONE) return true;
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    bool is_long = strlen(parts[i]) == token->span.length;
    if (is_long && memcmp(parts[i], span_bytes(token->span), token->span.length) == 0) return true;
  }
  return false;
}

// moves = move, { ",", move } ;
bool parse_moves(Parser *parser, AstMove **end)
{
  for (;;) {
    AstMove *move = ARENA_NEW(parser->arena, AstMove);
    if (!parse_move(parser, move)) return false;
    *end = move;
    end = &move->next;
    if (!parser_at(parser, TOKEN_COMMA) || ends_moves(&parser->next)) return true;
    parser_advance(parser);
  }
}

// frame = "frame", NAME, "in", NAME, [ ":", moves ] ;
bool parse_frame(Parser *parser, AstStatement *statement)
{
  AstFrame *frame = ARENA_NEW(parser->arena, AstFrame);
  statement->frame = frame;
  if (!parser_expect_name(parser, "the frame's name", &statement->name)) return false;
  if (!parser_expect_word(parser, WORD_IN, "a frame sits in a frame: 'in ground'")) return false;
  if (!parser_expect_name(parser, "the name of a frame", &frame->parent)) return false;
  return !parser_accept(parser, TOKEN_COLON) || parse_moves(parser, &frame->moves);
}

// chain = "chain", NAME, [ "in", NAME ], ":", moves ;
bool parse_chain(Parser *parser, AstStatement *statement)
{
  AstFrame *chain = ARENA_NEW(parser->arena, AstFrame);
  statement->chain = chain;
  if (!parser_expect_name(parser, "the chain's name", &statement->name)) return false;
  if (parser->token.word == WORD_IN) {
    parser_advance(parser);
    if (!parser_expect_name(parser, "the name of a frame", &chain->parent)) return false;
  }
  if (!parser_expect(parser, TOKEN_COLON, "':' and the moves")) return false;
  return parse_moves(parser, &chain->moves);
}
