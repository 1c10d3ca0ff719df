// reduced.h -- models without small terms. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_MODEL_REDUCED_H
#define BIELLE_API_MODEL_REDUCED_H

#include "api/api.h"
#include "formulation/formulation.h"

// Reads which terms are to be omitted. Returns false with a diagnostic if the options are
// inadmissible. `negligible` is set if options->negligible is; its values are in `pool`, its arrays
// in `arena`.
bool reduced_read(const BielleMechanism *mechanism, const BielleDeriveOptions *options, Pool *pool,
                  Arena *arena, NegligibleOptions *negligible, BielleDiagnostics *diagnostics);

// Adds to the note the operation counts of tau in this model and in the full one.
void reduced_note_operations(const BielleMechanism *mechanism, uint64_t seed, Equations *equations);

#endif
