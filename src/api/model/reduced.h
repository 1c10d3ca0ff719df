// reduced.h -- models that leave something out. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_MODEL_REDUCED_H
#define BIELLE_API_MODEL_REDUCED_H

#include "api/api.h"
#include "formulation/formulation.h"

// Reads what is to be left out; false with a diagnostic if it makes no sense. `negligible` is set
// if options->negligible is; its values live in `pool`, its arrays in `arena`.
bool reduced_read(const BielleMechanism *mechanism, const BielleDeriveOptions *options, Pool *pool,
                  Arena *arena, NegligibleOptions *negligible, BielleDiagnostics *diagnostics);

// Adds to the note what tau costs now, and what it costs whole.
void reduced_note_operations(const BielleMechanism *mechanism, uint64_t seed, Equations *equations);

#endif
