// double_eval.h -- expressions in doubles: their values, at several points, and their derivatives there.
//
// Derivatives go backwards, from what is computed to the symbols: one walk gives those by all of
// them, and no expression is built.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_DOUBLE_EVAL_H
#define BIELLE_SYMBOLIC_DOUBLE_EVAL_H

#include "symbolic/steps.h"

// The number of a symbol at a point, from 0.
typedef double SymbolNumber(void *context, const Symbol *symbol, int point);

// ---- one expression, at point 0

// NaN if it is made of anything that is; a comparison of what is not known is not known, too.
// `number` NULL: no symbol is known.
double expr_known_value(const Expr *e, SymbolNumber *number, void *context);
// The same at one of two places that nothing singles out: symbols without a number have random ones,
// which only for positions and what comes behind them differ from place to place. What is not the
// same at both depends on a position.
double expr_trial_value(const Expr *e, int place, SymbolNumber *number, void *context);
// Are they surely not the same, and no matter of rounding, of things of that size?
bool trial_differs(double a, double b, double size);
// How large the terms are that it is made of; what has no value is NaN.
double expr_size(const Expr *e, SymbolNumber *size, void *context);

// ---- several, with derivatives

typedef struct Numbers {
  Steps steps;
  double *values;  // of all steps, at one point after the other
} Numbers;

// Of `count` expressions of one pool; numbers_free() it.
Numbers numbers_of(const Expr *const roots[], int count, int points, SymbolNumber *number,
                   void *context);
void numbers_free(Numbers *numbers);

static inline double number_at(const Numbers *numbers, int root, int point)
{
  return numbers->values[point * numbers->steps.count + numbers->steps.roots[root]];
}

// The derivatives of the sum of weights[i] times root i by each of the steps, everything else
// constant; free() it. Where functions have corners, that of one side.
double *numbers_derivatives(const Numbers *numbers, int point, const double weights[]);

#endif
