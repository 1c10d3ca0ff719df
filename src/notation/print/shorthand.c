// shorthand.c -- short names of sines and cosines of coordinates.
// SPDX-License-Identifier: MIT
#include "notation/print/shorthand.h"

#include "base/memory/map.h"
#include "symbolic/pool.h"
#include "base/text/text.h"

#include <string.h>

typedef struct ShorthandEntry {
  const char *name;
  const Formula *call;
  struct ShorthandEntry *next;
} ShorthandEntry;

struct Shorthand {
  Arena *arena;
  Pool *pool;
  const Expr *const *coordinates;
  const int *numbers;
  int count;
  ShorthandEntry *first;  // the legend
  ShorthandEntry *last;
};

Shorthand *shorthand_new(Arena *arena, const Expr *const coordinates[], const int numbers[],
                         int count)
{
  Shorthand *names = ARENA_NEW(arena, Shorthand);
  const Expr **own_coordinates = ARENA_ARRAY(arena, const Expr *, count);
  int *own_numbers = ARENA_ARRAY(arena, int, count);
  for (int i = 0; i < count; i++) {
    own_coordinates[i] = coordinates[i];
    own_numbers[i] = numbers ? numbers[i] : i + 1;
  }
  *names = (Shorthand){ .arena = arena,
                        .pool = count > 0 ? expr_pool(coordinates[0]) : NULL,
                        .coordinates = own_coordinates,
                        .numbers = own_numbers,
                        .count = count };
  return names;
}

// ---- names

static int number_of(const Shorthand *names, const Expr *symbol)
{
  for (int i = 0; i < names->count; i++) {
    const char *name = names->coordinates[i]->form->symbol->name;
    if (strcmp(name, symbol->form->symbol->name) == 0) return names->numbers[i];
  }
  return -1;
}

// The coordinate of a term x or -x, and its sign; NULL for any other term.
static const Expr *signed_coordinate(const Formula *term, int *sign)
{
  *sign = 1;
  if (term->kind == FORMULA_PRODUCT && term->count == 1 && term->exponents[0] == 1 &&
      expr_is_integer(term->expr, -1)) {
    *sign = -1;
    term = term->parts[0];
  }
  bool is_symbol = term->kind == FORMULA_ATOM && term->expr->form->op == OP_SYMBOL;
  return is_symbol ? term->expr : NULL;
}

// Appends the number of each term with the given sign. Returns false if a term is not a coordinate.
static bool put_numbers(const Shorthand *names, const Formula *const terms[], int count,
                        int wanted_sign, bool is_apart, Text *out)
{
  bool is_first = true;
  for (int i = 0; i < count; i++) {
    int sign = 1;
    const Expr *coordinate = signed_coordinate(terms[i], &sign);
    int number = coordinate ? number_of(names, coordinate) : -1;
    if (number < 0) return false;
    if (sign != wanted_sign) continue;
    if (sign < 0) text_put_char(out, 'm');
    if (sign > 0 && is_apart && !is_first) text_put_char(out, '_');
    text_format(out, "%d", number);
    is_first = false;
  }
  return true;
}

static bool has_large_number(const Shorthand *names, const Formula *const terms[], int count)
{
  for (int i = 0; i < count; i++) {
    int sign = 1;
    const Expr *coordinate = signed_coordinate(terms[i], &sign);
    if (coordinate && number_of(names, coordinate) > 9) return true;
  }
  return false;
}

static bool put_name(const Shorthand *names, const Formula *call, Text *out)
{
  const Formula *angle = call->parts[0];
  const Formula *const *terms = angle->kind == FORMULA_SUM ? angle->parts : &angle;
  int count = angle->kind == FORMULA_SUM ? angle->count : 1;
  if (formula_is_negative(terms[0])) return false;
  bool is_apart = has_large_number(names, terms, count);
  text_put_char(out, call->op == OP_COS ? 'C' : 'S');
  return put_numbers(names, terms, count, 1, is_apart, out) &&
         put_numbers(names, terms, count, -1, is_apart, out);
}

// ---- names already in use

static bool is_name_of_value(const Pool *pool, const char *name)
{
  for (uint32_t id = 0; id < pool->node_count; id++) {
    const Expr *node = pool_node(pool, id);
    if (node->form->op == OP_NAMED && strcmp(node->form->named.name, name) == 0) return true;
  }
  return false;
}

static bool is_taken(const Shorthand *names, const char *name)
{
  return expr_find_symbol(names->pool, name) || is_name_of_value(names->pool, name);
}

// ---- legend

static const ShorthandEntry *find_entry(const Shorthand *names, const char *name)
{
  const ShorthandEntry *entry = names->first;
  while (entry && strcmp(entry->name, name) != 0)
    entry = entry->next;
  return entry;
}

static const ShorthandEntry *add_entry(Shorthand *names, const Text *name, const Formula *call)
{
  ShorthandEntry *entry = ARENA_NEW(names->arena, ShorthandEntry);
  entry->name = arena_copy_text(names->arena, name->bytes, name->length);
  entry->call = call;
  if (names->last) {
    names->last->next = entry;
  } else {
    names->first = entry;
  }
  names->last = entry;
  return entry;
}

const char *shorthand_name(Shorthand *names, const Formula *call)
{
  bool is_candidate = call->kind == FORMULA_CALL && (call->op == OP_SIN || call->op == OP_COS);
  if (!is_candidate || names->count == 0) return NULL;
  Text name = { 0 };
  const ShorthandEntry *entry = NULL;
  if (put_name(names, call, &name)) {
    entry = find_entry(names, text_string(&name));
    if (!entry && !is_taken(names, text_string(&name))) entry = add_entry(names, &name, call);
  }
  text_free(&name);
  return entry ? entry->name : NULL;
}

const Formula *shorthand_entry(const Shorthand *names, int index, const char **name)
{
  const ShorthandEntry *entry = names->first;
  for (int i = 0; entry && i < index; i++)
    entry = entry->next;
  *name = entry ? entry->name : NULL;
  return entry ? entry->call : NULL;
}
