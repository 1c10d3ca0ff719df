// newton.h -- F(x) = 0 from a rough start, with as many equations as there happen to be.
//
// Newton's step where it helps, damped (Levenberg, Marquardt) where it leads astray: |F| never
// grows. Unknowns are scaled by how strongly they act, so units do not matter. Too many equations
// (redundant but consistent) and too few (the nearest solution by small steps) are no special
// cases; without a solution the iterations end where |F| is least near the start.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_SOLVE_NEWTON_H
#define BIELLE_NUMERIC_SOLVE_NEWTON_H

#include "numeric/linear/entries.h"
#include "numeric/status.h"

#include <stdbool.h>

// F(x) and its derivative F_x, by entry: equations x unknowns, row-major, unless the options
// have fewer. False where F does not exist; the
// step is then shortened.
typedef bool (*NewtonFunction)(void *context, const double x[], double residual[],
                               double jacobian[]);

typedef struct NewtonProblem {
  int unknowns;
  int equations;
  NewtonFunction evaluate;
  void *context;
} NewtonProblem;

typedef struct NewtonOptions {
  int iterations;    // at most; 0: 200
  double tolerance;  // F counts as zero below this times the largest row of F_x; 0: 1e-10
  bool is_scaled;    // unknowns are measured alike: of steps that do the same the shortest is taken
  // By unknown: no step is longer; 0: it may be as long as it likes. NULL: all may.
  const double *longest_steps;
  const Entries *entries;  // of F_x; NULL: all
} NewtonOptions;

typedef struct NewtonResult {
  double residual;  // |F|, Euclidean
  int iterations;
} NewtonResult;

// Improves `x`. NUMERIC_OK: F(x) is zero up to rounding. NUMERIC_NO_SOLUTION: |F| has a minimum
// there that is not zero, or a saddle. NUMERIC_NOT_CONVERGED: the iterations ran out; x is the best
// so far. NUMERIC_NOT_FINITE: F does not exist at the start. `options` may be NULL.
NumericStatus newton_solve(const NewtonProblem *problem, const NewtonOptions *options, double x[],
                           NewtonResult *result);

// Improves a point near which |F| is least but not zero, where newton_solve() comes close only
// slowly. Returns |F| there, never more than before.
double newton_refine_closest(const NewtonProblem *problem, double x[]);

// ---- many starts

typedef struct SearchOptions {
  NewtonOptions newton;
  const double *lower;  // the box of the starts, by unknown
  const double *upper;
  const double *periods;  // solutions that differ by it are one; 0: none
  // Is the solution one of those that are looked for? Called with the problem's context; NULL: all
  // are.
  bool (*accepts)(void *context, const double x[]);
  // Further equations that hold at solutions that are looked for, and lead away from others: tried
  // where a start leads to none. With the problem's unknowns and context; NULL: there are none.
  const NewtonProblem *detour;
  int starts;  // besides the given one
  bool stops_at_first;
} SearchOptions;

// Solutions in the order in which they were found, or the closest point if there is none.
typedef struct SearchResult {
  double *points;  // count x unknowns, then the closest point; free() it
  int count;       // different solutions
  double closest;  // least |F| over all starts
  int starts;      // tried
  int iterations;  // of all of them
  int refused;     // starts that led to a solution of which accepts() is false
} SearchResult;

// Solves from `start`, then from starts spread evenly over the box: the same ones in every run.
void newton_search(const NewtonProblem *problem, const SearchOptions *options, const double start[],
                   SearchResult *result);

#endif
