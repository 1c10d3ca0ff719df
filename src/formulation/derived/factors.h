// factors.h -- factored linear systems with the mass matrix. For the files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_FACTORS_H
#define BIELLE_FORMULATION_DERIVED_FACTORS_H

#include "formulation/builder.h"

// The key of forward dynamics by factors of the mass matrix.
static const char FORWARD_BY_FACTORS[] = "qdd:factorised";

// What the rows of a system A x = b represent, which determines the meaning of its factors:
// A = L^T D L, y the reduced right-hand side, z the solution.
typedef enum SystemKind {
  SYSTEM_OF_INERTIA,    // accelerations x of coordinates or speeds from forces b
  SYSTEM_OF_RESPONSES,  // forces x, along constraints or directions, from accelerations b
  SYSTEM_OF_SHARES,     // distribution of effort among drives
  SYSTEM_OTHER
} SystemKind;
// Naming of factors as D1 and L21, with a suffix, for a matrix of n rows with these names that is
// eliminated from the last row of `order` (NULL: their natural order) to the first. No names if
// everything is written out.
IntermediateNaming derivation_names(const Derivation *derivation, const char *suffix, int n,
                                    SystemKind kind, const char *const rows[], const int order[]);

// Validity check of a pivot of the symmetric matrix A, positive while the pivot exceeds rounding:
// the pivot itself if nothing is subtracted from it, otherwise the pivot minus 2^-40 of the row's
// diagonal entry.
const Expr *pivot_margin(Matrix A, const SymmetricFactors *factors, int place);

// Factors of the mass matrix, with the pivots of quantities derived from them. mass_factors()
// returns false with a sentence in `why` if forward dynamics does not exist.
typedef struct MassFactors {
  SymmetricFactors factors;
  const struct AugmentedFactors *augmented;  // instead, with constraints; NULL: none
  const Pivot *pivots;
  int pivot_count;
} MassFactors;
bool mass_factors(Derivation *derivation, MassFactors *mass, Text *why);

// dqdd/dx for a column of symbols x: qdd is a function of coordinates, rates, torques, inputs and
// parameters. Returns a matrix without entries, with a sentence in `why`, if it does not exist
// (partials.c).
Matrix acceleration_partials(Derivation *derivation, const MassFactors *mass, Matrix x, Text *why);

#endif
