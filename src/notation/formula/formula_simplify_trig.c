// formula_simplify_trig.c -- tangents, double angles, signs of differences. All recursion is at
// most FORMULA_DEEPEST levels deep.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula_simplify_trig.h"

#include "base/memory/memory.h"
#include "notation/print/number_text.h"

#include <stdlib.h>

static bool is_call(const Formula *f, Operator op)
{
  return f->kind == FORMULA_CALL && f->op == op;
}

// Index of the cosine of the same angle as the sine at `sine`; -1 if there is none.
static int cosine_of(const Formula *product, int sine)
{
  const Formula *angle = product->parts[sine]->parts[0];
  for (int i = 0; i < product->count; i++) {
    const Formula *part = product->parts[i];
    if (is_call(part, OP_COS) && formula_compare(part->parts[0], angle) == 0) return i;
  }
  return -1;
}

// The product with another coefficient, with the exponents at two places reduced by `taken`, and
// with an additional factor.
static const Formula *rewritten(FormulaMaker maker, const Formula *product, const Expr *number,
                                const int places[2], const int taken[2], const Formula *factor,
                                int exponent)
{
  int count = product->count + 1;
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, count);
  int *exponents = ARENA_ARRAY(maker.arena, int, count);
  for (int i = 0; i < product->count; i++) {
    parts[i] = product->parts[i];
    exponents[i] = product->exponents[i];
  }
  for (int k = 0; k < 2; k++)
    exponents[places[k]] -= taken[k];
  parts[count - 1] = factor;
  exponents[count - 1] = exponent;
  return formula_product(maker, number, parts, exponents, count);
}

static const Formula *shorter(const Formula *a, const Formula *b)
{
  return b->score < a->score ? b : a;
}

// Combines a sine and its cosine: sin^n cos^-n = tan^n, sin^n cos^n = (sin(2x)/2)^n.
static const Formula *joined(FormulaMaker maker, const Formula *product, int sine, int cosine)
{
  int a = product->exponents[sine], b = product->exponents[cosine];
  int size = abs(a) < abs(b) ? abs(a) : abs(b), power = a > 0 ? size : -size;
  int places[2] = { sine, cosine }, taken[2] = { power, b > 0 ? size : -size };
  const Formula *angle = product->parts[sine]->parts[0];
  if ((a > 0) != (b > 0)) {
    const Formula *tangent = formula_call(maker, OP_TAN, &angle);
    return rewritten(maker, product, product->expr, places, taken, tangent, power);
  }
  const Formula *twice = formula_product(maker, expr_integer(maker.pool, 2), &angle, NULL, 1);
  const Formula *call = formula_call(maker, OP_SIN, &twice);
  const Expr *half = expr_pow_integer(expr_rational(maker.pool, 1, 2), power);
  return rewritten(maker, product, expr_mul(product->expr, half), places, taken, call, power);
}

// Writes a^2*b^2/c^2 as (a*b/c)^2, if there are at least three such powers.
static const Formula *polish_squares(FormulaMaker maker, const Formula *product)
{
  enum { FEWEST = 3 };
  const Formula **squares = ARENA_ARRAY(maker.arena, const Formula *, product->count + 1);
  const Formula **others = ARENA_ARRAY(maker.arena, const Formula *, product->count + 1);
  int *signs = ARENA_ARRAY(maker.arena, int, product->count + 1);
  int *exponents = ARENA_ARRAY(maker.arena, int, product->count + 1);
  int square_count = 0, other_count = 0;
  for (int i = 0; i < product->count; i++) {
    int exponent = product->exponents[i];
    if (abs(exponent) == 2) {
      signs[square_count] = exponent / 2;
      squares[square_count++] = product->parts[i];
    } else {
      exponents[other_count] = exponent;
      others[other_count++] = product->parts[i];
    }
  }
  if (square_count < FEWEST) return product;
  const Expr *one = expr_integer(maker.pool, 1);
  const Formula *base = formula_product(maker, one, squares, signs, square_count);
  const Formula *pair[] = { base, formula_atom(maker, expr_integer(maker.pool, 2)) };
  others[other_count] = formula_call_as_given(maker, OP_POW, pair);
  exponents[other_count] = 1;
  return shorter(product,
                 formula_product(maker, product->expr, others, exponents, other_count + 1));
}

// ---- numbers and powers in the denominator

// Returns true if dividing by base^exponent shortens one of the terms.
static bool divides_a_term(const Formula *sum, const Formula *base, int exponent)
{
  for (int i = 0; i < sum->count; i++) {
    const Formula *term = sum->parts[i];
    for (int k = 0; k < formula_factor_count(term); k++) {
      bool is_same = formula_compare(formula_factor_at(term, k), base) == 0;
      if (is_same && formula_exponent_at(term, k) >= exponent) return true;
    }
  }
  return false;
}

enum { MAX_LEVELS = 2 };  // of nested brackets

static const Formula *polish_quotient(FormulaMaker maker, const Formula *product, int levels);

// The product with the sum at `place` divided by `number` and by the power at `below` (-1: by the
// number alone). Brackets inside the sum are simplified up to `levels` deep.
static const Formula *distributed(FormulaMaker maker, const Formula *product, int place, int below,
                                  const Expr *number, int levels)
{
  const Formula *sum = product->parts[place];
  const Formula **terms = ARENA_ARRAY(maker.arena, const Formula *, sum->count);
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, product->count);
  int *exponents = ARENA_ARRAY(maker.arena, int, product->count);
  for (int i = 0; i < sum->count; i++) {
    const Formula *pair[] = { sum->parts[i], below < 0 ? NULL : product->parts[below] };
    const int powers[] = { 1, below < 0 ? 0 : product->exponents[below] };
    terms[i] = formula_product(maker, number, pair, powers, below < 0 ? 1 : 2);
    if (terms[i]->kind == FORMULA_PRODUCT) terms[i] = polish_quotient(maker, terms[i], levels);
  }
  for (int i = 0; i < product->count; i++) {
    parts[i] = i == place ? formula_sum(maker, terms, sum->count) : product->parts[i];
    exponents[i] = i == below ? 0 : product->exponents[i];
  }
  const Expr *left = expr_div(product->expr, number);
  return formula_product(maker, left, parts, exponents, product->count);
}

// The inverse of the denominator of a number.
static const Expr *inverse_bottom(Pool *pool, const fmpq *number)
{
  fmpq_t inverse;
  fmpq_init(inverse);
  fmpz_one(fmpq_numref(inverse));
  fmpz_set(fmpq_denref(inverse), fmpq_denref(number));
  const Expr *result = expr_fraction(pool, inverse);
  fmpq_clear(inverse);
  return result;
}

// Writes (m*r^2 + J)/r^2 as m + J/r^2, R*(3*M + 2*m)/2 as R*(3*M/2 + m), 6*(a/2 + b/3) as 3*a +
// 2*b. Each level of brackets multiplies the number of alternatives, so the levels are limited.
static const Formula *polish_quotient(FormulaMaker maker, const Formula *product, int levels)
{
  const Formula *best = product;
  if (levels == 0) return product;
  // The sign remains in front, because it may be a sign between terms.
  const Expr *size = expr_number_sign(product->expr) < 0 ? expr_neg(product->expr) : product->expr;
  const Expr *numbers[] = { inverse_bottom(maker.pool, size->form->number), size };
  const Expr *one = expr_integer(maker.pool, 1);
  bool is_decimal = number_is_decimal(product->expr->form->number);
  for (int i = 0; i < product->count; i++) {
    const Formula *sum = product->parts[i];
    if (sum->kind != FORMULA_SUM || product->exponents[i] != 1) continue;
    for (int n = 0; n < 2 && !is_decimal; n++) {
      if (expr_is_one(numbers[n])) continue;
      best = shorter(best, distributed(maker, product, i, -1, numbers[n], levels - 1));
    }
    for (int k = 0; k < product->count; k++) {
      int exponent = product->exponents[k];
      if (exponent < 0 && divides_a_term(sum, product->parts[k], -exponent))
        best = shorter(best, distributed(maker, product, i, k, one, levels - 1));
    }
  }
  return best;
}

// The number whose quotients are coprime integers in the terms of a sum.
static const Expr *content_of(Pool *pool, const Formula *sum)
{
  fmpq_t content, one;
  fmpq_init(content);
  fmpq_init(one);
  fmpq_one(one);
  for (int i = 0; i < sum->count; i++) {
    const Formula *term = sum->parts[i];
    bool has_number = formula_is_number(term) || term->kind == FORMULA_PRODUCT;
    fmpq_gcd(content, content, has_number ? term->expr->form->number : one);
  }
  const Expr *result = expr_fraction(pool, content);
  fmpq_clear(one);
  fmpq_clear(content);
  return result;
}

// Writes x/(a/4 - 5/12) as 12*x/(3*a - 5).
static const Formula *clear_bottoms(FormulaMaker maker, const Formula *product)
{
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, product->count);
  const Expr *number = product->expr;
  bool is_changed = false;
  for (int i = 0; i < product->count; i++) {
    const Formula *sum = parts[i] = product->parts[i];
    if (sum->kind != FORMULA_SUM || product->exponents[i] >= 0) continue;
    const Expr *content = content_of(maker.pool, sum);
    const fmpq *number_of_sum = content->form->number;
    if (fmpz_is_one(fmpq_denref(number_of_sum)) || number_is_decimal(number_of_sum)) continue;
    const Formula **terms = ARENA_ARRAY(maker.arena, const Formula *, sum->count);
    const Expr *inverse = expr_pow_integer(content, -1);
    for (int k = 0; k < sum->count; k++)
      terms[k] = formula_product(maker, inverse, &sum->parts[k], NULL, 1);
    parts[i] = formula_sum(maker, terms, sum->count);
    number = expr_mul(number, expr_pow_integer(content, product->exponents[i]));
    is_changed = true;
  }
  if (!is_changed) return product;
  const Formula *cleared =
      formula_product(maker, number, parts, product->exponents, product->count);
  return cleared->kind == FORMULA_PRODUCT ? polish_quotient(maker, cleared, MAX_LEVELS) : cleared;
}

static const Formula *polish_product(FormulaMaker maker, const Formula *product)
{
  const Formula *best = product;
  for (int i = 0; i < product->count; i++) {
    int cosine = is_call(product->parts[i], OP_SIN) ? cosine_of(product, i) : -1;
    if (cosine >= 0) best = shorter(best, joined(maker, product, i, cosine));
  }
  if (best->kind == FORMULA_PRODUCT) best = shorter(best, polish_quotient(maker, best, MAX_LEVELS));
  if (best->kind == FORMULA_PRODUCT) best = shorter(best, clear_bottoms(maker, best));
  if (best->kind != FORMULA_PRODUCT) return best;
  return best == product ? polish_squares(maker, best) : polish_product(maker, best);
}

// Writes sin(2*a - 2*b) as sin(2*(a - b)).
static const Formula *polish_call(FormulaMaker maker, const Formula *call)
{
  bool is_circular = call->op == OP_SIN || call->op == OP_COS || call->op == OP_TAN;
  if (!is_circular || call->parts[0]->kind != FORMULA_SUM) return call;
  const Formula *angle = call->parts[0], *first = angle->parts[0];
  if (!formula_is_linear(angle) || first->kind != FORMULA_PRODUCT) return call;
  const Expr *number = first->expr, *inverse = expr_pow_integer(number, -1);
  const Formula **terms = ARENA_ARRAY(maker.arena, const Formula *, angle->count);
  for (int i = 0; i < angle->count; i++)
    terms[i] = formula_product(maker, inverse, &angle->parts[i], NULL, 1);
  const Formula *rest = formula_sum(maker, terms, angle->count);
  const Formula *multiple = formula_product(maker, number, &rest, NULL, 1);
  return shorter(call, formula_call_as_given(maker, call->op, &multiple));
}

static const Formula *polish(FormulaMaker maker, const Formula *f)
{
  if (f->kind == FORMULA_CALL) return polish_call(maker, f);
  if (f->kind != FORMULA_SUM && f->kind != FORMULA_PRODUCT) return f;
  const Formula **parts = memory_new((size_t)f->count, sizeof(const Formula *));
  bool is_changed = false;
  for (int i = 0; i < f->count; i++) {
    parts[i] = polish(maker, f->parts[i]);
    is_changed = is_changed || parts[i] != f->parts[i];
  }
  const Formula *result = f;
  if (is_changed && f->kind == FORMULA_SUM) result = formula_sum(maker, parts, f->count);
  if (is_changed && f->kind == FORMULA_PRODUCT)
    result = formula_product(maker, f->expr, parts, f->exponents, f->count);
  free(parts);
  return result->kind == FORMULA_PRODUCT ? polish_product(maker, result) : result;
}

// Writes -sin(a - b)*x as sin(b - a)*x, likewise for tan.
static const Formula *without_minus(FormulaMaker maker, const Formula *f)
{
  if (f->kind != FORMULA_PRODUCT || !formula_is_negative(f)) return f;
  for (int i = 0; i < f->count; i++) {
    const Formula *call = f->parts[i];
    bool is_odd = is_call(call, OP_SIN) || is_call(call, OP_TAN);
    if (!is_odd || f->exponents[i] % 2 == 0) continue;
    const Formula *opposite = formula_negative(maker, call->parts[0]);
    if (call->parts[0]->kind != FORMULA_SUM || formula_is_negative(opposite)) continue;
    const Formula *turned = formula_call_as_given(maker, call->op, &opposite);
    int places[2] = { i, i }, taken[2] = { f->exponents[i], 0 };
    return rewritten(maker, f, expr_neg(f->expr), places, taken, turned, f->exponents[i]);
  }
  return f;
}

const Formula *formula_simplify_trig(FormulaMaker maker, const Formula *f)
{
  const Formula *polished = polish(maker, f);
  return shorter(polished, without_minus(maker, polished));
}
