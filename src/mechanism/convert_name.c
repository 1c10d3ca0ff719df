// convert_name.c -- short names for values that would be long to write in a table.
//
// Exact geometry of general axes can fill pages. What is longer than a line becomes a definition of
// its own, `let k1 = ...`; so do long parts that are used several times, and parts so long or deep
// that a line could not be read again. Parts come before their users.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "mechanism/convert_impl.h"
#include "notation/formula.h"
#include "symbolic/steps.h"
#include "notation/print.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 100, LONGEST_PART = 400, DEEPEST_PART = 50 };

// ---- lists

void list_expression(ExprList *list, const Expr *e)
{
  if (list->count == list->capacity) {
    list->capacity = list->capacity > 0 ? 2 * list->capacity : 64;
    list->at = memory_grow(list->at, (size_t)list->capacity, sizeof *list->at);
  }
  list->at[list->count++] = e;
}

void list_free(ExprList *list) { free(list->at); }

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

static bool is_taken(const Conversion *conversion, const char *name)
{
  const Mechanism *mechanism = conversion->mechanism;
  if (mechanism_find_frame(mechanism, name) >= 0) return true;
  if (mechanism_find_point(mechanism, name) >= 0) return true;
  if (expr_find_symbol(mechanism->pool, name)) return true;
  for (int i = 0; i < mechanism->definition_count; i++) {
    if (strcmp(mechanism->definitions[i].name, name) == 0) return true;
  }
  return false;
}

static const char *next_name(const Conversion *conversion, int *number)
{
  const char *name = NULL;
  do {
    name = arena_format(conversion->arena, "k%d", ++*number);
  } while (is_taken(conversion, name));
  return name;
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

void name_long_values(const Conversion *conversion, const ExprList *list, Text *out)
{
  Steps steps = steps_of(list->at, list->count);
  int *uses = count_uses(&steps);
  int number = 0;
  for (int i = 0; i < steps.count; i++) {
    if (!deserves_name(&steps.at[i], uses[i])) continue;
    const Expr *node = steps.at[i].node;
    const Expr *named = expr_name(next_name(conversion, &number), node);
    text_format(out, "let %s = ", named->form->named.name);
    expr_print(named->form->named.definition, out);
    text_put_char(out, '\n');
  }
  free(uses);
  steps_free(&steps);
}
