// value_list.c -- lists of names and values.
// SPDX-License-Identifier: MIT
#include "lang/evaluate/value_list.h"

#include "lang/lang.h"

// ---- values

typedef struct ReadValue {
  const Expr *value;  // in the pool; NULL: not a value
  Dimension dimension;
} ReadValue;

// Reads the value as a parameter of a separate description.
static ReadValue read_value(Piece piece, Pool *pool)
{
  Text text = { 0 };
  text_format(&text, "param value = %.*s\n", (int)piece.length, piece.text);
  Source source = { "value", text_string(&text), text.length };
  Diagnostics *diagnostics = diagnostics_new();
  Document *document = document_read(&source, diagnostics);
  bool is_one = document->first && document->first == document->last;
  Mechanism *mechanism = is_one ? lang_resolve(document, diagnostics) : NULL;
  ReadValue result = { 0 };
  if (mechanism && mechanism->parameter_count == 1 && mechanism->parameters[0].value) {
    result.value = expr_copy(pool, mechanism->parameters[0].value);
    result.dimension = mechanism->parameters[0].dimension;
  }
  mechanism_free(mechanism);
  document_free(document);
  diagnostics_free(diagnostics);
  text_free(&text);
  return result;
}

const Expr *value_read(Piece piece, Pool *pool, Dimension wanted)
{
  ReadValue read = read_value(piece, pool);
  bool is_free = !read.dimension.is_known || !wanted.is_known;
  return is_free || dimension_equal(read.dimension, wanted) ? read.value : NULL;
}

Dimension value_dimension(Piece piece)
{
  Pool *pool = pool_new(0);
  ReadValue read = read_value(piece, pool);
  pool_free(pool);
  return read.dimension;
}

// ---- coordinates

int coordinate_named(const Mechanism *mechanism, Piece name, const char *purpose, Text *why)
{
  Arena *arena = arena_new();
  int found = mechanism_find_coordinate(mechanism, arena_copy_text(arena, name.text, name.length));
  int count = mechanism->coordinate_count;
  for (int i = 0; i < mechanism->joint_count && found < 0; i++) {
    const Joint *joint = &mechanism->joints[i];
    if (joint->coordinate_count == 1 && piece_is(name, joint->name)) found = joint->coordinate;
  }
  if (found < 0) {
    const char **names = ARENA_ARRAY(arena, const char *, count);
    for (int i = 0; i < count; i++)
      names[i] = coordinate_name(&mechanism->coordinates[i]);
    const char *hint = nearest_or_all(arena, name.text, name.length, names, count);
    text_format(why, "unknown coordinate '%.*s' %s%s%s", (int)name.length, name.text, purpose,
                hint ? "; " : "", hint ? hint : "");
  }
  arena_free(arena);
  return found;
}

// Returns false with a sentence in `why` on failure.
static bool read_item(const Mechanism *mechanism, const ListItem *item, int i, int order,
                      const char *purpose, Pool *pool, const Expr *values[], Text *why)
{
  static const char *const UNITS[3][2] = { { "30 deg", "5 cm" },
                                           { "2 rad/s", "3 m/s" },
                                           { "2 rad/s^2", "3 m/s^2" } };
  const Coordinate *coordinate = &mechanism->coordinates[i];
  if (!item->has_value) {
    if (order == 0) values[i] = expr_copy(pool, coordinate_start(coordinate));
    return true;
  }
  const Expr *value = value_read(item->value, pool, coordinate_dimension(coordinate, order));
  if (!value) {
    text_format(why, "'%.*s' is not a value of '%s' %s; write a number in SI, %s or pi/6",
                (int)item->value.length, item->value.text, coordinate_name(coordinate), purpose,
                UNITS[order][coordinate->kind == COORDINATE_LENGTH]);
    return false;
  }
  values[i] = value;
  return true;
}

bool coordinate_values_read(const Mechanism *mechanism, const char *list, int order,
                            const char *purpose, Pool *pool, const Expr *values[], Text *why)
{
  Arena *arena = arena_new();
  bool *is_named = ARENA_ARRAY(arena, bool, mechanism->coordinate_count);
  bool is_good = true;
  while (*list && is_good) {
    ListItem item;
    list = list_next(list, &item);
    int i = coordinate_named(mechanism, item.name, purpose, why);
    is_good = i >= 0 && !is_named[i];
    if (is_good) {
      is_named[i] = true;
      is_good = read_item(mechanism, &item, i, order, purpose, pool, values, why);
    } else if (i >= 0) {
      text_format(why, "'%s' is there twice", coordinate_name(&mechanism->coordinates[i]));
    }
  }
  arena_free(arena);
  return is_good;
}
