// model_impl.h -- what the files of the model share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_MODEL_IMPL_H
#define BIELLE_CONTROL_MODEL_IMPL_H

#include "control/model.h"
#include "formulation/formulation.h"
#include "transform/substitution.h"

typedef struct Model {
  Mechanism *mechanism;
  Mechanism *plant;        // a copy without controllers
  Derivation *derivation;  // of the plant
  Diagnostics *diagnostics;
  Arena *scratch;
  Substitution known;  // what the symbols of terms stand for, so far
} Model;

// An empty one, with room for all that may be put in.
Substitution model_list(const Model *model);
// The parameters that these expressions depend on become the model's.
void model_add_parameters(Model *model, const Expr *const e[], int count, Substitution *list);
// Rates and accelerations that move a place as commanded (model_rates.c).
bool model_put_rates(Model *model);

#endif
