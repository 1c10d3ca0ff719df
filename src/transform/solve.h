// solve.h -- equations in one or two unknowns with a closed-form solution.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_SOLVE_H
#define BIELLE_TRANSFORM_SOLVE_H

#include "symbolic/expr.h"

enum { MAX_SOLUTIONS = 2 };

// The first piecewise function (abs, sign, min, max, comparisons, if) in e whose arguments contain
// the symbol; derivatives describe one branch only, so that such an expression is not recognised by
// them. NULL: none.
const Expr *expr_branch_of(const Expr *e, const Expr *unknown);

// Solves e = 0 for the symbol `unknown`, if e is linear or quadratic in it, or
//   e = a cos(unknown) + b sin(unknown) + c
// where a, b, c do not contain it. Returns the number of solutions; 0: e does not contain the
// unknown, has another form or is piecewise (expr_branch_of), or every form of the solution has a
// vanishing denominator. If there are two solutions, both are real or neither; for angles they are
// all values modulo 2 pi.
int expr_solve(const Expr *e, const Expr *unknown, const Expr *solutions[MAX_SOLUTIONS]);

// Form e = a cos(unknown) + b sin(unknown) + c.
typedef struct Harmonic {
  const Expr *a;
  const Expr *b;
  const Expr *c;
} Harmonic;
bool expr_is_harmonic(const Expr *e, const Expr *unknown, Harmonic *harmonic);
// Zeros of a harmonic form; a = b = 0 is excluded.
int harmonic_solve(const Harmonic *harmonic, const Expr *solutions[MAX_SOLUTIONS]);
// d with d^2 = a^2 + b^2 - c^2, which occurs in the solutions unless a, b or c is zero.
const Expr *harmonic_root(const Harmonic *harmonic);

// Eliminates x from two equations: one equation without x, and x as a function of the others:
//   k + e x = 0               the component across e has no x; the component along e yields x
//   k + M (cos x, sin x) = 0  M is a rotation times a scale r: |k|^2 = r^2, and x is an atan2
// Returns false for other forms.
typedef struct Resultant {
  const Expr *equation;
  const Expr *x;
} Resultant;
bool expr_eliminate(const Expr *const equations[2], const Expr *unknown, Resultant *result);

#endif
