// field_matrix.c -- Gauss-Jordan elimination in each of the two fields.
// SPDX-License-Identifier: MIT
#include "symbolic/field/field_matrix.h"

Values values_new(Arena *arena, int rows, int columns)
{
  Fingerprint *at = arena_alloc(arena, (size_t)rows * (size_t)columns * sizeof *at);
  return (Values){ arena, rows, columns, at };
}

Values values_of(Matrix a)
{
  Values values = values_new(a.arena, a.rows, a.columns);
  for (int e = 0; e < a.rows * a.columns; e++)
    values.at[e] = expr_value(a.at[e]);
  return values;
}

// ---- elimination

static bool bring_pivot(Values a, int rank, int column)
{
  int row = rank;
  while (row < a.rows && fingerprint_is_zero(values_row(a, row)[column]))
    row++;
  if (row == a.rows) return false;
  for (int j = 0; j < a.columns && row != rank; j++) {
    Fingerprint moved = values_row(a, row)[j];
    values_row(a, row)[j] = values_row(a, rank)[j];
    values_row(a, rank)[j] = moved;
  }
  return true;
}

// Makes the leading entry 1 and clears its column.
static void clear_column(Values a, int rank, int column, Fingerprint inverse)
{
  Fingerprint *pivot = values_row(a, rank);
  for (int j = column; j < a.columns; j++)
    pivot[j] = fingerprint_mul(pivot[j], inverse);
  for (int i = 0; i < a.rows; i++) {
    Fingerprint *row = values_row(a, i), factor = row[column];
    if (i == rank || fingerprint_is_zero(factor)) continue;
    for (int j = column; j < a.columns; j++) {
      if (!fingerprint_is_zero(pivot[j]))
        row[j] = fingerprint_sub(row[j], fingerprint_mul(factor, pivot[j]));
    }
  }
}

// Reduces `a` times `one`, the element that is 1 in the fields to be used and 0 in the others.
// Returns false if a pivot is zero in one of them and not in the other.
static bool reduce(Values a, Fingerprint one, Echelon *echelon)
{
  *echelon =
      (Echelon){ values_new(a.arena, a.rows, a.columns), 0, ARENA_ARRAY(a.arena, int, a.columns) };
  Values reduced = echelon->reduced;
  for (int e = 0; e < a.rows * a.columns; e++)
    reduced.at[e] = fingerprint_mul(a.at[e], one);
  for (int column = 0; column < a.columns && echelon->rank < a.rows; column++) {
    if (!bring_pivot(reduced, echelon->rank, column)) continue;
    Fingerprint pivot = values_row(reduced, echelon->rank)[column],
                inverse = fingerprint_inverse(pivot);
    if (!fingerprint_equal(fingerprint_mul(pivot, inverse), one)) return false;
    clear_column(reduced, echelon->rank, column, inverse);
    echelon->pivots[echelon->rank++] = column;
  }
  return true;
}

Echelon values_echelon(Values a)
{
  Echelon both, first, second;
  if (reduce(a, fingerprint_of_integer(1), &both)) return both;
  Fingerprint one[FIELD_COUNT] = { { .at = { 1, 0 } }, { .at = { 0, 1 } } };
  reduce(a, one[0], &first);
  reduce(a, one[1], &second);
  return second.rank > first.rank ? second : first;
}

int values_rank(Values a) { return values_echelon(a).rank; }

Values values_kernel(const Echelon *echelon)
{
  int columns = echelon->reduced.columns, count = 0;
  Values kernel = values_new(echelon->reduced.arena, columns - echelon->rank, columns);
  Fingerprint one = echelon->rank > 0 ? values_row(echelon->reduced, 0)[echelon->pivots[0]]
                                      : fingerprint_of_integer(1);
  for (int column = 0, passed = 0; column < columns; column++) {
    if (passed < echelon->rank && echelon->pivots[passed] == column) {
      passed++;
      continue;
    }
    Fingerprint *vector = values_row(kernel, count++);
    vector[column] = one;
    for (int r = 0; r < echelon->rank; r++)
      vector[echelon->pivots[r]] = fingerprint_neg(values_row(echelon->reduced, r)[column]);
  }
  return kernel;
}
