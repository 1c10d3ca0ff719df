// constrained.h -- options of models with loops, constraints and wheels. For the files of api/
// only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_MODEL_CONSTRAINED_H
#define BIELLE_API_MODEL_CONSTRAINED_H

#include "api/api.h"
#include "system/system.h"

// Fills what `formulate` is told of constraints by the options: the treatment, the weights, which
// coordinates are independent. What it points at lives in `pool` and `arena`. False with a
// diagnostic if the options make no sense.
bool constrained_read(const BielleMechanism *mechanism, const BielleDeriveOptions *options,
                      Pool *pool, Arena *arena, FormulateOptions *formulate,
                      BielleDiagnostics *diagnostics);
// Decides (system.h) at the state of the options, if there is one; says what is amiss. For all that
// stands on equations of motion; without constraints nothing is done.
bool constrained_decide(System *system, const BielleDeriveOptions *options,
                        BielleDiagnostics *diagnostics);
// The treatment of that name; NULL: augmented. False with a diagnostic if there is none.
bool constrained_read_treatment(const char *word, ConstraintMethod *treatment,
                                BielleDiagnostics *diagnostics);

#endif
