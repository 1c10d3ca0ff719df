// row_table.h -- rows of numbers in named columns with units: the results of sweeps and
// simulations.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_ROW_TABLE_H
#define BIELLE_STUDY_ROW_TABLE_H

#include "base/memory/arena.h"

#include <stdbool.h>
#include <string.h>

typedef struct RowColumn {
  const char *name;  // "phi3'", "E.x''"
  const char *unit;  // "rad/s"; "" if unknown
} RowColumn;

// All members are borrowed.
typedef struct RowTable {
  const RowColumn *columns;
  int width;          // columns of a row
  const int *chosen;  // columns that are shown, in order; NULL: all
  int count;          // number of shown columns
  const double *rows;
  int row_count;
} RowTable;

// Returns the name of component i of a value with `count` components, in the syntax of the
// language: the name itself for a number, z.x for a vector, (a - b).x for a formula, R[4] for a
// matrix.
static inline const char *row_part_name(Arena *arena, const char *name, int i, int count)
{
  bool is_formula = strpbrk(name, " +-*/^") != NULL;
  if (count == 1) return name;
  if (count != 3) return arena_format(arena, "%s[%d]", name, i + 1);
  return arena_format(arena, is_formula ? "(%s).%c" : "%s.%c", name, "xyz"[i]);
}

// Receives rows as they are computed. Returns false if it cannot accept more rows.
typedef bool RowListener(void *context, const RowColumn columns[], int count, const double row[]);

#endif
