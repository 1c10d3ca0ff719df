// algebra.h -- short names for building formulas.
//
// These are the only unprefixed functions, for files that hold formulas, so that a line of C reads
// like the formula in a book. Constants take any operand as `like`, which determines the pool.
//
// Values do not depend on the order in which nodes are built, nor on the order in which a compiler
// evaluates arguments; a test compares the output of two compilers, including the forms
// (docs/decisions/0006).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_ALGEBRA_H
#define BIELLE_SYMBOLIC_ALGEBRA_H

#include "symbolic/expr.h"

static inline const Expr *integer(const Expr *like, long n)
{
  return expr_integer(expr_pool(like), n);
}

static inline const Expr *one(const Expr *like) { return integer(like, 1); }

static inline const Expr *sum(const Expr *a, const Expr *b) { return expr_add(a, b); }

static inline const Expr *difference(const Expr *a, const Expr *b) { return expr_sub(a, b); }

static inline const Expr *negative(const Expr *a) { return expr_neg(a); }

static inline const Expr *product(const Expr *a, const Expr *b) { return expr_mul(a, b); }

static inline const Expr *quotient(const Expr *a, const Expr *b) { return expr_div(a, b); }

static inline const Expr *reciprocal(const Expr *a)
{
  const Expr *unit = one(a);
  return expr_div(unit, a);
}

static inline const Expr *square(const Expr *a) { return expr_mul(a, a); }

// a b + c d
static inline const Expr *sum_of_products(const Expr *a, const Expr *b, const Expr *c,
                                          const Expr *d)
{
  const Expr *first = expr_mul(a, b);
  return expr_add(first, expr_mul(c, d));
}

// a b - c d
static inline const Expr *difference_of_products(const Expr *a, const Expr *b, const Expr *c,
                                                 const Expr *d)
{
  const Expr *first = expr_mul(a, b);
  return expr_sub(first, expr_mul(c, d));
}

static inline const Expr *half(const Expr *a)
{
  return expr_mul(expr_rational(expr_pool(a), 1, 2), a);
}

static inline bool is_zero(const Expr *a) { return expr_is_zero(a); }

#endif
