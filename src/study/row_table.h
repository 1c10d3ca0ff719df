// row_table.h -- rows of numbers under names with units: what sweeps and simulations give.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_ROW_TABLE_H
#define BIELLE_STUDY_ROW_TABLE_H

#include "base/memory/arena.h"

#include <stdbool.h>
#include <string.h>

typedef struct RowColumn {
  const char *name;  // "phi3'", "E.x''"
  const char *unit;  // "rad/s"; "" if it is not known
} RowColumn;

// All borrowed.
typedef struct RowTable {
  const RowColumn *columns;
  int width;          // of a row
  const int *chosen;  // columns that are shown, in order; NULL: all
  int count;          // of these
  const double *rows;
  int row_count;
} RowTable;

// The name of one of the `count` values that something has, as the language writes it: that of a number,
// z.x of a vector, (a - b).x of a formula, R[4] of a matrix.
static inline const char *row_part_name(Arena *arena, const char *name, int i, int count)
{
  bool is_formula = strpbrk(name, " +-*/^") != NULL;
  if (count == 1) return name;
  if (count != 3) return arena_format(arena, "%s[%d]", name, i + 1);
  return arena_format(arena, is_formula ? "(%s).%c" : "%s.%c", name, "xyz"[i]);
}

// Takes rows as they are made. False: it can take no more of them.
typedef bool RowListener(void *context, const RowColumn columns[], int count, const double row[]);

#endif
