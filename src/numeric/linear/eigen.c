// eigen.c -- eigenvalues by LAPACK.
// SPDX-License-Identifier: MIT
#include "numeric/linear/eigen.h"

#include "numeric/linear/least_squares.h"

#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

NumericStatus eigen_symmetric(int n, const double a[], double values[], double vectors[])
{
  if (n == 0) return NUMERIC_OK;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      if (!isfinite(a[i * n + j])) return NUMERIC_NOT_FINITE;
      vectors[i * n + j] = vectors[j * n + i] = a[i * n + j];
    }
  }
  // A symmetric matrix is the same by columns, and the eigenvectors in columns are rows here.
  lapack_int info = LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', n, vectors, n, values);
  return numeric_status_of_lapack(info);
}

// ---- general matrices

// State after splitting off some null spaces.
typedef struct Level {
  int n;         // of the matrix
  int rank;      // its rank, the size of the next level
  double *turn;  // n x n, orthonormal rows: those of the null space last
  double *C;     // n x n: the transformed matrix, whose last columns are zero
} Level;

static void multiply(int n, const double a[], bool is_transposed, const double b[], double out[])
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * (is_transposed ? b[j * n + k] : b[k * n + j]);
      out[i * n + j] = sum;
    }
  }
}

// Splits off the null space; `next` receives the remaining matrix, rank x rank.
static NumericStatus split(const double a[], double nothing, Arena *arena, Level *level,
                           double next[])
{
  int n = level->n;
  double *values = ARENA_ARRAY(arena, double, n), *half = ARENA_ARRAY(arena, double, n *n);
  level->turn = ARENA_ARRAY(arena, double, n *n);
  level->C = ARENA_ARRAY(arena, double, n *n);
  NumericRank rank;
  NumericStatus status = numeric_rank(n, n, a, 0, values, level->turn, &rank);
  if (status != NUMERIC_OK) return status;
  level->rank = 0;
  while (level->rank < n && values[level->rank] > nothing)
    level->rank++;
  multiply(n, level->turn, false, a, half);
  multiply(n, half, true, level->turn, level->C);
  for (int i = 0; i < level->rank * level->rank; i++)
    next[i] = level->C[i / level->rank * n + i % level->rank];
  return NUMERIC_OK;
}

// Eigenvalues of a regular matrix, with eigenvectors in the first n places of rows of `width`.
static NumericStatus solve_regular(int n, int width, double a[], Arena *arena, EigenSystem *out)
{
  if (n == 0) return NUMERIC_OK;
  double *vectors = ARENA_ARRAY(arena, double, n *n);
  lapack_int info = LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'V', n, a, n, out->real, out->imaginary,
                                  NULL, n, vectors, n);
  if (info != 0) return NUMERIC_NOT_CONVERGED;
  for (int k = 0; k < n; k++) {
    bool is_second = out->imaginary[k] < 0;
    for (int i = 0; i < n; i++) {
      double imaginary = is_second               ? -vectors[i * n + k]
                         : out->imaginary[k] > 0 ? vectors[i * n + k + 1]
                                                 : 0;
      out->vectors[k * width + i] = vectors[i * n + (is_second ? k - 1 : k)];
      out->vectors_im[k * width + i] = imaginary;
    }
  }
  return NUMERIC_OK;
}

// Extends an eigenvector y of the next level to this level: (y, C21 y / value), transformed back.
static void extend(const Level *level, double real, double imaginary, double re[], double im[],
                   double scratch[])
{
  int n = level->n, r = level->rank;
  double square = real * real + imaginary * imaginary;
  for (int i = r; i < n; i++) {
    double a = 0, b = 0;
    for (int j = 0; j < r; j++) {
      a += level->C[i * n + j] * re[j];
      b += level->C[i * n + j] * im[j];
    }
    re[i] = (a * real + b * imaginary) / square;
    im[i] = (b * real - a * imaginary) / square;
  }
  double *const parts[] = { re, im };
  for (int p = 0; p < 2; p++) {
    memcpy(scratch, parts[p], sizeof(double) * (size_t)n);
    for (int j = 0; j < n; j++) {
      parts[p][j] = 0;
      for (int i = 0; i < n; i++)
        parts[p][j] += level->turn[i * n + j] * scratch[i];
    }
  }
}

// Balances rows and columns, so that units do not matter: scales[i] of variable i.
static NumericStatus balance(int n, double a[], double scales[])
{
  lapack_int low, high;
  for (int i = 0; i < n * n; i++) {
    if (!isfinite(a[i])) return NUMERIC_NOT_FINITE;
  }
  lapack_int info = LAPACKE_dgebal(LAPACK_ROW_MAJOR, 'S', n, a, n, &low, &high, scales);
  return info == 0 ? NUMERIC_OK : NUMERIC_NOT_CONVERGED;
}

static double largest_singular_value(int n, const double a[])
{
  NumericRank rank;
  return numeric_rank(n, n, a, 0, NULL, NULL, &rank) == NUMERIC_OK ? rank.largest : 0;
}

static void unscale(int n, int count, const double scales[], double vectors[])
{
  for (int i = 0; i < count * n; i++)
    vectors[i] *= scales[i % n];
}

static void keep_null(const Level *level, Arena *arena, EigenSystem *out)
{
  int n = level->n;
  out->null_count = n - level->rank;
  out->null = ARENA_ARRAY(arena, double, out->null_count *n);
  if (out->null_count > 0)
    memcpy(out->null, level->turn + level->rank * n,
           sizeof(double) * (size_t)(out->null_count * n));
}

// Splits off null spaces until the remaining matrix, *at of size *left, is regular; *depth receives
// the number of levels.
static NumericStatus split_zeros(int n, double tolerance, Arena *arena, Level levels[], int *depth,
                                 double **at, int *left)
{
  double nothing = tolerance * largest_singular_value(n, *at);
  for (*left = n, *depth = 0; *left > 0; ++*depth) {
    Level *level = &levels[*depth];
    double *next = ARENA_ARRAY(arena, double, *left **left);
    level->n = *left;
    NumericStatus status = split(*at, nothing, arena, level, next);
    if (status != NUMERIC_OK || level->rank == level->n) return status;
    *left = level->rank;
    *at = next;
  }
  return NUMERIC_OK;
}

NumericStatus eigen_general(int n, const double a[], double tolerance, Arena *arena,
                            EigenSystem *out)
{
  *out = (EigenSystem){ .count = 0 };
  if (n == 0) return NUMERIC_OK;
  double *at = ARENA_ARRAY(arena, double, n *n), *scales = ARENA_ARRAY(arena, double, n);
  double *scratch = ARENA_ARRAY(arena, double, n);
  Level *levels = ARENA_ARRAY(arena, Level, n + 1);
  int depth = 0, left = 0;
  memcpy(at, a, sizeof(double) * (size_t)(n * n));
  NumericStatus status = balance(n, at, scales);
  if (status == NUMERIC_OK) status = split_zeros(n, tolerance, arena, levels, &depth, &at, &left);
  if (status != NUMERIC_OK) return status;
  if (depth > 0) keep_null(&levels[0], arena, out);
  out->count = left;
  out->zero_count = n - left;
  out->real = ARENA_ARRAY(arena, double, left);
  out->imaginary = ARENA_ARRAY(arena, double, left);
  out->vectors = ARENA_ARRAY(arena, double, left *n);
  out->vectors_im = ARENA_ARRAY(arena, double, left *n);
  status = solve_regular(left, n, at, arena, out);
  for (int k = 0; k < left * depth && status == NUMERIC_OK; k++) {
    int value = k % left, level = depth - 1 - k / left;
    extend(&levels[level], out->real[value], out->imaginary[value], out->vectors + value * n,
           out->vectors_im + value * n, scratch);
  }
  unscale(n, left, scales, out->vectors);
  unscale(n, left, scales, out->vectors_im);
  unscale(n, out->null_count, scales, out->null);
  return status;
}
