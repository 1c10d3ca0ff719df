// derivative.h -- partial and total derivatives, Jacobians, substitution.
//
// Work is shared: every distinct node below the roots of one call is differentiated once.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_CALCULUS_DERIVATIVE_H
#define BIELLE_SYMBOLIC_CALCULUS_DERIVATIVE_H

#include "symbolic/expr.h"

// d e / d symbol, everything else constant.
const Expr *expr_derivative(const Expr *e, const Expr *symbol);
// The same for `count` expressions of one pool.
void expr_derivatives(const Expr *const e[], int count, const Expr *symbol, const Expr *out[]);

// d e / dt: sum over the symbols s below e of (de/ds) * expr_rate(s).
const Expr *expr_time_derivative(const Expr *e);
// The part of it that is not of the motion: coordinates and all that comes behind them are constant,
// t goes on and smooth inputs change.
const Expr *expr_partial_time_derivative(const Expr *e);
void expr_time_derivatives(const Expr *const e[], int count, const Expr *out[]);

// Row-major `rows` x `columns`: d f[i] / d x[j].
void expr_jacobian(const Expr *const f[], int rows, const Expr *const x[], int columns,
                   const Expr *out[]);

// e with every from[i] (no numbers) replaced by to[i], all at once.
const Expr *expr_substitute(const Expr *e, const Expr *const from[], const Expr *const to[],
                            int count);
// The same for `expression_count` expressions of one pool; `out` may be `e`.
void expr_substitute_all(const Expr *const e[], int expression_count, const Expr *const from[],
                         const Expr *const to[], int count, const Expr *out[]);
// `e` in another pool, with every from[i] of its own pool replaced by to[i] of that one. Equal
// values are one node, and keep the shortest form met so far: what does not depend on a symbol may
// be written with it, and only in a pool that has never met that form it can be written without.
const Expr *expr_copy_with(Pool *pool, const Expr *e, const Expr *const from[],
                           const Expr *const to[], int count);

#endif
