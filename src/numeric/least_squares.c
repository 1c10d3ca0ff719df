// least_squares.c -- singular values and orthogonal factors, from LAPACK.
// SPDX-License-Identifier: MIT
#include "numeric/least_squares.h"

#include "base/arena.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

static int min_int(int a, int b) { return a < b ? a : b; }

static int max_int(int a, int b) { return a > b ? a : b; }

static double *copy(Arena *arena, const double values[], int count)
{
  double *result = ARENA_ARRAY(arena, double, count);
  if (count > 0) memcpy(result, values, sizeof(double) * (size_t)count);
  return result;
}

static NumericRank judge(const double values[], int count, double tolerance)
{
  NumericRank result = { .largest = count > 0 ? values[0] : 0, .gap = INFINITY };
  while (result.rank < count && values[result.rank] > tolerance * result.largest)
    result.rank++;
  if (result.rank > 0) result.smallest = values[result.rank - 1];
  if (result.rank < count) result.dropped = values[result.rank];
  if (result.dropped > 0) result.gap = result.smallest / result.dropped;
  return result;
}

static void put_unit_matrix(int n, double out[])
{
  for (int i = 0; i < n * n; i++)
    out[i] = i % (n + 1) == 0 ? 1 : 0;
}

NumericStatus numeric_rank(int rows, int columns, const double a[], double tolerance,
                           double values[], double directions[], NumericRank *out)
{
  int count = min_int(rows, columns);
  *out = judge(NULL, 0, tolerance);
  if (count == 0) {
    if (directions) put_unit_matrix(columns, directions);
    return NUMERIC_OK;
  }
  Arena *arena = arena_new();
  double *found = ARENA_ARRAY(arena, double, count);
  double unused = 0;
  lapack_int info =
      LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'N', directions ? 'A' : 'N', rows, columns,
                     copy(arena, a, rows * columns), columns, found, &unused, 1,
                     directions ? directions : &unused, columns, ARENA_ARRAY(arena, double, count));
  if (info == 0) *out = judge(found, count, tolerance);
  if (values) memcpy(values, found, sizeof(double) * (size_t)count);
  arena_free(arena);
  return numeric_status_of_lapack(info);
}

static double distance(int rows, int columns, const double a[], const double x[], const double b[])
{
  double sum = 0;
  for (int i = 0; i < rows; i++) {
    double difference = -b[i];
    for (int j = 0; j < columns; j++)
      difference += a[i * columns + j] * x[j];
    sum = hypot(sum, difference);
  }
  return sum;
}

NumericStatus least_squares_solve(int rows, int columns, const double a[], const double b[],
                                  double tolerance, double x[], NumericRank *rank, double *residual)
{
  int count = min_int(rows, columns);
  *rank = judge(NULL, 0, tolerance);
  memset(x, 0, sizeof(double) * (size_t)columns);
  lapack_int info = 0;
  if (count > 0) {
    Arena *arena = arena_new();
    double *values = ARENA_ARRAY(arena, double, count);
    double *right = ARENA_ARRAY(arena, double, max_int(rows, columns));
    memcpy(right, b, sizeof(double) * (size_t)rows);
    lapack_int found = 0;
    info = LAPACKE_dgelsd(LAPACK_ROW_MAJOR, rows, columns, 1, copy(arena, a, rows * columns),
                          columns, right, 1, values, tolerance, &found);
    if (info == 0) {
      *rank = judge(values, count, tolerance);
      memcpy(x, right, sizeof(double) * (size_t)columns);
    }
    arena_free(arena);
  }
  if (residual) *residual = distance(rows, columns, a, x, b);
  return numeric_status_of_lapack(info);
}

// The rows sqrt(damping) I below A make |x| part of the length: better conditioned than the normal
// equations, whose condition is that of A squared.
NumericStatus least_squares_damped(int rows, int columns, const double a[], const double b[],
                                   double damping, double x[])
{
  if (columns == 0) return NUMERIC_OK;
  int tall = rows + columns;
  Arena *arena = arena_new();
  double *matrix = ARENA_ARRAY(arena, double, tall *columns);
  double *right = ARENA_ARRAY(arena, double, tall);
  if (rows > 0) {
    memcpy(matrix, a, sizeof(double) * (size_t)(rows * columns));
    memcpy(right, b, sizeof(double) * (size_t)rows);
  }
  for (int j = 0; j < columns; j++)
    matrix[(rows + j) * columns + j] = sqrt(damping);
  lapack_int info =
      LAPACKE_dgels(LAPACK_ROW_MAJOR, 'N', tall, columns, 1, matrix, columns, right, 1);
  if (info == 0) memcpy(x, right, sizeof(double) * (size_t)columns);
  arena_free(arena);
  return info > 0 ? NUMERIC_SINGULAR : numeric_status_of_lapack(info);
}
