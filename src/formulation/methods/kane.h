// kane.h -- generalised speeds, which Kane's equations are over. For the files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_KANE_H
#define BIELLE_FORMULATION_METHODS_KANE_H

#include "formulation/recipes.h"

// The speeds that the equations are over, and the rates of the coordinates by them:
//   qd = Jnh alpha + d
typedef struct KaneSpeeds {
  int count;
  const char **names;   // "v"; "x'" where a rate is a speed
  const Expr **alpha;   // each its name for what it stands for
  Matrix Jnh;           // coordinates x count
  Matrix drift;         // d, by coordinate
  Matrix rates;         // Jnh alpha + d
  bool is_constrained;  // fewer speeds than rates
} KaneSpeeds;

// All of them (kane_rates.c), once. NULL with a sentence in `why` if the speeds do not determine
// the rates.
const KaneSpeeds *kane_speeds(Derivation *derivation, Text *why);
// Entries with every rate of a coordinate as the constraints and the speeds have it. Without
// constraints they stay as they are.
void kane_reduce(const Derivation *derivation, const KaneSpeeds *speeds, const Expr *entries[],
                 int count);
// "x'", by coordinate.
const char **kane_rate_names(const Equations *equations);

// The shortest form of entries that are not so long that it would take long to find.
void kane_shorten(Matrix a);

// K X = B, K regular. 0, or how many unknowns are tied to one another where they are too many
// (kane_blocks.c).
int blocks_solve(Matrix K, Matrix B, Matrix *X);

#endif
