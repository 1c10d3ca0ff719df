// least_squares.c -- singular values and orthogonal factors, from LAPACK or within a band.
// SPDX-License-Identifier: MIT
#include "numeric/linear/least_squares.h"

#include "base/memory/arena.h"
#include "numeric/linear/band.h"
#include "numeric/linear/echelon.h"

#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

// Ratio of adjacent singular values at which the numerical rank is unambiguous.
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

static bool are_finite(const double values[], int count)
{
  for (int i = 0; i < count; i++) {
    if (!isfinite(values[i])) return false;
  }
  return true;
}

// A matrix by its entries.
typedef struct Sparse {
  Entries entries;
  double *values;
  Band band;
} Sparse;

// Returns false if the matrix has no narrow band, or values that are not finite.
static bool find_band(int rows, int columns, const double a[], Arena *arena, Sparse *sparse)
{
  sparse->entries = entries_of(rows, columns, a, arena, &sparse->values);
  return are_finite(sparse->values, entries_count(&sparse->entries)) &&
         band_find(&sparse->entries, arena, &sparse->band);
}

// Small systems are solved by rotations as well, because they take less time than the setup of
// LAPACK.
static bool find_rotations(const Entries *entries, Arena *arena, Band *band)
{
  enum { FEW = 12 };
  if (entries->columns > FEW || entries->rows > 2 * FEW) return band_find(entries, arena, band);
  *band = band_order(entries, arena);
  return true;
}

// `values` NULL: not requested.
static NumericStatus rank_of_band(const Sparse *sparse, double tolerance, double values[],
                                  NumericRank *out)
{
  int count = min_int(sparse->entries.rows, sparse->entries.columns);
  double *found = ARENA_ARRAY(sparse->band.arena, double, sparse->entries.columns);
  NumericStatus status = band_values(&sparse->band, sparse->values, found);
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
  Sparse sparse;
  NumericStatus status = NUMERIC_NOT_CONVERGED;
  if (!directions && find_band(rows, columns, a, arena, &sparse))
    status = rank_of_band(&sparse, tolerance, values, out);
  arena_free(arena);
  if (status == NUMERIC_OK) return status;
  return rank_of_dense(rows, columns, a, tolerance, values, directions, out);
}

// Returns true if the rank is unambiguous and the null space is small.
static bool is_clear(const NumericRank *rank, int columns)
{
  return rank->gap > CLEAR_GAP && columns - rank->rank <= columns / 4;
}

NumericStatus numeric_null_space(int rows, int columns, const double a[], double tolerance,
                                 double values[], double directions[], NumericRank *out)
{
  Arena *arena = arena_new();
  Sparse sparse;
  NumericStatus status = NUMERIC_NOT_CONVERGED;
  if (find_band(rows, columns, a, arena, &sparse))
    status = rank_of_band(&sparse, tolerance, values, out);
  if (status == NUMERIC_OK && is_clear(out, columns)) {
    band_free_directions(&sparse.band, sparse.values, columns - out->rank, out->smallest,
                         directions);
  } else {
    status = rank_of_dense(rows, columns, a, tolerance, values, directions, out);
    memmove(directions, directions + out->rank * columns,
            sizeof(double) * (size_t)((columns - out->rank) * columns));
  }
  arena_free(arena);
  return status;
}

static double distance(const Entries *entries, const double values[], const double x[],
                       const double b[])
{
  double sum = 0;
  for (int i = 0; i < entries->rows; i++) {
    double difference = -b[i];
    for (int e = entries->start[i]; e < entries->start[i + 1]; e++)
      difference += values[e] * x[entries->column[e]];
    sum = hypot(sum, difference);
  }
  return sum;
}

static double *dense_of(const Entries *entries, const double values[], Arena *arena)
{
  double *a = ARENA_ARRAY(arena, double, entries->rows * entries->columns);
  for (int i = 0; i < entries->rows; i++) {
    for (int e = entries->start[i]; e < entries->start[i + 1]; e++)
      a[i * entries->columns + entries->column[e]] = values[e];
  }
  return a;
}

// Upper bound of the singular values: the root of the largest row sum times the largest column sum.
static double bound_of(const Entries *entries, const double values[], Arena *arena)
{
  double *columns = ARENA_ARRAY(arena, double, entries->columns), row_most = 0, column_most = 0;
  for (int i = 0; i < entries->rows; i++) {
    double row = 0;
    for (int e = entries->start[i]; e < entries->start[i + 1]; e++) {
      row += fabs(values[e]);
      columns[entries->column[e]] += fabs(values[e]);
      column_most = fmax(column_most, columns[entries->column[e]]);
    }
    row_most = fmax(row_most, row);
  }
  return sqrt(row_most * column_most);
}

// Returns false if the matrix has no narrow band, or does not have unambiguous full rank.
static bool solve_regular(const Entries *given, const double values[], const double b[],
                          double tolerance, double x[], NumericRank *rank, Arena *arena)
{
  static const double DOUBT = 10;
  Entries entries = *given;
  bool is_wide = entries.rows < entries.columns;
  if (is_wide) {
    int *from;
    entries = entries_transposed(given, arena, &from);
    double *turned = ARENA_ARRAY(arena, double, entries_count(&entries));
    for (int e = 0; e < entries_count(&entries); e++)
      turned[e] = values[from[e]];
    values = turned;
  }
  Band band;
  if (!find_rotations(&entries, arena, &band)) return false;
  double largest = bound_of(&entries, values, arena), smallest = band_smallest(&band, values);
  if (!(smallest > DOUBT * tolerance * largest)) return false;
  *rank = (NumericRank){ entries.columns, largest, smallest, 0, INFINITY };
  NumericStatus status =
      is_wide ? band_solve_transposed(&band, values, b, x) : band_solve(&band, values, b, 0, x);
  return status == NUMERIC_OK;
}

static NumericStatus solve_densely(const Entries *entries, const double values[], const double b[],
                                   double tolerance, double x[], NumericRank *rank, Arena *arena)
{
  int rows = entries->rows, columns = entries->columns, count = min_int(rows, columns);
  double *singular = ARENA_ARRAY(arena, double, count);
  double *right = ARENA_ARRAY(arena, double, max_int(rows, columns));
  memcpy(right, b, sizeof(double) * (size_t)rows);
  lapack_int found = 0;
  lapack_int info =
      LAPACKE_dgelsd(LAPACK_ROW_MAJOR, rows, columns, 1, dense_of(entries, values, arena), columns,
                     right, 1, singular, tolerance, &found);
  if (info == 0) {
    *rank = judge(singular, count, tolerance);
    memcpy(x, right, sizeof(double) * (size_t)columns);
  }
  return numeric_status_of_lapack(info);
}

NumericStatus least_squares_of_entries(const Entries *entries, const double values[],
                                       const double b[], double tolerance, double x[],
                                       NumericRank *rank, double *residual)
{
  *rank = judge(NULL, 0, tolerance);
  memset(x, 0, sizeof(double) * (size_t)entries->columns);
  Arena *arena = arena_new();
  NumericStatus status = NUMERIC_OK;
  if (min_int(entries->rows, entries->columns) > 0 &&
      !(are_finite(values, entries_count(entries)) &&
        solve_regular(entries, values, b, tolerance, x, rank, arena))) {
    memset(x, 0, sizeof(double) * (size_t)entries->columns);
    status = solve_densely(entries, values, b, tolerance, x, rank, arena);
  }
  if (residual) *residual = distance(entries, values, x, b);
  arena_free(arena);
  return status;
}

NumericStatus least_squares_solve(int rows, int columns, const double a[], const double b[],
                                  double tolerance, double x[], NumericRank *rank, double *residual)
{
  Arena *arena = arena_new();
  double *values;
  Entries entries = entries_of(rows, columns, a, arena, &values);
  NumericStatus status =
      least_squares_of_entries(&entries, values, b, tolerance, x, rank, residual);
  arena_free(arena);
  return status;
}

// The rows sqrt(damping) I below A add damping |x|^2 to the residual. This is better conditioned
// than the normal equations, whose condition is that of A squared.
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

NumericStatus least_squares_damped(const Entries *given, const double given_values[],
                                   const double b[], double damping, double x[])
{
  int rows = given->rows, columns = given->columns;
  if (columns == 0) return NUMERIC_OK;
  Arena *arena = arena_new();
  double *values;
  Entries entries = entries_pruned(given, given_values, arena, &values);
  Band band;
  NumericStatus status =
      are_finite(values, entries_count(&entries)) && band_find(&entries, arena, &band)
          ? band_solve(&band, values, b, damping, x)
          : damped_dense(rows, columns, dense_of(&entries, values, arena), b, damping, x, arena);
  arena_free(arena);
  return status;
}

// ---- signs

NumericStatus numeric_product_sign(int rows, int columns, const double a[], const double b[],
                                   int *sign)
{
  Arena *arena = arena_new();
  Sparse sparse;
  double *either = ARENA_ARRAY(arena, double, rows *columns);
  for (int i = 0; i < rows * columns; i++)
    either[i] = fabs(a[i]) + fabs(b[i]);
  NumericStatus status = NUMERIC_OK;
  if (find_band(rows, columns, either, arena, &sparse)) {
    const Entries *entries = &sparse.entries;
    double *other = ARENA_ARRAY(arena, double, entries_count(entries));
    for (int i = 0; i < rows; i++) {
      for (int e = entries->start[i]; e < entries->start[i + 1]; e++) {
        sparse.values[e] = a[i * columns + entries->column[e]];
        other[e] = b[i * columns + entries->column[e]];
      }
    }
    status = band_product_sign(&sparse.band, sparse.values, other, sign);
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
