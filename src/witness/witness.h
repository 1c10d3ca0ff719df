// witness.h -- the mechanism in plain numbers at a state: a second opinion that knows no
// formulation, no program and no algebra of expressions.
//
// Poses are products of matrices of numbers. Velocities, accelerations and Jacobians are
// derivatives of those along paths (jet.h). Dynamics is Newton and Euler's law body by body,
// projected on the coordinates by the bodies' Jacobians:
//
//   M = sum  m Jv' Jv + Jw' I Jw  + Ma,      tau = sum  Jv' m (a - g) + Jw' (I w' + w x I w)  - Q
//
// Everything is a ball, so every result has an error bound. Rows of constraints come in the order
// and with the signs of docs/theory.md, "Constraints".
// SPDX-License-Identifier: MIT
#ifndef BIELLE_WITNESS_WITNESS_H
#define BIELLE_WITNESS_WITNESS_H

#include "mechanism/mechanism.h"
#include "witness/state.h"

typedef struct WitnessQuantity {
  const char *key;  // as in --what
  int rows;
  int columns;
  Ball *entries;  // row-major
  // Which of them belong to coordinates: with quaternions only their part along the state's
  // directions has a meaning.
  bool has_coordinate_rows;
  bool has_coordinate_columns;
  // gamma and gamma_nh: the entries are those of `key` less `jacobian` times the state's
  // accelerations; NULL: of `key` itself.
  const char *jacobian;
} WitnessQuantity;

typedef struct ReferenceModel ReferenceModel;
ReferenceModel *reference_model_new(const Mechanism *mechanism);  // which must outlive it
void reference_model_free(ReferenceModel *witness);               // NULL is allowed

// T V M h G tau Qe Qu; fk of every frame and point; jac of every point, or where there is none of
// every frame that carries no other; Phi Phi_q Phi_t gamma; H b_nh gamma_nh. Those that the
// mechanism has not are left out, and h where there are quaternions. They live in `arena`.
WitnessQuantity *reference_evaluate(const ReferenceModel *witness, const WitnessState *state,
                                    Arena *arena, int *count);

#endif
