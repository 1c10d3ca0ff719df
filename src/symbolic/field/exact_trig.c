// exact_trig.c -- cos(n * 3 deg) for the multiples of 15 and 18 deg.
//
// The field values of these radicals agree with the roots of unity by construction (fingerprint.c),
// so cos(pi/12) + cos(5*pi/12) is the node sqrt(6)/2.
// SPDX-License-Identifier: MIT
#include "symbolic/field/exact_trig.h"

#include <assert.h>

static const Expr *root(Pool *pool, long n) { return expr_call(OP_SQRT, expr_integer(pool, n)); }

// sqrt(a) + sign * sqrt(b)
static const Expr *roots(Pool *pool, long a, int sign, long b)
{
  const Expr *first = root(pool, a), *second = root(pool, b);
  return sign > 0 ? expr_add(first, second) : expr_sub(first, second);
}

static const Expr *over(const Expr *e, long divisor)
{
  return expr_div(e, expr_integer(expr_pool(e), divisor));
}

// sqrt((5 +- sqrt 5)/8): cos 18 deg and sin 36 deg.
static const Expr *nested_root(Pool *pool, int sign)
{
  const Expr *five = expr_integer(pool, 5);
  const Expr *inside = sign > 0 ? expr_add(five, root(pool, 5)) : expr_sub(five, root(pool, 5));
  return expr_call(OP_SQRT, over(inside, 8));
}

// cos(3n deg) in the first quadrant.
static const Expr *cosine_first_quadrant(Pool *pool, long n)
{
  switch (n) {
  case 0: return expr_integer(pool, 1);
  case 5: return over(roots(pool, 6, 1, 2), 4);    // 15
  case 6: return nested_root(pool, 1);             // 18
  case 10: return over(root(pool, 3), 2);          // 30
  case 12: return over(roots(pool, 5, 1, 1), 4);   // 36
  case 15: return over(root(pool, 2), 2);          // 45
  case 18: return nested_root(pool, -1);           // 54
  case 20: return expr_rational(pool, 1, 2);       // 60
  case 24: return over(roots(pool, 5, -1, 1), 4);  // 72
  case 25: return over(roots(pool, 6, -1, 2), 4);  // 75
  case 30: return expr_integer(pool, 0);           // 90
  default: return NULL;
  }
}

static const Expr *cosine(Pool *pool, long n)
{
  n = ((n % 120) + 120) % 120;
  if (n > 60) n = 120 - n;
  if (n <= 30) return cosine_first_quadrant(pool, n);
  const Expr *mirrored = cosine_first_quadrant(pool, 60 - n);
  return mirrored ? expr_neg(mirrored) : NULL;
}

const Expr *exact_trig(Pool *pool, Operator op, const fmpq_t r)
{
  fmpz_t steps, remainder;
  fmpz_init(steps);
  fmpz_init(remainder);
  fmpz_mul_ui(steps, fmpq_numref(r), 60);
  fmpz_fdiv_qr(steps, remainder, steps, fmpq_denref(r));
  bool is_multiple = fmpz_is_zero(remainder);
  long n = (long)fmpz_fdiv_ui(steps, 120);
  fmpz_clear(remainder);
  fmpz_clear(steps);
  if (!is_multiple) return NULL;
  if (op == OP_COS) return cosine(pool, n);
  const Expr *sine = cosine(pool, 30 - n);
  if (op == OP_SIN) return sine;
  assert(op == OP_TAN);
  const Expr *below = cosine(pool, n);
  return sine && below ? expr_div(sine, below) : NULL;
}
