// linear.c -- square systems through LAPACK's expert drivers: they scale, pivot, refine and
// estimate the condition.
// SPDX-License-Identifier: MIT
#include "numeric/linear.h"

#include "base/arena.h"

#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

// What the drivers return: 0; below 0 after a NaN among the arguments; 1..n for a pivot of zero; n
// + 1 for a condition beyond the precision of doubles.
static NumericStatus status_of(lapack_int info, int n, double x[], int count)
{
  if (info == 0) return NUMERIC_OK;
  if (info <= n) {
    for (int i = 0; i < count; i++)
      x[i] = NAN;
  }
  return info < 0 ? NUMERIC_NOT_FINITE : NUMERIC_SINGULAR;
}

static double *copy(Arena *arena, const double values[], int count)
{
  double *result = ARENA_ARRAY(arena, double, count);
  if (count > 0) memcpy(result, values, sizeof(double) * (size_t)count);
  return result;
}

static bool are_finite(const double values[], int count)
{
  bool result = true;
  for (int i = 0; i < count; i++)
    result = result && isfinite(values[i]);
  return result;
}

NumericStatus linear_solve(int n, const double a[], int columns, const double b[], double x[],
                           double *condition)
{
  double unused;
  if (!condition) condition = &unused;
  *condition = 1;
  if (n == 0 || columns == 0) return NUMERIC_OK;
  if (!are_finite(a, n * n) || !are_finite(b, n * columns)) return NUMERIC_NOT_FINITE;
  Arena *arena = arena_new();
  char scaled = 'N';
  double growth;
  lapack_int info = LAPACKE_dgesvx(
      LAPACK_ROW_MAJOR, 'E', 'N', n, columns, copy(arena, a, n * n), n,
      ARENA_ARRAY(arena, double, n *n), n, ARENA_ARRAY(arena, lapack_int, n), &scaled,
      ARENA_ARRAY(arena, double, n), ARENA_ARRAY(arena, double, n), copy(arena, b, n * columns),
      columns, x, columns, condition, ARENA_ARRAY(arena, double, columns),
      ARENA_ARRAY(arena, double, columns), &growth);
  if (info > 0 && info <= n) *condition = 0;
  arena_free(arena);
  return status_of(info, n, x, n * columns);
}

// ---- symmetric

// s[i] such that the largest entry of every row of s[i] a[i][j] s[j] is near 1 (Ruiz 2001: a few
// passes suffice). Rows of zeros keep 1.
static void balance(int n, const double a[], double s[])
{
  enum { PASSES = 6 };
  for (int i = 0; i < n; i++)
    s[i] = 1;
  for (int pass = 0; pass < PASSES; pass++) {
    for (int i = 0; i < n; i++) {
      double largest = 0;
      for (int j = 0; j < n; j++) {
        double entry = i >= j ? a[i * n + j] : a[j * n + i];
        largest = fmax(largest, fabs(s[i] * entry * s[j]));
      }
      if (largest > 0) s[i] /= sqrt(largest);
    }
  }
}

NumericStatus linear_solve_symmetric(int n, const double a[], int columns, const double b[],
                                     double x[], double *condition)
{
  double unused;
  if (!condition) condition = &unused;
  *condition = 1;
  if (n == 0 || columns == 0) return NUMERIC_OK;
  if (!are_finite(b, n * columns)) return NUMERIC_NOT_FINITE;
  for (int i = 0; i < n; i++) {
    if (!are_finite(a + i * n, i + 1)) return NUMERIC_NOT_FINITE;
  }
  Arena *arena = arena_new();
  double *s = ARENA_ARRAY(arena, double, n);
  double *scaled = ARENA_ARRAY(arena, double, n *n);
  double *right = ARENA_ARRAY(arena, double, n *columns);
  balance(n, a, s);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      scaled[i * n + j] = s[i] * a[i * n + j] * s[j];
    for (int k = 0; k < columns; k++)
      right[i * columns + k] = s[i] * b[i * columns + k];
  }
  lapack_int info = LAPACKE_dsysvx(
      LAPACK_ROW_MAJOR, 'N', 'L', n, columns, scaled, n, ARENA_ARRAY(arena, double, n *n), n,
      ARENA_ARRAY(arena, lapack_int, n), right, columns, x, columns, condition,
      ARENA_ARRAY(arena, double, columns), ARENA_ARRAY(arena, double, columns));
  if (info > 0 && info <= n) *condition = 0;
  for (int i = 0; i < n * columns; i++)
    x[i] *= s[i / columns];
  arena_free(arena);
  return status_of(info, n, x, n * columns);
}

// ---- motion under constraints

NumericStatus linear_solve_kkt(const KktSystem *system, double x[], double lambda[],
                               double *condition)
{
  int n = system->n, m = system->m, size = n + m;
  Arena *arena = arena_new();
  double *a = ARENA_ARRAY(arena, double, size *size);
  double *b = ARENA_ARRAY(arena, double, size);
  double *solution = ARENA_ARRAY(arena, double, size);
  for (int i = 0; i < n; i++) {
    memcpy(a + i * size, system->mass + i * n, sizeof(double) * (size_t)n);
    b[i] = system->force[i];
  }
  for (int i = 0; i < m; i++) {
    memcpy(a + (n + i) * size, system->jacobian + i * n, sizeof(double) * (size_t)n);
    b[n + i] = system->bias[i];
  }
  NumericStatus status = linear_solve_symmetric(size, a, 1, b, solution, condition);
  for (int i = 0; i < n; i++)
    x[i] = solution[i];
  for (int i = 0; i < m; i++)
    lambda[i] = solution[n + i];
  arena_free(arena);
  return status;
}
