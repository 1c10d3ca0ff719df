// random_expr.h -- random expressions for tests, the same for the same start.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TESTS_RANDOM_EXPR_H
#define BIELLE_TESTS_RANDOM_EXPR_H

#include "symbolic/expr.h"

typedef struct RandomExpr {
  Pool *pool;
  uint64_t state;
} RandomExpr;

// An expression of about `size` operations over m1, L1, LG2, g, θ1, θ2, θ1', θ2', x and t.
const Expr *random_expr(RandomExpr *random, int size);
// The same without roots, absolute values and decisions: a rational function of symbols and of
// sines and cosines of sums of angles.
const Expr *random_smooth_expr(RandomExpr *random, int size);
// A number below n.
int random_below(RandomExpr *random, int n);

#endif
