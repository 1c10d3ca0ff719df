// ball.h -- numbers with an error bound: a 128-bit midpoint and a radius (Arb), passed by value.
//
// A two-word midpoint is stored in the struct itself, so balls are copied like doubles and never
// freed. Only an exponent beyond 2^62 would require memory: such a number becomes indeterminate.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_WITNESS_BALL_H
#define BIELLE_WITNESS_BALL_H

#include <arb.h>

#include <stdbool.h>

typedef arb_struct Ball;
enum { BALL_BITS = 128 };

static inline Ball ball_settled(Ball x)
{
  if (COEFF_IS_MPZ(ARF_EXP(arb_midref(&x))) || COEFF_IS_MPZ(MAG_EXP(arb_radref(&x)))) {
    arb_clear(&x);
    arb_init(&x);
    arb_indeterminate(&x);
  }
  return x;
}

static inline Ball ball_of_integer(long value)
{
  Ball x;
  arb_init(&x);
  arb_set_si(&x, value);
  return x;
}

static inline Ball ball_zero(void) { return ball_of_integer(0); }

static inline Ball ball_unknown(void)
{
  Ball x;
  arb_init(&x);
  arb_indeterminate(&x);
  return x;
}

static inline Ball ball_add(Ball a, Ball b)
{
  Ball x;
  arb_init(&x);
  arb_add(&x, &a, &b, BALL_BITS);
  return ball_settled(x);
}

static inline Ball ball_sub(Ball a, Ball b)
{
  Ball x;
  arb_init(&x);
  arb_sub(&x, &a, &b, BALL_BITS);
  return ball_settled(x);
}

static inline Ball ball_mul(Ball a, Ball b)
{
  Ball x;
  arb_init(&x);
  arb_mul(&x, &a, &b, BALL_BITS);
  return ball_settled(x);
}

static inline Ball ball_div(Ball a, Ball b)
{
  Ball x;
  arb_init(&x);
  arb_div(&x, &a, &b, BALL_BITS);
  return ball_settled(x);
}

static inline Ball ball_neg(Ball a)
{
  Ball x;
  arb_init(&x);
  arb_neg(&x, &a);
  return x;
}

// c + a b
static inline Ball ball_addmul(Ball c, Ball a, Ball b) { return ball_add(c, ball_mul(a, b)); }

typedef void (*BallFunction)(arb_t, const arb_t, slong);
static inline Ball ball_apply(BallFunction function, Ball a)
{
  Ball x;
  arb_init(&x);
  function(&x, &a, BALL_BITS);
  return ball_settled(x);
}

static inline bool ball_is_known(Ball a) { return arb_is_finite(&a); }
static inline bool ball_is_zero(Ball a) { return arb_is_zero(&a); }

#endif
