// values.c -- values used in a foreign text, and their declaration.
// SPDX-License-Identifier: MIT
#include "import/common/values.h"

#include "base/memory/memory.h"

#include <stdlib.h>
#include <string.h>

void values_free(Values *values)
{
  names_free(&values->names);
  map_free(&values->index);
  free(values->items);
  *values = (Values){ 0 };
}

static int add_value(Values *values, const char *own, Span span)
{
  int known = map_find(&values->index, own);
  if (known >= 0) return known;
  MEMORY_ROOM(values->items, values->count, values->capacity);
  values->items[values->count] =
      (ForeignValue){ .name = own, .span = span, .group = values->group };
  map_put(&values->index, own, values->count);
  return values->count++;
}

int values_add(Values *values, Span name)
{
  return add_value(values, names_of(&values->names, span_bytes(name), name.length), name);
}

int values_add_text(Values *values, const char *foreign, Span span)
{
  return add_value(values, names_of(&values->names, foreign, strlen(foreign)), span);
}

bool cell_moves(const Cell *cell, const Values *values)
{
  for (int i = 0; i < cell->name_count; i++)
    if (values->items[cell->names[i]].is_coordinate) return true;
  return false;
}

Cell cell_zero(Span span)
{
  return (Cell){ .text = "0", .span = span, .is_zero = true, .is_number = true };
}

const char *cell_negative(const Cell *cell, Arena *arena)
{
  if (cell->is_zero) return "0";
  if (cell->is_number && cell->text[0] == '-') return cell->text + 1;
  bool is_plain = cell->is_number || cell->is_name;
  return arena_format(arena, is_plain ? "-%s" : "-(%s)", cell->text);
}

// ---- declarations

void values_put_params(Import *import, const Values *values, int group)
{
  Text items = { 0 };
  for (int i = 0; i < values->count; i++) {
    const ForeignValue *value = &values->items[i];
    if (value->group != group || value->is_coordinate) continue;
    text_format(&items, "%s%s", items.length > 0 ? ", " : "", value->name);
    if (value->number) text_format(&items, " = %s", value->number);
  }
  if (items.length > 0) document_write(import->document, "param %s", text_string(&items));
  text_free(&items);
}
