// least_squares.c -- singular values and orthogonal factors, from LAPACK or within a band.
// SPDX-License-Identifier: MIT
#include "numeric/least_squares.h"

#include "base/arena.h"
#include "numeric/band.h"
#include "numeric/echelon.h"

#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

// Singular values so far apart belong to what counts and to what does not, without doubt.
static const double CLEAR_GAP = 1e3;

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

// Where `values` is NULL nobody wants them.
static NumericStatus rank_of_band(const Band *band, double tolerance, double values[],
                                  NumericRank *out)
{
  int count = min_int(band->rows, band->columns);
  double *found = ARENA_ARRAY(band->arena, double, band->columns);
  NumericStatus status = band_values(band, found);
  if (status == NUMERIC_OK) *out = judge(found, count, tolerance);
  if (status == NUMERIC_OK && values) memcpy(values, found, sizeof(double) * (size_t)count);
  return status;
}

static NumericStatus rank_of_dense(int rows, int columns, const double a[], double tolerance,
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

NumericStatus numeric_rank(int rows, int columns, const double a[], double tolerance,
                           double values[], double directions[], NumericRank *out)
{
  Arena *arena = arena_new();
  Band band;
  NumericStatus status = NUMERIC_NOT_CONVERGED;
  if (!directions && band_find(rows, columns, a, arena, &band))
    status = rank_of_band(&band, tolerance, values, out);
  arena_free(arena);
  if (status == NUMERIC_OK) return status;
  return rank_of_dense(rows, columns, a, tolerance, values, directions, out);
}

// Is the rank beyond doubt, and few directions are free?
static bool is_clear(const NumericRank *rank, int columns)
{
  return rank->gap > CLEAR_GAP && columns - rank->rank <= columns / 4;
}

NumericStatus numeric_free_directions(int rows, int columns, const double a[], double tolerance,
                                      double values[], double directions[], NumericRank *out)
{
  Arena *arena = arena_new();
  Band band;
  NumericStatus status = NUMERIC_NOT_CONVERGED;
  if (band_find(rows, columns, a, arena, &band))
    status = rank_of_band(&band, tolerance, values, out);
  if (status == NUMERIC_OK && is_clear(out, columns)) {
    band_free_directions(&band, columns - out->rank, out->smallest, directions);
  } else {
    status = rank_of_dense(rows, columns, a, tolerance, values, directions, out);
    memmove(directions, directions + out->rank * columns,
            sizeof(double) * (size_t)((columns - out->rank) * columns));
  }
  arena_free(arena);
  return status;
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

// Of a matrix whose rows or columns are independent. With fewer equations than unknowns the shortest
// solution is the limit of damped ones, each of which starts where the last one ended.
static NumericStatus solve_band(const Band *band, const double b[], double smallest, double x[])
{
  enum { PASSES = 5 };
  static const double DAMPING = 1e-4;  // of the square of the smallest: what a pass leaves
  int m = band->rows, n = band->columns;
  if (m >= n) return band_solve(band, b, 0, x);
  double *left = copy(band->arena, b, m), *change = ARENA_ARRAY(band->arena, double, n);
  NumericStatus status = NUMERIC_OK;
  for (int pass = 0; pass < PASSES && status == NUMERIC_OK; pass++) {
    status = band_solve(band, left, DAMPING * smallest * smallest, change);
    for (int j = 0; j < n; j++)
      x[j] += change[j];
    for (int i = 0; i < m; i++) {
      left[i] = b[i];
      for (int e = band->row_start[i]; e < band->row_start[i + 1]; e++)
        left[i] -= band->a[i * n + band->entry[e]] * x[band->entry[e]];
    }
  }
  return status;
}

// False if the matrix has no narrow band, or its rank is not the full one.
static bool solve_regular(int rows, int columns, const double a[], const double b[],
                          double tolerance, double x[], NumericRank *rank)
{
  Arena *arena = arena_new();
  Band band;
  bool is_solved = band_find(rows, columns, a, arena, &band) &&
                   rank_of_band(&band, tolerance, NULL, rank) == NUMERIC_OK &&
                   rank->rank == min_int(rows, columns) &&
                   solve_band(&band, b, rank->smallest, x) == NUMERIC_OK;
  arena_free(arena);
  return is_solved;
}

NumericStatus least_squares_solve(int rows, int columns, const double a[], const double b[],
                                  double tolerance, double x[], NumericRank *rank, double *residual)
{
  int count = min_int(rows, columns);
  *rank = judge(NULL, 0, tolerance);
  memset(x, 0, sizeof(double) * (size_t)columns);
  lapack_int info = 0;
  if (count > 0 && !solve_regular(rows, columns, a, b, tolerance, x, rank)) {
    Arena *arena = arena_new();
    memset(x, 0, sizeof(double) * (size_t)columns);
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
static NumericStatus damped_dense(int rows, int columns, const double a[], const double b[],
                                  double damping, double x[], Arena *arena)
{
  int tall = rows + columns;
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
  return info > 0 ? NUMERIC_SINGULAR : numeric_status_of_lapack(info);
}

NumericStatus least_squares_damped(int rows, int columns, const double a[], const double b[],
                                   double damping, double x[])
{
  if (columns == 0) return NUMERIC_OK;
  Arena *arena = arena_new();
  Band band;
  NumericStatus status = band_find(rows, columns, a, arena, &band)
                             ? band_solve(&band, b, damping, x)
                             : damped_dense(rows, columns, a, b, damping, x, arena);
  arena_free(arena);
  return status;
}

// ---- signs

NumericStatus numeric_product_sign(int rows, int columns, const double a[], const double b[],
                                   int *sign)
{
  Arena *arena = arena_new();
  Band band;
  double *either = ARENA_ARRAY(arena, double, rows *columns);
  for (int i = 0; i < rows * columns; i++)
    either[i] = fabs(a[i]) + fabs(b[i]);
  NumericStatus status = NUMERIC_OK;
  if (band_find(rows, columns, either, arena, &band)) {
    status = band_product_sign(&band, a, b, sign);
  } else {
    double *product = ARENA_ARRAY(arena, double, columns *columns);
    for (int i = 0; i < columns * columns; i++) {
      for (int k = 0; k < rows; k++)
        product[i] += a[k * columns + i / columns] * b[k * columns + i % columns];
    }
    double determinant = echelon_determinant(columns, product);
    *sign = (determinant > 0) - (determinant < 0);
    if (!isfinite(determinant)) status = NUMERIC_NOT_FINITE;
  }
  arena_free(arena);
  return status;
}
