// random_expr.c -- see random_expr.h.
// SPDX-License-Identifier: MIT
#include "support/random_expr.h"

int random_below(RandomExpr *random, int n)
{
  random->state = random->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int)((random->state >> 33) % (uint64_t)n);
}

static const Expr *symbol(RandomExpr *random)
{
  static const struct {
    const char *name;
    Stage stage;
  } SYMBOLS[] = { { "L1", STAGE_PARAMETER }, { "LG2", STAGE_PARAMETER }, { "m1", STAGE_PARAMETER },
                  { "g", STAGE_PARAMETER },  { "θ1", STAGE_POSITION },   { "θ2", STAGE_POSITION },
                  { "θ1'", STAGE_VELOCITY }, { "θ2'", STAGE_VELOCITY },  { "x", STAGE_POSITION },
                  { "t", STAGE_TIME } };
  int i = random_below(random, (int)(sizeof SYMBOLS / sizeof SYMBOLS[0]));
  return expr_symbol(random->pool, SYMBOLS[i].name, SYMBOLS[i].stage);
}

static const Expr *number(RandomExpr *random)
{
  static const int DENOMINATORS[] = { 1, 1, 1, 2, 3, 12, 10, 1000 };
  int numerator = random_below(random, 25) - 12;
  return expr_rational(random->pool, numerator, DENOMINATORS[random_below(random, 8)]);
}

static const Expr *leaf(RandomExpr *random)
{
  int choice = random_below(random, 10);
  if (choice == 0) return expr_pi(random->pool);
  return choice < 3 ? number(random) : symbol(random);
}

static const Expr *angle(RandomExpr *random)
{
  const Expr *first = expr_symbol(random->pool, "θ1", STAGE_POSITION);
  const Expr *second = expr_symbol(random->pool, "θ2", STAGE_POSITION);
  switch (random_below(random, 4)) {
  case 0: return first;
  case 1: return second;
  case 2: return expr_sub(first, second);
  default: return expr_add(first, second);
  }
}

static const Expr *arithmetic(RandomExpr *random, const Expr *a, const Expr *b)
{
  switch (random_below(random, 8)) {
  case 0:
  case 1:
  case 2: return expr_add(a, b);
  case 3: return expr_sub(a, b);
  case 4: return expr_is_zero(b) ? a : expr_div(a, b);
  default: return expr_mul(a, b);
  }
}

static const Expr *function(RandomExpr *random, const Expr *a, const Expr *b)
{
  static const Operator ONE[] = { OP_SQRT, OP_SIN,  OP_COS,  OP_TAN,  OP_ASIN,
                                  OP_ACOS, OP_ATAN, OP_EXP,  OP_LOG,  OP_ABS,
                                  OP_SIGN, OP_SINH, OP_COSH, OP_TANH, OP_FLOOR };
  static const Operator TWO[] = { OP_ATAN2, OP_MIN, OP_MAX, OP_LT, OP_LE, OP_EQ, OP_NE, OP_POW };
  enum { ONES = sizeof ONE / sizeof ONE[0], TWOS = sizeof TWO / sizeof TWO[0] };
  int choice = random_below(random, ONES + TWOS + 2);
  if (choice < ONES) return expr_call(ONE[choice], a);
  if (choice < ONES + TWOS) return expr_call2(TWO[choice - ONES], a, b);
  return expr_if(expr_call2(OP_LT, a, b), b, symbol(random));
}

const Expr *random_expr(RandomExpr *random, int size)
{
  if (size <= 1) return leaf(random);
  int left = random_below(random, size);
  const Expr *a = random_expr(random, left);
  const Expr *b = random_expr(random, size - 1 - left);
  const Expr *e = random_below(random, 5) == 0 ? function(random, a, b) : arithmetic(random, a, b);
  return expr_is_undefined(e) ? leaf(random) : e;
}

const Expr *random_smooth_expr(RandomExpr *random, int size)
{
  if (size <= 1) {
    int choice = random_below(random, 3);
    Operator op = random_below(random, 2) ? OP_SIN : OP_COS;
    if (choice == 0) return symbol(random);
    return choice == 1 ? expr_call(op, angle(random)) : leaf(random);
  }
  int left = random_below(random, size);
  const Expr *a = random_smooth_expr(random, left);
  const Expr *e = arithmetic(random, a, random_smooth_expr(random, size - 1 - left));
  return expr_is_undefined(e) ? leaf(random) : e;
}
