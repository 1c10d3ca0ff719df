// newton.h -- solves F(x) = 0 from an approximate start, for any number of equations.
//
// Newton steps, damped (Levenberg-Marquardt) where a full step does not reduce |F|: |F| never
// increases. Unknowns are scaled by the columns of F_x, so that units do not matter. Overdetermined
// (redundant but consistent) and underdetermined systems (the solution near the start, by small
// steps) need no special treatment; without a solution the iteration ends at a local minimum of
// |F|.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_SOLVE_NEWTON_H
#define BIELLE_NUMERIC_SOLVE_NEWTON_H

#include "numeric/linear/entries.h"
#include "numeric/status.h"

#include <stdbool.h>

// F(x) and its derivative F_x, by entry: equations x unknowns, row-major, unless the options have
// fewer entries. Returns false if F is undefined; the step is then shortened.
typedef bool (*NewtonFunction)(void *context, const double x[], double residual[],
                               double jacobian[]);

typedef struct NewtonProblem {
  int unknowns;
  int equations;
  NewtonFunction evaluate;
  void *context;
} NewtonProblem;

typedef struct NewtonOptions {
  int iterations;    // maximum number; 0: 200
  double tolerance;  // relative to the norm of the largest row of F_x; 0: 1e-10
  bool is_scaled;    // unknowns have one scale: of equivalent steps the shortest is used
  // By unknown: longest step; 0: no limit. NULL: no limits.
  const double *longest_steps;
  const Entries *entries;  // of F_x; NULL: all
} NewtonOptions;

typedef struct NewtonResult {
  double residual;  // |F|, Euclidean
  int iterations;
} NewtonResult;

// Improves `x`. NUMERIC_OK: F(x) is zero up to rounding. NUMERIC_NO_SOLUTION: |F| has a nonzero
// minimum or a saddle there. NUMERIC_NOT_CONVERGED: iteration limit; x is the best point so far.
// NUMERIC_NOT_FINITE: F is undefined at the start. `options` may be NULL.
NumericStatus newton_solve(const NewtonProblem *problem, const NewtonOptions *options, double x[],
                           NewtonResult *result);

// Refines a local minimum of |F| that is not zero, to which newton_solve() converges slowly only.
// Returns |F| there, never more than before.
double newton_refine_closest(const NewtonProblem *problem, double x[]);

// ---- multiple starts

typedef struct SearchOptions {
  NewtonOptions newton;
  const double *lower;  // the box of the starts, by unknown
  const double *upper;
  const double *periods;  // period by unknown, modulo which solutions are equal; 0: none
  // Returns true if the solution is accepted. Called with the problem's context; NULL: all are
  // accepted.
  bool (*accepts)(void *context, const double x[]);
  // Additional equations that hold at accepted solutions and not at others: tried if a start leads
  // to no solution. With the problem's unknowns and context; NULL: none.
  const NewtonProblem *detour;
  int starts;  // in addition to the given one
  bool stops_at_first;
} SearchOptions;

// Solutions in the order in which they were found, or the closest point if there is none.
typedef struct SearchResult {
  double *points;  // count x unknowns, then the closest point; free() it
  int count;       // different solutions
  double closest;  // least |F| over all starts
  int starts;      // number of starts tried
  int iterations;  // of all starts
  int refused;     // number of starts that led to a solution rejected by accepts()
} SearchResult;

// Solves from `start`, then from starts spread evenly over the box, the same in every run.
void newton_search(const NewtonProblem *problem, const SearchOptions *options, const double start[],
                   SearchResult *result);

#endif
