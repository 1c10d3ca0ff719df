// factors.c -- symmetric elimination and substitution.
// SPDX-License-Identifier: MIT
#include "formulation/factors.h"

#include "symbolic/algebra.h"

static const Expr **at(const SymmetricFactors *factors, int row, int column)
{
  return &factors->L[row * factors->n + column];
}

// Takes row k out of the rows above it; it becomes a row of L.
static void eliminate(Scene *scene, const SymmetricFactors *factors, int k, const char *suffix)
{
  for (int i = k - 1; i >= 0; i--) {
    const Expr *entry = *at(factors, k, i);
    if (is_zero(entry)) continue;
    const Expr *factor = product(entry, factors->inverse[k]);
    if (suffix) {
      const char *separator = factors->n > 9 ? "_" : "";
      const char *name = arena_format(scene->equations->arena, "L%d%s%d%s", factors->order[k] + 1,
                                      separator, factors->order[i] + 1, suffix);
      factor = expr_name(scene_free_name(scene, name, 'F'), factor);
    }
    for (int j = 0; j <= i; j++) {
      const Expr *other = *at(factors, k, j);
      if (is_zero(other)) continue;
      *at(factors, i, j) = difference(*at(factors, i, j), product(factor, other));
    }
    *at(factors, k, i) = factor;
  }
}

int factors_of(Scene *scene, const Expr *const A[], int n, const int order[], const char *suffix,
               SymmetricFactors *factors)
{
  Arena *arena = scene->equations->arena;
  *factors = (SymmetricFactors){
    .n = n,
    .order = ARENA_ARRAY(arena, int, n),
    .L = ARENA_ARRAY(arena, const Expr *, n *n),
    .pivot = ARENA_ARRAY(arena, const Expr *, n),
    .inverse = ARENA_ARRAY(arena, const Expr *, n),
  };
  for (int k = 0; k < n; k++)
    factors->order[k] = order ? order[k] : k;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      *at(factors, i, j) = A[factors->order[i] * n + factors->order[j]];
  }
  for (int k = n - 1; k >= 0; k--) {
    int row = factors->order[k];
    const Expr *pivot = *at(factors, k, k);
    if (is_zero(pivot)) return row;
    bool is_entry = pivot == A[row * n + row];
    if (suffix && !is_entry) {
      const char *name = arena_format(arena, "D%d%s", row + 1, suffix);
      pivot = expr_name(scene_free_name(scene, name, 'F'), pivot);
    }
    factors->pivot[k] = pivot;
    factors->inverse[k] = reciprocal(pivot);
    eliminate(scene, factors, k, suffix);
  }
  return -1;
}

void factors_reduce(const SymmetricFactors *factors, int columns, const Expr *y[])
{
  for (int c = 0; c < columns; c++) {
    for (int k = factors->n - 1; k >= 0; k--) {
      const Expr *known = y[factors->order[k] * columns + c];
      for (int i = k - 1; i >= 0 && !is_zero(known); i--) {
        const Expr **above = &y[factors->order[i] * columns + c];
        const Expr *factor = *at(factors, k, i);
        if (!is_zero(factor)) *above = difference(*above, product(factor, known));
      }
    }
  }
}

void factors_finish(const SymmetricFactors *factors, int columns, const Expr *x[])
{
  for (int c = 0; c < columns; c++) {
    for (int k = 0; k < factors->n; k++) {
      const Expr **here = &x[factors->order[k] * columns + c];
      *here = product(*here, factors->inverse[k]);
      for (int i = 0; i < k; i++) {
        const Expr *factor = *at(factors, k, i);
        if (is_zero(factor)) continue;
        *here = difference(*here, product(factor, x[factors->order[i] * columns + c]));
      }
    }
  }
}

void factors_solve(const SymmetricFactors *factors, const Expr *const B[], int columns,
                   const Expr *X[])
{
  for (int i = 0; i < factors->n * columns; i++)
    X[i] = B[i];
  factors_reduce(factors, columns, X);
  factors_finish(factors, columns, X);
}

void factors_invert(const SymmetricFactors *factors, const Expr *X[])
{
  int n = factors->n;
  for (int i = 0; i < n * n; i++)
    X[i] = expr_integer(factors->inverse[0]->pool, i / n == i % n);
  factors_solve(factors, X, n, X);
}
