// dependents.h -- which coordinates follow from the others. For formulation/ and study/.
//
// The partition and Kane's generalised speeds are over the same coordinates. Where numbers are
// known (study/partition.h) these decide, otherwise exact ranks; both ask in the same order, the
// coordinate that is given up most easily first.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_CONSTRAINTS_DEPENDENTS_H
#define BIELLE_FORMULATION_CONSTRAINTS_DEPENDENTS_H

#include "formulation/constraints/constraints.h"

// Rows of J = [Phi_q; H], with the constraints that they come from.
typedef struct DependencyRows {
  const ConstraintList *list;
  const int *places;  // in the list, by row; NULL: all
  Matrix J;
} DependencyRows;

// How little a coordinate should depend on others.
typedef enum DependencyRank {
  RELUCTANCE_LENGTH,    // a wheel's place follows from its turns
  RELUCTANCE_CONSTANT,  // held with constant factors, which never vanish
  RELUCTANCE_PLAIN,
  RELUCTANCE_SHARED,  // part of a platform, which three loops or more hold; two above each of these
  RELUCTANCE_DRIVEN = 2 * RELUCTANCE_SHARED,
  DEPENDENCY_REQUESTED,  // somebody wants it to be independent
  RELUCTANCE_COUNT
} DependencyRank;
DependencyRank dependency_rank_of(const Mechanism *mechanism, const DependencyRows *rows,
                                  const bool wanted[], int coordinate);

// All coordinates by their reluctance; the last before the first of equals.
void order_by_dependency_rank(const Mechanism *mechanism, const DependencyRows *rows,
                              const bool wanted[], int order[]);

// As the options say, or by exact ranks.
struct ActiveConstraints;
void find_dependents(const Derivation *derivation, const struct ActiveConstraints *active,
                     bool is_dependent[]);

#endif
