// formula_scale.c -- powers of ten taken out of the sums of a quotient. No deeper than
// FORMULA_DEEPEST.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula_scale.h"

#include <stdlib.h>

enum { LARGE = 4, MODERATE = 2 };  // powers of ten

// The numbers of a sum, by their power of ten.
typedef struct Sizes {
  int largest;
  int total;
  int count;
} Sizes;

// Of 981/100 it is 0, of 0.0123 it is -2: digits before the point, less one.
static int size_of(const Expr *number)
{
  const fmpq *value = number->form->number;
  if (fmpq_is_zero(value)) return 0;
  return (int)fmpz_sizeinbase(fmpq_numref(value), 10) -
         (int)fmpz_sizeinbase(fmpq_denref(value), 10);
}

static Sizes sizes_of(const Formula *sum);

// The factor of a term whose numbers are larger than the one in front; -1: none.
static int inner_sum(const Formula *term)
{
  if (term->kind != FORMULA_PRODUCT || size_of(term->expr) >= MODERATE) return -1;
  for (int i = 0; i < term->count; i++) {
    bool is_sum = term->parts[i]->kind == FORMULA_SUM && term->exponents[i] == 1;
    if (is_sum && sizes_of(term->parts[i]).largest >= MODERATE) return i;
  }
  return -1;
}

// The power of ten that a factor of a term gives up to the number in front; 0 for numbers of a
// usual size.
static int power_of_factor(const Formula *term, int i)
{
  if (term->parts[i]->kind != FORMULA_SUM) return 0;
  Sizes sizes = sizes_of(term->parts[i]);
  return sizes.largest >= LARGE ? sizes.total / sizes.count : 0;
}

// With what its factors give up, but for one of them.
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

// The factors give up their powers of ten to the number in front.
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

// By the numbers of a sum in it, which takes the powers of ten of its other factors, too, or by the
// number in front of all.
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

// Of a denominator of a thousand or more, which may be written as a decimal, too (number_text.h).
static int size_below(const Expr *number)
{
  int size = (int)fmpz_sizeinbase(fmpq_denref(number->form->number), 10) - 1;
  return size > MODERATE ? size : 0;
}

// Powers of ten that the factors of a quotient give up: each sum the mean of its numbers; the first
// sum above the line as much as all below, so that none is left over, if its numbers have a good
// size then. False: none of them is large, or what is left over in front would be.
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
