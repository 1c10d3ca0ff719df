// literal.c -- constants as doubles: ball arithmetic until the rounding is certain.
//
// Every node below the constant gets a ball that encloses its exact value. If both ends of the last
// ball round to one double, that double is the answer; otherwise everything is done again with
// twice the precision. What no precision can separate (a difference that is exactly zero without
// the pool knowing it) is decided at the last precision by the midpoints.
// SPDX-License-Identifier: MIT
#include "symbolic/literal.h"

#include "base/memory.h"
#include "symbolic/steps.h"

#include <arb.h>

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { FIRST_PRECISION = 64, LAST_PRECISION = 4096 };

typedef struct Balls {
  arb_struct *of;  // one for each step
  slong precision;
  bool is_last;  // midpoints decide
} Balls;

// ---- functions of part of the line

typedef void (*BallFunction)(arb_t, const arb_t, slong);

// A monotone function on [low, high] by its values at the ends of the ball: the part of the ball
// outside is a rounding error, unless all of it is.
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

// A truth value as a ball: 0, 1, or [0, 1] as long as it is open.
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

// ---- nodes

static void apply(arb_t out, Operator op, arb_t args[], slong precision)
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
  case OP_ABS: arb_abs(out, args[0]); break;
  case OP_SIGN: arb_sgn(out, args[0]); break;
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
  case OP_UNDEFINED:
  case OP_COUNT: arb_indeterminate(out); break;
  }
}

static void set_ball(Balls *balls, const Step *item, arb_t out)
{
  const Expr *node = item->node;
  if (node->form->op == OP_NUMBER) {
    arb_set_fmpq(out, node->form->number, balls->precision);
  } else if (node->form->op == OP_PI) {
    arb_const_pi(out, balls->precision);
  } else {
    arb_t args[MAX_ARITY];
    for (int k = 0; k < MAX_ARITY; k++) {
      arb_init(args[k]);
      if (item->arg[k] >= 0) arb_set(args[k], &balls->of[item->arg[k]]);
    }
    apply(out, (Operator)node->form->op, args, balls->precision);
    for (int k = 0; k < MAX_ARITY; k++)
      arb_clear(args[k]);
  }
  if (balls->is_last) mag_zero(arb_radref(out));
}

// True if every number in the ball rounds to *value.
static bool rounds_to(const arb_t ball, slong precision, double *value)
{
  arf_t low, high;
  arf_init(low);
  arf_init(high);
  arb_get_lbound_arf(low, ball, 2 * precision);
  arb_get_ubound_arf(high, ball, 2 * precision);
  *value = arf_get_d(low, ARF_RND_NEAR);
  bool is_certain = *value == arf_get_d(high, ARF_RND_NEAR);
  arf_clear(high);
  arf_clear(low);
  return is_certain;
}

static bool try_precision(const Steps *steps, Balls *balls, double *value)
{
  for (int i = 0; i < steps->count; i++)
    set_ball(balls, &steps->at[i], &balls->of[i]);
  return rounds_to(&balls->of[steps->roots[0]], balls->precision, value);
}

static double value_of_order(const Steps *steps)
{
  Balls balls = { .of = memory_new((size_t)steps->count, sizeof(arb_struct)) };
  for (int i = 0; i < steps->count; i++)
    arb_init(&balls.of[i]);
  double value = NAN;
  bool is_certain = false;
  for (slong precision = FIRST_PRECISION; precision <= LAST_PRECISION && !is_certain;
       precision *= 2) {
    balls.precision = precision;
    is_certain = try_precision(steps, &balls, &value);
  }
  if (!is_certain) {
    balls.is_last = true;
    is_certain = try_precision(steps, &balls, &value);
  }
  for (int i = 0; i < steps->count; i++)
    arb_clear(&balls.of[i]);
  free(balls.of);
  return is_certain ? value + 0.0 : NAN;  // -0 becomes 0
}

double expr_literal_value(const Expr *e)
{
  assert(e->form->stage == STAGE_LITERAL);
  if (expr_is_undefined(e)) return NAN;
  Steps steps = steps_of(&e, 1);
  double value = value_of_order(&steps);
  steps_free(&steps);
  return value;
}

double expr_number_value(const Expr *number)
{
  assert(expr_is_number(number));
  arb_t ball;
  arb_init(ball);
  double value = 0.0;
  bool is_certain = false;
  // A fraction halfway between two doubles is a dyadic number of 54 bits: its ball is exact.
  for (slong precision = FIRST_PRECISION; !is_certain; precision *= 2) {
    arb_set_fmpq(ball, number->form->number, precision);
    is_certain = rounds_to(ball, precision, &value);
  }
  arb_clear(ball);
  return value;
}
