// regulator_impl.h -- what the files of the regulator share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_REGULATOR_IMPL_H
#define BIELLE_CONTROL_REGULATOR_IMPL_H

#include "control/regulator.h"
#include "system/evaluator/evaluator.h"
#include "system/constraints/constraint_system.h"
#include "system/system.h"

typedef struct Regulator {
  Mechanism *mechanism;
  System *system;  // of the plant
  Arena *arena;
  const ModelTerm **terms;
  int term_count;
  int n, size;           // coordinates; x = (q, qd, s)
  const Expr **symbols;  // of x, in the mechanism's pool
  double *parameters;    // of the plant, as the description has them
  double *wanted;     // likewise for the cost and the weights, with those that only these depend on
  const bool *moves;  // of x: the place changes with these; NULL: none of it does
  const bool *turns;  // by term: what holds the plant there does
  Evaluator cost;
  const double *cost_values;     // slope, curvature and weights
  ConstraintSystem constraints;  // of the plant; without rows: nothing is tied
  double *x;                     // where the cost is least
  double *torques;               // that hold the plant there, by coordinate
  double *Q, *R;
  int count;    // of x_in, what is independent
  int *places;  // of these in x
  double *K;    // terms x count
  Text *why;
} Regulator;

// ---- regulator.c: from costs to gains

// Fills terms and term_count from the mechanism.
void regulator_find_terms(Regulator *regulator);
// From the terms to the gains, for a mechanism, an arena and `why`. `wanted`: NULL, the values of the
// description. False with a sentence in `why`. regulator_end() in any case.
bool regulator_solve(Regulator *regulator, const Mechanism *plant, const double wanted[]);
void regulator_end(Regulator *regulator);
// What parameters of the law are called: gain j of drive k, x_i of the place, what holds it there.
const char *gain_name(const Regulator *regulator, int k, int j);
const char *place_name(const Regulator *regulator, int i);
const char *holding_name(const Regulator *regulator, int k);
// With the digits that numbers of the law have.
double regulator_rounded(double value);

// ---- design.c: the same for other values of the parameters of the cost

// Finds out what of the place changes with them, and keeps in the mechanism what is needed to find
// the gains again; nothing if there are no such parameters.
void regulator_keep_design(Regulator *regulator, const Mechanism *plant);

ProgramState regulator_state(const Regulator *regulator);
double snap_to_zero(double x);

// ---- regulator_place.c: where the cost is least, and what holds it there

// `wanted`: NULL, the values of the description.
bool regulator_find_minimum(Regulator *regulator, const double wanted[]);
bool regulator_hold(Regulator *regulator);

#endif
