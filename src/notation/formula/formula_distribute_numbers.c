// formula_distribute_numbers.c -- multiplies numbers into sums. All recursion is at most
// FORMULA_DEEPEST levels deep.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula_distribute_numbers.h"

#include "notation/print/number_text.h"
#include "symbolic/field/fingerprint.h"

static bool is_unit(const Expr *coefficient)
{
  return expr_is_integer(coefficient, 1) || expr_is_integer(coefficient, -1);
}

static bool is_plain_sum(const Formula *product, int i)
{
  return product->parts[i]->kind == FORMULA_SUM && product->exponents[i] == 1;
}

// ---- terms that can absorb a number

static bool all_terms_absorb(const Formula *sum);

// Index of a factor of a product into which a number can be multiplied; -1 if there is none.
static int absorbing_factor(const Formula *product)
{
  for (int i = 0; i < product->count; i++) {
    if (is_plain_sum(product, i) && all_terms_absorb(product->parts[i])) return i;
  }
  return -1;
}

static bool absorbs(const Formula *term)
{
  if (formula_is_number(term)) return true;
  if (term->kind != FORMULA_PRODUCT) return false;
  return !is_unit(term->expr) || absorbing_factor(term) >= 0;
}

static bool all_terms_absorb(const Formula *sum)
{
  for (int i = 0; i < sum->count; i++) {
    if (!absorbs(sum->parts[i])) return false;
  }
  return true;
}

// Returns true for 145 and 2.527, but not for the 3 of 9.81*(3*sin(q1) + 2*sin(q2)).
static bool is_no_small_integer(const Expr *number)
{
  enum { SMALL = 100 };
  const fmpz *top = fmpq_numref(number->form->number);
  bool is_small = fmpz_cmp_si(top, SMALL) < 0 && fmpz_cmp_si(top, -SMALL) > 0;
  return number_is_decimal(number->form->number) || !is_small;
}

// Returns true if one of the numbers that would be multiplied is a decimal or has more than two
// digits.
static bool has_long_number(const Formula *sum)
{
  for (int i = 0; i < sum->count; i++) {
    const Formula *term = sum->parts[i];
    bool has_number = formula_is_number(term) || !is_unit(term->expr);
    if (has_number && is_no_small_integer(term->expr)) return true;
    int factor = has_number ? -1 : absorbing_factor(term);
    if (factor >= 0 && has_long_number(term->parts[factor])) return true;
  }
  return false;
}

// ---- distribution

static const Formula *scaled(FormulaMaker maker, const Expr *number, const Formula *f)
{
  return formula_product(maker, number, &f, NULL, 1);
}

static const Formula *scaled_terms(FormulaMaker maker, const Expr *number, const Formula *sum,
                                   const Formula *(*scale)(FormulaMaker, const Expr *,
                                                           const Formula *))
{
  const Formula **terms = ARENA_ARRAY(maker.arena, const Formula *, sum->count);
  for (int i = 0; i < sum->count; i++)
    terms[i] = scale(maker, number, sum->parts[i]);
  return formula_sum(maker, terms, sum->count);
}

static const Formula *absorbed(FormulaMaker maker, const Expr *number, const Formula *term);

// The product without its coefficient and with `number` multiplied into factor `place`.
static const Formula *absorbed_by_factor(FormulaMaker maker, const Expr *number,
                                         const Formula *product, int place)
{
  const Formula **factors = ARENA_ARRAY(maker.arena, const Formula *, product->count);
  for (int i = 0; i < product->count; i++)
    factors[i] = product->parts[i];
  factors[place] = scaled_terms(maker, number, product->parts[place], absorbed);
  return formula_product(maker, expr_integer(maker.pool, 1), factors, product->exponents,
                         product->count);
}

static const Formula *spread_product(FormulaMaker maker, const Formula *product);

static const Formula *absorbed(FormulaMaker maker, const Expr *number, const Formula *term)
{
  if (formula_is_number(term)) return scaled(maker, number, term);
  if (!is_unit(term->expr)) {
    const Formula *product = scaled(maker, number, term);
    return product->kind == FORMULA_PRODUCT ? spread_product(maker, product) : product;
  }
  const Expr *whole = expr_mul(number, term->expr);
  return absorbed_by_factor(maker, whole, term, absorbing_factor(term));
}

// Distributes the number of a product whose factors are already processed.
static const Formula *spread_product(FormulaMaker maker, const Formula *product)
{
  if (product->count == 1 && is_plain_sum(product, 0) && !is_unit(product->expr)) {
    const Formula *sum = scaled_terms(maker, product->expr, product->parts[0], scaled);
    if (formula_length(sum) < formula_length(product)) return sum;
  }
  int place = number_is_decimal(product->expr->form->number) ? absorbing_factor(product) : -1;
  if (place < 0 || !has_long_number(product->parts[place])) return product;
  return absorbed_by_factor(maker, product->expr, product, place);
}

static const Formula *spread(FormulaMaker maker, const Formula *f)
{
  if (f->kind != FORMULA_SUM && f->kind != FORMULA_PRODUCT) return f;
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, f->count);
  bool is_changed = false;
  for (int i = 0; i < f->count; i++) {
    parts[i] = spread(maker, f->parts[i]);
    is_changed = is_changed || parts[i] != f->parts[i];
  }
  if (f->kind == FORMULA_SUM) return is_changed ? formula_sum(maker, parts, f->count) : f;
  if (is_changed) f = formula_product(maker, f->expr, parts, f->exponents, f->count);
  return f->kind == FORMULA_PRODUCT ? spread_product(maker, f) : f;
}

const Formula *formula_distribute_numbers(FormulaMaker maker, const Formula *f)
{
  const Formula *result = spread(maker, f);
  if (result == f) return f;
  return fingerprint_equal(formula_value(maker, result), formula_value(maker, f)) ? result : f;
}
