// regulator_impl.h -- declarations shared by the files of the regulator.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_REGULATOR_IMPL_H
#define BIELLE_CONTROL_REGULATOR_IMPL_H

#include "control/regulator.h"
#include "system/evaluator/evaluator.h"
#include "system/constraints/constraint_system.h"
#include "system/system.h"

typedef struct Regulator {
  Mechanism *mechanism;
  System *system;  // equations of the plant
  Arena *arena;
  const ModelTerm **terms;
  int term_count;
  int n, size;           // number of coordinates; length of x = (q, qd, s)
  const Expr **symbols;  // symbols of x, in the mechanism's pool
  double *parameters;    // parameters of the plant, with the values of the description
  double *wanted;        // requested values for cost and weights, including design parameters
  const bool *moves;     // by entry of x: it changes with the design parameters; NULL: none does
  const bool *turns;     // by term: the static effort changes with the design parameters
  Evaluator cost;
  const double *cost_values;     // gradient, Hessian and weights
  ConstraintSystem constraints;  // constraints of the plant; no rows: unconstrained
  double *x;                     // minimum of the cost
  double *torques;               // static efforts there, by coordinate
  double *Q, *R;
  int count;    // length of x_in, the independent entries of x
  int *places;  // indices of x_in in x
  double *K;    // gains, terms x count
  Text *why;
} Regulator;

// ---- regulator.c: from costs to gains

// Fills terms and term_count from the mechanism.
void regulator_find_terms(Regulator *regulator);
// Computes the gains. mechanism, arena, why and the terms must be set. `wanted`: parameter values
// for cost and weights; NULL: the values of the description. Returns false and explains in `why` on
// failure. regulator_end() must be called in any case.
bool regulator_solve(Regulator *regulator, const Mechanism *plant, const double wanted[]);
void regulator_end(Regulator *regulator);
// Names of the parameters of the law: gain j of drive k, entry i of the operating point, and the
// static effort of drive k.
const char *gain_name(const Regulator *regulator, int k, int j);
const char *place_name(const Regulator *regulator, int i);
const char *holding_name(const Regulator *regulator, int k);
// Rounds to the number of digits of the numbers in the law.
double regulator_rounded(double value);

// ---- design.c: the gains for other values of the cost parameters

// Determines which entries of the operating point change with the design parameters, and stores in
// the mechanism the data needed to recompute the gains. Does nothing if there are no such
// parameters.
void regulator_keep_design(Regulator *regulator, const Mechanism *plant);

ProgramState regulator_state(const Regulator *regulator);
double snap_to_zero(double x);

// ---- regulator_place.c: the minimum of the cost, and the static efforts there

// `wanted`: parameter values for cost and weights; NULL: the values of the description.
bool regulator_find_minimum(Regulator *regulator, const double wanted[]);
bool regulator_hold(Regulator *regulator);

#endif
