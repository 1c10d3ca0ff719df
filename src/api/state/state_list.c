// state_list.c -- states as a list of names and values.
// SPDX-License-Identifier: MIT
#include "api/state/state_list.h"

#include "base/memory/memory.h"
#include "lang/evaluate/units.h"
#include "lang/evaluate/value_list.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>

// ---- names

// Sources whose variables have distinct names; rates have the names of coordinates with primes. A
// variable takes precedence over a joint of the same name, as in the language.
static const ValueSource named[] = { SOURCE_PARAMETERS, SOURCE_TORQUES,   SOURCE_INPUTS,
                                     SOURCE_STATES,     SOURCE_DISCRETES, SOURCE_Q };
enum { NAMED_COUNT = sizeof named / sizeof named[0] };

static bool find_plain(const Equations *equations, const char *name, StatePlace *place)
{
  for (int k = 0; k < NAMED_COUNT; k++) {
    int count = 0;
    const Variable *variables = variables_of_source(equations, named[k], &count);
    int i = variable_find(variables, count, name);
    if (i < 0) continue;
    *place = (StatePlace){ named[k], &variables[i] };
    return true;
  }
  return false;
}

static bool find_rate(const Equations *equations, const char *name, StatePlace *place)
{
  size_t length = strlen(name), primes = 0;
  while (primes < 2 && primes < length && name[length - primes - 1] == '\'')
    primes++;
  Arena *scratch = arena_new();
  const char *plain = arena_copy_text(scratch, name, length - primes);
  bool is_there = primes > 0 && find_plain(equations, plain, place) && place->source == SOURCE_Q;
  if (is_there) place->source = SOURCE_Q + (ValueSource)primes;
  arena_free(scratch);
  return is_there;
}

bool state_name_find(const Equations *equations, const char *name, StatePlace *place)
{
  if (find_plain(equations, name, place)) return true;
  *place = (StatePlace){ .source = SOURCE_TIME };
  return strcmp(name, "t") == 0 || find_rate(equations, name, place);
}

// Hint for an unknown name: a member of a vector or list, the nearest name, or the available names.
static const char *hint_for_unknown(Arena *scratch, const Equations *equations, const char *name)
{
  int all = 0, count = 0;
  for (int k = 0; k < NAMED_COUNT; k++, all += count)
    variables_of_source(equations, named[k], &count);
  const char **names = ARENA_ARRAY(scratch, const char *, all + 1);
  size_t length = strlen(name);
  all = 0;
  for (int k = 0; k < NAMED_COUNT; k++) {
    const Variable *variables = variables_of_source(equations, named[k], &count);
    for (int i = 0; i < count; i++) {
      const char *other = names[all++] = variables[i].name;
      if (length > 0 && strncmp(other, name, length) == 0 && strchr(".[", other[length]))
        return arena_format(scratch, "give its members: %s = ..", other);
    }
  }
  return nearest_hint(scratch, name, strcspn(name, "'"), names, all,
                      "coordinates, their rates q', tau[q], inputs, states, parameters, t");
}

Dimension state_place_dimension(const StatePlace *place)
{
  Dimension dimension = { .is_known = true, .power = { 0, 0, 1 } };  // of time
  if (place->source == SOURCE_TIME) return dimension;
  Pool *pool = pool_new(0);
  Text one = { 0 };
  text_format(&one, "1 %s", place->variable->unit);
  dimension = value_dimension((Piece){ text_string(&one), one.length });
  if (place->variable->unit[0] == '\0') dimension.is_known = false;
  if (strcmp(place->variable->unit, "1") == 0) dimension.is_known = true;  // "1 1" is not a value
  if (place->source == SOURCE_QD) dimension.power[2] = -1;
  if (place->source == SOURCE_QDD) dimension.power[2] = -2;
  text_free(&one);
  pool_free(pool);
  return dimension;
}

// ---- states

static const char *group_of(ValueSource source)
{
  static const char *const GROUPS[SOURCE_COUNT] = {
    [SOURCE_PARAMETERS] = "params",
    [SOURCE_Q] = "q",
    [SOURCE_QD] = "qd",
    [SOURCE_QDD] = "qdd",
    [SOURCE_TORQUES] = "tau",
    [SOURCE_INPUTS] = "inputs",
    [SOURCE_STATES] = "states",
    [SOURCE_DISCRETES] = "discrete",
  };
  return GROUPS[source];
}

// The coordinate's name for tau[q1].
static const char *name_in_group(const Equations *equations, const StatePlace *place)
{
  if (place->source != SOURCE_TORQUES) return place->variable->name;
  return equations->coordinates[place->variable - equations->torques].name;
}

// Stores `value`, taking ownership; NULL means that memory was exhausted.
static void set(json_t *object, const char *key, json_t *value)
{
  if (json_object_set_new(object, key, value) != 0) memory_exhausted();
}

void state_list_put(json_t *state, const Equations *equations, const StatePlace *place,
                    double value)
{
  if (place->source == SOURCE_TIME) {
    set(state, "t", json_real(value));
    return;
  }
  const char *key = group_of(place->source);
  json_t *group = json_object_get(state, key);
  if (!group) {
    group = json_object();
    set(state, key, group);
  }
  set(group, name_in_group(equations, place), json_real(value));
}

static bool is_put(const json_t *state, const Equations *equations, const StatePlace *place)
{
  if (place->source == SOURCE_TIME) return json_object_get(state, "t");
  return json_object_get(json_object_get(state, group_of(place->source)),
                         name_in_group(equations, place));
}

static bool read_item(json_t *state, const Equations *equations, const ListItem *item, Pool *pool,
                      Span span, Diagnostics *diagnostics)
{
  Arena *scratch = arena_new();
  const char *name = arena_copy_text(scratch, item->name.text, item->name.length);
  StatePlace place;
  bool is_there = state_name_find(equations, name, &place);
  bool is_second = is_there && is_put(state, equations, &place);
  const Expr *value =
      is_there ? value_read(item->value, pool, state_place_dimension(&place)) : NULL;
  double number = value ? expr_literal_value(value) : 0;
  if (!isfinite(number)) {
    diagnostics_add(diagnostics, SEVERITY_ERROR, span, "numbers reach from -1.8e308 to 1.8e308",
                    "'%.*s' of '%s' is beyond what doubles hold", (int)item->value.length,
                    item->value.text, name);
  } else if (is_second) {
    diagnostics_add(diagnostics, SEVERITY_ERROR, span, "remove the duplicate",
                    "'%s' is given twice", name);
  } else if (value) {
    state_list_put(state, equations, &place, number);
  } else if (!is_there) {
    diagnostics_add(diagnostics, SEVERITY_ERROR, span, hint_for_unknown(scratch, equations, name),
                    "there is nothing with the name '%s'", name);
  } else {
    const char *unit = place.variable ? place.variable->unit : "s";
    const char *primes = place.source == SOURCE_QD    ? "/s"
                         : place.source == SOURCE_QDD ? "/s^2"
                                                      : "";
    bool has_unit = unit[0] != '\0' && strcmp(unit, "1") != 0;
    bool has_next = memchr(item->value.text, '=', item->value.length) != NULL;
    diagnostics_add(diagnostics, SEVERITY_ERROR, span,
                    has_next ? "values are separated by commas: q1 = 0.3, q2 = 45 deg"
                             : arena_format(scratch, has_unit ? "such as 0.5 %s%s" : "such as 0.5",
                                            unit, primes),
                    "'%.*s' is not a value of '%s'", (int)item->value.length, item->value.text,
                    name);
  }
  arena_free(scratch);
  return value && isfinite(number) && !is_second;
}

json_t *state_list_read(const Equations *equations, const Source *source, Diagnostics *diagnostics)
{
  Pool *pool = pool_new(0);
  json_t *state = json_object();
  if (!state) memory_exhausted();
  Text list = { 0 };
  text_put_bytes(&list, source->bytes, source->length);
  bool is_good = true;
  for (const char *at = text_string(&list), *start = at; *at && is_good;) {
    ListItem item;
    size_t place = (size_t)(at - start);
    at = list_next(at, &item);
    Span span = span_at(source, place, (size_t)(at - start) - place);
    is_good = read_item(state, equations, &item, pool, span, diagnostics);
  }
  text_free(&list);
  pool_free(pool);
  if (is_good) return state;
  json_decref(state);
  return NULL;
}
