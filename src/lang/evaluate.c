// evaluate.c -- expressions of the tree to exact expressions of the pool.
//
// The recursion goes as deep as the tree, which the parser limits. An error is reported where it
// is, gives SHAPE_NONE, and what contains it stays silent; the other parts are still looked at, so
// that every error of an expression is found.
// SPDX-License-Identifier: MIT
#include "base/text.h"
#include "lang/expression_check.h"
#include "lang/units.h"

#include <stdarg.h>

Quantity evaluate_error(Resolver *resolver, Span span, const char *hint, const char *format, ...)
{
  Text message = { 0 };
  va_list arguments;
  va_start(arguments, format);
  text_vformat(&message, format, arguments);
  va_end(arguments);
  diagnostics_add(resolver->diagnostics, SEVERITY_ERROR, span, hint, "%s", text_string(&message));
  text_free(&message);
  return quantity_none();
}

// "m2*L1 is kg.m"
static void put_side(Resolver *resolver, Side side, Text *out)
{
  enum { LONGEST = 60 };
  bool is_long = side.span.length > LONGEST;
  Dimension dimension = infer_dimension(&resolver->inference, side.quantity);
  if (is_long) {
    text_put(out, "one side");
  } else {
    text_put_bytes(out, span_bytes(side.span), side.span.length);
  }
  text_put(out, " is ");
  dimension_print(dimension, out);
}

// Free dimensions are on both sides, the same ones: only the quotient is known.
static void put_quotient(Resolver *resolver, Side a, Side b, Text *out)
{
  Quantity quotient;
  infer_product(&resolver->inference, &quotient, a.quantity, b.quantity, -1);
  text_put(out, "the units of the two sides differ by ");
  dimension_print(infer_dimension(&resolver->inference, &quotient), out);
}

Quantity evaluate_dimension_error(Resolver *resolver, Span span, const char *what, Side a, Side b)
{
  Text sides = { 0 };
  if (infer_dimension(&resolver->inference, a.quantity).is_known) {
    put_side(resolver, a, &sides);
    text_put(&sides, ", ");
    put_side(resolver, b, &sides);
  } else {
    put_quotient(resolver, a, b, &sides);
  }
  evaluate_error(resolver, span, "the units do not agree", "cannot %s: %s", what,
                 text_string(&sides));
  text_free(&sides);
  return quantity_none();
}

// ---- literals and names

static const char *hint_for_unit(Resolver *resolver, Span name)
{
  const char *nearest = unit_nearest(span_bytes(name), name.length);
  if (nearest) return arena_format(resolver->scratch, "did you mean '%s'?", nearest);
  return "for a product write '*'";
}

// Multiplies all components by the unit.
Quantity evaluate_with_unit(Resolver *resolver, Quantity quantity, const AstUnit *factors)
{
  const Expr *scale = expr_integer(resolver->pool, 1);
  Quantity unit_quantity = { .shape = SHAPE_NUMBER, .dimension = { .is_known = true } };
  for (const AstUnit *factor = factors; factor; factor = factor->next) {
    Unit unit;
    if (!unit_find(span_bytes(factor->name), factor->name.length, &unit)) {
      return evaluate_error(resolver, factor->name, hint_for_unit(resolver, factor->name),
                            "'%.*s' is not a unit", (int)factor->name.length,
                            span_bytes(factor->name));
    }
    scale = expr_mul(scale, unit_value(resolver->pool, &unit, factor->exponent));
    unit_quantity.dimension = dimension_multiply(unit_quantity.dimension,
                                                 dimension_power(unit.dimension, factor->exponent));
    quantity.bits += 1;
    if (!evaluate_fits(resolver, evaluate_bits(scale, 0), factor->name)) return quantity_none();
  }
  for (int i = 0; i < quantity_size(&quantity); i++) {
    quantity.at[i] = expr_mul(scale, quantity.at[i]);
    quantity.bits += evaluate_bits(quantity.at[i], evaluate_bits(scale, 1));
  }
  infer_product(&resolver->inference, &quantity, &quantity, &unit_quantity, 1);
  return quantity;
}

static Quantity evaluate_number(Resolver *resolver, const AstExpr *e)
{
  Quantity number =
      quantity_plain(expr_decimal(resolver->pool, span_bytes(e->text), e->text.length));
  number.bits = evaluate_bits(number.at[0], 0);
  return e->unit ? evaluate_with_unit(resolver, number, e->unit) : number;
}

static const Dimension second_dimension = { .is_known = true, .power = { 0, 0, 1, 0, 0 } };

static Quantity coordinate_rate(Resolver *resolver, const Name *name, const AstExpr *e)
{
  const Coordinate *coordinate = &resolver->mechanism->coordinates[name->index];
  if (e->primes > 2) {
    return evaluate_error(resolver, e->span, "q'' is its acceleration",
                          "a coordinate has no third time derivative here");
  }
  const Quantity second = { .dimension = second_dimension };
  Quantity rate = name->value;
  rate.at[0] = e->primes == 1 ? coordinate->qd : coordinate->qdd;
  for (int i = 0; i < e->primes; i++)
    infer_product(&resolver->inference, &rate, &rate, &second, -1);
  return rate;
}

static Quantity evaluate_word(Resolver *resolver, const AstExpr *e, Word word)
{
  if (e->primes > 0) {
    return evaluate_error(resolver, e->span, NULL, "only a coordinate has a time derivative");
  }
  if (word == WORD_PI) return quantity_plain(expr_pi(resolver->pool));
  return quantity_of(expr_symbol(resolver->pool, "t", STAGE_TIME), second_dimension);
}

static Quantity evaluate_name(Resolver *resolver, const AstExpr *e)
{
  Word word = word_of(span_bytes(e->text), e->text.length);
  if (word != WORD_NONE) return evaluate_word(resolver, e, word);
  const Name *name = scope_find(&resolver->scope, SPACE_VALUES, e->text);
  if (!name) return quantity_none();
  if (e->primes == 0) return name->value;
  if (name->kind == NAME_COORDINATE) return coordinate_rate(resolver, name, e);
  return evaluate_error(resolver, e->span, NULL,
                        "'%s' is not a coordinate: it has no time derivative", name->text);
}

// ---- signs, comparisons, vectors

static Quantity evaluate_negation(Resolver *resolver, const AstExpr *e)
{
  Quantity quantity = evaluate_part(resolver, e->first);
  for (int i = 0; i < quantity_size(&quantity); i++)
    quantity.at[i] = expr_neg(quantity.at[i]);
  return quantity;
}

static const Expr *compare(TokenKind comparison, const Expr *a, const Expr *b)
{
  switch ((int)comparison) {
  case TOKEN_LESS: return expr_call2(OP_LT, a, b);
  case TOKEN_LESS_EQUAL: return expr_call2(OP_LE, a, b);
  case TOKEN_GREATER: return expr_call2(OP_LT, b, a);
  case TOKEN_GREATER_EQUAL: return expr_call2(OP_LE, b, a);
  case TOKEN_EQUAL: return expr_call2(OP_EQ, a, b);
  default: return expr_call2(OP_NE, a, b);
  }
}

static Quantity evaluate_comparison(Resolver *resolver, const AstExpr *e)
{
  Quantity a = evaluate_part(resolver, e->first);
  Quantity b = evaluate_part(resolver, e->last);
  if (a.shape == SHAPE_NONE || b.shape == SHAPE_NONE) return quantity_none();
  if (a.shape != SHAPE_NUMBER || b.shape != SHAPE_NUMBER) {
    return evaluate_error(resolver, e->span, NULL, "only numbers can be compared");
  }
  Quantity before = a;
  if (!infer_unify(&resolver->inference, &a, &b)) {
    return evaluate_dimension_error(resolver, e->span, "compare", (Side){ e->first->span, &before },
                                    (Side){ e->last->span, &b });
  }
  return quantity_plain(compare(e->comparison, a.at[0], b.at[0]));
}

// Puts the `index`-th part, a number or a row, into the vector or matrix.
static bool put_part(Resolver *resolver, Quantity *all, int index, const Quantity *part, Span span,
                     Span before_span)
{
  Quantity before = *all;
  Shape shape = part->shape == SHAPE_NUMBER ? SHAPE_VECTOR : SHAPE_MATRIX;
  if (part->shape == SHAPE_MATRIX || (index > 0 && shape != all->shape)) {
    evaluate_error(resolver, span, NULL, "a vector has numbers only, a matrix rows of three");
    return false;
  }
  if (!infer_unify(&resolver->inference, all, part)) {
    evaluate_dimension_error(resolver, span, "make a vector", (Side){ before_span, &before },
                             (Side){ span, part });
    return false;
  }
  all->shape = shape;
  if (part->bits > all->bits) all->bits = part->bits;
  int size = quantity_size(part);
  for (int i = 0; i < size; i++)
    all->at[index * size + i] = part->at[i];
  return true;
}

static Quantity evaluate_vector(Resolver *resolver, const AstExpr *e)
{
  Quantity vector = { .is_plain = true };
  bool is_good = true;
  int index = 0;
  if (e->count != 3 && e->first->kind == AST_VECTOR) {
    return evaluate_error(resolver, e->span, NULL, "a matrix has three rows, not %d", e->count);
  }
  if (e->count != 3) {
    return evaluate_error(resolver, e->span, "for a plane, the third is 0",
                          "a vector has three components, not %d", e->count);
  }
  Span before = e->first->span;  // the parts so far
  for (const AstExpr *part = e->first; part; part = part->next) {
    Quantity value = evaluate_part(resolver, part);
    is_good = is_good && value.shape != SHAPE_NONE &&
              put_part(resolver, &vector, index++, &value, part->span, before);
    before.length = part->span.start + part->span.length - before.start;
  }
  if (!is_good) return quantity_none();
  return e->unit ? evaluate_with_unit(resolver, vector, e->unit) : vector;
}

// ---- any expression

static Quantity evaluate_any(Resolver *resolver, const AstExpr *e)
{
  switch (e->kind) {
  case AST_NUMBER: return evaluate_number(resolver, e);
  case AST_NAME: return evaluate_name(resolver, e);
  case AST_SUM: return evaluate_sum(resolver, e);
  case AST_PRODUCT: return evaluate_product(resolver, e);
  case AST_POWER: return evaluate_power(resolver, e);
  case AST_NEGATE: return evaluate_negation(resolver, e);
  case AST_COMPARE: return evaluate_comparison(resolver, e);
  case AST_CALL: return evaluate_call(resolver, e);
  case AST_VECTOR: return evaluate_vector(resolver, e);
  }
  return quantity_none();
}

Quantity evaluate_part(Resolver *resolver, const AstExpr *e)
{
  Quantity quantity = evaluate_any(resolver, e);
  if (!quantity_is_undefined(&quantity)) return quantity;
  return evaluate_error(resolver, e->span, NULL, "this expression has no value");
}

Quantity evaluate(Resolver *resolver, const AstExpr *e)
{
  Quantity quantity = evaluate_part(resolver, e);
  if (quantity.shape == SHAPE_NONE || expression_is_right(resolver, e, &quantity)) return quantity;
  diagnostics_add(resolver->diagnostics, SEVERITY_INTERNAL, e->span, "please report it",
                  "bielle misread this expression: its value is not that of the text");
  return quantity_none();
}
