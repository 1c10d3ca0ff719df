// ast.c -- the tree's end, and its text form for `bielle dump --stage=ast`.
//
// Expressions are written in prefix form, (+ a (* 2 b)), so that nothing depends on precedence.
// The recursion goes as deep as the expression, which the parser limits.
// SPDX-License-Identifier: MIT
#include "lang/ast.h"

void ast_free(Ast *ast)
{
  if (!ast) return;
  arena_free(ast->arena);
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

static void dump_field(const char *label, const AstExpr *value, Text *out)
{
  if (!value) return;
  text_format(out, "  %s ", label);
  dump_expression(value, out);
  text_put_char(out, '\n');
}

static void dump_name(const char *label, Span name, Text *out)
{
  if (name.length == 0) return;
  text_format(out, "  %s ", label);
  dump_span(name, out);
  text_put_char(out, '\n');
}

static void dump_items(const char *label, const AstItem *item, Text *out)
{
  for (; item; item = item->next) {
    text_format(out, "  %s ", label);
    dump_span(item->name, out);
    if (item->value) {
      text_put(out, " = ");
      dump_expression(item->value, out);
    }
    text_put_char(out, '\n');
  }
}

static void dump_joint(const AstJoint *joint, Text *out)
{
  dump_name("kind", joint->kind, out);
  dump_name("axis", joint->axis_name, out);
  dump_field("axis", joint->axis, out);
  dump_name("coordinate", joint->coordinate, out);
  dump_field("initial", joint->initial, out);
  dump_name("from", joint->parent, out);
  dump_field("at", joint->at, out);
  dump_items("rotated", joint->rotated, out);
  dump_field("lower", joint->lower, out);
  dump_field("upper", joint->upper, out);
}

static void dump_body(const AstBody *body, Text *out)
{
  dump_name("on", body->frame, out);
  dump_field("mass", body->mass, out);
  dump_field("com", body->com, out);
  dump_field(body->is_about_origin ? "inertia about origin" : "inertia", body->inertia, out);
}

static void dump_statement(const AstStatement *statement, Text *out)
{
  text_put(out, word_text(statement->word));
  if (statement->name.length > 0) {
    text_put_char(out, ' ');
    dump_span(statement->name, out);
  }
  if (statement->is_broken) text_put(out, " (broken)");
  text_put_char(out, '\n');
  dump_name("title", statement->title, out);
  dump_items("item", statement->items, out);
  if (statement->is_broken) return;
  dump_field("value", statement->value, out);
  if (statement->joint) dump_joint(statement->joint, out);
  if (statement->body) dump_body(statement->body, out);
  if (statement->point) {
    dump_name("on", statement->point->frame, out);
    dump_field("at", statement->point->at, out);
  }
}

void ast_dump(const Ast *ast, Text *out)
{
  for (const AstStatement *statement = ast->first; statement; statement = statement->next) {
    dump_statement(statement, out);
  }
}
