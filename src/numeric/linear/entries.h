// entries.h -- sparsity pattern of a matrix; all other entries are structural zeros.
//
// The values are in a separate array, one per entry, so that storage and work are proportional to
// the number of entries. If all entries are present, that array is the row-major matrix itself.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LINEAR_ENTRIES_H
#define BIELLE_NUMERIC_LINEAR_ENTRIES_H

#include "base/memory/arena.h"

typedef struct Entries {
  int rows, columns;
  int *start;   // by row: its first entry; rows + 1 elements
  int *column;  // by entry
} Entries;

static inline int entries_count(const Entries *entries) { return entries->start[entries->rows]; }

Entries entries_all(int rows, int columns, Arena *arena);
// Entries of given values that are not zero; *values receives their values.
Entries entries_pruned(const Entries *entries, const double given[], Arena *arena, double **values);
// The same for a row-major matrix.
Entries entries_of(int rows, int columns, const double a[], Arena *arena, double **values);
// The transposed pattern. *from (may be NULL) receives, by entry, the index of the given entry.
Entries entries_transposed(const Entries *entries, Arena *arena, int **from);

#endif
