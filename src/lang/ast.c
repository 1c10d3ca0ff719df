// ast.c -- the tree's end, and its text form for `bielle dump --stage=ast`.
//
// Expressions are written in prefix form, (+ a (* 2 b)), so that nothing depends on precedence.
// The recursion goes as deep as the expression, which the parser limits.
// SPDX-License-Identifier: MIT
#include "lang/ast.h"

#include "lang/ast_dump.h"

#include <string.h>

void ast_free(Ast *ast)
{
  if (!ast) return;
  arena_free(ast->arena);
}

bool span_is(Span span, const char *text)
{
  return strlen(text) == span.length && memcmp(span_bytes(span), text, span.length) == 0;
}

bool span_equal(Span a, Span b)
{
  return a.length == b.length && memcmp(span_bytes(a), span_bytes(b), a.length) == 0;
}

static void dump_span(Span span, Text *out) { text_put_bytes(out, span_bytes(span), span.length); }

static void dump_unit(const AstUnit *unit, Text *out)
{
  for (; unit; unit = unit->next) {
    text_put_char(out, ' ');
    dump_span(unit->name, out);
    if (unit->exponent != 1) text_format(out, "^%d", unit->exponent);
  }
}

static void dump_expression(const AstExpr *e, Text *out);

// The children of a sum or a product that do not join by the list's own mark are wrapped: a - b is
// (+ a (- b)).
static void dump_list(const AstExpr *e, TokenKind plain, Text *out)
{
  for (const AstExpr *child = e->first; child; child = child->next) {
    text_put_char(out, ' ');
    bool is_plain = child == e->first || child->mark == plain;
    if (!is_plain) text_format(out, "(%s ", token_kind_text(child->mark));
    dump_expression(child, out);
    if (!is_plain) text_put_char(out, ')');
  }
}

static void dump_operation(const char *name, const AstExpr *e, TokenKind plain, Text *out)
{
  text_format(out, "(%s", name);
  dump_list(e, plain, out);
  text_put_char(out, ')');
}

static void dump_call(const AstExpr *e, Text *out)
{
  text_put_char(out, '(');
  dump_span(e->text, out);
  dump_list(e, TOKEN_COMMA, out);
  if (e->axes.length > 0) {
    text_put(out, " in ");
    dump_span(e->axes, out);
  }
  text_put_char(out, ')');
  dump_unit(e->unit, out);
}

static void dump_vector(const AstExpr *e, Text *out)
{
  text_put_char(out, '[');
  for (const AstExpr *child = e->first; child; child = child->next) {
    if (child != e->first) text_put_char(out, ' ');
    dump_expression(child, out);
  }
  text_put_char(out, ']');
  dump_unit(e->unit, out);
}

static void dump_expression(const AstExpr *e, Text *out)
{
  switch (e->kind) {
  case AST_NUMBER:
    dump_span(e->text, out);
    dump_unit(e->unit, out);
    break;
  case AST_NAME:
    dump_span(e->text, out);
    text_repeat(out, '\'', e->primes);
    break;
  case AST_SUM: dump_operation("+", e, TOKEN_PLUS, out); break;
  case AST_PRODUCT: dump_operation("*", e, TOKEN_TIMES, out); break;
  case AST_POWER: dump_operation("^", e, TOKEN_COMMA, out); break;
  case AST_NEGATE: dump_operation("-", e, TOKEN_COMMA, out); break;
  case AST_COMPARE: dump_operation(token_kind_text(e->comparison), e, TOKEN_COMMA, out); break;
  case AST_CALL: dump_call(e, out); break;
  case AST_VECTOR: dump_vector(e, out); break;
  }
}

// ---- statements

void ast_dump_field(const char *label, const AstExpr *value, Text *out)
{
  if (!value) return;
  text_format(out, "  %s ", label);
  dump_expression(value, out);
  text_put_char(out, '\n');
}

void ast_dump_name(const char *label, Span name, Text *out)
{
  if (name.length == 0) return;
  text_format(out, "  %s ", label);
  dump_span(name, out);
  text_put_char(out, '\n');
}

void ast_dump_unit(const char *label, const AstUnit *unit, Text *out)
{
  text_format(out, "  %s", label);
  dump_unit(unit, out);
  text_put_char(out, '\n');
}

void ast_dump_items(const char *label, const AstItem *item, Text *out)
{
  for (; item; item = item->next) {
    text_format(out, "  %s ", label);
    if (item->name.length > 0) dump_span(item->name, out);  // an argument may have none
    if (item->value) {
      if (item->name.length > 0) text_put(out, " = ");
      dump_expression(item->value, out);
    }
    text_put_char(out, '\n');
  }
}

static void dump_moves(const char *label, const AstMove *move, Text *out)
{
  for (; move; move = move->next) {
    text_format(out, "  %s ", label);
    dump_span(move->name, out);
    text_put(out, " = ");
    dump_expression(move->first, out);
    if (move->second) {
      text_put_char(out, ' ');
      dump_expression(move->second, out);
    }
    text_put_char(out, '\n');
  }
}

static void dump_coordinates(const AstCoordinate *coordinate, Text *out)
{
  for (; coordinate; coordinate = coordinate->next) {
    ast_dump_name("coordinate", coordinate->name, out);
    ast_dump_field("initial", coordinate->initial, out);
    ast_dump_field("lower", coordinate->lower, out);
    ast_dump_field("upper", coordinate->upper, out);
  }
}

static void dump_joint(const AstJoint *joint, Text *out)
{
  ast_dump_name("kind", joint->kind, out);
  ast_dump_name("with", joint->quaternion, out);
  ast_dump_name("axis", joint->axis.name, out);
  ast_dump_field("axis", joint->axis.vector, out);
  dump_coordinates(joint->coordinates, out);
  ast_dump_field("driven by", joint->driver, out);
  ast_dump_name("from", joint->parent, out);
  ast_dump_field("at", joint->at, out);
  dump_moves("rotated", joint->rotated, out);
  dump_coordinates(joint->limits, out);
  ast_dump_field("pitch", joint->pitch, out);
}

static void dump_frame(const AstFrame *frame, Text *out)
{
  ast_dump_name("in", frame->parent, out);
  dump_moves("move", frame->moves, out);
}

static void dump_table(const AstTable *table, Text *out)
{
  ast_dump_name("convention", table->convention, out);
  ast_dump_name("in", table->parent, out);
  ast_dump_items("column", table->columns, out);
  for (const AstItem *row = table->rows; row; row = row->next)
    ast_dump_field("row", row->value, out);
}

static void dump_shapes(const AstShape *shape, Text *out)
{
  for (; shape; shape = shape->next) {
    ast_dump_name("shape", shape->kind, out);
    ast_dump_field("size", shape->size, out);
    ast_dump_field("radius", shape->radius, out);
    ast_dump_field("length", shape->length, out);
    ast_dump_name("path", shape->path, out);
    ast_dump_field("density", shape->density, out);
    ast_dump_field("at", shape->at, out);
    dump_moves("rotated", shape->rotated, out);
  }
}

static void dump_body(const AstBody *body, Text *out)
{
  ast_dump_name("on", body->frame, out);
  ast_dump_field("mass", body->mass, out);
  ast_dump_field("com", body->com, out);
  ast_dump_field("first moments", body->first_moments, out);
  ast_dump_field(body->is_about_origin ? "inertia about origin" : "inertia", body->inertia, out);
  dump_shapes(body->shapes, out);
}

void ast_dump_statement(const AstStatement *statement, Text *out)
{
  text_put(out, word_text(statement->word));
  if (statement->name.length > 0) {
    text_put_char(out, ' ');
    dump_span(statement->name, out);
  }
  if (statement->is_broken) text_put(out, " (broken)");
  text_put_char(out, '\n');
  ast_dump_name("title", statement->title, out);
  ast_dump_items("item", statement->items, out);
  if (statement->is_broken) return;
  ast_dump_field("value", statement->value, out);
  dump_coordinates(statement->coordinates, out);
  if (statement->frame) dump_frame(statement->frame, out);
  if (statement->chain) dump_frame(statement->chain, out);
  if (statement->table) dump_table(statement->table, out);
  if (statement->joint) dump_joint(statement->joint, out);
  if (statement->body) dump_body(statement->body, out);
  if (statement->point) {
    ast_dump_name("on", statement->point->frame, out);
    ast_dump_field("at", statement->point->at, out);
  }
  ast_dump_action(statement, out);
}

void ast_dump(const Ast *ast, Text *out)
{
  for (const AstStatement *statement = ast->first; statement; statement = statement->next) {
    ast_dump_statement(statement, out);
  }
}
