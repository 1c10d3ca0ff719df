// parse_force.c -- what acts on a mechanism: torque, force, moment, spring, input.
// SPDX-License-Identifier: MIT
#include "lang/ast_act.h"
#include "lang/parser_impl.h"

static AstForce *begin_force(Parser *parser, AstStatement *statement)
{
  statement->force = ARENA_NEW(parser->arena, AstForce);
  return statement->force;
}

// "= value", with "in FRAME" and "from FRAME" behind it where there are axes to speak of.
static bool parse_value(Parser *parser, AstForce *force)
{
  if (!parser_expect(parser, TOKEN_ASSIGN, "'=' and its value")) return false;
  force->value = parse_expression(parser);
  return force->value != NULL;
}

// axes = { "in", NAME | "from", NAME } ;
static bool parse_axes(Parser *parser, AstForce *force)
{
  for (;;) {
    Word word = parser->token.word;
    if (word != WORD_IN && word != WORD_FROM) return true;
    Span *name = word == WORD_IN ? &force->axes : &force->reaction;
    Token token = parser_advance(parser);
    if (name->length > 0) return parser_report_twice(parser, token);
    if (!parser_expect_name(parser, "the name of a frame", name)) return false;
  }
}

// torque = "torque", NAME, "on", NAME, "=", expression ;
bool parse_torque(Parser *parser, AstStatement *statement)
{
  AstForce *force = begin_force(parser, statement);
  if (!parser_expect_name(parser, "the torque's name", &statement->name)) return false;
  if (!parser_expect_word(parser, WORD_ON, "a torque acts on a joint: 'on q1'")) return false;
  if (!parser_expect_name(parser, "a joint or a coordinate", &force->target)) return false;
  return parse_value(parser, force);
}

// force = "force", NAME, "at", place, "=", expression, axes ;
bool parse_force(Parser *parser, AstStatement *statement)
{
  AstForce *force = begin_force(parser, statement);
  if (!parser_expect_name(parser, "the force's name", &statement->name)) return false;
  if (!parser_expect_word(parser, WORD_AT, "a force acts at a point: 'at P'")) return false;
  if (!parse_place(parser, &force->place)) return false;
  return parse_value(parser, force) && parse_axes(parser, force);
}

// moment = "moment", NAME, "on", NAME, "=", expression, axes ;
bool parse_moment(Parser *parser, AstStatement *statement)
{
  AstForce *force = begin_force(parser, statement);
  if (!parser_expect_name(parser, "the moment's name", &statement->name)) return false;
  if (!parser_expect_word(parser, WORD_ON, "a moment acts on a frame: 'on F'")) return false;
  if (!parser_expect_name(parser, "the name of a frame", &force->target)) return false;
  return parse_value(parser, force) && parse_axes(parser, force);
}

// ---- spring

static AstExpr **spring_field(const Parser *parser, AstForce *force)
{
  if (parser_at_name(parser, "stiffness")) return &force->stiffness;
  if (parser_at_name(parser, "length")) return &force->length;
  if (parser_at_name(parser, "damping")) return &force->damping;
  return NULL;
}

// spring_part = ( "stiffness" | "length" | "damping" ), expression ;
static bool parse_spring_part(Parser *parser, AstForce *force)
{
  AstExpr **field = spring_field(parser, force);
  if (!field) {
    parser_report_expected(parser, "'stiffness', 'length' or 'damping'", NULL);
    return false;
  }
  Token word = parser_advance(parser);
  if (*field) return parser_report_twice(parser, word);
  *field = parse_expression(parser);
  return *field != NULL;
}

static bool parse_between(Parser *parser, AstForce *force)
{
  static const char hint[] = "a spring is 'between P and Q'";
  if (!parser_expect_word(parser, WORD_BETWEEN, hint)) return false;
  if (!parse_place(parser, &force->place)) return false;
  if (!parser_at_name(parser, "and")) {
    parser_report_expected(parser, "'and'", hint);
    return false;
  }
  parser_advance(parser);
  return parse_place(parser, &force->second);
}

// spring = "spring", NAME, "between", place, "and", place, ":", spring_part, { ",", spring_part } ;
bool parse_spring(Parser *parser, AstStatement *statement)
{
  AstForce *force = begin_force(parser, statement);
  if (!parser_expect_name(parser, "the spring's name", &statement->name)) return false;
  if (!parse_between(parser, force)) return false;
  if (!parser_expect(parser, TOKEN_COLON, "':' and the stiffness")) return false;
  do {
    if (!parse_spring_part(parser, force)) return false;
  } while (parser_accept(parser, TOKEN_COMMA));
  return true;
}

// ---- input

// input_table = "table", STRING, [ "column", NUMBER ] ;
static bool parse_input_table(Parser *parser, AstInput *input)
{
  parser_advance(parser);
  input->table = parser_advance(parser).span;
  if (!parser_at_name(parser, "column")) return true;
  parser_advance(parser);
  input->column = parser->token.span;
  return parser_expect(parser, TOKEN_NUMBER, "the column's number, from 1");
}

// input_unit = "[", unit, "]" | unit ;
static bool parse_input_unit(Parser *parser, AstInput *input)
{
  Token open = parser->token;
  bool has_bracket = parser_accept(parser, TOKEN_BRACKET_OPEN);
  bool is_unit = parser_at(parser, TOKEN_NAME) && parser->token.word == WORD_NONE;
  if (!is_unit && !has_bracket) return true;
  input->unit = ARENA_NEW(parser->arena, AstExpr);
  input->unit->span = parser->token.span;
  if (!is_unit) {
    parser_report_expected(parser, "a unit", NULL);
    return false;
  }
  if (!parse_unit(parser, input->unit)) return false;
  return !has_bracket || parser_expect_close(parser, TOKEN_BRACKET_CLOSE, open);
}

// input = "input", NAME, [ "=", ( input_table | expression ) ], [ input_unit ] ;
bool parse_input(Parser *parser, AstStatement *statement)
{
  AstInput *input = ARENA_NEW(parser->arena, AstInput);
  statement->input = input;
  if (!parser_expect_name(parser, "the input's name", &statement->name)) return false;
  if (parser_accept(parser, TOKEN_ASSIGN)) {
    if (parser_at_name(parser, "table") && parser->next.kind == TOKEN_STRING) {
      if (!parse_input_table(parser, input)) return false;
    } else {
      input->value = parse_expression(parser);
      if (!input->value) return false;
    }
  }
  return parse_input_unit(parser, input);
}
