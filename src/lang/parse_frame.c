// parse_frame.c -- frames and chains: sequences of elementary moves.
//
// A move is written like a function, RX(90 deg); which names are moves and what they take is the
// resolver's matter.
// SPDX-License-Identifier: MIT
#include "lang/parser_impl.h"

// move = NAME, "(", expression, [ ",", expression ], ")" ;
static bool parse_move(Parser *parser, AstMove *move)
{
  if (!parser_expect_name(parser, "a move such as RX(90 deg)", &move->name)) return false;
  Token open = parser->token;
  if (!parser_expect(parser, TOKEN_PAREN_OPEN, "'(' and the angle or the length")) return false;
  move->first = parse_expression(parser);
  if (!move->first) return false;
  if (parser_accept(parser, TOKEN_COMMA)) {
    move->second = parse_expression(parser);
    if (!move->second) return false;
  }
  move->span = span_join(move->name, parser->token.span);
  return parser_expect_close(parser, TOKEN_PAREN_CLOSE, open);
}

bool moves_go_on(const Parser *parser) { return parser_at(parser, TOKEN_COMMA); }

// Does a move stand behind the comma? It is a name with a bracket: RX(..). The words of the parts
// that may follow instead are no moves, even before a bracket: `mass (m1 + m2)`.
bool rotations_go_on(const Parser *parser)
{
  static const char *const parts[] = { "mass",   "com",    "first_moments", "inertia",
                                       "radius", "length", "density",       "pitch" };
  const Token *name = &parser->next;
  if (!parser_at(parser, TOKEN_COMMA) || name->kind != TOKEN_NAME) return false;
  if (name->word != WORD_NONE || !parser_bracket_follows(parser, name)) return false;
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    if (token_is(name, parts[i])) return false;
  }
  return true;
}

// moves = move, { ",", move } ;
bool parse_moves(Parser *parser, AstMove **end, bool (*goes_on)(const Parser *))
{
  for (;;) {
    AstMove *move = ARENA_NEW(parser->arena, AstMove);
    if (!parse_move(parser, move)) return false;
    *end = move;
    end = &move->next;
    if (!goes_on(parser)) return true;
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
  return !parser_accept(parser, TOKEN_COLON) || parse_moves(parser, &frame->moves, moves_go_on);
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
  return parse_moves(parser, &chain->moves, moves_go_on);
}
