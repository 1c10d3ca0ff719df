// operating_point.c -- symbols replaced by numbers in finished equations.
// SPDX-License-Identifier: MIT
#include "api/operating_point.h"

#include "api/state_list.h"
#include "lang/value_list.h"
#include "symbolic/derivative.h"

#include <string.h>

static bool is_same(Piece a, Piece b)
{
  return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

// Does the list give the item's name another value in front of it?
static bool has_another_value(const char *list, const ListItem *item)
{
  ListItem other = { .name = { list, 0 } };
  bool is_found = false;
  while (*list && !is_found && other.name.text < item->name.text) {
    list = list_next(list, &other);
    is_found = other.name.text < item->name.text && is_same(other.name, item->name) &&
               !is_same(other.value, item->value);
  }
  return is_found;
}

// False with a diagnostic.
static bool check_items(const Equations *equations, const char *list,
                        BielleDiagnostics *diagnostics)
{
  Pool *scratch = pool_new(0);
  bool is_good = true;
  const char *start = list;
  while (*list && is_good) {
    ListItem item;
    list = list_next(list, &item);
    bool is_second = has_another_value(start, &item);
    const char *name = arena_copy_text(equations->arena, item.name.text, item.name.length);
    StatePlace place;
    bool is_there = state_name_find(equations, name, &place);
    const Expr *value =
        is_there ? value_read(item.value, scratch, state_place_dimension(&place)) : NULL;
    is_good = value != NULL && !is_second;
    if (is_good) continue;
    int length = (int)(item.value.text + item.value.length - item.name.text);
    diagnose(diagnostics, "write --about \"q1=0, q2=30 deg, q3=pi/2, q1'=0, tau[q1]=0\"",
             "'%.*s' %s", length, item.name.text,
             is_second  ? "is given twice"
             : is_there ? "needs a number behind '='"
                        : "names nothing that the equations hold");
  }
  pool_free(scratch);
  return is_good;
}

static bool put_items(Quantity *quantity, const char *list, int most, Arena *arena,
                      BielleDiagnostics *diagnostics)
{
  int size = quantity->rows * quantity->columns, used = 0;
  if (size == 0) return true;
  Pool *pool = expr_pool(quantity->entries[0]);
  const Expr **from = ARENA_ARRAY(arena, const Expr *, most + 1);
  const Expr **to = ARENA_ARRAY(arena, const Expr *, most + 1);
  const Expr **entries = ARENA_ARRAY(arena, const Expr *, size);
  while (*list) {
    ListItem item;
    list = list_next(list, &item);
    from[used] = expr_find_symbol(pool, arena_copy_text(arena, item.name.text, item.name.length));
    to[used] = value_read(item.value, pool, (Dimension){ 0 });
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
  int most = 1;
  for (const char *at = list; *at; at++)
    most += *at == ',';
  if (!check_items(equations, list, diagnostics)) return false;
  for (int k = 0; k < equations->quantity_count; k++) {
    if (!put_items(&equations->quantities[k], list, most, equations->arena, diagnostics))
      return false;
  }
  equations_add_note(equations, arena_format(equations->arena, "at the operating point %s", list));
  return true;
}
