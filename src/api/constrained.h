// constrained.h -- options of models with loops, constraints and wheels. For the files of api/
// only. SPDX-License-Identifier: MIT
#ifndef BIELLE_API_CONSTRAINED_H
#define BIELLE_API_CONSTRAINED_H

#include "api/api.h"
#include "formulation/formulation.h"

// Fills what `formulate` is told of constraints: the treatment, which of them are redundant where
// the mechanism is closed, which coordinates are independent. What it points at lives in `arena`.
// False with a diagnostic if the options make no sense. Without constraints nothing is done.
bool constrained_read(const BielleMechanism *mechanism, const BielleDeriveOptions *options,
                      Arena *arena, FormulateOptions *formulate, BielleDiagnostics *diagnostics);
// The treatment of that name; NULL: augmented. False with a diagnostic if there is none.
bool constrained_read_treatment(const char *word, Treatment *treatment,
                                BielleDiagnostics *diagnostics);

#endif
