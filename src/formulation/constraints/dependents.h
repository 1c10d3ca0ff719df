// dependents.h -- selection of dependent coordinates. For formulation/ and study/.
//
// The partition and Kane's generalised speeds use the same independent coordinates. The selection
// is by numerical pivots if numbers are known (study/partition.h), otherwise by exact ranks; both
// consider coordinates in the same order, those most suitable as dependent ones first.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_CONSTRAINTS_DEPENDENTS_H
#define BIELLE_FORMULATION_CONSTRAINTS_DEPENDENTS_H

#include "formulation/constraints/constraints.h"

// Rows of J = [Phi_q; H], with the constraints they belong to.
typedef struct DependencyRows {
  const ConstraintList *list;
  const int *places;  // indices in the list, by row; NULL: all
  Matrix J;
} DependencyRows;

// How unsuitable a coordinate is as a dependent one; higher ranks are chosen later.
typedef enum DependencyRank {
  RELUCTANCE_LENGTH,    // length: the position of a wheel follows from its angles
  RELUCTANCE_CONSTANT,  // angle with constant coefficients, which never vanish
  RELUCTANCE_PLAIN,
  RELUCTANCE_SHARED,  // on a platform held by at least three loops; added to the ranks above
  RELUCTANCE_DRIVEN = 2 * RELUCTANCE_SHARED,
  DEPENDENCY_REQUESTED,  // requested to be independent
  RELUCTANCE_COUNT
} DependencyRank;
DependencyRank dependency_rank_of(const Mechanism *mechanism, const DependencyRows *rows,
                                  const bool wanted[], int coordinate);

// All coordinates by rank; among equal ranks the last one comes first.
void order_by_dependency_rank(const Mechanism *mechanism, const DependencyRows *rows,
                              const bool wanted[], int order[]);

// Marks the dependent coordinates: those given by the options, otherwise by exact ranks.
struct ActiveConstraints;
void find_dependents(const Derivation *derivation, const struct ActiveConstraints *active,
                     bool is_dependent[]);

#endif
