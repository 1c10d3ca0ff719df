// literal.c -- constants as doubles, by ball arithmetic with increasing precision.
//
// Every step of the constant gets a ball that encloses its exact value. If both ends of the last
// ball round to the same double, that double is the result; otherwise the evaluation is repeated
// with twice the precision. If no precision can decide (for example a difference that is exactly
// zero without being recognised by the pool), the midpoints at the last precision are used.
// SPDX-License-Identifier: MIT
#include "symbolic/literal.h"

#include "base/memory/memory.h"
#include "base/sincos.h"
#include "symbolic/ball.h"
#include "symbolic/calculus/table_function.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { FIRST_PRECISION = 64, LAST_PRECISION = 4096 };

typedef struct Balls {
  arb_struct *of;  // one for each step
  slong precision;
  bool is_last;  // use the midpoints
} Balls;

// Returns true if every number in the ball rounds to *value.
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
  for (int i = 0; i < steps->count; i++) {
    ball_of_step(&balls->of[i], steps, i, balls->of, balls->precision);
    if (balls->is_last) mag_zero(arb_radref(&balls->of[i]));
  }
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
  if (expr_is_number(e)) return expr_number_value(e);
  Steps steps = steps_of(&e, 1);
  double value = value_of_order(&steps);
  steps_free(&steps);
  return value;
}

static double circular_value(Operator op, double angle)
{
  double sine, cosine;
  sincos_of(angle, &sine, &cosine);
  return op == OP_SIN ? sine : cosine;
}

double operator_value(Operator op, const double args[])
{
  double a = args[0], b = args[1];
  switch (op) {
  case OP_NAMED: return a;
  case OP_ADD: return a + b;
  case OP_SUB: return a - b;
  case OP_NEG: return -a;
  case OP_MUL: return a * b;
  case OP_DIV: return a / b;
  case OP_POW: return pow(a, b);
  case OP_SQRT: return sqrt(a);
  case OP_SIN:
  case OP_COS: return circular_value(op, a);
  case OP_TAN: return tan(a);
  case OP_ASIN: return asin(a);
  case OP_ACOS: return acos(a);
  case OP_ATAN: return atan(a);
  case OP_ATAN2: return atan2(a, b);
  case OP_EXP: return exp(a);
  case OP_LOG: return log(a);
  case OP_SINH: return sinh(a);
  case OP_COSH: return cosh(a);
  case OP_TANH: return tanh(a);
  case OP_ABS: return fabs(a);
  case OP_SIGN: return a > 0 ? 1 : a < 0 ? -1 : a;
  case OP_FLOOR: return floor(a);
  // NaN must propagate: fmin() and fmax() would hide it
  case OP_MIN: return a <= b || a != a ? a : b;
  case OP_MAX: return a >= b || a != a ? a : b;
  case OP_LT: return a < b;
  case OP_LE: return a <= b;
  case OP_EQ: return a == b;
  case OP_NE: return a != b;
  case OP_IF: return a != 0 ? b : args[2];
  default: return NAN;  // leaves have no operation
  }
}

double operation_value(const Steps *steps, const Step *step, const double values[])
{
  double args[MAX_ARITY] = { 0 };
  for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
    args[k] = values[step->arg[k]];
  if (step->op != OP_TABLE) return operator_value(step->op, args);
  const Form *points = steps->at[step->arg[1]].form;
  return table_function_value(points->points.table, points->points.order, args[0]);
}

double expr_number_value(const Expr *number)
{
  assert(expr_is_number(number));
  const fmpz *top = fmpq_numref(number->form->number), *bottom = fmpq_denref(number->form->number);
  // numerator and denominator are exact doubles, and their quotient is rounded once
  if (fmpz_bits(top) <= DBL_MANT_DIG && fmpz_bits(bottom) <= DBL_MANT_DIG)
    return (double)fmpz_get_si(top) / (double)fmpz_get_si(bottom);
  arb_t ball;
  arb_init(ball);
  double value = 0.0;
  bool is_certain = false;
  // A fraction halfway between two doubles is a dyadic number of 54 bits, so its ball is exact and
  // the loop ends.
  for (slong precision = FIRST_PRECISION; !is_certain; precision *= 2) {
    arb_set_fmpq(ball, number->form->number, precision);
    is_certain = rounds_to(ball, precision, &value);
  }
  arb_clear(ball);
  return value;
}

bool looks_negative(const Expr *e)
{
  if (e->form->stage == STAGE_LITERAL) return expr_literal_value(e) < 0;
  if (e->form->op == OP_NEG) return true;
  return e->form->op == OP_MUL && expr_is_number(e->form->arg[0]) &&
         expr_number_sign(e->form->arg[0]) < 0;
}
