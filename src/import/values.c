// values.c -- the values that a foreign text uses, and their declaration.
// SPDX-License-Identifier: MIT
#include "import/values.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 96 };

void values_free(Values *values)
{
  names_free(&values->names);
  map_free(&values->index);
  free(values->items);
  *values = (Values){ 0 };
}

static const char *name_of_span(Values *values, Span name)
{
  return names_of(&values->names, name.source->bytes + name.start, name.length);
}

static int add_value(Values *values, const char *own, Span span)
{
  int known = map_find(&values->index, own);
  if (known >= 0) return known;
  if (values->count == values->capacity) {
    values->capacity = 2 * values->capacity + 32;
    values->items = memory_grow(values->items, (size_t)values->capacity, sizeof *values->items);
  }
  values->items[values->count] = (Value){ .name = own, .span = span, .group = values->group };
  map_put(&values->index, own, values->count);
  return values->count++;
}

int values_add(Values *values, Span name)
{
  return add_value(values, name_of_span(values, name), name);
}

int values_add_text(Values *values, const char *foreign, Span span)
{
  return add_value(values, names_of(&values->names, foreign, strlen(foreign)), span);
}

int values_find(Values *values, Span name)
{
  const char *foreign = name.source->bytes + name.start;
  if (map_find_n(&values->names.of_foreign, foreign, name.length) < 0) return -1;
  return map_find(&values->index, name_of_span(values, name));
}

bool cell_moves(const Cell *cell, const Values *values)
{
  for (int i = 0; i < cell->name_count; i++) {
    if (values->items[cell->names[i]].is_coordinate) return true;
  }
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

typedef struct ParamList {
  Text *out;
  int column;  // 0: nothing written yet
} ParamList;

static void put_param(ParamList *list, const Value *value)
{
  static const char begin[] = "param ";
  const int indent = (int)sizeof begin - 1;
  int width = text_columns(value->name, strlen(value->name));
  if (value->number) width += 3 + (int)strlen(value->number);
  if (list->column == 0) {
    text_put(list->out, begin);
    list->column = indent;
  } else if (list->column + 2 + width > LINE_WIDTH) {
    text_put(list->out, ",\n");
    text_repeat(list->out, ' ', indent);
    list->column = indent;
  } else {
    text_put(list->out, ", ");
    list->column += 2;
  }
  text_put(list->out, value->name);
  if (value->number) text_format(list->out, " = %s", value->number);
  list->column += width;
}

void values_put_params(Values *values, int group, Text *out)
{
  ParamList list = { .out = out };
  for (int i = 0; i < values->count; i++) {
    const Value *value = &values->items[i];
    if (value->group == group && !value->is_coordinate) put_param(&list, value);
  }
  if (list.column > 0) text_put_char(out, '\n');
}
