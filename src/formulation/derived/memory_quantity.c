// memory_quantity.c -- what changes with time beside the motion, and what happens at a moment.
//
//   sd             rates of the states, ds/dt
//   ev             event functions: an event happens where its function rises through zero
//   set:EVENT      the values that an event or a sample gives, from what there was before; an event
//   set:SAMPLE     may be called by its number
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"

#include <stdlib.h>
#include <string.h>

static const Expr **add_rows(Equations *equations, const char *key, const char *const labels[],
                             int count)
{
  return equations_add(equations, (Quantity){ .key = key, .row_labels = labels, .rows = count });
}

bool derive_state_rates(Derivation *derivation, const char *key, Text *why)
{
  const Mechanism *mechanism = derivation->mechanism;
  Equations *equations = derivation->equations;
  int count = mechanism->state_count;
  if (count == 0) {
    text_format(why, "'%s': there are no states", key);
    return false;
  }
  const char **names = ARENA_ARRAY(equations->arena, const char *, count);
  for (int i = 0; i < count; i++)
    names[i] = equations->states[i].name;
  const Expr **rates = add_rows(equations, key, names, count);
  for (int i = 0; i < count; i++)
    rates[i] = derivation_expression(derivation, mechanism->states[i].rate);
  return true;
}

bool derive_events(Derivation *derivation, const char *key, Text *why)
{
  const Mechanism *mechanism = derivation->mechanism;
  Equations *equations = derivation->equations;
  int count = mechanism->event_count;
  if (count == 0) {
    text_format(why, "'%s': there are no events", key);
    return false;
  }
  const char **names = ARENA_ARRAY(equations->arena, const char *, count);
  for (int i = 0; i < count; i++)
    names[i] = arena_format(equations->arena, "%s", mechanism->events[i].name);
  const Expr **values = add_rows(equations, key, names, count);
  for (int i = 0; i < count; i++)
    values[i] = derivation_expression(derivation, mechanism->events[i].function);
  return true;
}

// ---- what is set

static const char *name_of_target(const Derivation *derivation, const Reset *reset)
{
  Text name = { 0 };
  reset_put_target(derivation->mechanism, reset, &name);
  const char *copy = arena_copy_text(derivation->equations->arena, text_string(&name), name.length);
  text_free(&name);
  return copy;
}

// What an event or a sample sets.
typedef struct Setting {
  const char *name;
  const Reset *resets;
  int count;
} Setting;

// The one that the key names, or an event by its number; false with a sentence in `why`.
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
  const QuantityInfo *info = quantity_find(key);  // the key may hold a number instead of the name
  const Quantity quantity = {
    .key = key,
    .function = quantity_function(equations->arena, info, setting.name),
    .title = quantity_title(equations->arena, info, setting.name),
    .row_labels = names,
    .rows = setting.count,
  };
  const Expr **values = equations_add(equations, quantity);
  for (int i = 0; i < setting.count; i++)
    values[i] = derivation_expression(derivation, setting.resets[i].value);
  return true;
}
