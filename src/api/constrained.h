// constrained.h -- options of models with loops, constraints and wheels. For the files of api/
// only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_CONSTRAINED_H
#define BIELLE_API_CONSTRAINED_H

#include "api/api.h"
#include "formulation/formulation.h"

// Fills what `formulate` is told of constraints by the options: the treatment, the weights, which
// coordinates are independent. What it points at lives in `pool` and `arena`. False with a
// diagnostic if the options make no sense.
bool constrained_read(const BielleMechanism *mechanism, const BielleDeriveOptions *options,
                      Pool *pool, Arena *arena, FormulateOptions *formulate,
                      BielleDiagnostics *diagnostics);
// Fills what the mechanism's own numbers tell: which constraints are redundant where it is closed,
// and where a partition divides: at the state, if its text is not NULL and the mechanism closes
// there, otherwise at the values of the description. For all that stands on equations of motion;
// without constraints nothing is done.
bool constrained_study(const BielleMechanism *mechanism, const Source *state, Arena *arena,
                       FormulateOptions *formulate, BielleDiagnostics *diagnostics);
// The treatment of that name; NULL: augmented. False with a diagnostic if there is none.
bool constrained_read_treatment(const char *word, Treatment *treatment,
                                BielleDiagnostics *diagnostics);

#endif
