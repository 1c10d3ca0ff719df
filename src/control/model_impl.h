// model_impl.h -- what the files of the model share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_MODEL_IMPL_H
#define BIELLE_CONTROL_MODEL_IMPL_H

#include "control/model.h"
#include "symbolic/matrix/matrix.h"
#include "system/mobility/mobility.h"
#include "transform/carried/substitution.h"

// Of a model with constraints: qdd = N qdd_in + a, by the model's parameters.
typedef struct ModelConstraints {
  int count;               // of independent coordinates; 0: there are no constraints
  const int *independent;  // in order
  Matrix N, a;
} ModelConstraints;

typedef struct Model {
  Mechanism *mechanism;
  Mechanism *plant;  // a copy without controllers
  System *system;    // of the plant
  Diagnostics *diagnostics;
  Arena *scratch;
  Substitution known;      // what the symbols of terms stand for, so far
  const bool *acts;        // by term: the motion depends on it; the others are only shown
  const ModelTerm *shown;  // that is found now, beside those that act; NULL: none
  ModelConstraints ties;
} Model;

// An empty one, with room for all that may be put in.
Substitution model_list(const Model *model);
// The parameters that these expressions depend on become the model's.
void model_add_parameters(Model *model, const Expr *const e[], int count, Substitution *list);
// The same, of a matrix, put in.
void model_use_own_parameters(Model *model, Matrix a);
// By term: does the motion depend on it (model_shown.c)?
const bool *model_acting_terms(const Mechanism *mechanism, Arena *arena);
// Does the term belong to the others: does it act, or is it the one that is found now?
bool model_has_term(const Model *model, const ModelTerm *term);
// The term of this kind among these; NULL: there is none.
const ModelTerm *model_term(const Model *model, ModelTermKind kind, int coordinate);
// The second rate of the motion that a coordinate without controller follows; 0: none.
const Expr *model_driven_acceleration(const Mechanism *mechanism, int coordinate);

// ---- model_ties.c

// Are there loops, wheels or other constraints?
bool model_is_constrained(const Mechanism *mechanism);
// Fills the ties. False with a sentence in `why`.
bool model_solve_constraints(Model *model, Text *why);
// Torques by coordinate, of a kind, become those of the drives.
void model_constraint_torques(const Model *model, ModelTermKind kind, const Expr *torques[]);

// A rate or an acceleration that moves a place as commanded (model_rates.c).
bool model_put_rate(Model *model, const ModelTerm *term);

#endif
