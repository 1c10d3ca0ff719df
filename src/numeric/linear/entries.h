// entries.h -- which entries of a matrix are there; the others are zero, whatever the numbers.
//
// Numbers stand in an array beside it, one by entry, so that a matrix of loops that touch few
// coordinates each is kept and walked over in the time of its entries. With all entries there that
// array is the matrix itself, row-major.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LINEAR_ENTRIES_H
#define BIELLE_NUMERIC_LINEAR_ENTRIES_H

#include "base/memory/arena.h"

typedef struct Entries {
  int rows, columns;
  int *start;   // by row: its first entry; one more is the end
  int *column;  // by entry
} Entries;

static inline int entries_count(const Entries *entries) { return entries->start[entries->rows]; }

Entries entries_all(int rows, int columns, Arena *arena);
// Those that are not zero; *values receives their numbers.
Entries entries_pruned(const Entries *entries, const double given[], Arena *arena, double **values);
// The same of a matrix, row-major.
Entries entries_of(int rows, int columns, const double a[], Arena *arena, double **values);
// *from (may be NULL) receives, by entry, which of the given ones it is.
Entries entries_transposed(const Entries *entries, Arena *arena, int **from);

#endif
