// matrix_echelon.c -- Gauss-Jordan elimination of matrices of expressions.
// SPDX-License-Identifier: MIT
#include "symbolic/algebra.h"
#include "symbolic/matrix/matrix.h"

void matrix_eliminate(Matrix a, int row, int column, IntermediateNaming naming)
{
  const Expr **own = matrix_row(a, row), *pivot = own[column];
  for (int j = 0; j < a.columns; j++)
    own[j] = quotient(own[j], pivot);
  for (int j = 0; j < a.columns && naming.name; j++)
    own[j] = naming.name(naming.context, "R", row, j, own[j]);
  for (int i = 0; i < a.rows; i++) {
    const Expr **other = matrix_row(a, i), *factor = other[column];
    if (i == row || is_zero(factor)) continue;
    for (int j = 0; j < a.columns; j++) {
      if (!is_zero(own[j])) other[j] = difference(other[j], product(factor, own[j]));
    }
  }
}

static void swap_rows(Matrix a, int first, int second)
{
  for (int j = 0; j < a.columns; j++) {
    const Expr *kept = matrix_get(a, first, j);
    matrix_set(a, first, j, matrix_get(a, second, j));
    matrix_set(a, second, j, kept);
  }
}

int matrix_echelon(Matrix a, int pivots[])
{
  int rank = 0;
  for (int column = 0; column < a.columns && rank < a.rows; column++) {
    int row = rank;
    while (row < a.rows && is_zero(matrix_get(a, row, column)))
      row++;
    if (row == a.rows) continue;
    swap_rows(a, rank, row);
    matrix_eliminate(a, rank, column, (IntermediateNaming){ 0 });
    pivots[rank++] = column;
  }
  return rank;
}
