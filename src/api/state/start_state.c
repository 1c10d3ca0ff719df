// start_state.c -- reads the initial state of a study.
// SPDX-License-Identifier: MIT
#include "api/state/start_state.h"

Source start_state_source(const char *state, size_t length, const char *name)
{
  return state ? (Source){ name, state, length } : (Source){ "state", "{}", 2 };
}

bool start_state_read(const Equations *equations, const Source *source,
                      const ParameterDefaults *defaults, Arena *arena, Diagnostics *diagnostics,
                      StateValues *values, Text *why)
{
  json_t *document = state_json_parse(equations, source, diagnostics);
  DescribedValues *described = document ? described_values_new(equations, why) : NULL;
  StateReader reader = { equations, described, source, defaults, arena, diagnostics };
  bool is_good = described && state_json_read(&reader, document, values);
  described_values_free(described);
  json_decref(document);
  return is_good;
}

ProgramState start_state_program(const StateValues *values)
{
  return (ProgramState){ .parameters = values->parameters,
                         .q = values->q,
                         .qd = values->qd,
                         .qdd = values->qdd,
                         .inputs = values->inputs,
                         .torques = values->torques,
                         .states = values->states,
                         .discretes = values->discretes,
                         .time = values->time };
}
