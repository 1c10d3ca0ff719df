// solve.h -- equations of one unknown, or two, that have a closed form.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_SOLVE_H
#define BIELLE_TRANSFORM_SOLVE_H

#include "symbolic/expr.h"

enum { MAX_SOLUTIONS = 2 };

// The first of abs, sign, min, max, comparisons and if in e whose arguments hold the symbol: its
// derivatives are those of one branch, so that no form is known by them. NULL: there is none.
const Expr *expr_branch_of(const Expr *e, const Expr *unknown);

// The values of the symbol `unknown` for which e = 0, if e is linear or quadratic in it, or
//   e = a cos(unknown) + b sin(unknown) + c
// with a, b, c free of it. Returns how many; 0: e does not hold it, or has another form, or goes by
// branches (expr_branch_of), or no solution can be written where denominators vanish. Where two
// are found, both are real or neither; of arcs, all values up to whole turns.
int expr_solve(const Expr *e, const Expr *unknown, const Expr *solutions[MAX_SOLUTIONS]);

// e = a cos(unknown) + b sin(unknown) + c?
typedef struct Harmonic {
  const Expr *a;
  const Expr *b;
  const Expr *c;
} Harmonic;
bool expr_is_harmonic(const Expr *e, const Expr *unknown, Harmonic *harmonic);
// Where it is zero; not for a = b = 0.
int harmonic_solve(const Harmonic *harmonic, const Expr *solutions[MAX_SOLUTIONS]);
// d with d^2 = a^2 + b^2 - c^2, which the solutions are made of unless a, b or c is zero.
const Expr *harmonic_root(const Harmonic *harmonic);

// Two equations for x and others, as one equation without x, and x by the others:
//   k + e x = 0               across e it holds no x, along e it tells it
//   k + M (cos x, sin x) = 0  with a matrix M of a turn and a scale r: |k|^2 = r^2, x is an atan2
// False for others.
typedef struct Resultant {
  const Expr *equation;
  const Expr *x;
} Resultant;
bool expr_eliminate(const Expr *const equations[2], const Expr *unknown, Resultant *result);

#endif
