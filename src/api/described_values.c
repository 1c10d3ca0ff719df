// input_values.c -- a program of the described inputs, made like any other: see input_values.h.
// SPDX-License-Identifier: MIT
#include "api/input_values.h"

#include "base/memory.h"

#include <stdlib.h>

static const char *const KEY = "inputs";

struct InputValues {
  Equations equations;  // the same variables with one quantity, the inputs
  Quantity quantity;
  Program *program;
  double *registers;
};

InputValues *input_values_new(const Equations *equations, Text *why)
{
  int count = equations->input_count;
  InputValues *values = memory_new(1, sizeof *values);
  const Expr **entries = memory_new((size_t)count, sizeof(const Expr *));
  for (int i = 0; i < count; i++) {
    const Expr *value = equations->inputs[i].value;
    entries[i] = value ? value : expr_integer(equations->pool, 0);
  }
  values->quantity = (Quantity){ .key = KEY, .rows = count, .columns = 1, .entries = entries };
  values->equations = *equations;
  values->equations.quantities = &values->quantity;
  values->equations.quantity_count = 1;
  values->program = program_new(&values->equations, &KEY, 1, why);
  if (!values->program) {
    input_values_free(values);
    return NULL;
  }
  size_t registers = (size_t)program_register_count(values->program);
  values->registers = memory_new(registers, sizeof(double));
  return values;
}

void input_values_free(InputValues *values)
{
  if (!values) return;
  program_free(values->program);
  free(values->quantity.entries);
  free(values->registers);
  free(values);
}

void input_values_at(const InputValues *values, const double parameters[], double time,
                     double out[])
{
  ProgramState state = { .parameters = parameters, .time = time };
  program_evaluate(values->program, &state, values->registers, &out);
}
