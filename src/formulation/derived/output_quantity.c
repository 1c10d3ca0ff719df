// output_quantity.c -- out:NAME, what an output statement asks to look at.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"

static const Task *output_of_key(const Derivation *derivation, const char *key, Text *why)
{
  const Mechanism *mechanism = derivation->mechanism;
  Arena *arena = derivation->equations->arena;
  const char **names = ARENA_ARRAY(arena, const char *, mechanism->task_count);
  const Task **outputs = ARENA_ARRAY(arena, const Task *, mechanism->task_count);
  int count = 0;
  for (int i = 0; i < mechanism->task_count; i++) {
    if (mechanism->tasks[i].kind != TASK_OUTPUT) continue;
    outputs[count] = &mechanism->tasks[i];
    names[count++] = mechanism->tasks[i].name;
  }
  int index = index_of_key(key, "output", names, count, why);
  return index < 0 ? NULL : outputs[index];
}

bool derive_output(Derivation *derivation, const char *key, Text *why)
{
  const Task *output = output_of_key(derivation, key, why);
  if (!output) return false;
  const TaskOption *value = &output->options[0];
  bool is_matrix = value->value_count == 9;
  const Quantity quantity = {
    .key = key,
    .rows = is_matrix ? 3 : value->value_count,
    .columns = is_matrix ? 3 : 1,
    .shape = is_matrix                 ? QUANTITY_MATRIX
             : value->value_count == 1 ? QUANTITY_NUMBER
                                       : QUANTITY_VECTOR,
  };
  const Expr **entries = equations_add(derivation->equations, quantity);
  for (int i = 0; i < value->value_count; i++)
    entries[i] = derivation_expression(derivation, value->values[i]);
  return true;
}
