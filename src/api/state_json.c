// state_json.c -- {"params":{}, "q":{}, "qd":{}, "qdd":{}, "inputs":{}, "t":0} to numbers.
// SPDX-License-Identifier: MIT
#include "api/state_json.h"

#include "base/memory.h"
#include "symbolic/literal.h"

#include <stdlib.h>
#include <string.h>

json_t *state_json_parse(const Source *source, Diagnostics *diagnostics)
{
  json_error_t error;
  json_t *document = json_loadb(source->bytes, source->length,
                                JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
  if (document) return document;
  size_t place = error.position > 0 ? (size_t)error.position - 1 : 0;
  if (place > source->length) place = source->length;
  Span span = { source, place, 1 };
  diagnostics_add(diagnostics, SEVERITY_ERROR, span, NULL, "not valid JSON: %s", error.text);
  return NULL;
}

// Where `"key"` stands in the text, for the caret; the whole text if it is written otherwise.
static Span key_span(const Source *source, const char *key)
{
  Text quoted = { 0 };
  text_format(&quoted, "\"%s\"", key);
  const char *found = memmem(source->bytes, source->length, quoted.bytes, quoted.length);
  Span span = { source, found ? (size_t)(found - source->bytes) : 0, found ? quoted.length : 1 };
  text_free(&quoted);
  return span;
}

// One group of a state: the variables that it may name and where their values go.
typedef struct Group {
  const char *key;   // "q"
  const char *noun;  // "coordinate"
  const Variable *variables;
  int count;
  double *values;
} Group;

static int find_variable(const Group *group, const char *name)
{
  for (int i = 0; i < group->count; i++) {
    if (strcmp(group->variables[i].name, name) == 0) return i;
  }
  return -1;
}

static void report_unknown(const Group *group, const char *name, const Source *source,
                           Diagnostics *diagnostics)
{
  const char **names = memory_new((size_t)group->count, sizeof(*names));
  for (int i = 0; i < group->count; i++)
    names[i] = group->variables[i].name;
  const char *near = nearest_name(name, strlen(name), names, group->count);
  Text hint = { 0 };
  if (near) text_format(&hint, "did you mean '%s'?", near);
  diagnostics_add(diagnostics, SEVERITY_ERROR, key_span(source, name),
                  near ? text_string(&hint) : NULL, "unknown %s '%s'", group->noun, name);
  text_free(&hint);
  free(names);
}

// Reads the numbers of a group; `is_given` (may be NULL) marks them.
static void read_group(const json_t *state, const Group *group, const Source *source,
                       Diagnostics *diagnostics, bool is_given[])
{
  json_t *object = json_object_get(state, group->key);
  if (!object) return;
  if (!json_is_object(object)) {
    diagnostics_add(diagnostics, SEVERITY_ERROR, key_span(source, group->key),
                    "write {\"name\": number, ...}", "'%s' must be an object", group->key);
    return;
  }
  const char *name;
  json_t *value;
  json_object_foreach(object, name, value)
  {
    int index = find_variable(group, name);
    if (index < 0) {
      report_unknown(group, name, source, diagnostics);
    } else if (!json_is_number(value)) {
      diagnostics_add(diagnostics, SEVERITY_ERROR, key_span(source, name), NULL,
                      "the value of '%s' must be a number", name);
    } else {
      group->values[index] = json_number_value(value);
      if (is_given) is_given[index] = true;
    }
  }
}

static double *defaults(Arena *arena, const Variable variables[], int count)
{
  double *values = ARENA_ARRAY(arena, double, count);
  for (int i = 0; i < count; i++) {
    if (variables[i].value) values[i] = expr_literal_value(variables[i].value);
  }
  return values;
}

static void read_parameters(const json_t *state, const Equations *equations, const Source *source,
                            Arena *arena, Diagnostics *diagnostics, double values[])
{
  int count = equations->parameter_count;
  bool *is_given = ARENA_ARRAY(arena, bool, count);
  Group group = { "params", "parameter", equations->parameters, count, values };
  read_group(state, &group, source, diagnostics, is_given);
  for (int i = 0; i < count; i++) {
    if (is_given[i] || equations->parameters[i].value) continue;
    const char *name = equations->parameters[i].name;
    Text hint = { 0 };
    text_format(&hint, "add \"params\": {\"%s\": ...}", name);
    diagnostics_add(diagnostics, SEVERITY_ERROR, key_span(source, "params"), text_string(&hint),
                    "parameter '%s' has no value", name);
    text_free(&hint);
  }
}

static void check_keys(const json_t *state, const Source *source, Diagnostics *diagnostics)
{
  static const char *const KEYS[] = { "params", "q", "qd", "qdd", "inputs", "t" };
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)state, key, value)
  {
    bool is_known = false;
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
      is_known = is_known || strcmp(KEYS[i], key) == 0;
    }
    if (is_known) continue;
    diagnostics_add(diagnostics, SEVERITY_ERROR, key_span(source, key),
                    "a state has params, q, qd, qdd, inputs and t", "unknown key '%s'", key);
  }
}

bool state_json_read(const json_t *state, const Equations *equations, const Source *source,
                     Arena *arena, Diagnostics *diagnostics, StateValues *values)
{
  int errors = diagnostics_error_count(diagnostics);
  if (!json_is_object(state)) {
    diagnostics_add(diagnostics, SEVERITY_ERROR, (Span){ source, 0, 1 },
                    "write {\"params\": {}, \"q\": {}, \"qd\": {}}", "a state must be an object");
    return false;
  }
  check_keys(state, source, diagnostics);
  int n = equations->coordinate_count;
  values->parameters = defaults(arena, equations->parameters, equations->parameter_count);
  values->q = defaults(arena, equations->coordinates, n);
  values->qd = ARENA_ARRAY(arena, double, n);
  values->qdd = ARENA_ARRAY(arena, double, n);
  values->inputs = ARENA_ARRAY(arena, double, equations->input_count);
  read_parameters(state, equations, source, arena, diagnostics, values->parameters);
  const Group groups[] = {
    { "q", "coordinate", equations->coordinates, n, values->q },
    { "qd", "coordinate", equations->coordinates, n, values->qd },
    { "qdd", "coordinate", equations->coordinates, n, values->qdd },
    { "inputs", "input", equations->inputs, equations->input_count, values->inputs },
  };
  for (int g = 0; g < 4; g++)
    read_group(state, &groups[g], source, diagnostics, NULL);
  json_t *time = json_object_get(state, "t");
  if (time && !json_is_number(time)) {
    diagnostics_add(diagnostics, SEVERITY_ERROR, key_span(source, "t"), NULL,
                    "the value of 't' must be a number");
  }
  values->time = json_number_value(time);
  return diagnostics_error_count(diagnostics) == errors;
}
