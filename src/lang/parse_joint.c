// parse_joint.c -- joints, and coordinates written by hand.
// SPDX-License-Identifier: MIT
#include "lang/parser_impl.h"

static bool at_axis_name(const Parser *parser)
{
  return parser_at_name(parser, "x") || parser_at_name(parser, "y") || parser_at_name(parser, "z");
}

bool parser_at_axis(const Parser *parser)
{
  return parser_at(parser, TOKEN_BRACKET_OPEN) || parser_at(parser, TOKEN_MINUS) ||
         parser_at(parser, TOKEN_PLUS) || at_axis_name(parser);
}

// axis = [ "-" | "+" ], NAME | vector ;
bool parse_axis(Parser *parser, AstAxis *axis)
{
  if (parser_at(parser, TOKEN_BRACKET_OPEN)) {
    axis->vector = parse_vector(parser);
    return axis->vector != NULL;
  }
  Span start = parser->token.span;
  if (parser_at(parser, TOKEN_MINUS) || parser_at(parser, TOKEN_PLUS)) parser_advance(parser);
  if (!at_axis_name(parser)) {
    parser_report_expected(parser, "the joint's axis",
                           "an axis is x, y, z, -x, -y, -z or a vector [a, b, c]");
    return false;
  }
  axis->name = span_join(start, parser_advance(parser).span);
  return true;
}

// ---- coordinates

// coordinate = NAME, [ "=", expression ] ;
static bool parse_coordinate(Parser *parser, AstCoordinate *coordinate)
{
  if (!parser_expect_name(parser, "the coordinate's name", &coordinate->name)) return false;
  if (!parser_accept(parser, TOKEN_ASSIGN)) return true;
  coordinate->initial = parse_expression(parser);
  return coordinate->initial != NULL;
}

// coordinates = "(", ( "=", expression | coordinate, { ",", coordinate } ), ")" ;
static bool parse_coordinates(Parser *parser, AstJoint *joint)
{
  Token open = parser_advance(parser);
  if (parser_accept(parser, TOKEN_ASSIGN)) {
    joint->driver = parse_expression(parser);
    return joint->driver && parser_expect_close(parser, TOKEN_PAREN_CLOSE, open);
  }
  AstCoordinate **end = &joint->coordinates;
  do {
    AstCoordinate *coordinate = ARENA_NEW(parser->arena, AstCoordinate);
    bool is_good = parse_coordinate(parser, coordinate);
    if (coordinate->name.length > 0) *end = coordinate;
    if (!is_good) return false;
    end = &coordinate->next;
  } while (parser_accept(parser, TOKEN_COMMA));
  return parser_expect_close(parser, TOKEN_PAREN_CLOSE, open);
}

// range = expression, "..", expression ;
static bool parse_range(Parser *parser, AstCoordinate *limits)
{
  limits->lower = parse_expression(parser);
  if (!limits->lower) return false;
  if (!parser_accept(parser, TOKEN_RANGE)) {
    parser_report_expected(parser, "'..' and the upper limit", "write -170 deg .. 170 deg");
    return false;
  }
  limits->upper = parse_expression(parser);
  return limits->upper != NULL;
}

// interval = "[", expression, ",", expression, "]" ;
static bool parse_interval(Parser *parser, AstCoordinate *limits)
{
  Token open = parser->token;
  if (!parser_expect(parser, TOKEN_BRACKET_OPEN, "'[' and the limits")) return false;
  limits->lower = parse_expression(parser);
  if (!limits->lower) return false;
  if (!parser_expect(parser, TOKEN_COMMA, "',' and the upper limit")) return false;
  limits->upper = parse_expression(parser);
  return limits->upper && parser_expect_close(parser, TOKEN_BRACKET_CLOSE, open);
}

// free_coordinate = coordinate, [ "in", interval ] ;
static bool parse_free_coordinate(Parser *parser, AstCoordinate *coordinate)
{
  if (!parse_coordinate(parser, coordinate)) return false;
  if (parser->token.word != WORD_IN) return true;
  parser_advance(parser);
  return parse_interval(parser, coordinate);
}

// coord = "coord", free_coordinate, { ",", free_coordinate } ;
bool parse_coord(Parser *parser, AstStatement *statement)
{
  AstCoordinate **end = &statement->coordinates;
  do {
    AstCoordinate *coordinate = ARENA_NEW(parser->arena, AstCoordinate);
    bool is_good = parse_free_coordinate(parser, coordinate);
    if (coordinate->name.length > 0) *end = coordinate;
    if (!is_good) return false;
    end = &coordinate->next;
  } while (parser_accept(parser, TOKEN_COMMA));
  return true;
}

// ---- joint

static bool begins_joint_part(const Token *token)
{
  return token->word == WORD_AT || token->word == WORD_ROTATED || token->word == WORD_LIMITS ||
         token_is(token, "pitch");
}

// limits = range, { ",", range } ;
static bool parse_limits(Parser *parser, AstCoordinate **end)
{
  for (;;) {
    AstCoordinate *range = ARENA_NEW(parser->arena, AstCoordinate);
    if (!parse_range(parser, range)) return false;
    *end = range;
    end = &range->next;
    if (!parser_at(parser, TOKEN_COMMA) || begins_joint_part(&parser->next)) return true;
    parser_advance(parser);
  }
}

// joint_part = ( "at" | "pitch" ), expression | "rotated", moves | "limits", limits ;
static bool parse_joint_part(Parser *parser, AstJoint *joint)
{
  Token word = parser_advance(parser);
  if (word.word == WORD_ROTATED) {
    if (joint->rotated) return parser_report_twice(parser, word);
    return parse_moves(parser, &joint->rotated, rotations_go_on);
  }
  if (word.word == WORD_LIMITS) {
    if (joint->limits) return parser_report_twice(parser, word);
    return parse_limits(parser, &joint->limits);
  }
  AstExpr **field = word.word == WORD_AT ? &joint->at : &joint->pitch;
  if (*field) return parser_report_twice(parser, word);
  *field = parse_expression(parser);
  return *field != NULL;
}

static bool parse_joint_parts(Parser *parser, AstJoint *joint)
{
  for (;;) {
    if (parser_accept(parser, TOKEN_COMMA) && !begins_joint_part(&parser->token)) {
      parser_report_expected(parser, "'at', 'rotated', 'limits' or 'pitch'", NULL);
      return false;
    }
    if (!begins_joint_part(&parser->token)) return true;
    if (!parse_joint_part(parser, joint)) return false;
  }
}

bool parse_kind(Parser *parser, Span *kind)
{
  if (parser->token.word == WORD_NONE) return parser_expect_name(parser, "the kind of joint", kind);
  parser_report_expected(parser, "the kind of joint", "such as revolute, prismatic or spherical");
  return false;
}

// joint_kind = NAME, [ "quaternion" ], [ axis ], [ coordinates ] ;
static bool parse_joint_kind(Parser *parser, AstJoint *joint)
{
  if (!parse_kind(parser, &joint->kind)) return false;
  if (parser_at_name(parser, "quaternion")) joint->quaternion = parser_advance(parser).span;
  bool has_axis = !parser_at(parser, TOKEN_PAREN_OPEN) && parser->token.word != WORD_FROM;
  if (has_axis && !parse_axis(parser, &joint->axis)) return false;
  return !parser_at(parser, TOKEN_PAREN_OPEN) || parse_coordinates(parser, joint);
}

// joint = "joint", NAME, ":", joint_kind, "from", NAME, { [ "," ], joint_part } ;
bool parse_joint(Parser *parser, AstStatement *statement)
{
  AstJoint *joint = ARENA_NEW(parser->arena, AstJoint);
  statement->joint = joint;
  if (!parser_expect_name(parser, "the joint's name", &statement->name)) return false;
  if (!parser_expect(parser, TOKEN_COLON, "':' and the kind of joint")) return false;
  if (!parse_joint_kind(parser, joint)) return false;
  const char *hint = at_axis_name(parser) ? "the axis stands before the brackets"
                                          : "a joint moves from a frame: 'from ground'";
  if (!parser_expect_word(parser, WORD_FROM, hint)) return false;
  if (!parser_expect_name(parser, "the name of a frame", &joint->parent)) return false;
  return parse_joint_parts(parser, joint);
}
