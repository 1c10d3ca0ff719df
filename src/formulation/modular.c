// modular.c -- Gauss-Jordan elimination in a prime field.
//
// A residue is zero or it is not: no tolerance decides about a rank.
// SPDX-License-Identifier: MIT
#include "formulation/modular.h"

#include "base/memory.h"
#include "symbolic/field.h"

#include <stdlib.h>

ModularMatrix modular_of(const Expr *const entries[], int rows, int columns)
{
  size_t size = (size_t)rows * (size_t)columns;
  ModularMatrix matrix = { memory_new(size + 1, sizeof(uint64_t)), rows, columns };
  for (size_t i = 0; i < size; i++)
    matrix.at[i] = entries[i]->value.at[0];
  return matrix;
}

static uint64_t *row_of(const ModularMatrix *matrix, int row)
{
  return matrix->at + (size_t)row * (size_t)matrix->columns;
}

static bool bring_pivot(const ModularMatrix *matrix, int rank, int column)
{
  for (int r = rank; r < matrix->rows; r++) {
    uint64_t *row = row_of(matrix, r), *target = row_of(matrix, rank);
    if (row[column] == 0) continue;
    for (int c = 0; c < matrix->columns; c++) {
      uint64_t moved = row[c];
      row[c] = target[c];
      target[c] = moved;
    }
    return true;
  }
  return false;
}

// Makes the leading entry 1 and clears its column.
static void clear_column(const ModularMatrix *matrix, int rank, int column)
{
  Field field = FIELD[0];
  uint64_t *pivot = row_of(matrix, rank);
  uint64_t inverse = field_inverse(field, pivot[column]);
  for (int c = 0; c < matrix->columns; c++)
    pivot[c] = field_mul(field, pivot[c], inverse);
  for (int r = 0; r < matrix->rows; r++) {
    uint64_t *row = row_of(matrix, r), factor = row[column];
    if (r == rank || factor == 0) continue;
    for (int c = 0; c < matrix->columns; c++)
      row[c] = field_sub(field, row[c], field_mul(field, factor, pivot[c]));
  }
}

int modular_reduce(ModularMatrix *matrix, int pivots[])
{
  int rank = 0;
  for (int column = 0; column < matrix->columns && rank < matrix->rows; column++) {
    if (!bring_pivot(matrix, rank, column)) continue;
    clear_column(matrix, rank, column);
    pivots[rank++] = column;
  }
  return rank;
}

int modular_rank(const Expr *const entries[], int rows, int columns)
{
  ModularMatrix matrix = modular_of(entries, rows, columns);
  int *pivots = memory_new((size_t)columns + 1, sizeof *pivots);
  int rank = modular_reduce(&matrix, pivots);
  free(pivots);
  free(matrix.at);
  return rank;
}

ModularMatrix modular_kernel(const ModularMatrix *reduced, int rank, const int pivots[])
{
  int columns = reduced->columns, count = 0;
  ModularMatrix kernel = { memory_new((size_t)columns * (size_t)columns + 1, sizeof(uint64_t)),
                           columns - rank, columns };
  for (int column = 0, passed = 0; column < columns; column++) {
    if (passed < rank && pivots[passed] == column) {
      passed++;
      continue;
    }
    uint64_t *vector = row_of(&kernel, count++);
    vector[column] = 1;
    for (int r = 0; r < rank; r++)
      vector[pivots[r]] = field_neg(FIELD[0], row_of(reduced, r)[column]);
  }
  return kernel;
}
