// state_list.h -- the values of a state by name: "q1 = 45 deg, q1' = 2 rad/s, m = 2 kg, u = 3". For
// the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_STATE_LIST_H
#define BIELLE_API_STATE_STATE_LIST_H

#include "base/messages/diagnostics.h"
#include "mechanism/dimension.h"
#include "program/program.h"

#include <jansson.h>

// The variable denoted by a name, and its array; time has no variable.
typedef struct StatePlace {
  ValueSource source;
  const Variable *variable;
} StatePlace;

// Finds the variable of a name: a coordinate, or a joint that has one, with primes for rates,
// "tau[q1]", an input, state, discrete variable or parameter, and t. Returns false if there is
// none.
bool state_name_find(const Equations *equations, const char *name, StatePlace *place);
// Dimension of the variable as far as it is known from its unit.
Dimension state_place_dimension(const StatePlace *place);

// Sets a number in the JSON of a state, replacing a previous one.
void state_list_put(json_t *state, const Equations *equations, const StatePlace *place,
                    double value);

// The list as the JSON of a state; NULL with a diagnostic.
json_t *state_list_read(const Equations *equations, const Source *source, Diagnostics *diagnostics);

#endif
