// parse_body.c -- bodies with their shapes, and points.
// SPDX-License-Identifier: MIT
#include "lang/parser_impl.h"

// ---- shapes

static bool at_shape(const Parser *parser)
{
  static const char *const kinds[] = { "box", "cylinder", "sphere", "capsule", "rod", "mesh" };
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (parser_at_name(parser, kinds[i])) return true;
  }
  return false;
}

// The place of the value behind that word; NULL: it is none.
static AstExpr **shape_field(const Token *word, AstShape *shape)
{
  if (token_is(word, "radius")) return &shape->radius;
  if (token_is(word, "length")) return &shape->length;
  if (token_is(word, "density")) return &shape->density;
  if (word->word == WORD_AT) return &shape->at;
  return NULL;
}

static bool begins_shape_part(const Token *word, AstShape *shape)
{
  return shape_field(word, shape) || word->word == WORD_ROTATED;
}

// shape_part = ( "radius" | "length" | "density" | "at" ), expression | "rotated", moves ;
static bool parse_shape_part(Parser *parser, AstShape *shape)
{
  Token word = parser_advance(parser);
  if (word.word == WORD_ROTATED) {
    if (shape->rotated) return parser_report_twice(parser, word);
    return parse_moves(parser, &shape->rotated, rotations_go_on);
  }
  AstExpr **field = shape_field(&word, shape);
  if (*field) return parser_report_twice(parser, word);
  *field = parse_expression(parser);
  return *field != NULL;
}

// The comma in front of a part may be left out; in front of anything else it ends the shape.
static bool parse_shape_parts(Parser *parser, AstShape *shape)
{
  for (;;) {
    bool has_comma = parser_at(parser, TOKEN_COMMA);
    if (!begins_shape_part(has_comma ? &parser->next : &parser->token, shape)) return true;
    if (has_comma) parser_advance(parser);
    if (!parse_shape_part(parser, shape)) return false;
  }
}

// shape = NAME, [ vector | STRING ], { [ "," ], shape_part } ;
static AstShape *parse_shape(Parser *parser)
{
  AstShape *shape = ARENA_NEW(parser->arena, AstShape);
  shape->kind = parser_advance(parser).span;
  if (parser_at(parser, TOKEN_BRACKET_OPEN)) {
    shape->size = parse_vector(parser);
    if (!shape->size) return NULL;
  } else if (parser_at(parser, TOKEN_STRING)) {
    Span quoted = parser_advance(parser).span;
    shape->path = (Span){ quoted.source, quoted.start + 1, quoted.length - 2 };
  }
  return parse_shape_parts(parser, shape) ? shape : NULL;
}

static bool add_shape(Parser *parser, AstBody *body)
{
  AstShape *shape = parse_shape(parser);
  if (!shape) return false;
  *(body->last_shape ? &body->last_shape->next : &body->shapes) = shape;
  body->last_shape = shape;
  return true;
}

// ---- body, point

// inertia = "inertia", expression, [ "about", "origin" ] ;
static bool parse_inertia(Parser *parser, AstBody *body)
{
  body->inertia = parse_expression(parser);
  if (!body->inertia) return false;
  if (parser->token.word != WORD_ABOUT) return true;
  parser_advance(parser);
  if (!parser_at_name(parser, "origin")) {
    parser_report_expected(parser, "'origin'",
                           "without 'about origin' it is about the centre of mass");
    return false;
  }
  parser_advance(parser);
  body->is_about_origin = true;
  return true;
}

static AstExpr **body_field(const Parser *parser, AstBody *body)
{
  if (parser_at_name(parser, "mass")) return &body->mass;
  if (parser_at_name(parser, "com")) return &body->com;
  if (parser_at_name(parser, "first_moments")) return &body->first_moments;
  if (parser_at_name(parser, "inertia")) return &body->inertia;
  return NULL;
}

// body_quantity = ( "mass" | "com" | "first_moments" ), expression | inertia ;
static bool parse_body_quantity(Parser *parser, AstBody *body, AstExpr **field)
{
  Token word = parser_advance(parser);
  if (*field) return parser_report_twice(parser, word);
  if (field == &body->inertia) return parse_inertia(parser, body);
  *field = parse_expression(parser);
  return *field != NULL;
}

// body_part = body_quantity | shape ;
static bool parse_body_part(Parser *parser, AstBody *body)
{
  if (at_shape(parser)) return add_shape(parser, body);
  AstExpr **field = body_field(parser, body);
  if (field) return parse_body_quantity(parser, body, field);
  parser_report_expected(parser, "'mass', 'com', 'first_moments', 'inertia' or a shape",
                         "shapes are box, cylinder, sphere, capsule, rod and mesh");
  return false;
}

// body = "body", NAME, "on", NAME, ":", body_part, { ",", body_part } ;
bool parse_body(Parser *parser, AstStatement *statement)
{
  AstBody *body = ARENA_NEW(parser->arena, AstBody);
  statement->body = body;
  if (!parser_expect_name(parser, "the body's name", &statement->name)) return false;
  if (!parser_expect_word(parser, WORD_ON, "a body sits on a frame: 'on q1'")) return false;
  if (!parser_expect_name(parser, "the name of a frame", &body->frame)) return false;
  if (!parser_expect(parser, TOKEN_COLON, "':' and the mass")) return false;
  do {
    if (!parse_body_part(parser, body)) return false;
  } while (parser_accept(parser, TOKEN_COMMA));
  return true;
}

// point = "point", NAME, "on", NAME, "at", expression ;
bool parse_point(Parser *parser, AstStatement *statement)
{
  AstPoint *point = ARENA_NEW(parser->arena, AstPoint);
  statement->point = point;
  if (!parser_expect_name(parser, "the point's name", &statement->name)) return false;
  if (!parser_expect_word(parser, WORD_ON, "a point sits on a frame: 'on q1'")) return false;
  if (!parser_expect_name(parser, "the name of a frame", &point->frame)) return false;
  if (!parser_expect_word(parser, WORD_AT, "a point has a place: 'at [x, y, z]'")) return false;
  point->at = parse_expression(parser);
  return point->at != NULL;
}
