// matrix.c -- matrices of expressions, computed entry by entry.
// SPDX-License-Identifier: MIT
#include "symbolic/matrix/matrix.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <assert.h>
#include <string.h>

// ---- construction

static Matrix matrix_new(Arena *arena, Pool *pool, int rows, int columns)
{
  const Expr **at = arena_alloc(arena, (size_t)rows * (size_t)columns * sizeof(*at));
  return (Matrix){ arena, pool, rows, columns, at };
}

static int size_of(Matrix a) { return a.rows * a.columns; }

Matrix matrix_zero(Arena *arena, Pool *pool, int rows, int columns)
{
  Matrix a = matrix_new(arena, pool, rows, columns);
  const Expr *zero = expr_integer(pool, 0);
  for (int e = 0; e < size_of(a); e++)
    a.at[e] = zero;
  return a;
}

Matrix matrix_identity(Arena *arena, Pool *pool, int size)
{
  Matrix a = matrix_zero(arena, pool, size, size);
  for (int i = 0; i < size; i++)
    matrix_set(a, i, i, expr_integer(pool, 1));
  return a;
}

Matrix matrix_over(Arena *arena, Pool *pool, int rows, int columns, const Expr *entries[])
{
  return (Matrix){ arena, pool, rows, columns, entries };
}

Matrix matrix_of(Arena *arena, Pool *pool, int rows, int columns, const Expr *const entries[])
{
  Matrix a = matrix_new(arena, pool, rows, columns);
  for (int e = 0; e < size_of(a); e++)
    a.at[e] = entries[e];
  return a;
}

Matrix matrix_copy(Matrix a) { return matrix_of(a.arena, a.pool, a.rows, a.columns, a.at); }

void matrix_put(Matrix a, const Expr *entries[])
{
  for (int e = 0; e < size_of(a); e++)
    entries[e] = a.at[e];
}

// ---- submatrices

Matrix matrix_rows(Matrix a, const int rows[], int count)
{
  Matrix part = matrix_new(a.arena, a.pool, count, a.columns);
  for (int i = 0; i < count; i++)
    memcpy(matrix_row(part, i), matrix_row(a, rows[i]), sizeof(*a.at) * (size_t)a.columns);
  return part;
}

Matrix matrix_columns(Matrix a, const int columns[], int count)
{
  Matrix part = matrix_new(a.arena, a.pool, a.rows, count);
  for (int i = 0; i < a.rows; i++) {
    for (int j = 0; j < count; j++)
      matrix_set(part, i, j, matrix_get(a, i, columns[j]));
  }
  return part;
}

Matrix matrix_above(Matrix a, Matrix b)
{
  assert(a.columns == b.columns);
  Matrix both = matrix_new(a.arena, a.pool, a.rows + b.rows, a.columns);
  matrix_put(a, both.at);
  matrix_put(b, matrix_row(both, a.rows));
  return both;
}

Matrix matrix_beside(Matrix a, Matrix b)
{
  assert(a.rows == b.rows);
  Matrix both = matrix_new(a.arena, a.pool, a.rows, a.columns + b.columns);
  for (int i = 0; i < a.rows; i++) {
    memcpy(matrix_row(both, i), matrix_row(a, i), sizeof(*a.at) * (size_t)a.columns);
    memcpy(matrix_row(both, i) + a.columns, matrix_row(b, i), sizeof(*b.at) * (size_t)b.columns);
  }
  return both;
}

// ---- operations

Matrix matrix_transpose(Matrix a)
{
  Matrix transposed = matrix_new(a.arena, a.pool, a.columns, a.rows);
  for (int i = 0; i < a.rows; i++) {
    for (int j = 0; j < a.columns; j++)
      matrix_set(transposed, j, i, matrix_get(a, i, j));
  }
  return transposed;
}

Matrix matrix_add(Matrix a, Matrix b)
{
  assert(a.rows == b.rows && a.columns == b.columns);
  Matrix result = matrix_new(a.arena, a.pool, a.rows, a.columns);
  for (int e = 0; e < size_of(a); e++)
    result.at[e] = sum(a.at[e], b.at[e]);
  return result;
}

Matrix matrix_sub(Matrix a, Matrix b)
{
  assert(a.rows == b.rows && a.columns == b.columns);
  Matrix result = matrix_new(a.arena, a.pool, a.rows, a.columns);
  for (int e = 0; e < size_of(a); e++)
    result.at[e] = difference(a.at[e], b.at[e]);
  return result;
}

Matrix matrix_neg(Matrix a)
{
  Matrix result = matrix_new(a.arena, a.pool, a.rows, a.columns);
  for (int e = 0; e < size_of(a); e++)
    result.at[e] = negative(a.at[e]);
  return result;
}

Matrix matrix_scale(const Expr *factor, Matrix a)
{
  Matrix result = matrix_new(a.arena, a.pool, a.rows, a.columns);
  for (int e = 0; e < size_of(a); e++)
    result.at[e] = product(factor, a.at[e]);
  return result;
}

// Entry (i, j) of a b.
static const Expr *product_entry(Matrix a, Matrix b, int i, int j)
{
  const Expr *total = expr_integer(a.pool, 0);
  for (int k = 0; k < a.columns; k++) {
    const Expr *left = matrix_get(a, i, k), *right = matrix_get(b, k, j);
    if (!is_zero(left) && !is_zero(right)) total = sum(total, product(left, right));
  }
  return total;
}

Matrix matrix_mul(Matrix a, Matrix b)
{
  assert(a.columns == b.rows);
  Matrix result = matrix_new(a.arena, a.pool, a.rows, b.columns);
  for (int i = 0; i < a.rows; i++) {
    for (int j = 0; j < b.columns; j++)
      matrix_set(result, i, j, product_entry(a, b, i, j));
  }
  return result;
}

Matrix matrix_mul_transposed(Matrix a, Matrix b) { return matrix_mul(matrix_transpose(a), b); }

Matrix matrix_mul_symmetric(Matrix a, Matrix b)
{
  assert(a.rows == b.rows && a.columns == b.columns);
  Matrix left = matrix_transpose(a);
  Matrix result = matrix_new(a.arena, a.pool, a.columns, a.columns);
  for (int i = 0; i < a.columns; i++) {
    for (int j = 0; j < a.columns; j++) {
      const Expr *entry = j < i ? matrix_get(result, j, i) : product_entry(left, b, i, j);
      matrix_set(result, i, j, entry);
    }
  }
  return result;
}

bool matrix_row_is_zero(Matrix a, int row)
{
  for (int j = 0; j < a.columns; j++) {
    if (!is_zero(matrix_get(a, row, j))) return false;
  }
  return true;
}

bool matrix_is_zero(Matrix a)
{
  for (int i = 0; i < a.rows; i++) {
    if (!matrix_row_is_zero(a, i)) return false;
  }
  return true;
}

Matrix matrix_jacobian(Matrix f, Matrix x)
{
  Matrix J = matrix_new(f.arena, f.pool, size_of(f), size_of(x));
  expr_jacobian(f.at, J.rows, x.at, J.columns, J.at);
  return J;
}
