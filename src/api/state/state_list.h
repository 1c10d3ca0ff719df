// state_list.h -- the numbers of a state by name: "q1 = 45 deg, q1' = 2 rad/s, m = 2 kg, u = 3". For the
// files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_STATE_LIST_H
#define BIELLE_API_STATE_STATE_LIST_H

#include "base/messages/diagnostics.h"
#include "mechanism/dimension.h"
#include "program/program.h"

#include <jansson.h>

// What a name stands for: a variable, of which array; time has none.
typedef struct StatePlace {
  ValueSource source;
  const Variable *variable;
} StatePlace;

// Names are those of coordinates, or of joints that have one, with primes their rates, "tau[q1]",
// inputs, states, discrete variables, parameters, and t. False if there is no such name.
bool state_name_find(const Equations *equations, const char *name, StatePlace *place);
// As far as it is known from the variable's unit.
Dimension state_place_dimension(const StatePlace *place);

// Puts a number into the JSON of a state, in place of another one.
void state_list_put(json_t *state, const Equations *equations, const StatePlace *place,
                    double value);

// The list as the JSON of a state; NULL with a diagnostic.
json_t *state_list_read(const Equations *equations, const Source *source, Diagnostics *diagnostics);

#endif
