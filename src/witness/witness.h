// witness.h -- numerical evaluation of a mechanism at a state: an independent check that uses no
// formulation, no program and no symbolic algebra.
//
// Poses are products of numerical matrices. Velocities, accelerations and Jacobians are derivatives
// of poses along paths (jet.h). Dynamics uses the Newton-Euler equations of each body, projected on
// the coordinates by the bodies' Jacobians:
//
//   M = sum  m Jv' Jv + Jw' I Jw  + Ma,      tau = sum  Jv' m (a - g) + Jw' (I w' + w x I w)  - Q
//
// Every number is a ball, so every result has an error bound. Constraint equations have the order
// and signs of docs/theory.md, "Constraints".
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
  // Whether the rows or columns belong to coordinates. With quaternions, only the components along
  // the state's directions (state_directions()) are meaningful.
  bool has_coordinate_rows;
  bool has_coordinate_columns;
  // For gamma and gamma_nh: the entries are those of `key` minus `jacobian` times the state's
  // accelerations. NULL: the entries are those of `key`.
  const char *jacobian;
} WitnessQuantity;

typedef struct ReferenceModel ReferenceModel;
ReferenceModel *reference_model_new(const Mechanism *mechanism);  // `mechanism` must outlive it
void reference_model_free(ReferenceModel *witness);               // NULL is allowed

// Evaluates T V M h G tau Qe Qu; fk of every frame and point; jac of every point, or, if there are
// no points, of every frame without child frames; Phi Phi_q Phi_t gamma; H b_nh gamma_nh.
// Quantities that the mechanism does not have are omitted, as is h if there are quaternions. The
// results are allocated in `arena`.
WitnessQuantity *reference_evaluate(const ReferenceModel *witness, const WitnessState *state,
                                    Arena *arena, int *count);

#endif
