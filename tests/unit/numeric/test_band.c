// test_band.c -- rows of loops, solved within their band and, mixed by a reflection, densely.
//
// A reflection H leaves lengths as they are, so H A and H b have the solutions, the singular values
// and the free directions of A and b; but no band.
// SPDX-License-Identifier: MIT
#include "numeric/linear/band.h"

#include "base/memory/memory.h"
#include "numeric/linear/least_squares.h"
#include "numeric/solve/newton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { MAX_LOOPS = 40, MOST = 2 * MAX_LOOPS + 4 };

static void assert_close(double value, double expected, double tolerance)
{
  if (fabs(value - expected) <= tolerance) return;
  print_message("%.17g instead of %.17g\n", value, expected);
  fail();
}

static void assert_all_close(const double values[], const double expected[], int count,
                             double tolerance)
{
  for (int i = 0; i < count; i++)
    assert_close(values[i], expected[i], tolerance);
}

// `rows` rows, each of so many entries.
static void reflect(double a[], int rows, int columns)
{
  double *normal = memory_new((size_t)rows, sizeof(double)), square = 0;
  for (int i = 0; i < rows; i++) {
    normal[i] = 1.5 + sin(3.0 * i);
    square += normal[i] * normal[i];
  }
  for (int j = 0; j < columns; j++) {
    double part = 0;
    for (int i = 0; i < rows; i++)
      part += normal[i] * a[i * columns + j];
    for (int i = 0; i < rows; i++)
      a[i * columns + j] -= 2 * part / square * normal[i];
  }
  free(normal);
}

// ---- matrices

typedef struct Pair {
  int rows, columns;
  double *a, *b;              // in a band
  double *mixed_a, *mixed_b;  // the same, reflected
} Pair;

// Two rows by loop, as a row of cranks and couplers has them; columns are the cranks, then the
// couplers. The first `extra` rows are written twice, the second time behind the others.
static Pair pair_open(int loops, int extra)
{
  Pair pair = { .rows = 2 * loops + extra, .columns = 2 * loops + 1 };
  size_t size = (size_t)pair.rows * (size_t)pair.columns;
  pair.a = memory_new(size, sizeof(double));
  pair.b = memory_new((size_t)pair.rows, sizeof(double));
  pair.mixed_a = memory_new(size, sizeof(double));
  pair.mixed_b = memory_new((size_t)pair.rows, sizeof(double));
  for (int i = 0; i < pair.rows; i++) {
    int row = i % (2 * loops), loop = row / 2;
    double *own = pair.a + i * pair.columns;
    own[loop] = -0.8 - 0.2 * cos(1.7 * row);
    own[loop + 1] = 0.9 + 0.3 * sin(2.9 * row);
    own[loops + 1 + loop] = row % 2 ? 0.7 : -0.4 + 0.1 * sin(row);
    pair.b[i] = sin(0.3 + row);
  }
  memcpy(pair.mixed_a, pair.a, size * sizeof(double));
  memcpy(pair.mixed_b, pair.b, (size_t)pair.rows * sizeof(double));
  reflect(pair.mixed_a, pair.rows, pair.columns);
  reflect(pair.mixed_b, pair.rows, 1);
  return pair;
}

static void pair_close(Pair *pair)
{
  free(pair->a);
  free(pair->b);
  free(pair->mixed_a);
  free(pair->mixed_b);
}

// Of a matrix that is written densely.
static NumericStatus solve_damped(int rows, int columns, const double a[], const double b[],
                                  double damping, double x[])
{
  Arena *arena = arena_new();
  Entries entries = entries_all(rows, columns, arena);
  NumericStatus status = least_squares_damped(&entries, a, b, damping, x);
  arena_free(arena);
  return status;
}

static bool has_band(int rows, int columns, const double a[])
{
  Arena *arena = arena_new();
  double *values;
  Entries entries = entries_of(rows, columns, a, arena, &values);
  Band band;
  bool result = band_find(&entries, arena, &band);
  if (result) assert_in_range(band.width, 0, 2);
  arena_free(arena);
  return result;
}

static void a_row_of_loops_has_a_narrow_band(void **state)
{
  (void)state;
  for (int loops = 6; loops <= MAX_LOOPS; loops++) {
    Pair pair = pair_open(loops, 0);
    assert_true(has_band(pair.rows, pair.columns, pair.a));
    assert_false(has_band(pair.rows, pair.columns, pair.mixed_a));
    pair_close(&pair);
  }
}

static void damped_solutions_are_those_of_the_dense_matrix(void **state)
{
  (void)state;
  static const double DAMPINGS[] = { 1, 1e-3, 1e-8 };
  double x[MOST], expected[MOST];
  for (int loops = 1; loops <= MAX_LOOPS; loops++) {
    Pair pair = pair_open(loops, loops % 3);
    int m = pair.rows, n = pair.columns;
    for (int k = 0; k < 3; k++) {
      assert_int_equal(solve_damped(m, n, pair.a, pair.b, DAMPINGS[k], x), NUMERIC_OK);
      assert_int_equal(solve_damped(m, n, pair.mixed_a, pair.mixed_b, DAMPINGS[k], expected),
                       NUMERIC_OK);
      assert_all_close(x, expected, n, k < 2 ? 1e-12 : 1e-10);
    }
    pair_close(&pair);
  }
}

// Fewer equations than unknowns, as many, and more.
static void shortest_solutions_are_those_of_the_dense_matrix(void **state)
{
  (void)state;
  double x[MOST], expected[MOST], residual, expected_residual;
  NumericRank rank, expected_rank;
  for (int loops = 1; loops <= MAX_LOOPS; loops++) {
    Pair pair = pair_open(loops, loops % 4);
    int m = pair.rows, n = pair.columns;
    assert_int_equal(least_squares_solve(m, n, pair.a, pair.b, 1e-9, x, &rank, &residual),
                     NUMERIC_OK);
    assert_int_equal(least_squares_solve(m, n, pair.mixed_a, pair.mixed_b, 1e-9, expected,
                                         &expected_rank, &expected_residual),
                     NUMERIC_OK);
    assert_int_equal(rank.rank, expected_rank.rank);
    assert_all_close(x, expected, n, 1e-11);
    assert_close(residual, expected_residual, 1e-12);
    pair_close(&pair);
  }
}

// Rows that overlap in many ways, more of them at some places than at others, columns in disorder.
static void rows_that_overlap_are_solved_as_densely(void **state)
{
  (void)state;
  enum { COLUMNS = 41, ROWS = 60 };
  static double a[ROWS * COLUMNS], mixed_a[ROWS * COLUMNS];
  double b[ROWS], mixed_b[ROWS], x[COLUMNS], expected[COLUMNS];
  NumericRank rank;
  for (int i = 0; i < ROWS; i++) {
    int first = i * i % (COLUMNS - 4);
    for (int k = 0; k < 5; k += 1 + i % 3)
      a[i * COLUMNS + (first + k) * 17 % COLUMNS] = sin(1.0 + i + 7 * k);
    b[i] = cos(i);
  }
  memcpy(mixed_a, a, sizeof a);
  memcpy(mixed_b, b, sizeof b);
  reflect(mixed_a, ROWS, COLUMNS);
  reflect(mixed_b, ROWS, 1);
  Arena *arena = arena_new();
  double *values;
  Entries entries = entries_of(ROWS, COLUMNS, a, arena, &values);
  Band band;
  assert_true(band_find(&entries, arena, &band));
  arena_free(arena);
  assert_int_equal(solve_damped(ROWS, COLUMNS, a, b, 1e-2, x), NUMERIC_OK);
  assert_int_equal(solve_damped(ROWS, COLUMNS, mixed_a, mixed_b, 1e-2, expected), NUMERIC_OK);
  assert_all_close(x, expected, COLUMNS, 1e-12);
  double singular[COLUMNS], expected_values[COLUMNS];
  assert_int_equal(numeric_rank(ROWS, COLUMNS, a, 1e-9, singular, NULL, &rank), NUMERIC_OK);
  assert_int_equal(numeric_rank(ROWS, COLUMNS, mixed_a, 1e-9, expected_values, NULL, &rank),
                   NUMERIC_OK);
  assert_all_close(singular, expected_values, COLUMNS, 1e-13);
}

static void columns_without_freedom_are_solved_exactly(void **state)
{
  (void)state;
  double a[40 * 20] = { 0 }, b[40], x[20];
  for (int i = 0; i < 40; i++) {
    a[i * 20 + i / 2] = 1 + i % 2;
    b[i] = i % 2 ? 0 : i;
  }
  NumericRank rank;
  double residual;
  assert_true(has_band(40, 20, a));
  assert_int_equal(least_squares_solve(40, 20, a, b, 1e-9, x, &rank, &residual), NUMERIC_OK);
  assert_int_equal(rank.rank, 20);
  for (int j = 0; j < 20; j++)
    assert_close(x[j], 2 * j / 5.0, 1e-14);  // of x = 2j and 2 x = 0
}

// ---- ranks

static void check_free_directions(const double a[], int rows, int n, const double directions[],
                                  int count)
{
  for (int k = 0; k < count; k++) {
    for (int l = 0; l <= k; l++) {
      double product = 0;
      for (int j = 0; j < n; j++)
        product += directions[k * n + j] * directions[l * n + j];
      assert_close(product, k == l, 1e-14);
    }
    for (int i = 0; i < rows; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++)
        sum += a[i * n + j] * directions[k * n + j];
      assert_close(sum, 0, 1e-13);
    }
  }
}

static void ranks_are_those_of_the_dense_matrix(void **state)
{
  (void)state;
  double values[MOST], expected[MOST];
  NumericRank rank, expected_rank;
  for (int loops = 1; loops <= MAX_LOOPS; loops++) {
    Pair pair = pair_open(loops, loops % 5);
    int m = pair.rows, n = pair.columns;
    double *directions = memory_new((size_t)n * (size_t)n, sizeof(double));
    assert_int_equal(numeric_rank(m, n, pair.a, 1e-9, values, NULL, &rank), NUMERIC_OK);
    assert_int_equal(numeric_rank(m, n, pair.mixed_a, 1e-9, expected, NULL, &expected_rank),
                     NUMERIC_OK);
    assert_int_equal(rank.rank, expected_rank.rank);
    assert_int_equal(rank.rank, 2 * loops);
    assert_all_close(values, expected, m < n ? m : n, 1e-13);
    assert_int_equal(numeric_null_space(m, n, pair.a, 1e-9, NULL, directions, &rank), NUMERIC_OK);
    assert_int_equal(rank.rank, 2 * loops);
    check_free_directions(pair.a, m, n, directions, n - rank.rank);
    free(directions);
    pair_close(&pair);
  }
}

// Three rows of loops that do not touch, a column that nothing touches, and a row of zeros.
static void separate_parts_have_a_freedom_each(void **state)
{
  (void)state;
  enum {
    LOOPS = 6,
    PARTS = 3,
    PART = 2 * LOOPS + 1,
    COLUMNS = PARTS * PART + 1,
    ROWS = PARTS * 2 * LOOPS + 1
  };
  static double a[ROWS * COLUMNS], directions[COLUMNS * COLUMNS];
  Pair pair = pair_open(LOOPS, 0);
  for (int part = 0; part < PARTS; part++) {
    for (int i = 0; i < pair.rows * PART; i++)
      a[(part * pair.rows + i / PART) * COLUMNS + part + PARTS * (i % PART)] = pair.a[i];
  }
  NumericRank rank;
  assert_true(has_band(ROWS, COLUMNS, a));
  assert_int_equal(numeric_null_space(ROWS, COLUMNS, a, 1e-9, NULL, directions, &rank), NUMERIC_OK);
  assert_int_equal(rank.rank, ROWS - 1);
  check_free_directions(a, ROWS, COLUMNS, directions, PARTS + 1);
  pair_close(&pair);
}

// The smallest singular value is neither clearly there nor clearly not.
static void a_doubtful_rank_is_left_to_the_dense_way(void **state)
{
  (void)state;
  enum { N = 20 };
  double a[N * N] = { 0 }, directions[N * N];
  for (int j = 0; j < N; j++)
    a[j * N + j] = j == 7 ? 0.9e-7 : j == 8 ? 1.1e-7 : 1;
  NumericRank rank;
  assert_true(has_band(N, N, a));
  assert_int_equal(numeric_null_space(N, N, a, 1e-7, NULL, directions, &rank), NUMERIC_OK);
  assert_int_equal(rank.rank, N - 1);
  assert_close(fabs(directions[7]), 1, 1e-14);
}

static void what_is_not_finite_is_told(void **state)
{
  (void)state;
  Pair pair = pair_open(20, 0);
  double x[MOST];
  NumericRank rank;
  int m = pair.rows, n = pair.columns;
  pair.b[3] = NAN;
  assert_int_equal(solve_damped(m, n, pair.a, pair.b, 1, x), NUMERIC_NOT_FINITE);
  assert_int_equal(least_squares_solve(m, n, pair.a, pair.b, 1e-9, x, &rank, NULL),
                   NUMERIC_NOT_FINITE);
  assert_close(x[0], 0, 0);
  pair.a[1] = INFINITY;
  pair.a[2] = NAN;
  assert_int_equal(numeric_rank(m, n, pair.a, 1e-9, NULL, NULL, &rank), NUMERIC_NOT_FINITE);
  pair_close(&pair);
}

// ---- what is left of columns

// Column after column, by Gram and Schmidt: lengths, and directions in the place of the columns.
static void straighten_columns(int rows, int columns, double a[], double lengths[])
{
  for (int j = 0; j < columns; j++) {
    for (int k = 0; k < 2 * j; k++) {  // twice each
      double part = 0;
      for (int i = 0; i < rows; i++)
        part += a[i * columns + j] * a[i * columns + k / 2];
      for (int i = 0; i < rows; i++)
        a[i * columns + j] -= part * a[i * columns + k / 2];
    }
    lengths[j] = 0;
    for (int i = 0; i < rows; i++)
      lengths[j] = hypot(lengths[j], a[i * columns + j]);
    for (int i = 0; i < rows; i++)
      a[i * columns + j] /= lengths[j];
  }
}

// Rows of loops, transposed: the order of the band is that in which they are written.
static void what_is_left_of_a_column_is_that_of_gram_and_schmidt(void **state)
{
  (void)state;
  for (int loops = 1; loops <= MAX_LOOPS; loops += 3) {
    Pair pair = pair_open(loops, 0);
    Arena *arena = arena_new();
    double *values, lengths[MOST], expected[MOST];
    int *from;
    Entries rows = entries_of(pair.rows, pair.columns, pair.a, arena, &values);
    Entries across = entries_transposed(&rows, arena, &from);
    Band band = band_order(&across, arena);
    double *turned = ARENA_ARRAY(arena, double, entries_count(&across));
    double *dense = ARENA_ARRAY(arena, double, pair.rows *pair.columns);
    for (int e = 0; e < entries_count(&across); e++)
      turned[e] = values[from[e]];
    for (int i = 0; i < pair.rows * pair.columns; i++)
      dense[i % pair.columns * pair.rows + i / pair.columns] = pair.a[i];
    straighten_columns(pair.columns, pair.rows, dense, expected);
    band_lengths(&band, turned, lengths);
    assert_all_close(lengths, expected, pair.rows, 1e-13);
    NumericRank rank;
    assert_int_equal(numeric_rank(pair.rows, pair.columns, pair.mixed_a, 1e-9, NULL, NULL, &rank),
                     NUMERIC_OK);
    double smallest = band_smallest(&band, turned);
    assert_true(smallest >= rank.smallest * (1 - 1e-9) && smallest < 2 * rank.smallest);
    arena_free(arena);
    pair_close(&pair);
  }
}

// Loops that are turned, one, several or all of them at once, are told apart: a determinant would not
// see two of them.
static void columns_that_turn_are_told_one_by_one(void **state)
{
  (void)state;
  enum { LOOPS = 20 };
  Pair pair = pair_open(LOOPS, 0);
  Arena *arena = arena_new();
  double *values;
  int *from;
  Entries rows = entries_of(pair.rows, pair.columns, pair.a, arena, &values);
  Entries across = entries_transposed(&rows, arena, &from);
  Band band = band_order(&across, arena);
  int count = entries_count(&across);
  double *before = ARENA_ARRAY(arena, double, count), *now = ARENA_ARRAY(arena, double, count);
  for (int turn = 1; turn <= 5; turn++) {
    bool is_turned[2 * LOOPS];
    for (int e = 0; e < count; e++) {
      bool turns = across.column[e] % turn == turn - 1;
      before[e] = values[from[e]];
      now[e] = (turns ? -1.1 : 0.9) * before[e] + 1e-3 * sin(e);
    }
    band_sign_changes(&band, before, now, is_turned);
    for (int k = 0; k < 2 * LOOPS; k++)
      assert_int_equal(is_turned[k], k % turn == turn - 1);
  }
  arena_free(arena);
  pair_close(&pair);
}

// ---- signs

static void a_determinant_changes_its_sign_with_a_column(void **state)
{
  (void)state;
  for (int loops = 1; loops <= MAX_LOOPS; loops += 3) {
    Pair pair = pair_open(loops, 1);
    int m = pair.rows, n = pair.columns, sign, mixed;
    pair.a[(m - 1) * n + n - 1] += 1;  // or the matrix would have dependent columns
    memcpy(pair.mixed_a, pair.a, sizeof(double) * (size_t)(m * n));
    for (int turned = 0; turned < 4; turned++) {
      for (int i = 0; i < m && turned > 0; i++)
        pair.mixed_a[i * n + turned - 1] *= -1;
      assert_int_equal(numeric_product_sign(m, n, pair.a, pair.mixed_a, &sign), NUMERIC_OK);
      assert_int_equal(sign, turned % 2 ? -1 : 1);
    }
    reflect(pair.a, m, n);
    reflect(pair.mixed_a, m, n);
    assert_int_equal(numeric_product_sign(m, n, pair.a, pair.mixed_a, &mixed), NUMERIC_OK);
    assert_int_equal(mixed, sign);
    pair_close(&pair);
  }
}

// ---- Newton

typedef struct Row {
  int loops;
  bool is_mixed;
} Row;

// Cranks of unequal lengths, upright at 0 and 1 apart, and couplers between their tips.
static bool close_row(void *context, const double x[], double residual[], double jacobian[])
{
  const Row *row = context;
  int n = 2 * row->loops + 1;
  memset(jacobian, 0, sizeof(double) * (size_t)(2 * row->loops * n));
  for (int i = 0; i < row->loops; i++) {
    double before = 1 + 0.1 * sin(i), after = 1 + 0.1 * sin(i + 1), coupler = 1 + 0.05 * cos(i);
    int turn = row->loops + 1 + i;
    double *along = jacobian + 2 * i * n, *up = along + n;
    residual[2 * i] = before * sin(x[i]) + coupler * cos(x[turn]) - 1 - after * sin(x[i + 1]);
    residual[2 * i + 1] = before * cos(x[i]) + coupler * sin(x[turn]) - after * cos(x[i + 1]);
    along[i] = before * cos(x[i]);
    along[i + 1] = -after * cos(x[i + 1]);
    along[turn] = -coupler * sin(x[turn]);
    up[i] = -before * sin(x[i]);
    up[i + 1] = after * sin(x[i + 1]);
    up[turn] = coupler * cos(x[turn]);
  }
  if (!row->is_mixed) return true;
  reflect(residual, 2 * row->loops, 1);
  reflect(jacobian, 2 * row->loops, n);
  return true;
}

static void newton_comes_to_the_same_point_either_way(void **state)
{
  (void)state;
  for (int loops = 1; loops <= MAX_LOOPS; loops += loops < 10 ? 1 : 10) {
    double x[2][MOST];
    NewtonResult result[2];
    for (int k = 0; k < 2; k++) {
      Row row = { loops, k == 1 };
      int n = 2 * loops + 1;
      NewtonProblem problem = { n, 2 * loops, close_row, &row };
      NewtonOptions options = { .is_scaled = true };
      for (int j = 0; j < n; j++)
        x[k][j] = (j <= loops ? 0.4 : 0) + 0.2 * sin(5.0 * j);
      assert_int_equal(newton_solve(&problem, &options, x[k], &result[k]), NUMERIC_OK);
    }
    assert_all_close(x[0], x[1], 2 * loops + 1, 1e-12);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_is_left_of_a_column_is_that_of_gram_and_schmidt),
    cmocka_unit_test(columns_that_turn_are_told_one_by_one),
    cmocka_unit_test(a_row_of_loops_has_a_narrow_band),
    cmocka_unit_test(damped_solutions_are_those_of_the_dense_matrix),
    cmocka_unit_test(shortest_solutions_are_those_of_the_dense_matrix),
    cmocka_unit_test(rows_that_overlap_are_solved_as_densely),
    cmocka_unit_test(columns_without_freedom_are_solved_exactly),
    cmocka_unit_test(ranks_are_those_of_the_dense_matrix),
    cmocka_unit_test(separate_parts_have_a_freedom_each),
    cmocka_unit_test(a_doubtful_rank_is_left_to_the_dense_way),
    cmocka_unit_test(what_is_not_finite_is_told),
    cmocka_unit_test(a_determinant_changes_its_sign_with_a_column),
    cmocka_unit_test(newton_comes_to_the_same_point_either_way),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
