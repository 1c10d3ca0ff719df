// ball.c -- evaluates operators in ball arithmetic (Arb).
// SPDX-License-Identifier: MIT
#include "symbolic/ball.h"

#include "symbolic/calculus/table_function.h"

#include <stdbool.h>
#include <stdlib.h>

// ---- functions defined on a part of the real line

typedef void (*BallFunction)(arb_t, const arb_t, slong);

// Encloses a monotone function on [low, high] by its values at the ends of the ball. The part of
// the ball outside the interval is treated as a rounding error, unless the whole ball is outside.
static void monotone(arb_t out, const arb_t x, BallFunction function, const arb_t low,
                     const arb_t high, slong precision)
{
  if (arb_lt(x, low) || arb_gt(x, high)) {
    arb_indeterminate(out);
    return;
  }
  arb_t first, last;
  arb_init(first);
  arb_init(last);
  arb_get_lbound_arf(arb_midref(first), x, 2 * precision);
  arb_get_ubound_arf(arb_midref(last), x, 2 * precision);
  if (arb_lt(first, low)) arb_set(first, low);
  if (arb_gt(last, high)) arb_set(last, high);
  function(first, first, precision);
  function(last, last, precision);
  arb_union(out, first, last, precision);
  arb_clear(last);
  arb_clear(first);
}

static void on_positive_line(arb_t out, const arb_t x, BallFunction function, slong precision)
{
  arb_t zero, infinity;
  arb_init(zero);
  arb_init(infinity);
  arb_pos_inf(infinity);
  monotone(out, x, function, zero, infinity, precision);
  arb_clear(infinity);
  arb_clear(zero);
}

static void on_unit_interval(arb_t out, const arb_t x, BallFunction function, slong precision)
{
  arb_t low, high;
  arb_init(low);
  arb_init(high);
  arb_set_si(low, -1);
  arb_one(high);
  monotone(out, x, function, low, high, precision);
  arb_clear(high);
  arb_clear(low);
}

static void power(arb_t out, const arb_t base, const arb_t exponent, slong precision)
{
  if (arb_is_zero(base) && arb_is_positive(exponent)) {
    arb_zero(out);
  } else {
    arb_pow(out, base, exponent, precision);
  }
}

// ---- decisions

// A truth value as a ball: 0, 1, or [0, 1] while it is undecided.
static void put_truth(arb_t out, bool is_true, bool is_false, slong precision)
{
  if (is_true || is_false) {
    arb_set_si(out, is_true);
    return;
  }
  arb_t one;
  arb_init(one);
  arb_one(one);
  arb_zero(out);
  arb_union(out, out, one, precision);
  arb_clear(one);
}

static void compare(arb_t out, Operator op, const arb_t a, const arb_t b, slong precision)
{
  bool are_equal = arb_is_exact(a) && arb_equal(a, b);
  switch (op) {
  case OP_LT: put_truth(out, arb_lt(a, b), arb_ge(a, b), precision); break;
  case OP_LE: put_truth(out, arb_le(a, b), arb_gt(a, b), precision); break;
  case OP_EQ: put_truth(out, are_equal, arb_ne(a, b), precision); break;
  default: put_truth(out, arb_ne(a, b), are_equal, precision); break;
  }
}

static void choose(arb_t out, const arb_t condition, const arb_t then, const arb_t otherwise,
                   slong precision)
{
  if (arb_is_zero(condition)) {
    arb_set(out, otherwise);
  } else if (!arb_contains_zero(condition)) {
    arb_set(out, then);
  } else {
    arb_union(out, then, otherwise, precision);
  }
}

// ---- tables

// Horner's rule for one polynomial piece, which starts at the point p.
static void evaluate_piece(arb_t out, const double piece[], int degree, int order, double p,
                           const arb_t x, slong precision)
{
  arb_t h, term;
  arb_init(h);
  arb_init(term);
  arb_set_d(h, p);
  arb_sub(h, x, h, precision);
  arb_zero(out);
  for (int k = degree; k >= order; k--) {
    arb_mul(out, out, h, precision);
    arb_set_d(term, piece[k]);
    for (int i = 0; i < order; i++)
      arb_mul_si(term, term, k - i, precision);
    arb_add(out, out, term, precision);
  }
  arb_clear(term);
  arb_clear(h);
}

static int piece_at(const TableFunction *table, const arf_t x, arf_rnd_t rounding)
{
  double h;
  const double *piece = table_function_piece(table, arf_get_d(x, rounding), &h);
  return (int)(piece - table->coefficients) / (table->degree + 1);
}

// Union of the values of all pieces that the ball overlaps, each evaluated on its own interval.
static void unite_pieces(arb_t out, const TableFunction *table, int order, const arb_t x,
                         slong precision)
{
  arf_t ends[2];
  arb_t inside, value;
  arf_init(ends[0]);
  arf_init(ends[1]);
  arb_init(inside);
  arb_init(value);
  arb_get_lbound_arf(ends[0], x, 2 * precision);
  arb_get_ubound_arf(ends[1], x, 2 * precision);
  int first = piece_at(table, ends[0], ARF_RND_FLOOR);
  int last = piece_at(table, ends[1], ARF_RND_CEIL);
  arb_set(inside, x);
  for (int k = first; k <= last; k++) {
    if (k > first) arf_set_d(ends[0], table->x[k - 1]);
    if (k == last) arb_get_ubound_arf(ends[1], x, 2 * precision);
    if (k < last) arf_set_d(ends[1], table->x[k]);
    if (first < last) arb_set_interval_arf(inside, ends[0], ends[1], precision);
    const double *piece = table->coefficients + k * (table->degree + 1);
    evaluate_piece(value, piece, table->degree, order, table->x[k > 0 ? k - 1 : 0], inside,
                   precision);
    if (k > first) arb_union(value, value, out, precision);
    arb_set(out, value);
  }
  arb_clear(value);
  arb_clear(inside);
  arf_clear(ends[1]);
  arf_clear(ends[0]);
}

void ball_of_table(arb_t out, const TableFunction *table, int order, const arb_t x, slong precision)
{
  if (arb_is_finite(x)) {
    unite_pieces(out, table, order, x, precision);
  } else {
    arb_indeterminate(out);
  }
}

// ---- nodes

static void apply(arb_t out, Operator op, const arb_struct *const args[], slong precision)
{
  switch (op) {
  case OP_ADD: arb_add(out, args[0], args[1], precision); break;
  case OP_SUB: arb_sub(out, args[0], args[1], precision); break;
  case OP_NEG: arb_neg(out, args[0]); break;
  case OP_MUL: arb_mul(out, args[0], args[1], precision); break;
  case OP_DIV: arb_div(out, args[0], args[1], precision); break;
  case OP_POW: power(out, args[0], args[1], precision); break;
  case OP_SQRT: on_positive_line(out, args[0], arb_sqrt, precision); break;
  case OP_SIN: arb_sin(out, args[0], precision); break;
  case OP_COS: arb_cos(out, args[0], precision); break;
  case OP_TAN: arb_tan(out, args[0], precision); break;
  case OP_ASIN: on_unit_interval(out, args[0], arb_asin, precision); break;
  case OP_ACOS: on_unit_interval(out, args[0], arb_acos, precision); break;
  case OP_ATAN: arb_atan(out, args[0], precision); break;
  case OP_ATAN2: arb_atan2(out, args[0], args[1], precision); break;
  case OP_EXP: arb_exp(out, args[0], precision); break;
  case OP_LOG: on_positive_line(out, args[0], arb_log, precision); break;
  case OP_SINH: arb_sinh(out, args[0], precision); break;
  case OP_COSH: arb_cosh(out, args[0], precision); break;
  case OP_TANH: arb_tanh(out, args[0], precision); break;
  case OP_ABS: arb_abs(out, args[0]); break;
  case OP_SIGN: arb_sgn(out, args[0]); break;
  case OP_FLOOR: arb_floor(out, args[0], precision); break;
  case OP_MIN: arb_min(out, args[0], args[1], precision); break;
  case OP_MAX: arb_max(out, args[0], args[1], precision); break;
  case OP_LT:
  case OP_LE:
  case OP_EQ:
  case OP_NE: compare(out, op, args[0], args[1], precision); break;
  case OP_IF: choose(out, args[0], args[1], args[2], precision); break;
  case OP_NAMED: arb_set(out, args[0]); break;
  case OP_NUMBER:
  case OP_SYMBOL:
  case OP_PI:
  case OP_POINTS:
  case OP_TABLE:
  case OP_UNDEFINED:
  case OP_COUNT: arb_indeterminate(out); break;
  }
}

void ball_of_step(arb_t out, const Steps *steps, int place, const arb_struct balls[],
                  slong precision)
{
  const Step *step = &steps->at[place];
  static const arb_struct NONE;  // value of absent arguments: zero
  const arb_struct *args[MAX_ARITY];
  for (int k = 0; k < MAX_ARITY; k++)
    args[k] = step->arg[k] >= 0 ? &balls[step->arg[k]] : &NONE;
  if (step->op == OP_NUMBER) {
    arb_set_fmpq(out, step->form->number, precision);
  } else if (step->op == OP_PI) {
    arb_const_pi(out, precision);
  } else if (step->op == OP_POINTS) {
    arb_set_si(out, step->form->points.order);
  } else if (step->op == OP_TABLE) {
    const Form *points = steps->at[step->arg[1]].form;
    ball_of_table(out, points->points.table, points->points.order, args[0], precision);
  } else {
    apply(out, step->op, args, precision);
  }
}
