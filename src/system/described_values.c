// described_values.c -- a program of the described values, compiled like any other: see
// described_values.h.
// SPDX-License-Identifier: MIT
#include "system/described_values.h"

#include "base/memory/memory.h"

#include <stdlib.h>

enum { KIND_COUNT = 4 };
static const char *const KEYS[KIND_COUNT] = { "inputs", "q", "states", "discrete" };
static const ValueSource SOURCES[KIND_COUNT] = { SOURCE_INPUTS, SOURCE_Q, SOURCE_STATES,
                                                 SOURCE_DISCRETES };

struct DescribedValues {
  Equations equations;  // the same variables with other quantities
  Quantity quantities[KIND_COUNT];
  Program *program;
  double *registers, *tangents;
};

static Quantity values_of(const Equations *equations, const char *key, const Variable variables[],
                          int count)
{
  const Expr **entries = memory_new((size_t)count, sizeof(const Expr *));
  for (int i = 0; i < count; i++) {
    const Expr *value = variables[i].value;
    entries[i] = value ? value : expr_integer(equations->pool, 0);
  }
  return (Quantity){ .key = key, .rows = count, .columns = 1, .entries = entries };
}

DescribedValues *described_values_new(const Equations *equations, Text *why)
{
  DescribedValues *values = memory_new(1, sizeof *values);
  for (int k = 0; k < KIND_COUNT; k++) {
    int count = 0;
    const Variable *variables = variables_of_source(equations, SOURCES[k], &count);
    values->quantities[k] = values_of(equations, KEYS[k], variables, count);
  }
  values->equations = *equations;
  values->equations.quantities = values->quantities;
  values->equations.quantity_count = KIND_COUNT;
  values->program = program_new(&values->equations, KEYS, KIND_COUNT, why);
  if (!values->program) {
    described_values_free(values);
    return NULL;
  }
  size_t registers = (size_t)program_register_count(values->program);
  values->registers = memory_new(registers, sizeof(double));
  values->tangents = memory_new(registers, sizeof(double));
  return values;
}

void described_values_free(DescribedValues *values)
{
  if (!values) return;
  program_free(values->program);
  for (int k = 0; k < KIND_COUNT; k++)
    free(values->quantities[k].entries);
  free(values->registers);
  free(values->tangents);
  free(values);
}

void described_values_at(const DescribedValues *values, const double parameters[], double time,
                         DescribedArrays arrays)
{
  ProgramState state = { .parameters = parameters, .time = time };
  double *const out[KIND_COUNT] = { arrays.inputs, arrays.q, arrays.states, arrays.discretes };
  program_evaluate(values->program, &state, values->registers, out);
}

void described_values_along(const DescribedValues *values, const double parameters[], double time,
                            DescribedArrays arrays)
{
  ProgramState direction = { .parameters = parameters, .time = time };
  double *const out[KIND_COUNT] = { arrays.inputs, arrays.q, arrays.states, arrays.discretes };
  program_tangents(values->program, values->registers, &direction, values->tangents);
  for (int k = 0; k < KIND_COUNT; k++)
    program_copy(&values->program->outputs[k], values->tangents, out[k]);
}

void described_values_hold(const Equations *equations, double inputs[], bool has_inputs[])
{
  bool is_held = false;
  for (int i = 0; i < equations->input_count; i++) {
    if (!equations->inputs[i].is_rate) {
      is_held = has_inputs[i];
    } else if (is_held && !has_inputs[i]) {
      inputs[i] = 0;
      has_inputs[i] = true;
    }
  }
}
