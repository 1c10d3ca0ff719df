// start_state.h -- the one state that a study begins at. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_START_STATE_H
#define BIELLE_API_STATE_START_STATE_H

#include "api/state/state_json.h"
#include "api/state/state_list.h"

// The text of a state, or an empty one that stands for the description's values.
Source start_state_source(const char *state, size_t length, const char *name);
// Reads it; arrays are in `arena`. `defaults`: as in StateReader. False with diagnostics, or with a
// sentence in `why` after an internal error.
bool start_state_read(const Equations *equations, const Source *source,
                      const ParameterDefaults *defaults, Arena *arena, Diagnostics *diagnostics,
                      StateValues *values, Text *why);
// The same values as programs take them.
ProgramState start_state_program(const StateValues *values);

#endif
