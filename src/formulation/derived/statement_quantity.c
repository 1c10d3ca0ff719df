// statement_quantity.c -- quantities given by statements: states, events, resets and outputs.
//
//   sd             rates of the states, ds/dt
//   ev             event functions: an event occurs when its function rises through zero
//   set:EVENT      the values that an event or a sample assigns, as functions of the values before;
//   set:SAMPLE     an event may be referred to by its number
//   out:NAME       the expressions of an output statement
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"

#include <stdlib.h>
#include <string.h>

// ---- states and events

// Adds a column with a label for each row; returns false with a sentence in `why` if there are none
// of `what`.
static bool put_rows(Derivation *derivation, const char *key, const char *what,
                     const char *const names[], Matrix values, Text *why)
{
  if (values.rows == 0) {
    text_format(why, "'%s': there are no %s", key, what);
    return false;
  }
  equations_put(derivation->equations, (Quantity){ .key = key, .row_labels = names }, values);
  return true;
}

bool derive_state_rates(Derivation *derivation, const char *key, Text *why)
{
  const Mechanism *mechanism = derivation->mechanism;
  Matrix rates = derivation_zeros(derivation, mechanism->state_count, 1);
  const char **names = ARENA_ARRAY(rates.arena, const char *, rates.rows);
  for (int i = 0; i < rates.rows; i++) {
    names[i] = derivation->equations->states[i].name;
    rates.at[i] = derivation_expression(derivation, mechanism->states[i].rate);
  }
  return put_rows(derivation, key, "states", names, rates, why);
}

bool derive_events(Derivation *derivation, const char *key, Text *why)
{
  const Mechanism *mechanism = derivation->mechanism;
  Matrix functions = derivation_zeros(derivation, mechanism->event_count, 1);
  const char **names = ARENA_ARRAY(functions.arena, const char *, functions.rows);
  for (int i = 0; i < functions.rows; i++) {
    names[i] = arena_format(functions.arena, "%s", mechanism->events[i].name);
    functions.at[i] = derivation_expression(derivation, mechanism->events[i].function);
  }
  return put_rows(derivation, key, "events", names, functions, why);
}

// ---- resets

static const char *name_of_target(const Derivation *derivation, const Reset *reset)
{
  Text name = { 0 };
  reset_put_target(derivation->mechanism, reset, &name);
  const char *copy = arena_copy_text(derivation->equations->arena, text_string(&name), name.length);
  text_free(&name);
  return copy;
}

// The resets of an event or a sample.
typedef struct Setting {
  const char *name;
  const Reset *resets;
  int count;
} Setting;

// Finds the event or sample that the key names, or an event by its number; returns false with a
// sentence in `why`.
static bool find_setting(const Derivation *derivation, const char *key, Setting *setting, Text *why)
{
  const Mechanism *mechanism = derivation->mechanism;
  int events = mechanism->event_count, count = events + mechanism->sample_count;
  const char **names = ARENA_ARRAY(derivation->equations->arena, const char *, count);
  for (int i = 0; i < count; i++)
    names[i] = i < events ? mechanism->events[i].name : mechanism->samples[i - events].name;
  char *end;
  const char *text = strchr(key, ':') + 1;
  long number = strtol(text, &end, 10);
  bool is_number = end != text && *end == '\0' && number >= 1 && number <= events;
  int i = is_number ? (int)number - 1 : index_of_key(key, "event or sample", names, count, why);
  if (i < 0) return false;
  *setting = i < events ? (Setting){ names[i], mechanism->events[i].resets,
                                     mechanism->events[i].reset_count }
                        : (Setting){ names[i], mechanism->samples[i - events].resets,
                                     mechanism->samples[i - events].reset_count };
  if (setting->count == 0) text_format(why, "'%s': nothing is set there", key);
  return setting->count > 0;
}

bool derive_setting(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  Setting setting;
  if (!find_setting(derivation, key, &setting, why)) return false;
  const char **names = ARENA_ARRAY(equations->arena, const char *, setting.count);
  for (int i = 0; i < setting.count; i++)
    names[i] = name_of_target(derivation, &setting.resets[i]);
  const QuantityInfo *info = quantity_find(key);  // the key may contain a number
  const Quantity quantity = {
    .key = key,
    .function = quantity_function(equations->arena, info, setting.name),
    .title = quantity_title(equations->arena, info, setting.name),
    .row_labels = names,
  };
  Matrix values = derivation_zeros(derivation, setting.count, 1);
  for (int i = 0; i < setting.count; i++)
    values.at[i] = derivation_expression(derivation, setting.resets[i].value);
  equations_put(equations, quantity, values);
  return true;
}

// ---- outputs

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

// The unit; NULL: dimensionless or unknown.
static const char *unit_of(Arena *arena, Dimension dimension)
{
  Text text = { 0 };
  dimension_print(dimension, &text);
  bool has_unit = text.length > 0 && strcmp(text_string(&text), "1") != 0;
  const char *unit = has_unit ? arena_copy_text(arena, text_string(&text), text.length) : NULL;
  text_free(&text);
  return unit;
}

bool derive_output(Derivation *derivation, const char *key, Text *why)
{
  const Task *output = output_of_key(derivation, key, why);
  if (!output) return false;
  const TaskOption *value = &output->options[0];
  bool is_matrix = value->value_count == 9;
  Matrix entries =
      derivation_zeros(derivation, is_matrix ? 3 : value->value_count, is_matrix ? 3 : 1);
  for (int i = 0; i < value->value_count; i++)
    entries.at[i] = derivation_expression(derivation, value->values[i]);
  QuantityShape shape = is_matrix                 ? QUANTITY_MATRIX
                        : value->value_count == 1 ? QUANTITY_NUMBER
                                                  : QUANTITY_VECTOR;
  const char *unit = unit_of(derivation->equations->arena, value->dimension);
  equations_put(derivation->equations, (Quantity){ .key = key, .shape = shape, .unit = unit },
                entries);
  return true;
}
