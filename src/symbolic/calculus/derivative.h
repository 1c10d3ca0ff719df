// derivative.h -- partial and total derivatives, Jacobians, substitution.
//
// Every distinct node below the roots of one call is differentiated only once.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_CALCULUS_DERIVATIVE_H
#define BIELLE_SYMBOLIC_CALCULUS_DERIVATIVE_H

#include "symbolic/expr.h"

// d e / d symbol, all other symbols constant.
const Expr *expr_derivative(const Expr *e, const Expr *symbol);
// Same as expr_derivative() for `count` expressions of one pool.
void expr_derivatives(const Expr *const e[], int count, const Expr *symbol, const Expr *out[]);

// d e / dt: sum over the symbols s below e of (de/ds) * expr_rate(s).
const Expr *expr_time_derivative(const Expr *e);
// Partial time derivative: coordinates and symbols of later stages are constant, while t and smooth
// inputs change.
const Expr *expr_partial_time_derivative(const Expr *e);
void expr_time_derivatives(const Expr *const e[], int count, const Expr *out[]);

// Row-major `rows` x `columns`: d f[i] / d x[j].
void expr_jacobian(const Expr *const f[], int rows, const Expr *const x[], int columns,
                   const Expr *out[]);

// Simultaneously replaces every from[i] (not numbers) in e by to[i].
const Expr *expr_substitute(const Expr *e, const Expr *const from[], const Expr *const to[],
                            int count);
// Same as expr_substitute() for `expression_count` expressions of one pool; `out` may be `e`.
void expr_substitute_all(const Expr *const e[], int expression_count, const Expr *const from[],
                         const Expr *const to[], int count, const Expr *out[]);
// Copies `e` to another pool and replaces every from[i], a node of the pool of `e`, by to[i], a
// node of `pool`. Equal values are one node, which keeps the best form encountered so far: a value
// that is independent of a symbol may be written with it. Only in a pool that has never contained
// this form is the value written without the symbol.
const Expr *expr_copy_with(Pool *pool, const Expr *e, const Expr *const from[],
                           const Expr *const to[], int count);

#endif
