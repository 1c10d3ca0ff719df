// state_json.h -- states written as JSON. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_STATE_JSON_H
#define BIELLE_API_STATE_STATE_JSON_H

#include "system/described_values.h"
#include "base/messages/diagnostics.h"
#include "mechanism/mechanism.h"

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
  bool *has_parameters;  // by parameter: the state names it
  bool *has_q;           // by coordinate
  bool *has_qd;
  bool *has_states;
  bool *has_discretes;
  bool *has_inputs;
} StateValues;

// The values of one source, from SOURCE_Q to SOURCE_TIME, and their number.
double *state_values(StateValues *values, ValueSource source);
int state_value_count(const Equations *equations, ValueSource source);
// Arrays of their own in the arena, all zeros.
StateValues state_values_new(const Equations *equations, Arena *arena);

// What the state names, for where an experiment then names more; values are zeros.
StateValues state_values_names(Arena *arena, const Equations *equations, const StateValues *values);

// The JSON document in `source`, or NULL with a diagnostic at the place of the error. What does not
// begin as JSON does is read as a list, "q1 = 45 deg, u = 3" (state_list.h).
json_t *state_json_parse(const Equations *equations, const Source *source,
                         Diagnostics *diagnostics);

// Values of parameters that a state leaves out, before those of the description.
typedef struct ParameterDefaults {
  const double *usual;         // by parameter; NaN: none. NULL: none at all
  const Mechanism *mechanism;  // of the experiment
  const Task *experiment;  // that may start parameters, also with formulas of others; NULL: none
} ParameterDefaults;

// What states are read for.
typedef struct StateReader {
  const Equations *equations;
  const DescribedValues *described;
  const Source *source;
  const ParameterDefaults *defaults;  // NULL: those of the description
  Arena *arena;
  Diagnostics *diagnostics;
} StateReader;

// Fills `values` (arrays allocated in the arena) from one state object. Every unknown name, missing
// parameter and value that is not a number is reported.
bool state_json_read(const StateReader *reader, const json_t *state, StateValues *values);

// {"q1": 0.5, ...} with 17 digits.
void state_json_put(const Variable variables[], int count, const double values[], Text *out);

#endif
