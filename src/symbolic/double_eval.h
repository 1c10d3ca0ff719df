// double_eval.h -- expressions in double precision: values and derivatives at several points.
//
// Derivatives are computed by reverse-mode differentiation, from the roots back to the symbols: one
// pass yields the derivatives with respect to all of them, and no expression is built.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_DOUBLE_EVAL_H
#define BIELLE_SYMBOLIC_DOUBLE_EVAL_H

#include "symbolic/steps.h"

// Returns the value of a symbol at a point; points are counted from 0.
typedef double SymbolNumber(void *context, const Symbol *symbol, int point);

// ---- one expression, at point 0

// Value of an expression. The result is NaN if any argument of an operation, including a
// comparison, is NaN. `number` NULL: the value of no symbol is known.
double expr_known_value(const Expr *e, SymbolNumber *number, void *context);
// Same as expr_known_value() at one of two generic configurations (`place` 0 or 1): symbols without
// a number, and all positions and symbols of later stages, have random values; only the latter
// differ between the configurations. An expression whose values differ depends on a position.
double expr_trial_value(const Expr *e, int place, SymbolNumber *number, void *context);
// Returns true if a and b differ by more than rounding, for terms of magnitude `size`.
bool trial_differs(double a, double b, double size);
// Magnitude of the terms of an expression; NaN if a part is undefined.
double expr_size(const Expr *e, SymbolNumber *size, void *context);

// ---- several, with derivatives

typedef struct Numbers {
  Steps steps;
  double *values;  // values of all steps, one point after the other
} Numbers;

// Evaluates `count` expressions of one pool; release the result with numbers_free().
Numbers numbers_of(const Expr *const roots[], int count, int points, SymbolNumber *number,
                   void *context);
void numbers_free(Numbers *numbers);

static inline double number_at(const Numbers *numbers, int root, int point)
{
  return numbers->values[point * numbers->steps.count + numbers->steps.roots[root]];
}

// Derivatives of the sum of weights[i] times root i with respect to each step, with all independent
// steps constant; free() the result. Where a function is not differentiable, the derivative of one
// side is used.
double *numbers_derivatives(const Numbers *numbers, int point, const double weights[]);

#endif
