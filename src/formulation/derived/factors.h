// factors.h -- systems with the mass matrix, ready to be solved. For the files of formulation/
// only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_FACTORS_H
#define BIELLE_FORMULATION_DERIVED_FACTORS_H

#include "formulation/builder.h"

// The key of forward dynamics by factors of the mass matrix.
static const char FORWARD_BY_FACTORS[] = "qdd:factorised";

// What the rows of a system A x = b are, which says what its factors mean: A = L^T D L, y what is
// left of b, z the solution.
typedef enum SystemKind {
  SYSTEM_OF_INERTIA,    // accelerations x of coordinates or speeds out of forces b
  SYSTEM_OF_RESPONSES,  // forces x, along constraints or directions, out of accelerations b
  SYSTEM_OF_SHARES,     // how drives share the work
  SYSTEM_OTHER
} SystemKind;
// Names such as D1 and L21 with a suffix behind them, for factors of a matrix of n rows with these
// names, which is eliminated from the last row of `order` (NULL: as they come) to the first; none
// where all is written out.
IntermediateNaming derivation_names(const Derivation *derivation, const char *suffix, int n,
                                    SystemKind kind, const char *const rows[], const int order[]);

// What is positive while a pivot of the symmetric matrix A is more than rounding: the pivot itself
// where nothing is taken off, otherwise the pivot less 2^-40 of the row's own entry.
const Expr *pivot_margin(Matrix A, const SymmetricFactors *factors, int place);

// Of the mass matrix, with the pivots that a quantity made of them names. False with a sentence in
// `why` where there is no forward dynamics.
typedef struct MassFactors {
  SymmetricFactors factors;
  const struct AugmentedFactors *augmented;  // with constraints, instead (treatment.h); NULL: none
  const Pivot *pivots;
  int pivot_count;
} MassFactors;
bool mass_factors(Derivation *derivation, MassFactors *mass, Text *why);

// dqdd/dx by a column of symbols x: qdd is a function of coordinates, rates, torques, inputs and
// parameters. Without entries, and with a sentence in `why`, where there is none (partials.c).
Matrix acceleration_partials(Derivation *derivation, const MassFactors *mass, Matrix x, Text *why);

#endif
