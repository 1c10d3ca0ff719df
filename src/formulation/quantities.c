// quantities.c -- lookup in the table of all quantities.
// SPDX-License-Identifier: MIT
#include "formulation/quantities.h"

#include "formulation/builder.h"

#include <stdlib.h>
#include <string.h>

// The words used in quantities.def.
enum {
  MOTION = TRAIT_MOTION,
  TIES_POSITIONS = TRAIT_TIES_POSITIONS,
  TIES_SPEEDS = TRAIT_TIES_SPEEDS,
  TIES = TRAIT_NEEDS_CONSTRAINTS,
  DEFAULTS = TRAIT_DEFAULT,
  Q = ARGUMENT_Q,
  QD = ARGUMENT_QD,
  QDD = ARGUMENT_QDD,
  TAU = ARGUMENT_TAU
};
#define NUMBER QUANTITY_NUMBER, false
#define VECTOR QUANTITY_VECTOR, false
#define MATRIX QUANTITY_MATRIX, false
#define SYMMETRIC QUANTITY_MATRIX, true

static const QuantityInfo TABLE[] = {
#define GROUP(name, title)
#define QUANTITY(key, subject, function, title, unit, shape, rows, columns, group, traits, args)   \
  { key, subject, function, title, unit, shape, rows, columns, GROUP_##group, traits, args },
#include "formulation/quantities.def"
};
enum { QUANTITY_COUNT = sizeof TABLE / sizeof TABLE[0] };

const QuantityInfo *quantity_info(int index)
{
  return index < QUANTITY_COUNT ? &TABLE[index] : NULL;
}

bool key_is_of(const char *key, const char *known)
{
  size_t length = strlen(known);
  if (known[length - 1] == ':') return strncmp(key, known, length) == 0;
  return strncmp(key, known, length) == 0 && key[length] == '\0';
}

const QuantityInfo *quantity_find(const char *key)
{
  size_t whole = strcspn(key, "[");
  for (int i = 0; i < QUANTITY_COUNT; i++) {
    const char *known = TABLE[i].key;
    bool is_entry = strlen(known) == whole && strncmp(key, known, whole) == 0;
    if (is_entry || key_is_of(key, known)) return &TABLE[i];
  }
  return NULL;
}

const char *quantity_group_name(QuantityGroup group)
{
  static const char *const TITLES[] = {
#define GROUP(name, title) title,
#define QUANTITY(...)
#include "formulation/quantities.def"
  };
  return TITLES[group];
}

// `text` with `word` replaced by the name.
static const char *put_name(Arena *arena, const char *text, const char *word, size_t length,
                            const char *name)
{
  const char *place = text;
  while (strncmp(place, word, length) != 0)
    place++;
  return arena_format(arena, "%.*s%s%s", (int)(place - text), text, name, place + length);
}

// "position_tip", "position_tip_in_R2"
const char *quantity_function(Arena *arena, const QuantityInfo *info, const char *name)
{
  if (!info->subject[0]) return info->function;
  const char *stroke = strchr(name, '/');
  if (stroke) name = arena_format(arena, "%.*s_in_%s", (int)(stroke - name), name, stroke + 1);
  return put_name(arena, info->function, "%s", 2, name);
}

const char *quantity_title(Arena *arena, const QuantityInfo *info, const char *name)
{
  if (!info->subject[0]) return info->title;
  return put_name(arena, info->title, info->subject, strcspn(info->subject, "/"), name);
}

// The number of rows or columns; 0: determined by the recipe.
static int size_of(const Equations *equations, const char *size)
{
  if (strcmp(size, "n") == 0 || strcmp(size, "q") == 0) return equations->coordinate_count;
  char *end = NULL;
  long number = strtol(size, &end, 10);
  return *end == '\0' ? (int)number : 0;
}

static const char *const *labels_of(const Equations *equations, const char *size)
{
  return strcmp(size, "q") == 0 ? coordinate_names(equations) : NULL;
}

void quantity_complete(const Equations *equations, Quantity *quantity)
{
  const QuantityInfo *info = quantity_find(quantity->key);
  if (!info) return;
  Arena *arena = equations->arena;
  const char *name = info->subject[0] ? quantity->key + strlen(info->key) : "";
  if (!quantity->function) quantity->function = quantity_function(arena, info, name);
  if (!quantity->title) quantity->title = quantity_title(arena, info, name);
  if (!quantity->unit) quantity->unit = strchr(info->unit, '|') ? "" : info->unit;
  if (quantity->shape == QUANTITY_BY_COLUMNS) {
    quantity->shape = info->shape;
    quantity->is_symmetric = info->is_symmetric;
  }
  if (quantity->rows == 0) quantity->rows = size_of(equations, info->rows);
  if (quantity->columns == 0) quantity->columns = size_of(equations, info->columns);
  if (!quantity->row_labels) quantity->row_labels = labels_of(equations, info->rows);
  if (!quantity->column_labels) quantity->column_labels = labels_of(equations, info->columns);
}

static void put_label(const Equations *equations, const char *const labels[], const char *size,
                      int index, Text *out)
{
  bool is_coordinate = strcmp(size, "n") == 0 && index < equations->coordinate_count;
  if (labels || is_coordinate) {
    text_put(out, labels ? labels[index] : equations->coordinates[index].name);
  } else {
    text_format(out, "%d", index + 1);
  }
}

void quantity_put_entry(const Equations *equations, const Quantity *quantity, int index, Text *out)
{
  const QuantityInfo *info = strchr(quantity->key, '[') ? NULL : quantity_find(quantity->key);
  text_put(out, quantity->key);
  if (quantity_is_number(quantity)) return;
  text_put_char(out, '[');
  put_label(equations, quantity->row_labels, info ? info->rows : "", index / quantity->columns,
            out);
  if (!quantity_is_vector(quantity)) {
    text_put_char(out, ',');
    put_label(equations, quantity->column_labels, info ? info->columns : "",
              index % quantity->columns, out);
  }
  text_put_char(out, ']');
}
