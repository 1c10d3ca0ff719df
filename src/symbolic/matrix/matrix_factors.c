// matrix_factors.c -- symmetric factorisation and substitution.
// SPDX-License-Identifier: MIT
#include "symbolic/algebra.h"
#include "symbolic/matrix/matrix.h"

static const Expr *named(IntermediateNaming naming, const char *letter, int row, int column,
                         const Expr *value)
{
  return naming.name ? naming.name(naming.context, letter, row, column, value) : value;
}

// Eliminates row k from the preceding rows; it becomes a row of L.
static void eliminate(const SymmetricFactors *factors, int k, IntermediateNaming naming)
{
  const Expr **own = matrix_row(factors->L, k);
  for (int i = k - 1; i >= 0; i--) {
    if (is_zero(own[i])) continue;
    const Expr *factor = product(own[i], factors->inverse[k]);
    factor = named(naming, "L", factors->order[k], factors->order[i], factor);
    const Expr **above = matrix_row(factors->L, i);
    for (int j = 0; j <= i; j++) {
      if (!is_zero(own[j])) above[j] = difference(above[j], product(factor, own[j]));
    }
    own[i] = factor;
  }
}

int factors_of(Matrix A, const int order[], IntermediateNaming naming, SymmetricFactors *factors)
{
  int n = A.rows;
  *factors = (SymmetricFactors){
    .n = n,
    .order = ARENA_ARRAY(A.arena, int, n),
    .L = matrix_zero(A.arena, A.pool, n, n),
    .pivot = ARENA_ARRAY(A.arena, const Expr *, n),
    .inverse = ARENA_ARRAY(A.arena, const Expr *, n),
  };
  for (int k = 0; k < n; k++)
    factors->order[k] = order ? order[k] : k;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      matrix_set(factors->L, i, j, matrix_get(A, factors->order[i], factors->order[j]));
  }
  for (int k = n - 1; k >= 0; k--) {
    int row = factors->order[k];
    const Expr *pivot = matrix_get(factors->L, k, k);
    if (is_zero(pivot)) return row;
    if (pivot != matrix_get(A, row, row)) pivot = named(naming, "D", row, -1, pivot);
    factors->pivot[k] = pivot;
    factors->inverse[k] = reciprocal(pivot);
    eliminate(factors, k, naming);
  }
  return -1;
}

void factors_reduce(const SymmetricFactors *factors, Matrix y, IntermediateNaming naming)
{
  for (int c = 0; c < y.columns; c++) {
    for (int k = factors->n - 1; k >= 0; k--) {
      int row = factors->order[k];
      const Expr *known = named(naming, "y", row, -1, matrix_get(y, row, c));
      matrix_set(y, row, c, known);
      for (int i = k - 1; i >= 0 && !is_zero(known); i--) {
        const Expr *factor = matrix_get(factors->L, k, i);
        if (is_zero(factor)) continue;
        const Expr **above = &matrix_row(y, factors->order[i])[c];
        *above = difference(*above, product(factor, known));
      }
    }
  }
}

static bool is_read_later(const SymmetricFactors *factors, int k)
{
  for (int i = k + 1; i < factors->n; i++) {
    if (!is_zero(matrix_get(factors->L, i, k))) return true;
  }
  return false;
}

void factors_finish(const SymmetricFactors *factors, Matrix x, IntermediateNaming naming)
{
  for (int c = 0; c < x.columns; c++) {
    for (int k = 0; k < factors->n; k++) {
      int row = factors->order[k];
      const Expr *here = product(matrix_get(x, row, c), factors->inverse[k]);
      for (int i = 0; i < k; i++) {
        const Expr *factor = matrix_get(factors->L, k, i);
        if (is_zero(factor)) continue;
        here = difference(here, product(factor, matrix_get(x, factors->order[i], c)));
      }
      if (is_read_later(factors, k)) here = named(naming, "z", row, -1, here);
      matrix_set(x, row, c, here);
    }
  }
}

void factors_solve(const SymmetricFactors *factors, Matrix X)
{
  factors_reduce(factors, X, (IntermediateNaming){ 0 });
  factors_finish(factors, X, (IntermediateNaming){ 0 });
}
