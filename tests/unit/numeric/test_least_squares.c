// test_least_squares.c -- ranks and shortest solutions that are known in closed form.
// SPDX-License-Identifier: MIT
#include "numeric/linear/least_squares.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void assert_close(double value, double expected, double tolerance)
{
  if (fabs(value - expected) <= tolerance) return;
  print_message("%.17g instead of %.17g\n", value, expected);
  fail();
}

static void fill_hilbert(int n, double a[])
{
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      a[n * i + j] = 1.0 / (i + j + 1);
  }
}

static void hilberts_matrix_has_full_rank_until_doubles_end(void **state)
{
  (void)state;
  double a[144], b[36];
  fill_hilbert(12, a);
  fill_hilbert(6, b);
  NumericRank rank;
  double values[12];
  assert_int_equal(numeric_rank(12, 12, a, 1e-14, values, NULL, &rank), NUMERIC_OK);
  assert_int_equal(rank.rank, 11);  // the twelfth is 1.5e-17 of the first
  assert_int_equal(numeric_rank(6, 6, b, 1e-12, values, NULL, &rank), NUMERIC_OK);
  assert_int_equal(rank.rank, 6);
  assert_true(isinf(rank.gap));
  assert_close(rank.largest, 1.61889985892434, 1e-14);  // Fettis and Caslin 1967
  assert_close(rank.smallest, 1.08279948457e-7, 1e-15);
}

// A 6 x 5 product of integer matrices 6 x 3 and 3 x 5 of rank 3.
static void fill_rank_3(double a[])
{
  static const int LEFT[6][3] = { { 1, 0, 2 },  { 0, 1, 1 }, { 3, 1, 0 },
                                  { -1, 2, 1 }, { 2, 2, 2 }, { 0, 0, 1 } };
  static const int RIGHT[3][5] = { { 1, 2, 0, 1, -1 }, { 0, 1, 1, 3, 2 }, { 2, 0, 1, 0, 1 } };
  for (int i = 0; i < 30; i++) {
    int sum = 0;
    for (int k = 0; k < 3; k++)
      sum += LEFT[i / 5][k] * RIGHT[k][i % 5];
    a[i] = sum;
  }
}

static void a_product_has_the_rank_of_its_factors(void **state)
{
  (void)state;
  double a[30], directions[25];
  fill_rank_3(a);
  NumericRank rank;
  assert_int_equal(numeric_rank(6, 5, a, 1e-12, NULL, directions, &rank), NUMERIC_OK);
  assert_int_equal(rank.rank, 3);
  assert_true(rank.gap > 1e13);
  for (int k = 3; k < 5; k++) {
    double length = 0;
    for (int j = 0; j < 5; j++)
      length += directions[5 * k + j] * directions[5 * k + j];
    assert_close(length, 1, 1e-14);
    for (int i = 0; i < 6; i++) {
      double sum = 0;
      for (int j = 0; j < 5; j++)
        sum += a[5 * i + j] * directions[5 * k + j];
      assert_close(sum, 0, 1e-13);
    }
  }
}

static void nothing_has_rank_zero(void **state)
{
  (void)state;
  const double zero[4] = { 0 };
  double directions[4], x[2];
  NumericRank rank;
  assert_int_equal(numeric_rank(2, 2, zero, 1e-12, NULL, directions, &rank), NUMERIC_OK);
  assert_int_equal(rank.rank, 0);
  assert_true(isinf(rank.gap));
  assert_int_equal(numeric_rank(0, 2, NULL, 1e-12, NULL, directions, &rank), NUMERIC_OK);
  assert_int_equal(rank.rank, 0);
  assert_close(directions[0], 1, 0);
  assert_close(directions[1], 0, 0);
  assert_int_equal(least_squares_solve(0, 2, NULL, NULL, 1e-12, x, &rank, NULL), NUMERIC_OK);
  assert_close(x[0], 0, 0);
}

// y = 1 + 2 x through (0, 1), (1, 3), (2, 5), and (3, 6) which lies off it: by the normal equations
// the line is 1.2 + 1.7 x and the residual sqrt(0.3).
static void a_line_through_four_points(void **state)
{
  (void)state;
  const double a[] = { 1, 0, 1, 1, 1, 2, 1, 3 }, b[] = { 1, 3, 5, 6 };
  double x[2], residual;
  NumericRank rank;
  assert_int_equal(least_squares_solve(4, 2, a, b, 1e-12, x, &rank, &residual), NUMERIC_OK);
  assert_int_equal(rank.rank, 2);
  assert_close(x[0], 1.2, 1e-14);
  assert_close(x[1], 1.7, 1e-14);
  assert_close(residual, sqrt(0.3), 1e-14);
}

static void of_many_solutions_the_shortest_is_taken(void **state)
{
  (void)state;
  const double a[] = { 1, 1, 2, 2 }, b[] = { 2, 4 };  // the second row says the same
  double x[2], residual;
  NumericRank rank;
  assert_int_equal(least_squares_solve(2, 2, a, b, 1e-12, x, &rank, &residual), NUMERIC_OK);
  assert_int_equal(rank.rank, 1);
  assert_close(x[0], 1, 1e-14);
  assert_close(x[1], 1, 1e-14);
  assert_close(residual, 0, 1e-14);
  assert_int_equal(least_squares_solve(1, 2, a, b, 1e-12, x, &rank, &residual), NUMERIC_OK);
  assert_close(x[0], 1, 1e-14);
}

// a x = b with damping c: x = a b / (a^2 + c), one unknown at a time.
static void damping_shortens_the_solution(void **state)
{
  (void)state;
  const double a[] = { 3, 0, 0, 0 }, b[] = { 6, 5 };
  const Entries entries = { 2, 2, (int[]){ 0, 2, 4 }, (int[]){ 0, 1, 0, 1 } };
  double x[2];
  assert_int_equal(least_squares_damped(&entries, a, b, 0.5, x), NUMERIC_OK);
  assert_close(x[0], 18 / 9.5, 1e-14);
  assert_close(x[1], 0, 1e-14);
}

static void a_number_that_is_none_is_told(void **state)
{
  (void)state;
  const double a[] = { 1, NAN }, b[] = { 1 };
  const Entries entries = { 1, 2, (int[]){ 0, 2 }, (int[]){ 0, 1 } };
  double x[2];
  NumericRank rank;
  assert_int_equal(numeric_rank(1, 2, a, 1e-12, NULL, NULL, &rank), NUMERIC_NOT_FINITE);
  assert_int_equal(least_squares_solve(1, 2, a, b, 1e-12, x, &rank, NULL), NUMERIC_NOT_FINITE);
  assert_int_equal(least_squares_damped(&entries, a, b, 1, x), NUMERIC_NOT_FINITE);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(hilberts_matrix_has_full_rank_until_doubles_end),
    cmocka_unit_test(a_product_has_the_rank_of_its_factors),
    cmocka_unit_test(nothing_has_rank_zero),
    cmocka_unit_test(a_line_through_four_points),
    cmocka_unit_test(of_many_solutions_the_shortest_is_taken),
    cmocka_unit_test(damping_shortens_the_solution),
    cmocka_unit_test(a_number_that_is_none_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
