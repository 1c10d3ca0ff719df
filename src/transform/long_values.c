// long_values.c -- short names for values that would be long to write.
//
// Exact geometry of general axes can fill pages. What is longer than a line becomes a definition of
// its own, `let k1 = ...`; so do long parts that are used several times, and parts so long or deep
// that a line could not be read again. Parts come before their users.
// SPDX-License-Identifier: MIT
#include "transform/long_values.h"

#include "base/memory.h"
#include "notation/formula.h"
#include "symbolic/steps.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 100, LONGEST_PART = 400, DEEPEST_PART = 50 };

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
  for (int i = 0; i < count; i++) {
    if (size_of(list[i]).length > LINE) return false;
  }
  return true;
}

// ---- names

static bool is_taken(const Mechanism *mechanism, const char *name)
{
  if (mechanism_find_frame(mechanism, name) >= 0) return true;
  if (mechanism_find_point(mechanism, name) >= 0) return true;
  if (expr_find_symbol(mechanism->pool, name)) return true;
  for (int i = 0; i < mechanism->definition_count; i++) {
    if (strcmp(mechanism->definitions[i].name, name) == 0) return true;
  }
  return false;
}

static void define(Mechanism *mechanism, const Expr *value, int *number)
{
  const char *name = NULL;
  do {
    name = arena_format(mechanism->arena, "k%d", ++*number);
  } while (is_taken(mechanism, name));
  int count = mechanism->definition_count++;
  Definition *grown = ARENA_ARRAY(mechanism->arena, Definition, count + 1);
  if (count > 0) memcpy(grown, mechanism->definitions, (size_t)count * sizeof *grown);
  grown[count] = (Definition){ .name = name, .value = expr_name(name, value) };
  mechanism->definitions = grown;
}

// How often each step is used. A value that is written itself, or its negative, counts
// as used by others.
static int *count_uses(const Steps *steps)
{
  int *uses = memory_new((size_t)steps->count + 1, sizeof *uses);
  for (int i = 0; i < steps->root_count; i++)
    uses[steps->roots[i]] = 2;
  for (int i = steps->count - 1; i >= 0; i--) {
    const Step *item = &steps->at[i];
    for (int k = 0; k < MAX_ARITY; k++) {
      if (item->arg[k] >= 0) uses[item->arg[k]] += item->op == OP_NEG ? uses[i] : 1;
    }
  }
  return uses;
}

static bool deserves_name(const Step *item, int uses)
{
  if (item->arg[0] < 0 || item->op == OP_NAMED || item->op == OP_NEG) return false;
  Size size = size_of(item->node);
  if (size.length > LONGEST_PART || size.depth > DEEPEST_PART) return true;
  return size.length > LINE && uses > 1;
}

void name_long_values(Mechanism *mechanism, const Expr *const list[], int count)
{
  Steps steps = steps_of(list, count);
  int *uses = count_uses(&steps);
  int number = 0;
  for (int i = 0; i < steps.count; i++) {
    if (deserves_name(&steps.at[i], uses[i])) define(mechanism, steps.at[i].node, &number);
  }
  free(uses);
  steps_free(&steps);
}
