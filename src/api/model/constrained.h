// constrained.h -- options of models with loops, constraints and wheels. For the files of api/
// only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_MODEL_CONSTRAINED_H
#define BIELLE_API_MODEL_CONSTRAINED_H

#include "api/api.h"
#include "system/system.h"

// Sets the constraint options of `formulate`: the constraint method, the weights, the independent
// coordinates. Their data are allocated in `pool` and `arena`. Returns false with a diagnostic if
// the options are inadmissible.
bool constrained_read(const BielleMechanism *mechanism, const BielleDeriveOptions *options,
                      Pool *pool, Arena *arena, FormulateOptions *formulate,
                      BielleDiagnostics *diagnostics);
// Selects redundant constraints and dependent coordinates (system.h) at the state of the options,
// if there is one, and reports problems. Required before equations of motion are derived; does
// nothing without constraints.
bool constrained_decide(System *system, const BielleDeriveOptions *options,
                        BielleDiagnostics *diagnostics);
// The constraint method of this name; NULL: augmented. Returns false with a diagnostic if there is
// none.
bool constrained_read_treatment(const char *word, ConstraintMethod *treatment,
                                BielleDiagnostics *diagnostics);

#endif
