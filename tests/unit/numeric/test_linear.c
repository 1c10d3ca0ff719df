// test_linear.c -- systems whose solutions are known exactly.
// SPDX-License-Identifier: MIT
#include "numeric/linear.h"

#include <float.h>
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

static void a_small_system_is_solved_exactly(void **state)
{
  (void)state;
  // The first pivot is zero: without exchange of rows there is no solution.
  const double a[] = { 0, 2, 1, 1, -2, -3, -1, 1, 2 };
  const double b[] = { -8, 2, 0, 0, 3, 0 };  // A (-4, -5, 2)' and A (2, 0, 0)' in columns
  double x[6], condition;
  assert_int_equal(linear_solve(3, a, 2, b, x, &condition), NUMERIC_OK);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 3; i++) {
      double sum = -b[2 * i + k];
      for (int j = 0; j < 3; j++)
        sum += a[3 * i + j] * x[2 * j + k];
      assert_close(sum, 0, 1e-14);
    }
  }
  assert_close(x[0], -4, 1e-13);
  assert_close(x[2], -5, 1e-13);
  assert_close(x[4], 2, 1e-13);
}

static void hilberts_matrix_has_its_condition(void **state)
{
  (void)state;
  double a[25], b[5] = { 0 }, x[5], condition;
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < 5; j++) {
      a[5 * i + j] = 1.0 / (i + j + 1);
      b[i] += a[5 * i + j];
    }
  }
  assert_int_equal(linear_solve(5, a, 1, b, x, &condition), NUMERIC_OK);
  for (int i = 0; i < 5; i++)
    assert_close(x[i], 1, 943656 * DBL_EPSILON);
  // |H| |H^-1| = 943656 exactly, in the norm of column sums; the estimate may be too good by little
  assert_in_range((uintmax_t)(1 / condition), 300000, 943700);
}

static void a_singular_matrix_is_told(void **state)
{
  (void)state;
  const double a[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
  const double zero[] = { 0, 0, 0, 0 };
  const double b[] = { 1, 1, 0 };
  double x[3], condition;
  assert_int_equal(linear_solve(3, a, 1, b, x, &condition), NUMERIC_SINGULAR);
  assert_true(condition < DBL_EPSILON);
  assert_int_equal(linear_solve(2, zero, 1, b, x, &condition), NUMERIC_SINGULAR);
  assert_true(condition == 0 && isnan(x[0]));
  assert_int_equal(linear_solve_symmetric(2, zero, 1, b, x, &condition), NUMERIC_SINGULAR);
  assert_true(condition == 0 && isnan(x[0]));
  assert_string_equal(numeric_status_sentence(NUMERIC_SINGULAR),
                      "the matrix is singular to working precision");
}

static void units_do_not_make_a_matrix_singular(void **state)
{
  (void)state;
  const double a[] = { 1e-12, 0, 0, 0, 2, 0, 0, 0, 1e12 };
  const double b[] = { 1e-12, 2, 1e12 };
  double x[3], condition;
  assert_int_equal(linear_solve(3, a, 1, b, x, &condition), NUMERIC_OK);
  assert_true(condition > 0.1);
  assert_int_equal(linear_solve_symmetric(3, a, 1, b, x, &condition), NUMERIC_OK);
  assert_true(condition > 0.1);
  for (int i = 0; i < 3; i++)
    assert_close(x[i], 1, 1e-15);
}

static void an_indefinite_matrix_needs_no_pivot_on_the_diagonal(void **state)
{
  (void)state;
  const double a[] = { 0, NAN, 3, 0 };  // above the diagonal nobody reads
  const double b[] = { 6, 3 };
  double x[2];
  assert_int_equal(linear_solve_symmetric(2, a, 1, b, x, NULL), NUMERIC_OK);
  assert_close(x[0], 1, 1e-15);
  assert_close(x[1], 2, 1e-15);
}

static void a_number_that_is_none_is_told(void **state)
{
  (void)state;
  const double a[] = { 1, 0, NAN, 1 };
  const double b[] = { 1, INFINITY };
  const double unit[] = { 1, 0, 0, 1 };
  double x[2];
  assert_int_equal(linear_solve(2, a, 1, unit, x, NULL), NUMERIC_NOT_FINITE);
  assert_int_equal(linear_solve_symmetric(2, a, 1, unit, x, NULL), NUMERIC_NOT_FINITE);
  assert_int_equal(linear_solve(2, unit, 1, b, x, NULL), NUMERIC_NOT_FINITE);
}

// A mass m on a circle, x^2 + y^2 = l^2: m a + J' lambda = (0, -m g), J a = -v^2 with J = (x, y),
// so lambda = m (v^2 - g y) / l^2.
static void a_mass_on_a_circle_is_held_by_its_multiplier(void **state)
{
  (void)state;
  const double m = 3, g = 9.81, x = 0.3, y = -0.4, v = 2;
  const double mass[] = { m, 0, 0, m }, jacobian[] = { x, y }, force[] = { 0, -m * g };
  const double bias[] = { -v * v };
  KktSystem system = { 2, 1, mass, jacobian, force, bias };
  double a[2], lambda[1];
  assert_int_equal(linear_solve_kkt(&system, a, lambda, NULL), NUMERIC_OK);
  double expected = m * (v * v - g * y) / 0.25;
  assert_close(lambda[0], expected, 1e-12);
  assert_close(a[0], -expected * x / m, 1e-12);
  assert_close(a[1], -g - expected * y / m, 1e-12);
}

static void redundant_constraints_make_the_multipliers_undetermined(void **state)
{
  (void)state;
  const double mass[] = { 1, 0, 0, 1 }, jacobian[] = { 1, 2, 2, 4 }, zero[] = { 0, 0 };
  KktSystem system = { 2, 2, mass, jacobian, zero, zero };
  double a[2], lambda[2], condition;
  assert_int_equal(linear_solve_kkt(&system, a, lambda, &condition), NUMERIC_SINGULAR);
  assert_true(condition < DBL_EPSILON);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_small_system_is_solved_exactly),
    cmocka_unit_test(hilberts_matrix_has_its_condition),
    cmocka_unit_test(a_singular_matrix_is_told),
    cmocka_unit_test(units_do_not_make_a_matrix_singular),
    cmocka_unit_test(an_indefinite_matrix_needs_no_pivot_on_the_diagonal),
    cmocka_unit_test(a_number_that_is_none_is_told),
    cmocka_unit_test(a_mass_on_a_circle_is_held_by_its_multiplier),
    cmocka_unit_test(redundant_constraints_make_the_multipliers_undetermined),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
