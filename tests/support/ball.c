// ball.c -- each operator written with Arb's functions, sharing nothing with the code under test.
// SPDX-License-Identifier: MIT
#include "support/ball.h"

static bool compare(Operator op, arb_t out, const arb_struct *a, const arb_struct *b)
{
  bool is_less = arb_lt(a, b), is_greater = arb_gt(a, b);
  if (!is_less && !is_greater) return false;  // overlap: not decided
  bool truth = op == OP_NE || ((op == OP_LT || op == OP_LE) && is_less);
  arb_set_si(out, truth);
  return true;
}

static bool in_domain(Operator op, const arb_struct *a)
{
  arb_t one;
  arb_init(one);
  arb_one(one);
  bool is_inside = true;
  if (op == OP_SQRT || op == OP_LOG) is_inside = arb_is_positive(a);
  if (op == OP_ASIN || op == OP_ACOS) {
    arb_t size;
    arb_init(size);
    arb_abs(size, a);
    is_inside = arb_lt(size, one);
    arb_clear(size);
  }
  if (op == OP_SIGN || op == OP_ABS) is_inside = arb_is_nonzero(a);
  arb_clear(one);
  return is_inside;
}

static void apply_function(Operator op, arb_t out, const arb_struct *a, slong precision)
{
  switch (op) {
  case OP_NEG: arb_neg(out, a); break;
  case OP_SQRT: arb_sqrt(out, a, precision); break;
  case OP_SIN: arb_sin(out, a, precision); break;
  case OP_COS: arb_cos(out, a, precision); break;
  case OP_TAN: arb_tan(out, a, precision); break;
  case OP_ASIN: arb_asin(out, a, precision); break;
  case OP_ACOS: arb_acos(out, a, precision); break;
  case OP_ATAN: arb_atan(out, a, precision); break;
  case OP_EXP: arb_exp(out, a, precision); break;
  case OP_LOG: arb_log(out, a, precision); break;
  case OP_SINH: arb_sinh(out, a, precision); break;
  case OP_COSH: arb_cosh(out, a, precision); break;
  case OP_TANH: arb_tanh(out, a, precision); break;
  case OP_FLOOR: arb_floor(out, a, precision); break;
  case OP_ABS: arb_abs(out, a); break;
  case OP_SIGN: arb_sgn(out, a); break;
  default: arb_indeterminate(out); break;
  }
}

bool ball_apply_with(Operator op, arb_t out, const arb_struct *const args[], slong precision)
{
  switch (op) {
  case OP_ADD: arb_add(out, args[0], args[1], precision); break;
  case OP_SUB: arb_sub(out, args[0], args[1], precision); break;
  case OP_MUL: arb_mul(out, args[0], args[1], precision); break;
  case OP_DIV:
    if (arb_contains_zero(args[1])) return false;
    arb_div(out, args[0], args[1], precision);
    break;
  case OP_POW: arb_pow(out, args[0], args[1], precision); break;
  case OP_ATAN2:
    if (arb_contains_zero(args[0]) || arb_contains_zero(args[1])) return false;
    arb_atan2(out, args[0], args[1], precision);
    break;
  case OP_MIN: arb_min(out, args[0], args[1], precision); break;
  case OP_MAX: arb_max(out, args[0], args[1], precision); break;
  case OP_LT:
  case OP_LE:
  case OP_EQ:
  case OP_NE: return compare(op, out, args[0], args[1]);
  case OP_IF:
    if (arb_contains_zero(args[0]) && !arb_is_zero(args[0])) return false;
    arb_set(out, arb_is_zero(args[0]) ? args[2] : args[1]);
    break;
  default:
    if (!in_domain(op, args[0])) return false;
    apply_function(op, out, args[0], precision);
    break;
  }
  return arb_is_finite(out) && arb_rel_accuracy_bits(out) > precision * 2 / 5;
}

bool ball_apply(Operator op, arb_t out, const arb_struct *const args[])
{
  return ball_apply_with(op, out, args, BALL_PRECISION);
}
