// entries.c -- sparsity patterns.
// SPDX-License-Identifier: MIT
#include "numeric/linear/entries.h"

Entries entries_all(int rows, int columns, Arena *arena)
{
  Entries result = { rows, columns, ARENA_ARRAY(arena, int, rows + 1),
                     ARENA_ARRAY(arena, int, rows *columns + 1) };
  for (int i = 0; i < rows; i++)
    result.start[i + 1] = (i + 1) * columns;
  for (int e = 0; e < rows * columns; e++)
    result.column[e] = e % columns;
  return result;
}

Entries entries_pruned(const Entries *entries, const double given[], Arena *arena, double **values)
{
  int rows = entries->rows, count = 0;
  Entries result = { rows, entries->columns, ARENA_ARRAY(arena, int, rows + 1),
                     ARENA_ARRAY(arena, int, entries_count(entries) + 1) };
  *values = ARENA_ARRAY(arena, double, entries_count(entries) + 1);
  for (int i = 0; i < rows; i++) {
    for (int e = entries->start[i]; e < entries->start[i + 1]; e++) {
      if (given[e] == 0) continue;
      (*values)[count] = given[e];
      result.column[count++] = entries->column[e];
    }
    result.start[i + 1] = count;
  }
  return result;
}

Entries entries_of(int rows, int columns, const double a[], Arena *arena, double **values)
{
  Entries all = entries_all(rows, columns, arena);
  return entries_pruned(&all, a, arena, values);
}

Entries entries_transposed(const Entries *entries, Arena *arena, int **from)
{
  int n = entries->columns, count = entries_count(entries);
  Entries result = { n, entries->rows, ARENA_ARRAY(arena, int, n + 2),
                     ARENA_ARRAY(arena, int, count + 1) };
  if (from) *from = ARENA_ARRAY(arena, int, count + 1);
  for (int e = 0; e < count; e++)
    result.start[entries->column[e] + 2]++;
  for (int j = 0; j < n; j++)
    result.start[j + 2] += result.start[j + 1];
  for (int i = 0; i < entries->rows; i++) {
    for (int e = entries->start[i]; e < entries->start[i + 1]; e++) {
      int place = result.start[entries->column[e] + 1]++;
      result.column[place] = i;
      if (from) (*from)[place] = e;
    }
  }
  return result;
}
