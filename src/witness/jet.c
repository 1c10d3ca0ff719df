// jet.c -- the chain rule, evaluated numerically.
// SPDX-License-Identifier: MIT
#include "witness/jet.h"

#include "symbolic/ball.h"

#include <stdlib.h>

Jet jet_constant(Ball value, int order)
{
  return (Jet){ { value, ball_zero(), ball_zero() }, order };
}

Jet jet_of_integer(long value, int order) { return jet_constant(ball_of_integer(value), order); }

Jet jet_unknown(int order)
{
  return (Jet){ { ball_unknown(), ball_unknown(), ball_unknown() }, order };
}

Jet jet_rate(Jet a) { return (Jet){ { a.at[1], a.at[2], ball_zero() }, a.order - 1 }; }

static int common_order(const Jet *a, const Jet *b)
{
  return a->order < b->order ? a->order : b->order;
}

// ---- arithmetic

Jet jet_add(Jet a, Jet b)
{
  Jet x = { .order = common_order(&a, &b) };
  for (int i = 0; i <= x.order; i++)
    x.at[i] = ball_add(a.at[i], b.at[i]);
  return x;
}

Jet jet_sub(Jet a, Jet b)
{
  Jet x = { .order = common_order(&a, &b) };
  for (int i = 0; i <= x.order; i++)
    x.at[i] = ball_sub(a.at[i], b.at[i]);
  return x;
}

Jet jet_neg(Jet a)
{
  for (int i = 0; i <= a.order; i++)
    a.at[i] = ball_neg(a.at[i]);
  return a;
}

// (a b)'' = a b'' + 2 a' b' + a'' b
Jet jet_mul(Jet a, Jet b)
{
  Jet x = { .order = common_order(&a, &b) };
  x.at[0] = ball_mul(a.at[0], b.at[0]);
  if (x.order >= 1) x.at[1] = ball_addmul(ball_mul(a.at[0], b.at[1]), a.at[1], b.at[0]);
  if (x.order >= 2) {
    Ball mixed = ball_mul(a.at[1], b.at[1]);
    Ball outer = ball_addmul(ball_mul(a.at[0], b.at[2]), a.at[2], b.at[0]);
    x.at[2] = ball_add(outer, ball_add(mixed, mixed));
  }
  return x;
}

// x b = a, differentiated: x' = (a' - x b') / b, x'' = (a'' - 2 x' b' - x b'') / b
Jet jet_div(Jet a, Jet b)
{
  Jet x = { .order = common_order(&a, &b) };
  x.at[0] = ball_div(a.at[0], b.at[0]);
  if (x.order >= 1) {
    x.at[1] = ball_div(ball_sub(a.at[1], ball_mul(x.at[0], b.at[1])), b.at[0]);
  }
  if (x.order >= 2) {
    Ball mixed = ball_mul(x.at[1], b.at[1]);
    Ball taken = ball_addmul(ball_add(mixed, mixed), x.at[0], b.at[2]);
    x.at[2] = ball_div(ball_sub(a.at[2], taken), b.at[0]);
  }
  return x;
}

// ---- functions

static bool is_constant(const Jet *a)
{
  for (int i = 1; i <= a->order; i++) {
    if (!ball_is_zero(a->at[i])) return false;
  }
  return true;
}

// f(a) from the values of f, f', f'' at a; the derivatives are not used if a is constant.
static Jet composed(Jet a, Ball f, Ball df, Ball ddf)
{
  if (is_constant(&a)) return jet_constant(f, a.order);
  Jet x = { { f }, a.order };
  x.at[1] = ball_mul(df, a.at[1]);
  if (a.order >= 2) {
    x.at[2] = ball_addmul(ball_mul(df, a.at[2]), ddf, ball_mul(a.at[1], a.at[1]));
  }
  return x;
}

static Ball square(Ball a) { return ball_mul(a, a); }
static Ball inverse(Ball a) { return ball_div(ball_of_integer(1), a); }

Jet jet_sqrt(Jet a)
{
  Ball root = ball_apply(arb_sqrt, a.at[0]);
  Ball slope = inverse(ball_add(root, root));
  Ball bend = ball_neg(ball_div(slope, ball_add(a.at[0], a.at[0])));
  return composed(a, root, slope, bend);
}

Jet jet_sin(Jet a)
{
  Ball sine = ball_apply(arb_sin, a.at[0]), cosine = ball_apply(arb_cos, a.at[0]);
  return composed(a, sine, cosine, ball_neg(sine));
}

Jet jet_cos(Jet a)
{
  Ball sine = ball_apply(arb_sin, a.at[0]), cosine = ball_apply(arb_cos, a.at[0]);
  return composed(a, cosine, ball_neg(sine), ball_neg(cosine));
}

Jet jet_tan(Jet a)
{
  Ball tangent = ball_apply(arb_tan, a.at[0]);
  Ball slope = ball_add(ball_of_integer(1), square(tangent));
  return composed(a, tangent, slope, ball_mul(ball_add(tangent, tangent), slope));
}

// d asin = (1 - a^2)^(-1/2) da; the derivative of this slope is a (1 - a^2)^(-3/2).
static Ball arc_slope(Ball a)
{
  return inverse(ball_apply(arb_sqrt, ball_sub(ball_of_integer(1), square(a))));
}

Jet jet_asin(Jet a)
{
  Ball slope = arc_slope(a.at[0]);
  Ball bend = ball_mul(a.at[0], ball_mul(slope, square(slope)));
  return composed(a, ball_apply(arb_asin, a.at[0]), slope, bend);
}

Jet jet_acos(Jet a)
{
  Ball slope = ball_neg(arc_slope(a.at[0]));
  Ball bend = ball_mul(a.at[0], ball_mul(slope, square(slope)));
  return composed(a, ball_apply(arb_acos, a.at[0]), slope, bend);
}

Jet jet_atan(Jet a)
{
  Ball slope = inverse(ball_add(ball_of_integer(1), square(a.at[0])));
  Ball bend = ball_mul(ball_mul(ball_of_integer(-2), a.at[0]), square(slope));
  return composed(a, ball_apply(arb_atan, a.at[0]), slope, bend);
}

// The angle's derivative is (x y' - y x') / (x^2 + y^2).
Jet jet_atan2(Jet y, Jet x)
{
  Jet angle = { .order = common_order(&y, &x) };
  arb_init(&angle.at[0]);
  arb_atan2(&angle.at[0], &y.at[0], &x.at[0], BALL_BITS);
  if (angle.order == 0) return angle;
  Jet across = jet_sub(jet_mul(x, jet_rate(y)), jet_mul(y, jet_rate(x)));
  Jet squared = jet_add(jet_mul(x, x), jet_mul(y, y));
  Jet rate = jet_div(across, squared);
  for (int i = 1; i <= angle.order; i++)
    angle.at[i] = rate.at[i - 1];
  return angle;
}

Jet jet_exp(Jet a)
{
  Ball value = ball_apply(arb_exp, a.at[0]);
  return composed(a, value, value, value);
}

Jet jet_log(Jet a)
{
  Ball slope = inverse(a.at[0]);
  return composed(a, ball_apply(arb_log, a.at[0]), slope, ball_neg(square(slope)));
}

Jet jet_sinh(Jet a)
{
  Ball sine = ball_apply(arb_sinh, a.at[0]), cosine = ball_apply(arb_cosh, a.at[0]);
  return composed(a, sine, cosine, sine);
}

Jet jet_cosh(Jet a)
{
  Ball sine = ball_apply(arb_sinh, a.at[0]), cosine = ball_apply(arb_cosh, a.at[0]);
  return composed(a, cosine, sine, cosine);
}

// The slope is 1 - tanh^2; its derivative is -2 tanh times the slope.
Jet jet_tanh(Jet a)
{
  Ball tangent = ball_apply(arb_tanh, a.at[0]);
  Ball slope = ball_sub(ball_of_integer(1), square(tangent));
  return composed(a, tangent, slope, ball_mul(ball_mul(ball_of_integer(-2), tangent), slope));
}

static Ball sign_of(Ball a)
{
  if (arb_contains_zero(&a) && !ball_is_zero(a)) return ball_unknown();
  Ball x;
  arb_init(&x);
  arb_sgn(&x, &a);
  return x;
}

Jet jet_abs(Jet a)
{
  Ball size;
  arb_init(&size);
  arb_abs(&size, &a.at[0]);
  Ball slope = ball_is_zero(a.at[0]) ? ball_unknown() : sign_of(a.at[0]);
  return composed(a, size, slope, ball_zero());
}

Jet jet_sign(Jet a) { return jet_constant(sign_of(a.at[0]), a.order); }

// The result is unknown if the ball contains an integer and is not exactly that integer.
Jet jet_floor(Jet a)
{
  Ball whole = ball_apply(arb_floor, a.at[0]);
  return jet_constant(arb_is_exact(&whole) ? whole : ball_unknown(), a.order);
}

Jet jet_table(const TableFunction *table, int order, Jet a)
{
  Ball of[3];
  for (int i = 0; i < 3; i++) {
    arb_init(&of[i]);
    ball_of_table(&of[i], table, order + i, &a.at[0], BALL_BITS);
    of[i] = ball_settled(of[i]);
  }
  return composed(a, of[0], of[1], of[2]);
}

Jet jet_min(Jet a, Jet b)
{
  if (arb_le(&a.at[0], &b.at[0])) return a;
  return arb_ge(&a.at[0], &b.at[0]) ? b : jet_unknown(common_order(&a, &b));
}

Jet jet_max(Jet a, Jet b)
{
  if (arb_ge(&a.at[0], &b.at[0])) return a;
  return arb_le(&a.at[0], &b.at[0]) ? b : jet_unknown(common_order(&a, &b));
}

// ---- powers

// a^n for an integer n; a may be negative.
static Ball whole_power(Ball a, long n)
{
  Ball x;
  arb_init(&x);
  arb_pow_ui(&x, &a, (ulong)labs(n), BALL_BITS);
  return n < 0 ? inverse(ball_settled(x)) : ball_settled(x);
}

static Jet jet_whole_power(Jet a, long n)
{
  Ball slope = n == 0 ? ball_zero() : ball_mul(ball_of_integer(n), whole_power(a.at[0], n - 1));
  Ball bend = n == 0 || n == 1
                  ? ball_zero()
                  : ball_mul(ball_of_integer(n * (n - 1)), whole_power(a.at[0], n - 2));
  return composed(a, whole_power(a.at[0], n), slope, bend);
}

Jet jet_pow(Jet base, Jet exponent)
{
  enum { LARGEST = 10000 };
  const Ball *n = &exponent.at[0];
  bool is_fixed = is_constant(&exponent);
  if (is_fixed && arb_is_int(n) && arf_cmpabs_ui(arb_midref(n), LARGEST) < 0) {
    return jet_whole_power(base, arf_get_si(arb_midref(n), ARF_RND_NEAR));
  }
  if (is_fixed && ball_is_zero(base.at[0]) && is_constant(&base) && arb_is_positive(n)) {
    return base;
  }
  return jet_exp(jet_mul(exponent, jet_log(base)));
}
