// evaluate_arithmetic.c -- sums, products and powers of quantities.
//
// Numbers are exact and grow in products: squaring a number thirty times would exhaust the memory.
// Quantity.bits bounds the length of its numbers, and MAX_BITS limits it.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"
#include "symbolic/calculus/vanish.h"

#include <math.h>

enum { MAX_BITS = 100000, MAX_POWER = 1000 };

long evaluate_bits(const Expr *e, long estimate)
{
  if (!expr_is_number(e)) return estimate;
  return (long)(fmpz_bits(fmpq_numref(e->form->number)) + fmpz_bits(fmpq_denref(e->form->number)));
}

bool evaluate_fits(Resolver *resolver, long bits, Span span)
{
  if (bits <= MAX_BITS) return true;
  return resolver_error(resolver, span, "numbers are exact; write a shorter one",
                        "the numbers in this expression become too long");
}

// ---- sums

static Quantity add(Resolver *resolver, Quantity a, const Quantity *b, TokenKind mark,
                    Span before_span, Span span)
{
  const char *what = mark == TOKEN_PLUS ? "add" : "take the difference of";
  if (a.shape == SHAPE_NONE || b->shape == SHAPE_NONE) return quantity_none();
  if (a.shape != b->shape) {
    return evaluate_error(resolver, span, NULL, "cannot %s %s and %s", what, shape_text(a.shape),
                          shape_text(b->shape));
  }
  Quantity before = a;
  if (!infer_unify(&resolver->inference, &a, b)) {
    const char *verb = mark == TOKEN_PLUS ? "add" : "subtract";
    return evaluate_dimension_error(resolver, span, verb, (Side){ before_span, &before },
                                    (Side){ span, b });
  }
  bool are_numbers = expr_is_number(a.at[0]) && expr_is_number(b->at[0]);
  if (are_numbers && !evaluate_fits(resolver, a.bits + b->bits, span)) return quantity_none();
  a.bits = a.bits > b->bits ? a.bits : b->bits;
  for (int i = 0; i < quantity_size(&a); i++) {
    a.at[i] = mark == TOKEN_PLUS ? expr_add(a.at[i], b->at[i]) : expr_sub(a.at[i], b->at[i]);
    long bits = evaluate_bits(a.at[i], 0);
    if (bits > a.bits) a.bits = bits;
  }
  return a;
}

Quantity evaluate_sum(Resolver *resolver, const Node *e)
{
  Quantity sum = evaluate_part(resolver, e->first);
  Span before = e->first->span;  // span of the terms so far
  for (const Node *term = e->first->next; term; term = term->next) {
    Quantity value = evaluate_part(resolver, term);
    sum = add(resolver, sum, &value, term->mark, before, term->span);
    before.length = term->span.start + term->span.length - before.start;
  }
  return sum;
}

// ---- products

static Quantity scale(const Quantity *number, Quantity quantity)
{
  for (int i = 0; i < quantity_size(&quantity); i++)
    quantity.at[i] = expr_mul(number->at[0], quantity.at[i]);
  return quantity;
}

bool quantity_is_time(const Quantity *quantity)
{
  const Dimension second = { .is_known = true, .power = { 0, 0, 1, 0, 0 } };
  return quantity->shape == SHAPE_NUMBER && !quantity->free && quantity->dimension.is_known &&
         quantity->at[0]->form->stage == STAGE_TIME && dimension_equal(quantity->dimension, second);
}

// A plain number times t is accepted as frequency times time: sin(3*t), sin(t*3), exp(-t/2).
static bool is_rate_of_time(const Quantity *number, const Quantity *time)
{
  return number->is_plain && quantity_is_time(time);
}

static Quantity multiply(Resolver *resolver, const Quantity *a, const Quantity *b, Span span)
{
  Quantity product;
  if (a->shape == SHAPE_NUMBER) {
    product = scale(a, *b);
  } else if (b->shape == SHAPE_NUMBER) {
    product = scale(b, *a);
  } else if (a->shape == SHAPE_MATRIX && b->shape == SHAPE_VECTOR) {
    product = quantity_from_vector(mat3_mul_vec(quantity_matrix(a), quantity_vector(b)));
  } else if (a->shape == SHAPE_MATRIX) {
    product = quantity_from_matrix(mat3_mul(quantity_matrix(a), quantity_matrix(b)));
  } else {
    return evaluate_error(resolver, span, "write dot(u, v) or cross(u, v)",
                          "cannot multiply a vector by %s", shape_text(b->shape));
  }
  infer_product(&resolver->inference, &product, a, b, 1);
  if (is_rate_of_time(a, b) || is_rate_of_time(b, a)) product.dimension = (Dimension){ 0 };
  return product;
}

// Also detects zeros that only a numerical test shows, e.g. sqrt(x)^2 - x, unless the description
// has already used its operation limit.
static bool is_always_zero(Resolver *resolver, const Expr *divisor)
{
  if (expr_is_zero(divisor)) return true;
  bool is_quick = resolver->divisor_work <= MAX_NUMBER_WORK;
  return is_quick && expr_vanishes(divisor, &resolver->divisor_work);
}

static Quantity divide(Resolver *resolver, const Quantity *a, const Quantity *b, Span span)
{
  if (b->shape != SHAPE_NUMBER)
    return evaluate_error(resolver, span, NULL, "cannot divide by %s", shape_text(b->shape));
  if (is_always_zero(resolver, b->at[0])) {
    return evaluate_error(resolver, span, "this is zero, whatever its parts are",
                          "division by zero");
  }
  Quantity quotient = *a;
  for (int i = 0; i < quantity_size(a); i++)
    quotient.at[i] = expr_div(a->at[i], b->at[0]);
  infer_product(&resolver->inference, &quotient, a, b, -1);
  if (is_rate_of_time(b, a)) quotient.dimension = (Dimension){ 0 };
  return quotient;
}

static Quantity dot_product(Resolver *resolver, const Quantity *a, const Quantity *b, Span span)
{
  if (a->shape != SHAPE_VECTOR || b->shape != SHAPE_VECTOR) {
    return evaluate_error(resolver, span, "for a product of numbers write '*'",
                          "the scalar product '.' is for two vectors");
  }
  Quantity product = quantity_plain(vec3_dot(quantity_vector(a), quantity_vector(b)));
  infer_product(&resolver->inference, &product, a, b, 1);
  return product;
}

static Quantity combine(Resolver *resolver, const Quantity *a, const Quantity *b, TokenKind mark,
                        Span span)
{
  if (a->shape == SHAPE_NONE || b->shape == SHAPE_NONE) return quantity_none();
  long bits = a->bits + b->bits;
  if (!evaluate_fits(resolver, bits, span)) return quantity_none();
  Quantity result;
  if (mark == TOKEN_TIMES) {
    result = multiply(resolver, a, b, span);
  } else if (mark == TOKEN_DIVIDE) {
    result = divide(resolver, a, b, span);
  } else {
    result = dot_product(resolver, a, b, span);
  }
  if (result.shape != SHAPE_NONE) result.bits = evaluate_bits(result.at[0], bits);
  return result;
}

// Warns about 1/3 m, which is read as 1/(3 m).
static void warn_of_unit(Resolver *resolver, const Node *e, const Node *factor)
{
  bool is_number = factor->kind == NODE_NUMBER && factor->has_unit && !factor->is_in_brackets;
  if (factor->mark != TOKEN_DIVIDE || !is_number) return;
  for (const Node *before = e->first; before != factor; before = before->next)
    if (before->kind != NODE_NUMBER || before->has_unit) return;
  diagnostics_add(resolver->diagnostics, SEVERITY_WARNING, factor->span,
                  "a third of a metre is 1 m/3; 1/(3 m) is unambiguous",
                  "the unit belongs to this number alone, below the line");
}

Quantity evaluate_product(Resolver *resolver, const Node *e)
{
  Quantity product = evaluate_part(resolver, e->first);
  for (const Node *factor = e->first->next; factor; factor = factor->next) {
    warn_of_unit(resolver, e, factor);
    Quantity value = evaluate_part(resolver, factor);
    product = combine(resolver, &product, &value, factor->mark, factor->span);
  }
  return product;
}

// ---- powers

// Checks that the exponent, if it is a number, is within bounds. Returns false, with an error, if
// it is not.
static bool power_bounds(Resolver *resolver, const Node *e, const Quantity *base,
                         const Quantity *exponent)
{
  double value = expr_is_number(exponent->at[0]) ? expr_number_value(exponent->at[0]) : 0;
  if (fabs(value) <= MAX_POWER)
    return evaluate_fits(resolver, base->bits * (long)fabs(value), e->span);
  return resolver_error(resolver, e->last->span, NULL, "exponents go up to %d", MAX_POWER);
}

static void set_power_dimension(Resolver *resolver, Quantity *power, const Quantity *base,
                                const Expr *exponent)
{
  double value = expr_is_number(exponent) ? expr_number_value(exponent) : 0.1;
  power->is_plain = base->is_plain;
  if (value == floor(value)) {
    infer_power(&resolver->inference, power, base, (int)value);
  } else if (value == 0.5) {
    infer_root(&resolver->inference, power, base);
  }
}

// Number of multiplications of the base's numbers. Products longer than LONGEST remain powers.
static long chain_length(const Expr *exponent)
{
  enum { LONGEST = 64 };
  double value = expr_is_number(exponent) ? fabs(expr_number_value(exponent)) : 1;
  return value < LONGEST ? (long)ceil(value) : LONGEST;
}

Quantity evaluate_power(Resolver *resolver, const Node *e)
{
  Quantity base = evaluate_part(resolver, e->first);
  Quantity exponent = evaluate_part(resolver, e->last);
  if (base.shape == SHAPE_NONE || exponent.shape == SHAPE_NONE) return quantity_none();
  if (base.shape != SHAPE_NUMBER || exponent.shape != SHAPE_NUMBER)
    return evaluate_error(resolver, e->span, NULL, "a power is made of two numbers");
  if (!infer_is(&resolver->inference, &exponent, (Dimension){ .is_known = true }))
    return evaluate_error(resolver, e->last->span, NULL, "an exponent has no unit");
  bool is_negative = expr_is_number(exponent.at[0]) && expr_number_sign(exponent.at[0]) < 0;
  if (is_negative && is_always_zero(resolver, base.at[0])) {
    return evaluate_error(resolver, e->first->span, "this is zero, whatever its parts are",
                          "division by zero");
  }
  if (!power_bounds(resolver, e, &base, &exponent)) return quantity_none();
  Quantity power = quantity_plain(expr_pow(base.at[0], exponent.at[0]));
  power.bits = evaluate_bits(power.at[0], base.bits * chain_length(exponent.at[0]));
  set_power_dimension(resolver, &power, &base, exponent.at[0]);
  return power;
}
