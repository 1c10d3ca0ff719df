// kane.h -- generalised speeds of Kane's equations. For the files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_KANE_H
#define BIELLE_FORMULATION_METHODS_KANE_H

#include "formulation/recipes.h"

// The generalised speeds, and the rates of the coordinates as functions of them:
//   qd = Jnh alpha + d
typedef struct KaneSpeeds {
  int count;
  const char **names;   // "v"; "x'" if a speed is a rate
  const Expr **alpha;   // named expressions of their definitions
  Matrix Jnh;           // coordinates x count
  Matrix drift;         // d, by coordinate
  Matrix rates;         // Jnh alpha + d
  bool is_constrained;  // fewer speeds than rates
} KaneSpeeds;

// Computed once (kane_rates.c). NULL with a sentence in `why` if the speeds do not determine the
// rates.
const KaneSpeeds *kane_speeds(Derivation *derivation, Text *why);
// Substitutes the rates given by the constraints and the speeds into the entries. Without
// constraints they remain unchanged.
void kane_reduce(const Derivation *derivation, const KaneSpeeds *speeds, const Expr *entries[],
                 int count);
// "x'", by coordinate.
const char **kane_rate_names(const Equations *equations);

// Shortens entries, except those that are so long that the search would take long.
void kane_shorten(Matrix a);

// Solves K X = B for regular K. Returns 0, or the size of a block of coupled unknowns that is too
// large (kane_blocks.c).
int blocks_solve(Matrix K, Matrix B, Matrix *X);

#endif
