// state_json.h -- states written as JSON. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_JSON_H
#define BIELLE_API_STATE_JSON_H

#include "system/described_values.h"
#include "base/diagnostics.h"

#include <jansson.h>

// Numbers of one state, in the order of the equations' variables.
typedef struct StateValues {
  double *parameters;
  double *q;
  double *qd;
  double *qdd;
  double *inputs;
  double *torques;
  double *states;
  double *discretes;
  double time;
  bool *gives_q;  // by coordinate: the state names it
  bool *gives_qd;
  bool *gives_states;
  bool *gives_discretes;
  bool *gives_inputs;
} StateValues;

// The values of one source, from SOURCE_Q to SOURCE_TIME, and their number.
double *state_values(StateValues *values, ValueSource source);
int state_value_count(const Equations *equations, ValueSource source);
// Arrays of their own in the arena, all zeros.
StateValues state_values_new(const Equations *equations, Arena *arena);

// The JSON document in `source`, or NULL with a diagnostic at the place of the error. What does not
// begin as JSON does is read as a list, "q1 = 45 deg, u = 3" (state_list.h).
json_t *state_json_parse(const Equations *equations, const Source *source,
                         Diagnostics *diagnostics);

// What states are read for.
typedef struct StateReader {
  const Equations *equations;
  const DescribedValues *described;
  const Source *source;
  const double *usual;  // by parameter: its value if the state leaves it out, before that of the
                        // description; NaN: none. NULL: none at all
  Arena *arena;
  Diagnostics *diagnostics;
} StateReader;

// Fills `values` (arrays allocated in the arena) from one state object. Every unknown name, missing
// parameter and value that is not a number is reported.
bool state_json_read(const StateReader *reader, const json_t *state, StateValues *values);

// {"q1": 0.5, ...} with 17 digits.
void state_json_put(const Variable variables[], int count, const double values[], Text *out);

#endif
