// operating_point.c -- substitutes numbers for symbols in finished equations.
// SPDX-License-Identifier: MIT
#include "api/model/operating_point.h"

#include "api/state/state_list.h"
#include "lang/evaluate/value_list.h"
#include "symbolic/calculus/derivative.h"

#include <string.h>

typedef struct PointValue {
  const char *symbol;  // name in the equations: "q1'"
  Piece value;
} PointValue;

static const char *symbol_of(const StatePlace *place, Arena *arena)
{
  const char *primes = place->source == SOURCE_QD ? "'" : place->source == SOURCE_QDD ? "''" : "";
  return arena_format(arena, "%s%s", place->variable ? place->variable->name : "t", primes);
}

static bool has_another_value(const PointValue values[], int count, const PointValue *value)
{
  for (int i = 0; i < count; i++) {
    Piece other = values[i].value;
    bool is_same = other.length == value->value.length &&
                   memcmp(other.text, value->value.text, other.length) == 0;
    if (strcmp(values[i].symbol, value->symbol) == 0 && !is_same) return true;
  }
  return false;
}

// Reads the items of the list. Returns false with a diagnostic.
static bool read_items(const Equations *equations, const char *list, PointValue values[],
                       int *count, BielleDiagnostics *diagnostics)
{
  Pool *scratch = pool_new(0);
  bool is_good = true;
  while (*list && is_good) {
    ListItem item;
    list = list_next(list, &item);
    const char *name = arena_copy_text(equations->arena, item.name.text, item.name.length);
    StatePlace place;
    bool is_there = state_name_find(equations, name, &place);
    PointValue read = { is_there ? symbol_of(&place, equations->arena) : name, item.value };
    bool is_second = has_another_value(values, *count, &read);
    const Expr *value =
        is_there ? value_read(item.value, scratch, state_place_dimension(&place)) : NULL;
    is_good = value != NULL && !is_second;
    values[(*count)++] = read;
    if (is_good) continue;
    int length = (int)(item.value.text + item.value.length - item.name.text);
    diagnose(diagnostics, "write --about \"q1=0, q2=30 deg, q3=pi/2, q1'=0, tau[q1]=0\"",
             "'%.*s' %s", length, item.name.text,
             is_second  ? "is given twice"
             : is_there ? "requires a number after '='"
                        : "names nothing that the equations hold");
  }
  pool_free(scratch);
  return is_good;
}

static bool put_items(Quantity *quantity, const PointValue values[], int count, Arena *arena,
                      BielleDiagnostics *diagnostics)
{
  int size = quantity->rows * quantity->columns, used = 0;
  if (size == 0) return true;
  Pool *pool = expr_pool(quantity->entries[0]);
  const Expr **from = ARENA_ARRAY(arena, const Expr *, count + 1);
  const Expr **to = ARENA_ARRAY(arena, const Expr *, count + 1);
  const Expr **entries = ARENA_ARRAY(arena, const Expr *, size);
  for (int i = 0; i < count; i++) {
    from[used] = expr_find_symbol(pool, values[i].symbol);
    to[used] = value_read(values[i].value, pool, (Dimension){ 0 });
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
  int most = 1, count = 0;
  for (const char *at = list; *at; at++)
    most += *at == ',';
  PointValue *values = ARENA_ARRAY(equations->arena, PointValue, most);
  if (!read_items(equations, list, values, &count, diagnostics)) return false;
  for (int k = 0; k < equations->quantity_count; k++) {
    if (!put_items(&equations->quantities[k], values, count, equations->arena, diagnostics))
      return false;
  }
  equations_add_note(equations, arena_format(equations->arena, "at the operating point %s", list));
  return true;
}
