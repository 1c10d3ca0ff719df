// matrix_rank.c -- ranks by the fingerprints of entries, and exact ranks of matrices of numbers.
// SPDX-License-Identifier: MIT
#include "symbolic/field/field_matrix.h"

#include <flint/fmpq_mat.h>

// Working memory is released at the end of the call.
int matrix_independent_columns(Matrix a, int columns[])
{
  ArenaMark mark = arena_mark(a.arena);
  Echelon echelon = values_echelon(values_of(a));
  int rank = echelon.rank;
  for (int i = 0; i < rank; i++)
    columns[i] = echelon.pivots[i];
  arena_rewind(a.arena, mark);
  return rank;
}

int matrix_independent_rows(Matrix a, int rows[])
{
  ArenaMark mark = arena_mark(a.arena);
  int rank = matrix_independent_columns(matrix_transpose(a), rows);
  arena_rewind(a.arena, mark);
  return rank;
}

int matrix_rank(Matrix a)
{
  ArenaMark mark = arena_mark(a.arena);
  int rank = values_rank(values_of(a));
  arena_rewind(a.arena, mark);
  return rank;
}

int matrix_rank_of_numbers(Matrix a)
{
  for (int e = 0; e < a.rows * a.columns; e++) {
    if (!expr_is_number(a.at[e])) return -1;
  }
  fmpq_mat_t numbers;
  fmpq_mat_init(numbers, a.rows, a.columns);
  for (int i = 0; i < a.rows; i++) {
    for (int j = 0; j < a.columns; j++)
      fmpq_set(fmpq_mat_entry(numbers, i, j), matrix_get(a, i, j)->form->number);
  }
  int rank = (int)fmpq_mat_rref(numbers, numbers);
  fmpq_mat_clear(numbers);
  return rank;
}
