// formula_scale.c -- factors powers of ten out of the sums of a quotient. The recursion is at most
// FORMULA_DEEPEST levels deep.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula_scale.h"

#include <stdlib.h>

enum { LARGE = 4, MODERATE = 2 };  // powers of ten

// Orders of magnitude (powers of ten) of the numbers of a sum.
typedef struct Sizes {
  int largest;
  int total;
  int count;
} Sizes;

// Order of magnitude: number of digits before the point, less one. For 981/100 it is 0, for 0.0123
// it is -2.
static int size_of(const Expr *number)
{
  const fmpq *value = number->form->number;
  if (fmpq_is_zero(value)) return 0;
  return (int)fmpz_sizeinbase(fmpq_numref(value), 10) -
         (int)fmpz_sizeinbase(fmpq_denref(value), 10);
}

static Sizes sizes_of(const Formula *sum);

// Index of the factor of a term that contains larger numbers than the coefficient; -1 if there is
// none.
static int inner_sum(const Formula *term)
{
  if (term->kind != FORMULA_PRODUCT || size_of(term->expr) >= MODERATE) return -1;
  for (int i = 0; i < term->count; i++) {
    bool is_sum = term->parts[i]->kind == FORMULA_SUM && term->exponents[i] == 1;
    if (is_sum && sizes_of(term->parts[i]).largest >= MODERATE) return i;
  }
  return -1;
}

// Power of ten that is moved from a factor of a term to the coefficient; 0 for numbers of ordinary
// magnitude.
static int power_of_factor(const Formula *term, int i)
{
  if (term->parts[i]->kind != FORMULA_SUM) return 0;
  Sizes sizes = sizes_of(term->parts[i]);
  return sizes.largest >= LARGE ? sizes.total / sizes.count : 0;
}

// Order of magnitude of a term including the powers of ten moved from its factors, except for
// factor `without`.
static int size_of_term(const Formula *term, int without)
{
  if (formula_is_number(term)) return size_of(term->expr);
  if (term->kind != FORMULA_PRODUCT) return 0;
  int size = size_of(term->expr);
  for (int i = 0; i < term->count; i++) {
    if (i != without) size += power_of_factor(term, i) * term->exponents[i];
  }
  return size;
}

static void add_size(Sizes *sizes, int size)
{
  if (sizes->count == 0 || size > sizes->largest) sizes->largest = size;
  sizes->total += size;
  sizes->count++;
}

static Sizes sizes_of(const Formula *sum)
{
  Sizes sizes = { 0 };
  for (int i = 0; i < sum->count; i++) {
    const Formula *term = sum->parts[i];
    int inner = inner_sum(term), size = size_of_term(term, inner);
    if (inner < 0) {
      add_size(&sizes, size);
      continue;
    }
    Sizes inside = sizes_of(term->parts[inner]);
    sizes.total += inside.total + inside.count * size;
    sizes.count += inside.count;
    if (inside.largest + size > sizes.largest) sizes.largest = inside.largest + size;
  }
  return sizes;
}

// ---- a sum times a number

static const Formula *scaled_sum(FormulaMaker maker, const Formula *sum, const Expr *factor);

static const Expr *power_of_ten(FormulaMaker maker, int exponent)
{
  return expr_pow_integer(expr_integer(maker.pool, 10), exponent);
}

// Moves powers of ten from the factors of a term to its coefficient, and multiplies the
// coefficient by `factor`.
static const Formula *without_powers(FormulaMaker maker, const Formula *term, const int powers[],
                                     const Expr *factor)
{
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, term->count);
  const Expr *coefficient = expr_mul(term->expr, factor);
  for (int i = 0; i < term->count; i++) {
    parts[i] = term->parts[i];
    if (powers[i] == 0) continue;
    parts[i] = scaled_sum(maker, term->parts[i], power_of_ten(maker, -powers[i]));
    coefficient = expr_mul(coefficient, power_of_ten(maker, powers[i] * term->exponents[i]));
  }
  return formula_product(maker, coefficient, parts, term->exponents, term->count);
}

// Multiplies a term by `factor`: the numbers of its inner sum, which also receive the powers of ten
// of the other factors, or else the coefficient.
static const Formula *scaled_term(FormulaMaker maker, const Formula *term, const Expr *factor)
{
  if (term->kind != FORMULA_PRODUCT) return formula_product(maker, factor, &term, NULL, 1);
  int inner = inner_sum(term), others = 0;
  int *powers = ARENA_ARRAY(maker.arena, int, term->count);
  for (int i = 0; i < term->count; i++) {
    powers[i] = i == inner ? 0 : power_of_factor(term, i);
    others += powers[i] * term->exponents[i];
  }
  if (inner < 0) return without_powers(maker, term, powers, factor);
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, term->count);
  for (int i = 0; i < term->count; i++)
    parts[i] = term->parts[i];
  parts[inner] = scaled_sum(maker, parts[inner], expr_mul(factor, power_of_ten(maker, others)));
  for (int i = 0; i < term->count; i++) {
    if (powers[i] != 0) parts[i] = scaled_sum(maker, parts[i], power_of_ten(maker, -powers[i]));
  }
  return formula_product(maker, term->expr, parts, term->exponents, term->count);
}

static const Formula *scaled_sum(FormulaMaker maker, const Formula *sum, const Expr *factor)
{
  const Formula **terms = ARENA_ARRAY(maker.arena, const Formula *, sum->count);
  for (int i = 0; i < sum->count; i++)
    terms[i] = scaled_term(maker, sum->parts[i], factor);
  return formula_sum(maker, terms, sum->count);
}

// ---- quotients

// Order of magnitude of a denominator of at least a thousand, even if it is written as a decimal
// (number_text.h); otherwise 0.
static int size_below(const Expr *number)
{
  int size = (int)fmpz_sizeinbase(fmpq_denref(number->form->number), 10) - 1;
  return size > MODERATE ? size : 0;
}

// Chooses the powers of ten to be factored out of the factors of a quotient: the mean order of
// magnitude for each sum; for the first sum of the numerator the sum of those of the denominator,
// so that none is left over, provided that its numbers then have a suitable magnitude. Returns
// false if no number is large, or if the remaining coefficient would be.
static bool choose_powers(const Formula *product, int powers[])
{
  int below = size_below(product->expr), above = -1;
  bool is_large = below >= LARGE;
  Sizes top = { 0 };
  for (int i = 0; i < product->count; i++) {
    powers[i] = 0;
    if (product->parts[i]->kind != FORMULA_SUM) continue;
    Sizes sizes = sizes_of(product->parts[i]);
    is_large = is_large || sizes.largest >= LARGE;
    if (sizes.largest >= MODERATE) powers[i] = sizes.total / sizes.count;
    if (product->exponents[i] < 0) below -= powers[i] * product->exponents[i];
    if (product->exponents[i] != 1 || above >= 0) continue;
    above = i;
    top = sizes;
  }
  if (above >= 0 && top.largest - below >= -1 && top.largest - below < LARGE) powers[above] = below;
  int left = size_of(product->expr);
  for (int i = 0; i < product->count; i++)
    left += powers[i] * product->exponents[i];
  if (above >= 0 && abs(left) >= LARGE) powers[above] -= left;
  return is_large && below > 0 && (above >= 0 || abs(left) < LARGE);
}

static const Formula *scaled_product(FormulaMaker maker, const Formula *f)
{
  int *powers = ARENA_ARRAY(maker.arena, int, f->count);
  if (!choose_powers(f, powers)) return f;
  return without_powers(maker, f, powers, expr_integer(maker.pool, 1));
}

const Formula *formula_scale(FormulaMaker maker, const Formula *f)
{
  if (f->kind == FORMULA_ATOM) return f;
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, f->count);
  bool is_same = true;
  for (int i = 0; i < f->count; i++) {
    parts[i] = formula_scale(maker, f->parts[i]);
    is_same = is_same && parts[i] == f->parts[i];
  }
  const Formula *whole = f;
  if (!is_same && f->kind == FORMULA_SUM) whole = formula_sum(maker, parts, f->count);
  if (!is_same && f->kind == FORMULA_PRODUCT)
    whole = formula_product(maker, f->expr, parts, f->exponents, f->count);
  if (!is_same && f->kind == FORMULA_CALL) whole = formula_call_as_given(maker, f->op, parts);
  return whole->kind == FORMULA_PRODUCT ? scaled_product(maker, whole) : whole;
}
