// parse_loop.c -- what closes a mechanism or restricts its motion: loop, constraint, rolling; and
// the speeds that its motion is written in.
// SPDX-License-Identifier: MIT
#include "lang/ast_act.h"
#include "lang/parser_impl.h"

// ---- places

static bool parse_place_frame(Parser *parser, AstPlace *place)
{
  if (!parser_expect_word(parser, WORD_ON, "a vector needs its frame: '[x, y, z] on F'")) {
    return false;
  }
  return parser_expect_name(parser, "the name of a frame", &place->name);
}

// place = NAME | expression, "on", NAME ;
bool parse_place(Parser *parser, AstPlace *place)
{
  bool is_name = parser_at(parser, TOKEN_NAME) && parser->next.kind != TOKEN_PAREN_OPEN;
  if (is_name) return parser_expect_name(parser, "a frame or a point", &place->name);
  place->at = parse_expression(parser);
  return place->at && parse_place_frame(parser, place);
}

// ---- loop

// Behind the kind stands a vector: the axis, or the first place without one ("[a, b, c] mm on F").
static bool parse_axis_or_place(Parser *parser, AstLoop *loop)
{
  AstExpr *vector = parse_bare_vector(parser);
  if (!vector) return false;
  bool has_unit = parser_at(parser, TOKEN_NAME) && parser->next.word == WORD_ON &&
                  parser->token.word == WORD_NONE;
  if (has_unit && !parse_unit(parser, vector)) return false;
  if (!has_unit && parser->token.word != WORD_ON) {
    loop->axis.vector = vector;
    return parse_place(parser, &loop->first);
  }
  loop->first.at = vector;
  return parse_place_frame(parser, &loop->first);
}

static bool parse_loop_start(Parser *parser, AstLoop *loop)
{
  if (parser_at(parser, TOKEN_BRACKET_OPEN)) return parse_axis_or_place(parser, loop);
  if (parser_at_axis(parser) && !parse_axis(parser, &loop->axis)) return false;
  return parse_place(parser, &loop->first);
}

static bool parse_pitch(Parser *parser, AstLoop *loop)
{
  bool has_comma = parser_accept(parser, TOKEN_COMMA);
  if (!parser_at_name(parser, "pitch")) {
    if (has_comma) parser_report_expected(parser, "'pitch'", "such as 'pitch 5 mm'");
    return !has_comma;
  }
  parser_advance(parser);
  loop->pitch = parse_expression(parser);
  return loop->pitch != NULL;
}

// loop = "loop", NAME, ":", NAME, [ axis ], place, "=", place, [ [ "," ], "pitch", expression ] ;
bool parse_loop(Parser *parser, AstStatement *statement)
{
  AstLoop *loop = ARENA_NEW(parser->arena, AstLoop);
  statement->loop = loop;
  if (!parser_expect_name(parser, "the loop's name", &statement->name)) return false;
  if (!parser_expect(parser, TOKEN_COLON, "':' and the kind of joint that closes it")) return false;
  if (!parse_kind(parser, &loop->kind)) return false;
  if (!parse_loop_start(parser, loop)) return false;
  if (!parser_expect(parser, TOKEN_ASSIGN, "'=' and the place that meets the first")) return false;
  return parse_place(parser, &loop->second) && parse_pitch(parser, loop);
}

// ---- constraint, rolling, speed

// constraint = "constraint", NAME, ":", expression, "=", expression ;
bool parse_constraint(Parser *parser, AstStatement *statement)
{
  AstConstraint *constraint = ARENA_NEW(parser->arena, AstConstraint);
  statement->constraint = constraint;
  if (!parser_expect_name(parser, "the constraint's name", &statement->name)) return false;
  if (!parser_expect(parser, TOKEN_COLON, "':' and an equation")) return false;
  constraint->left = parse_expression(parser);
  if (!constraint->left) return false;
  if (!parser_expect(parser, TOKEN_ASSIGN, "'=' and the other side of the equation")) return false;
  constraint->right = parse_expression(parser);
  return constraint->right != NULL;
}

static bool expect_text(Parser *parser, const char *text, const char *hint)
{
  if (parser_at_name(parser, text)) {
    parser_advance(parser);
    return true;
  }
  parser_report_expected(parser, arena_format(parser->arena, "'%s'", text), hint);
  return false;
}

// slip = "no", ( "slip" | "side", "slip" ) ;
static bool parse_slip(Parser *parser, AstRolling *rolling)
{
  static const char hint[] = "a wheel has 'no slip' or 'no side slip'";
  parser_advance(parser);
  if (parser_at_name(parser, "side")) {
    parser_advance(parser);
    rolling->may_slide = true;
  }
  return expect_text(parser, "slip", hint);
}

// rolling_part = "axle", axis | slip ;
static bool parse_rolling_part(Parser *parser, AstRolling *rolling)
{
  if (parser_at_name(parser, "no")) return parse_slip(parser, rolling);
  parser_advance(parser);
  return parse_axis(parser, &rolling->axle);
}

static bool begins_rolling_part(const Parser *parser)
{
  return parser_at_name(parser, "axle") || parser_at_name(parser, "no");
}

// rolling_parts = { [ "," ], rolling_part } ;
static bool parse_rolling_parts(Parser *parser, AstRolling *rolling)
{
  for (;;) {
    bool has_comma = parser_accept(parser, TOKEN_COMMA);
    if (has_comma && !begins_rolling_part(parser)) {
      parser_report_expected(parser, "'axle' or 'no slip'", NULL);
      return false;
    }
    if (!begins_rolling_part(parser)) return true;
    if (!parse_rolling_part(parser, rolling)) return false;
  }
}

// rolling = "rolling", NAME, "radius", expression, "on", "plane", bare_vector, rolling_parts ;
bool parse_rolling(Parser *parser, AstStatement *statement)
{
  static const char hint[] = "write 'rolling W radius r on plane [0, 0, 1]'";
  AstRolling *rolling = ARENA_NEW(parser->arena, AstRolling);
  statement->rolling = rolling;
  if (!parser_expect_name(parser, "the frame of the wheel", &statement->name)) return false;
  if (!expect_text(parser, "radius", hint)) return false;
  rolling->radius = parse_expression(parser);
  if (!rolling->radius) return false;
  if (!parser_expect_word(parser, WORD_ON, hint) || !expect_text(parser, "plane", hint)) {
    return false;
  }
  if (!parser_at(parser, TOKEN_BRACKET_OPEN)) {
    parser_report_expected(parser, "the plane's normal", "a vector: [0, 0, 1]");
    return false;
  }
  rolling->normal = parse_bare_vector(parser);
  return rolling->normal && parse_rolling_parts(parser, rolling);
}

// speed = "speed", definition, { ",", definition } ;
bool parse_speed(Parser *parser, AstStatement *statement)
{
  return parse_items(parser, &statement->items, parse_definition);
}
