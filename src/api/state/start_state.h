// start_state.h -- the initial state of a study. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_START_STATE_H
#define BIELLE_API_STATE_START_STATE_H

#include "api/state/state_json.h"
#include "api/state/state_list.h"

// The text of a state; if `state` is NULL, an empty one for the values of the description.
Source start_state_source(const char *state, size_t length, const char *name);
// Reads the state; arrays are in `arena`. `defaults`: as in StateReader. Returns false with
// diagnostics, or with a sentence in `why` after an internal error.
bool start_state_read(const Equations *equations, const Source *source,
                      const ParameterDefaults *defaults, Arena *arena, Diagnostics *diagnostics,
                      StateValues *values, Text *why);
// The same values as the state of a program.
ProgramState start_state_program(const StateValues *values);

#endif
