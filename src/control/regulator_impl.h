// regulator_impl.h -- what the files of the regulator share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_REGULATOR_IMPL_H
#define BIELLE_CONTROL_REGULATOR_IMPL_H

#include "control/regulator.h"
#include "system/board.h"
#include "system/closing.h"
#include "system/system.h"

typedef struct Regulator {
  Mechanism *mechanism;
  System *system;  // of the plant
  Arena *arena;
  const ModelTerm **terms;
  int term_count;
  int n, size;           // coordinates; x = (q, qd, s)
  const Expr **symbols;  // of x, in the mechanism's pool
  double *parameters;
  Board cost;
  const double *cost_values;  // slope, curvature and weights
  Closing closing;            // of the plant; without rows: nothing is tied
  double *x;                  // where the cost is least
  double *torques;            // that hold the plant there, by coordinate
  double *Q, *R;
  int count;    // of x_in, what is independent
  int *places;  // of these in x
  double *K;    // terms x count
  Text *why;
} Regulator;

ProgramState regulator_state(const Regulator *regulator);
double without_rounding(double x);

// ---- regulator_place.c: where the cost is least, and what holds it there

bool regulator_find_place(Regulator *regulator);
bool regulator_hold(Regulator *regulator);

#endif
