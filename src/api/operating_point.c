// operating_point.c -- symbols replaced by numbers in finished equations.
// SPDX-License-Identifier: MIT
#include "api/operating_point.h"

#include "mechanism/assignments.h"
#include "symbolic/derivative.h"

#include <ctype.h>
#include <string.h>

typedef struct Item {
  const char *name;
  const char *value;
} Item;

static const char *trimmed_copy(Arena *arena, const char *start, const char *end)
{
  while (start < end && isspace((unsigned char)*start))
    start++;
  while (end > start && isspace((unsigned char)end[-1]))
    end--;
  return arena_copy_text(arena, start, (size_t)(end - start));
}

static bool is_one_of(const Variable variables[], int count, const char *name, size_t length)
{
  for (int i = 0; i < count; i++) {
    bool is_same = strlen(variables[i].name) == length;
    if (is_same && strncmp(variables[i].name, name, length) == 0) return true;
  }
  return false;
}

static bool is_known(const Equations *equations, const char *name)
{
  enum { MOST_PRIMES = 2 };
  size_t length = strlen(name), primes = 0;
  if (is_one_of(equations->parameters, equations->parameter_count, name, length)) return true;
  if (is_one_of(equations->inputs, equations->input_count, name, length)) return true;
  if (is_one_of(equations->torques, equations->coordinate_count, name, length)) return true;
  if (strcmp(name, "t") == 0) return true;
  while (primes < MOST_PRIMES && primes < length && name[length - primes - 1] == '\'')
    primes++;
  return is_one_of(equations->coordinates, equations->coordinate_count, name, length - primes);
}

// False with a diagnostic.
static bool read_items(const Equations *equations, const char *list, Item items[], int *count,
                       BielleDiagnostics *diagnostics)
{
  Pool *scratch = pool_new(0);
  bool is_good = true;
  *count = 0;
  for (const char *at = list; *at && is_good;) {
    const char *end = at + strcspn(at, ","), *equals = memchr(at, '=', (size_t)(end - at));
    Item item = { trimmed_copy(equations->arena, at, equals ? equals : end),
                  trimmed_copy(equations->arena, equals ? equals + 1 : end, end) };
    is_good =
        is_known(equations, item.name) && assignment_value(scratch, item.value, strlen(item.value));
    if (!is_good) {
      diagnose(diagnostics, "write --about \"q1=0, q2=30deg, q3=pi/2, q1'=0, tau[q1]=0\"",
               "'%.*s' %s", (int)(end - at), at,
               is_known(equations, item.name) ? "needs a number behind '='"
                                              : "names nothing that the equations hold");
    }
    items[(*count)++] = item;
    at = end + (*end == ',');
  }
  pool_free(scratch);
  return is_good;
}

static bool put_items(Quantity *quantity, const Item items[], int count, Arena *arena,
                      BielleDiagnostics *diagnostics)
{
  int size = quantity->rows * quantity->columns, used = 0;
  if (size == 0) return true;
  Pool *pool = expr_pool(quantity->entries[0]);
  const Expr **from = ARENA_ARRAY(arena, const Expr *, count + 1);
  const Expr **to = ARENA_ARRAY(arena, const Expr *, count + 1);
  const Expr **entries = ARENA_ARRAY(arena, const Expr *, size);
  for (int i = 0; i < count; i++) {
    from[used] = expr_find_symbol(pool, items[i].name);
    to[used] = assignment_value(pool, items[i].value, strlen(items[i].value));
    used += from[used] != NULL;
  }
  expr_substitute_all(quantity->entries, size, from, to, used, entries);
  quantity->entries = entries;
  for (int i = 0; i < size; i++) {
    if (!expr_is_undefined(entries[i])) continue;
    Text place = { 0 };
    quantity_put_place(quantity, i, &place);
    diagnose(diagnostics, NULL, "%s is not defined at the operating point", text_string(&place));
    text_free(&place);
    return false;
  }
  return true;
}

bool put_operating_point(Equations *equations, const char *list, BielleDiagnostics *diagnostics)
{
  int most = 1, count;
  for (const char *at = list; *at; at++)
    most += *at == ',';
  Item *items = ARENA_ARRAY(equations->arena, Item, most);
  if (!read_items(equations, list, items, &count, diagnostics)) return false;
  for (int k = 0; k < equations->quantity_count; k++) {
    if (!put_items(&equations->quantities[k], items, count, equations->arena, diagnostics))
      return false;
  }
  equations_add_note(equations, arena_format(equations->arena, "at the operating point %s", list));
  return true;
}
