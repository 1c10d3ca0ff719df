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

static AstExpr **shape_field(const Parser *parser, AstShape *shape)
{
  if (parser_at_name(parser, "radius")) return &shape->radius;
  if (parser_at_name(parser, "length")) return &shape->length;
  if (parser_at_name(parser, "density")) return &shape->density;
  if (parser->token.word == WORD_AT) return &shape->at;
  return NULL;
}

// shape_part = ( "radius" | "length" | "density" | "at" ), expression | "rotated", moves ;
static bool parse_shape_part(Parser *parser, AstShape *shape)
{
  AstExpr **field = shape_field(parser, shape);
  Token word = parser_advance(parser);
  if (!field) {
    if (shape->rotated) return parser_report_twice(parser, word);
    return parse_moves(parser, &shape->rotated);
  }
  if (*field) return parser_report_twice(parser, word);
  *field = parse_expression(parser);
  return *field != NULL;
}

// shape = NAME, [ vector | STRING ], { shape_part } ;
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
  while (shape_field(parser, shape) || parser->token.word == WORD_ROTATED) {
    if (!parse_shape_part(parser, shape)) return NULL;
  }
  return shape;
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
  parser_report_expected(parser, "'mass', 'com', 'inertia' or a shape",
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
