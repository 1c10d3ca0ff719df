// model_impl.h -- declarations shared by the files of the model.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_MODEL_IMPL_H
#define BIELLE_CONTROL_MODEL_IMPL_H

#include "control/model.h"
#include "symbolic/matrix/matrix.h"
#include "system/mobility/mobility.h"
#include "transform/carried/substitution.h"

// The accelerations of a model with constraints: qdd = N qdd_in + a, in the parameters of the
// model.
typedef struct ModelConstraints {
  int count;               // number of independent coordinates; 0: no constraints
  const int *independent;  // indices in ascending order
  Matrix N, a;
} ModelConstraints;

typedef struct Model {
  Mechanism *mechanism;
  Mechanism *plant;  // copy without controllers
  System *system;    // equations of the plant
  Diagnostics *diagnostics;
  Arena *scratch;
  Substitution known;      // expressions of the term symbols found so far
  const bool *acts;        // by term: the motion depends on it; the others are output only
  const ModelTerm *shown;  // output-only term being evaluated, in addition to those that act; NULL:
                           // none
  ModelConstraints ties;
} Model;

// Creates an empty list with capacity for all possible entries.
Substitution model_list(const Model *model);
// Adds substitutions that replace the parameters in these expressions by those of the model.
void model_add_parameters(Model *model, const Expr *const e[], int count, Substitution *list);
// Applies these substitutions to the entries of a matrix.
void model_use_own_parameters(Model *model, Matrix a);
// Returns, by term, whether the motion depends on it (model_shown.c).
const bool *model_acting_terms(const Mechanism *mechanism, Arena *arena);
// Returns true if the term is evaluated together with the others: it affects the motion, or it is
// the output-only term being evaluated.
bool model_has_term(const Model *model, const ModelTerm *term);
// Returns the term of this kind for the coordinate, or NULL if there is none.
const ModelTerm *model_term(const Model *model, ModelTermKind kind, int coordinate);
// Returns the second derivative of the motion prescribed for a coordinate without controller, or 0.
const Expr *model_driven_acceleration(const Mechanism *mechanism, int coordinate);

// ---- model_ties.c

// Returns true if there are loops, wheels or other constraints other than quaternion norms.
bool model_is_constrained(const Mechanism *mechanism);
// Fills model->ties. Returns false and explains in `why` on failure.
bool model_solve_constraints(Model *model, Text *why);
// Converts torques of this kind by coordinate, without constraints, to those of the drives.
void model_constraint_torques(const Model *model, ModelTermKind kind, const Expr *torques[]);

// Finds a rate or an acceleration that moves a point as commanded (model_rates.c).
bool model_put_rate(Model *model, const ModelTerm *term);

#endif
