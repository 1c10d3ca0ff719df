// state_json.c -- reads {"params":{}, "q":{}, "qd":{}, "qdd":{}, "tau":{}, "inputs":{},
// "states":{}, "discrete":{}, "t":0}.
// SPDX-License-Identifier: MIT
#include "api/state/state_json.h"

#include "api/state/state_list.h"
#include "base/memory/memory.h"
#include "control/design.h"
#include "study/simulation/experiment.h"
#include "symbolic/literal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

StateValues state_values_new(const Equations *equations, Arena *arena)
{
  int n = equations->coordinate_count;
  return (StateValues){
    .parameters = ARENA_ARRAY(arena, double, equations->parameter_count),
    .q = ARENA_ARRAY(arena, double, n),
    .qd = ARENA_ARRAY(arena, double, n),
    .qdd = ARENA_ARRAY(arena, double, n),
    .torques = ARENA_ARRAY(arena, double, n),
    .inputs = ARENA_ARRAY(arena, double, equations->input_count),
    .states = ARENA_ARRAY(arena, double, equations->state_count),
    .discretes = ARENA_ARRAY(arena, double, equations->discrete_count),
    .has_parameters = ARENA_ARRAY(arena, bool, equations->parameter_count),
    .has_q = ARENA_ARRAY(arena, bool, n),
    .has_qd = ARENA_ARRAY(arena, bool, n),
    .has_states = ARENA_ARRAY(arena, bool, equations->state_count),
    .has_discretes = ARENA_ARRAY(arena, bool, equations->discrete_count),
    .has_inputs = ARENA_ARRAY(arena, bool, equations->input_count),
  };
}

StateValues state_values_names(Arena *arena, const Equations *equations, const StateValues *values)
{
  StateValues names = state_values_new(equations, arena);
  size_t n = (size_t)equations->coordinate_count;
  memcpy(names.has_parameters, values->has_parameters,
         sizeof(bool) * (size_t)equations->parameter_count);
  memcpy(names.has_q, values->has_q, sizeof(bool) * n);
  memcpy(names.has_qd, values->has_qd, sizeof(bool) * n);
  memcpy(names.has_states, values->has_states, sizeof(bool) * (size_t)equations->state_count);
  memcpy(names.has_discretes, values->has_discretes,
         sizeof(bool) * (size_t)equations->discrete_count);
  memcpy(names.has_inputs, values->has_inputs, sizeof(bool) * (size_t)equations->input_count);
  return names;
}

double *state_values(StateValues *values, ValueSource source)
{
  double *const arrays[SOURCE_COUNT] = {
    [SOURCE_Q] = values->q,           [SOURCE_QD] = values->qd,
    [SOURCE_QDD] = values->qdd,       [SOURCE_TORQUES] = values->torques,
    [SOURCE_INPUTS] = values->inputs, [SOURCE_STATES] = values->states,
    [SOURCE_TIME] = &values->time,    [SOURCE_DISCRETES] = values->discretes,
  };
  return arrays[source];
}

int state_value_count(const Equations *equations, ValueSource source)
{
  int count = 1;
  if (source != SOURCE_TIME) variables_of_source(equations, source, &count);
  return count;
}

static bool is_list(const Source *source)
{
  size_t at = 0;
  while (at < source->length && isspace((unsigned char)source->bytes[at]))
    at++;
  bool is_name = at < source->length && !strchr("{[", source->bytes[at]);
  return is_name && memchr(source->bytes, '=', source->length);
}

json_t *state_json_parse(const Equations *equations, const Source *source, Diagnostics *diagnostics)
{
  if (is_list(source)) return state_list_read(equations, source, diagnostics);
  json_error_t error;
  json_t *document = json_loadb(source->bytes, source->length,
                                JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
  if (document) return document;
  size_t place = error.position > 0 ? (size_t)error.position - 1 : 0;
  if (place > source->length) place = source->length;
  Span span = span_at(source, place, 1);
  diagnostics_add(diagnostics, SEVERITY_ERROR, span, NULL, "not valid JSON: %s", error.text);
  return NULL;
}

// Position of `"key"` in the text, for the caret; the first character if it is not found.
static Span key_span(const Source *source, const char *key)
{
  Text quoted = { 0 };
  text_format(&quoted, "\"%s\"", key);
  const char *found = memmem(source->bytes, source->length, quoted.bytes, quoted.length);
  size_t place = found ? (size_t)(found - source->bytes) : 0;
  Span span = span_at(source, place, found ? quoted.length : 1);
  text_free(&quoted);
  return span;
}

// One group of a state: its variables and the array of their values.
typedef struct Group {
  const char *key;   // "q"
  const char *noun;  // "coordinate"
  const Variable *variables;
  int count;
  double *values;
} Group;

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

// Reads the values of a group; `is_given` (may be NULL) marks those present.
static void read_group(const StateReader *reader, const json_t *state, const Group *group,
                       bool is_given[])
{
  json_t *object = json_object_get(state, group->key);
  if (!object) return;
  if (!json_is_object(object)) {
    diagnostics_add(reader->diagnostics, SEVERITY_ERROR, key_span(reader->source, group->key),
                    "write {\"name\": number, ...}", "'%s' must be an object", group->key);
    return;
  }
  const char *name;
  json_t *value;
  json_object_foreach(object, name, value)
  {
    int index = variable_find(group->variables, group->count, name);
    const char *own = index >= 0 ? group->variables[index].name : name;
    if (index < 0) {
      report_unknown(group, name, reader->source, reader->diagnostics);
    } else if (strcmp(own, name) != 0 && json_object_get(object, own)) {
      diagnostics_add(reader->diagnostics, SEVERITY_ERROR, key_span(reader->source, name),
                      "the name of its joint means the same", "'%s' is given twice", own);
    } else if (!json_is_number(value)) {
      diagnostics_add(reader->diagnostics, SEVERITY_ERROR, key_span(reader->source, name), NULL,
                      "the value of '%s' must be a number", name);
    } else {
      group->values[index] = json_number_value(value);
      if (is_given) is_given[index] = true;
    }
  }
}

static void set_defaults(const StateReader *reader, double values[])
{
  const Equations *equations = reader->equations;
  for (int i = 0; i < equations->parameter_count; i++) {
    const Expr *value = equations->parameters[i].value;
    if (value && value->form->stage == STAGE_LITERAL) values[i] = expr_literal_value(value);
  }
}

static void put_missing(const Group *group, const bool is_given[], const char *before,
                        const char *after, Text *out)
{
  for (int i = 0, count = 0; i < group->count; i++) {
    if (is_given[i] || group->variables[i].value) continue;
    text_format(out, "%s%s%s%s", count++ > 0 ? ", " : "", before, group->variables[i].name, after);
  }
}

// Reports all missing values in one message, with a hint in the syntax of the state.
static void report_missing(const StateReader *reader, const Group *group, const bool is_given[])
{
  bool is_listed = is_list(reader->source);
  Text names = { 0 }, hint = { 0 };
  put_missing(group, is_given, "", "", &names);
  if (names.length > 0) {
    text_put(&hint, is_listed ? "add " : "add \"params\": {");
    put_missing(group, is_given, is_listed ? "" : "\"", is_listed ? " = .." : "\": ..", &hint);
    text_put(&hint, is_listed ? "" : "}");
    bool is_one = !strchr(text_string(&names), ',');
    diagnostics_add(reader->diagnostics, SEVERITY_ERROR, key_span(reader->source, group->key),
                    text_string(&hint),
                    is_one ? "the parameter '%s' has no value"
                           : "these parameters have no value: %s",
                    text_string(&names));
  }
  text_free(&names);
  text_free(&hint);
}

// Recomputes gains from the parameters in force, for regulators whose costs depend on them.
static void design_regulators(const StateReader *reader, const bool has_value[],
                              double parameters[])
{
  Text why = { 0 };
  if (!control_redesign(reader->equations, has_value, parameters, &why))
    diagnostics_add(reader->diagnostics, SEVERITY_ERROR, key_span(reader->source, "params"), NULL,
                    "%s", text_string(&why));
  text_free(&why);
}

// Reads parameters given by the state, then those that experiments set by formulas.
static void read_parameters(const StateReader *reader, const json_t *state, StateValues *values)
{
  const Equations *equations = reader->equations;
  const ParameterDefaults *defaults = reader->defaults;
  const double *usual = defaults ? defaults->usual : NULL;
  int count = equations->parameter_count;
  bool *has_value = ARENA_ARRAY(reader->arena, bool, count);
  Group group = { "params", "parameter", equations->parameters, count, values->parameters };
  for (int i = 0; usual && i < count; i++) {
    has_value[i] = !isnan(usual[i]);
    if (has_value[i]) values->parameters[i] = usual[i];
  }
  read_group(reader, state, &group, values->has_parameters);
  for (int i = 0; i < count; i++)
    has_value[i] = has_value[i] || values->has_parameters[i];
  if (defaults && defaults->experiment)
    experiment_start_parameters(defaults->mechanism, defaults->experiment, has_value,
                                values->parameters);
  report_missing(reader, &group, has_value);
  design_regulators(reader, has_value, values->parameters);
}

static void check_keys(const StateReader *reader, const json_t *state)
{
  static const char *const KEYS[] = { "params", "q",      "qd",       "qdd", "tau",
                                      "inputs", "states", "discrete", "t" };
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)state, key, value)
  {
    bool is_known = false;
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
      is_known = is_known || strcmp(KEYS[i], key) == 0;
    }
    if (is_known) continue;
    diagnostics_add(reader->diagnostics, SEVERITY_ERROR, key_span(reader->source, key),
                    "a state has params, q, qd, qdd, tau, inputs, states, discrete and t",
                    "unknown key '%s'", key);
  }
}

static double read_time(const StateReader *reader, const json_t *state)
{
  json_t *time = json_object_get(state, "t");
  if (time && !json_is_number(time)) {
    diagnostics_add(reader->diagnostics, SEVERITY_ERROR, key_span(reader->source, "t"), NULL,
                    "the value of 't' must be a number");
  }
  return json_number_value(time);
}

static void read_arrays(const StateReader *reader, const json_t *state, const StateValues *values)
{
  const Equations *equations = reader->equations;
  int n = equations->coordinate_count;
  const Group groups[] = {
    { "q", "coordinate", equations->coordinates, n, values->q },
    { "qd", "coordinate", equations->coordinates, n, values->qd },
    { "qdd", "coordinate", equations->coordinates, n, values->qdd },
    { "tau", "coordinate", equations->coordinates, n, values->torques },
    { "inputs", "input", equations->inputs, equations->input_count, values->inputs },
    { "states", "state", equations->states, equations->state_count, values->states },
    { "discrete", "discrete variable", equations->discretes, equations->discrete_count,
      values->discretes },
  };
  bool *const gives[sizeof groups / sizeof groups[0]] = {
    values->has_q,      values->has_qd,        [4] = values->has_inputs,
    values->has_states, values->has_discretes,
  };
  for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++)
    read_group(reader, state, &groups[g], gives[g]);
}

bool state_json_read(const StateReader *reader, const json_t *state, StateValues *values)
{
  int errors = diagnostics_error_count(reader->diagnostics);
  if (!json_is_object(state)) {
    diagnostics_add(reader->diagnostics, SEVERITY_ERROR, (Span){ reader->source, 0, 1 },
                    "write {\"params\": {}, \"q\": {}, \"qd\": {}}", "a state must be an object");
    return false;
  }
  check_keys(reader, state);
  *values = state_values_new(reader->equations, reader->arena);
  set_defaults(reader, values->parameters);
  values->time = read_time(reader, state);
  read_parameters(reader, state, values);
  described_values_at(
      reader->described, values->parameters, values->time,
      (DescribedArrays){ values->inputs, values->q, values->states, values->discretes });
  read_arrays(reader, state, values);
  described_values_hold(reader->equations, values->inputs, values->has_inputs);
  return diagnostics_error_count(reader->diagnostics) == errors;
}

void state_json_put(const Variable variables[], int count, const double values[], Text *out)
{
  text_put_char(out, '{');
  for (int i = 0; i < count; i++) {
    if (i > 0) text_put(out, ", ");
    text_put_json_string(out, variables[i].name, strlen(variables[i].name));
    text_put(out, ": ");
    text_put_double_17(out, values[i]);
  }
  text_put_char(out, '}');
}
