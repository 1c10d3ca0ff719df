// factors.h -- linear systems with a symmetric matrix. For the files of formulation/ only.
//
//   A = L^T D L,  L unit lower triangular:   A x = b   as   L^T y = b,   D z = y,   L x = z
//
// Elimination goes from the last place to the first. With the coordinates in the order of the tree,
// parents first, nothing of a mass matrix is filled in (Featherstone 2008, section 6.5), and the
// nodes are those of forward dynamics by factors, so programs share them.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_FACTORS_H
#define BIELLE_FORMULATION_FACTORS_H

#include "formulation/builder.h"

typedef struct SymmetricFactors {
  int n;
  int *order;            // row of A that stands at place k
  const Expr **L;        // n x n by places; only what is below the diagonal is set
  const Expr **pivot;    // D, by places
  const Expr **inverse;  // of the pivots
} SymmetricFactors;

// `order` NULL: as they come. `suffix` NULL: no names; otherwise pivots and factors are named, D1
// and L21 and the suffix: names keep quotients apart, which would otherwise be divided each time
// anew. -1, or a row of A that depends on others in every configuration: then
// there are no factors.
int factors_of(Scene *scene, const Expr *const A[], int n, const int order[], const char *suffix,
               SymmetricFactors *factors);

// The two halves of a solution, in place, row-major with `columns` columns: L^T y = b, and D z = y
// with L x = z.
void factors_reduce(const SymmetricFactors *factors, int columns, const Expr *y[]);
void factors_finish(const SymmetricFactors *factors, int columns, const Expr *x[]);
// A X = B, both row-major with `columns` columns; X may be B.
void factors_solve(const SymmetricFactors *factors, const Expr *const B[], int columns,
                   const Expr *X[]);
// X = A^-1
void factors_invert(const SymmetricFactors *factors, const Expr *X[]);

// Of the mass matrix, with the pivots that a quantity made of them names. False with a sentence in
// `why` where there is no forward dynamics (partials.c).
typedef struct MassFactors {
  SymmetricFactors factors;
  const struct AugmentedFactors *augmented;  // with constraints, instead (treatment.h); NULL: none
  const Pivot *pivots;
  int pivot_count;
} MassFactors;
bool mass_factors(Scene *scene, MassFactors *mass, Text *why);

// dqdd/dx by `count` symbols x, n x count: qdd is a function of coordinates, rates, torques, inputs
// and parameters. False with a sentence in `why` (partials.c).
bool acceleration_partials(Scene *scene, const MassFactors *mass, const Expr *const x[], int count,
                           const Expr *out[], Text *why);

#endif
