// matrix_minors.c -- determinants and cofactors by Laplace expansion, computing each minor once.
//
// There are no divisions: elimination would divide by entries that vanish where the determinant
// does not. Sets of rows and columns are bit masks.
// SPDX-License-Identifier: MIT
#include "symbolic/algebra.h"
#include "symbolic/matrix/matrix.h"

#include <assert.h>

// minors[set] is the minor of the first rows, without row `left_out` (-1: none), and the columns of
// the set, expanded along its last row; minors of smaller sets are computed first.
static void find_minors(Matrix a, int left_out, const Expr *minors[])
{
  int most = a.rows - (left_out >= 0);
  minors[0] = expr_integer(a.pool, 1);
  for (unsigned set = 1; set < 1U << a.columns; set++) {
    int size = __builtin_popcount(set), place = 0;
    minors[set] = expr_integer(a.pool, 0);
    if (size > most) continue;
    int row = left_out < 0 || size - 1 < left_out ? size - 1 : size;
    for (int j = 0; j < a.columns; j++) {
      if (!(set >> j & 1U)) continue;
      place++;
      const Expr *entry = matrix_get(a, row, j), *minor = minors[set & ~(1U << j)];
      if (is_zero(entry) || is_zero(minor)) continue;
      const Expr *term = product(entry, minor);
      bool is_even = (size - place) % 2 == 0;
      minors[set] = is_even ? sum(minors[set], term) : difference(minors[set], term);
    }
  }
}

// ---- blocks

// The columns in which some row of the set is not zero.
static unsigned columns_of(Matrix a, unsigned rows)
{
  unsigned columns = 0;
  for (int i = 0; i < a.rows; i++) {
    for (int j = 0; j < a.columns; j++) {
      if (rows >> i & 1U && !is_zero(matrix_get(a, i, j))) columns |= 1U << j;
    }
  }
  return columns;
}

// The smallest set of rows that are zero outside as many columns; all rows if there is no smaller
// one.
static unsigned smallest_block(Matrix a)
{
  unsigned all = (1U << a.rows) - 1, best = all;
  for (unsigned rows = 1; rows < all; rows++) {
    int size = __builtin_popcount(rows);
    if (size < __builtin_popcount(best) && __builtin_popcount(columns_of(a, rows)) == size) {
      best = rows;
    }
  }
  return best;
}

static Matrix part_of(Matrix a, unsigned rows, unsigned columns)
{
  int row_list[MATRIX_MAX_MINORS], column_list[MATRIX_MAX_MINORS], row_count = 0, column_count = 0;
  for (int i = 0; i < a.rows; i++) {
    if (rows >> i & 1U) row_list[row_count++] = i;
    if (columns >> i & 1U) column_list[column_count++] = i;
  }
  return matrix_columns(matrix_rows(a, row_list, row_count), column_list, column_count);
}

// Sum of the indices in a set.
static int place_sum(unsigned set)
{
  int result = 0;
  for (int i = 0; i < MATRIX_MAX_MINORS; i++)
    result += set >> i & 1U ? i : 0;
  return result;
}

static const Expr *determinant_by_minors(Matrix a)
{
  const Expr *minors[1U << MATRIX_MAX_MINORS];
  find_minors(a, -1, minors);
  return minors[(1U << a.rows) - 1];
}

// A block and the remaining rows and columns are factors. They are separated first, so that they
// are not multiplied out.
const Expr *matrix_determinant(Matrix a)
{
  assert(a.rows == a.columns && a.rows <= MATRIX_MAX_MINORS);
  const Expr *result = expr_integer(a.pool, 1);
  while (a.rows > 0) {
    unsigned all = (1U << a.rows) - 1, rows = smallest_block(a);
    unsigned columns = rows == all ? all : columns_of(a, rows);
    const Expr *factor = determinant_by_minors(part_of(a, rows, columns));
    if ((place_sum(rows) + place_sum(columns)) % 2 != 0) factor = negative(factor);
    result = product(result, factor);
    a = part_of(a, all & ~rows, all & ~columns);
  }
  return result;
}

Matrix matrix_adjugate(Matrix a)
{
  assert(a.rows == a.columns && a.rows <= MATRIX_MAX_MINORS);
  const Expr *minors[1U << MATRIX_MAX_MINORS];
  unsigned all = (1U << a.rows) - 1;
  Matrix adjugate = matrix_zero(a.arena, a.pool, a.rows, a.rows);
  for (int i = 0; i < a.rows; i++) {
    find_minors(a, i, minors);
    for (int j = 0; j < a.rows; j++) {
      const Expr *minor = minors[all & ~(1U << j)];
      matrix_set(adjugate, j, i, (i + j) % 2 == 0 ? minor : negative(minor));
    }
  }
  return adjugate;
}
