// state_json.h -- states in JSON. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_STATE_JSON_H
#define BIELLE_API_STATE_STATE_JSON_H

#include "system/described_values.h"
#include "base/messages/diagnostics.h"
#include "mechanism/mechanism.h"

#include <jansson.h>

// Values of one state, in the order of the equations' variables.
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
  bool *has_parameters;  // by parameter: given in the state
  bool *has_q;           // by coordinate
  bool *has_qd;
  bool *has_states;
  bool *has_discretes;
  bool *has_inputs;
} StateValues;

// The values of one source, from SOURCE_Q to SOURCE_TIME, and their number.
double *state_values(StateValues *values, ValueSource source);
int state_value_count(const Equations *equations, ValueSource source);
// New arrays in the arena, all zero.
StateValues state_values_new(const Equations *equations, Arena *arena);

// A copy of the marks of given values, before an experiment adds others; the values are zeros.
StateValues state_values_names(Arena *arena, const Equations *equations, const StateValues *values);

// Parses the JSON document in `source`. NULL with a diagnostic at the position of the error. A text
// that does not begin like JSON is read as a list, "q1 = 45 deg, u = 3" (state_list.h).
json_t *state_json_parse(const Equations *equations, const Source *source,
                         Diagnostics *diagnostics);

// Values of parameters that a state omits; they have precedence over those of the description.
typedef struct ParameterDefaults {
  const double *usual;         // by parameter; NaN: none. NULL: no defaults
  const Mechanism *mechanism;  // of the experiment
  const Task *experiment;      // may set parameters, also by formulas of others; NULL: none
} ParameterDefaults;

// Arguments for reading states.
typedef struct StateReader {
  const Equations *equations;
  const DescribedValues *described;
  const Source *source;
  const ParameterDefaults *defaults;  // NULL: those of the description
  Arena *arena;
  Diagnostics *diagnostics;
} StateReader;

// Reads one state object into `values` (arrays allocated in the arena). Reports every unknown name,
// missing parameter and value that is not a number.
bool state_json_read(const StateReader *reader, const json_t *state, StateValues *values);

// Appends {"q1": 0.5, ...} with 17 digits.
void state_json_put(const Variable variables[], int count, const double values[], Text *out);

#endif
