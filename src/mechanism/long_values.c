// long_values.c -- assigns short names to long values.
//
// The exact geometry of general axes can be very long. A value longer than a line becomes a
// separate definition, `let k1 = ...`; so do long parts that are used several times, and parts so
// long or deep that a line could not be parsed again. Parts are defined before their users.
// SPDX-License-Identifier: MIT
#include "mechanism/long_values.h"

#include "base/memory/memory.h"
#include "notation/formula/formula.h"
#include "symbolic/steps.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 100, MAX_CONSTANT_LENGTH = 32, MAX_PART_LENGTH = 400, MAX_PART_DEPTH = 50 };

// ---- sizes

typedef struct Size {
  uint32_t length;
  int depth;
} Size;

static Size size_of(const Expr *e)
{
  Arena *arena = arena_new();
  const Formula *formula = formula_of(e, arena);
  Size size = { formula_length(formula), formula->depth };
  arena_free(arena);
  return size;
}

bool are_short(const Expr *const list[], int count)
{
  for (int i = 0; i < count; i++)
    if (size_of(list[i]).length > LINE) return false;
  return true;
}

// ---- names

static void define(Mechanism *mechanism, const Expr *value, int *number)
{
  const char *name = NULL;
  do {
    name = arena_format(mechanism->arena, "k%d", ++*number);
  } while (mechanism_has_name(mechanism, name));
  int count = mechanism->definition_count++;
  Definition *grown = ARENA_ARRAY(mechanism->arena, Definition, count + 1);
  if (count > 0) memcpy(grown, mechanism->definitions, (size_t)count * sizeof *grown);
  grown[count] = (Definition){ .name = name, .value = expr_name(name, value) };
  mechanism->definitions = grown;
}

static bool is_constant(const Expr *e) { return e->form->stage == STAGE_LITERAL; }

// Number of uses of each step. A root, or its negative, counts `root_uses` times; constants count
// twice, because long constants are always named.
static int *count_uses(const Steps *steps, int root_uses)
{
  int *uses = memory_new((size_t)steps->count + 1, sizeof *uses);
  for (int i = 0; i < steps->root_count; i++)
    uses[steps->roots[i]] += is_constant(steps->at[steps->roots[i]].node) ? 2 : root_uses;
  for (int i = steps->count - 1; i >= 0; i--) {
    const Step *item = &steps->at[i];
    for (int k = 0; k < MAX_ARITY; k++)
      if (item->arg[k] >= 0) uses[item->arg[k]] += item->op == OP_NEG ? uses[i] : 1;
  }
  for (int i = 0; i < steps->count; i++) {  // the definition of a name needs no other name
    if (steps->at[i].op == OP_NAMED) uses[steps->at[i].arg[0]] = 0;
  }
  return uses;
}

static bool deserves_name(const Step *item, int uses)
{
  if (item->arg[0] < 0 || item->op == OP_NAMED || item->op == OP_NEG || uses == 0) return false;
  Size size = size_of(item->node);
  if (size.length > MAX_PART_LENGTH || size.depth > MAX_PART_DEPTH) return true;
  return size.length > (is_constant(item->node) ? MAX_CONSTANT_LENGTH : LINE) && uses > 1;
}

// Expressions that depend on states and occur in their rates are not named: definitions cannot be
// placed between a state and its rate.
static void spare_rates(const Mechanism *mechanism, const Steps *steps, int uses[])
{
  const Expr **rates = memory_new((size_t)mechanism->state_count + 1, sizeof *rates);
  bool *is_state = memory_new((size_t)steps->count + 1, sizeof *is_state);
  for (int i = 0; i < mechanism->state_count; i++)
    rates[i] = mechanism->states[i].rate;
  Steps inside = steps_of(rates, mechanism->state_count);
  for (int i = 0; i < steps->count && inside.count > 0; i++) {
    const Step *item = &steps->at[i];
    for (int k = 0; k < MAX_ARITY && item->arg[k] >= 0; k++)
      is_state[i] = is_state[i] || is_state[item->arg[k]];
    for (int k = 0; k < mechanism->state_count && item->op == OP_SYMBOL; k++)
      is_state[i] = is_state[i] || mechanism->states[k].symbol == item->node;
    if (is_state[i] && uses[i] > 0 && steps_contain(&inside, item->node)) uses[i] = 0;
  }
  steps_free(&inside);
  free(is_state);
  free(rates);
}

static void name_values(Mechanism *mechanism, const Expr *const list[], int count, int root_uses)
{
  Steps steps = steps_of(list, count);
  int *uses = count_uses(&steps, root_uses);
  int number = 0;
  spare_rates(mechanism, &steps, uses);
  for (int i = 0; i < steps.count; i++)
    if (deserves_name(&steps.at[i], uses[i])) define(mechanism, steps.at[i].node, &number);
  free(uses);
  steps_free(&steps);
}

void name_long_values(Mechanism *mechanism, const Expr *const list[], int count)
{
  name_values(mechanism, list, count, 2);
}

// ---- complete mechanisms

typedef struct ValueList {
  const Expr **at;
  int count;
  int capacity;
} ValueList;

static void list_value(const Expr **e, void *context)
{
  ValueList *list = context;
  MEMORY_ROOM(list->at, list->count, list->capacity);
  list->at[list->count++] = *e;
}

void mechanism_name_long_values(Mechanism *mechanism)
{
  ValueList list = { 0 };
  Mechanism others = *mechanism;
  // parameters precede all definitions; rates of states are named only if used elsewhere
  others.parameter_count = others.state_count = others.task_count = 0;
  mechanism_visit(&others, list_value, &list);
  for (int i = 0; i < mechanism->task_count; i++) {  // laws of motion consist of their options
    const Task *task = &mechanism->tasks[i];
    for (int k = 0; k < task->option_count; k++) {
      for (int v = 0; v < task->options[k].value_count; v++) {
        const Expr *value = task->options[k].values[v];
        list_value(&value, &list);
      }
    }
  }
  name_values(mechanism, list.at, list.count, 1);
  free(list.at);
}
