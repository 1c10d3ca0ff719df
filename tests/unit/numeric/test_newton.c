// test_newton.c -- equations with known roots, and some without.
// SPDX-License-Identifier: MIT
#include "numeric/solve/newton.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static void assert_close(double value, double expected, double tolerance)
{
  if (fabs(value - expected) <= tolerance) return;
  print_message("%.17g instead of %.17g\n", value, expected);
  fail();
}

static bool square_less_two(void *context, const double x[], double residual[], double jacobian[])
{
  (void)context;
  residual[0] = x[0] * x[0] - 2;
  jacobian[0] = 2 * x[0];
  return true;
}

static void the_root_of_two_takes_few_steps(void **state)
{
  (void)state;
  NewtonProblem problem = { 1, 1, square_less_two, NULL };
  double x[] = { 3 };
  NewtonResult result;
  assert_int_equal(newton_solve(&problem, NULL, x, &result), NUMERIC_OK);
  assert_close(x[0], sqrt(2), 1e-15);
  assert_in_range(result.iterations, 3, 12);
}

static bool rosenbrock(void *context, const double x[], double residual[], double jacobian[])
{
  (void)context;
  residual[0] = 10 * (x[1] - x[0] * x[0]);
  residual[1] = 1 - x[0];
  jacobian[0] = -20 * x[0];
  jacobian[1] = 10;
  jacobian[2] = -1;
  jacobian[3] = 0;
  return true;
}

static void a_bent_valley_is_followed(void **state)
{
  (void)state;
  NewtonProblem problem = { 2, 2, rosenbrock, NULL };
  double x[] = { -1.2, 1 };
  NewtonResult result;
  assert_int_equal(newton_solve(&problem, NULL, x, &result), NUMERIC_OK);
  assert_close(x[0], 1, 1e-14);
  assert_close(x[1], 1, 1e-14);
}

static bool logarithm(void *context, const double x[], double residual[], double jacobian[])
{
  (void)context;
  if (x[0] <= 0) return false;
  residual[0] = log(x[0]);
  jacobian[0] = 1 / x[0];
  return true;
}

static void steps_stay_where_the_function_exists(void **state)
{
  (void)state;
  NewtonProblem problem = { 1, 1, logarithm, NULL };
  double x[] = { 30 };  // Newton's step leads to 30 (1 - log 30) = -72
  NewtonResult result;
  assert_int_equal(newton_solve(&problem, NULL, x, &result), NUMERIC_OK);
  assert_close(x[0], 1, 1e-15);
  x[0] = -1;
  assert_int_equal(newton_solve(&problem, NULL, x, &result), NUMERIC_NOT_FINITE);
}

// The circle x^2 + y^2 = 1 and twice the line x = y: one equation is redundant.
static bool circle_and_lines(void *context, const double x[], double residual[], double jacobian[])
{
  (void)context;
  residual[0] = x[0] * x[0] + x[1] * x[1] - 1;
  residual[1] = x[0] - x[1];
  residual[2] = 3 * (x[1] - x[0]);
  jacobian[0] = 2 * x[0];
  jacobian[1] = 2 * x[1];
  jacobian[2] = 1;
  jacobian[3] = -1;
  jacobian[4] = -3;
  jacobian[5] = 3;
  return true;
}

static bool first_only(void *context, const double x[], double residual[], double jacobian[])
{
  jacobian[1] = 0;
  return square_less_two(context, x, residual, jacobian);
}

static void redundant_and_missing_equations_are_no_obstacle(void **state)
{
  (void)state;
  double x[] = { 5, -1 };
  NewtonResult result;
  NewtonProblem all = { 2, 3, circle_and_lines, NULL };
  assert_int_equal(newton_solve(&all, NULL, x, &result), NUMERIC_OK);
  assert_close(x[0], sqrt(0.5), 1e-14);
  assert_close(x[1], sqrt(0.5), 1e-14);
  // x^2 = 2 alone leaves the other unknown where it is.
  x[0] = 3;
  x[1] = 4;
  NewtonProblem one = { 2, 1, first_only, NULL };
  assert_int_equal(newton_solve(&one, NULL, x, &result), NUMERIC_OK);
  assert_close(x[0], sqrt(2), 1e-14);
  assert_close(x[1], 4, 1e-14);
}

// Two links of 0.3 and 0.2 in a plane whose tip is to come to (target, 0).
static bool two_links(void *context, const double x[], double residual[], double jacobian[])
{
  const double *target = context;
  residual[0] = 0.3 * cos(x[0]) + 0.2 * cos(x[0] + x[1]) - *target;
  residual[1] = 0.3 * sin(x[0]) + 0.2 * sin(x[0] + x[1]);
  jacobian[0] = -0.3 * sin(x[0]) - 0.2 * sin(x[0] + x[1]);
  jacobian[1] = -0.2 * sin(x[0] + x[1]);
  jacobian[2] = 0.3 * cos(x[0]) + 0.2 * cos(x[0] + x[1]);
  jacobian[3] = 0.2 * cos(x[0] + x[1]);
  return true;
}

static void what_cannot_be_reached_gives_the_closest_point(void **state)
{
  (void)state;
  double target = 0.7;
  NewtonProblem problem = { 2, 2, two_links, &target };
  double x[] = { 1, 1.5 };
  NewtonResult result;
  assert_int_equal(newton_solve(&problem, NULL, x, &result), NUMERIC_NO_SOLUTION);
  assert_close(result.residual, 0.2, 1e-13);
  assert_close(x[0], 0, 1e-7);
  assert_close(x[1], 0, 1e-7);
  double y[] = { 0.003, -0.004 };
  assert_close(newton_refine_closest(&problem, y), 0.2, 1e-15);
  assert_close(y[0], 0, 1e-13);
  assert_close(y[1], 0, 1e-13);
}

static void a_double_root_is_found_to_half_the_digits(void **state)
{
  (void)state;
  double target = 0.5;  // stretched: two solutions have become one
  NewtonProblem problem = { 2, 2, two_links, &target };
  double x[] = { 1, 1.5 };
  NewtonResult result;
  assert_int_equal(newton_solve(&problem, NULL, x, &result), NUMERIC_OK);
  assert_close(x[0], 0, 1e-4);
  assert_close(x[1], 0, 1e-4);
}

// ---- many starts

static const double PI = 3.14159265358979323846;

static bool cubic(void *context, const double x[], double residual[], double jacobian[])
{
  (void)context;
  residual[0] = x[0] * x[0] * x[0] - x[0];
  jacobian[0] = 3 * x[0] * x[0] - 1;
  return true;
}

static void all_roots_of_a_cubic_are_found(void **state)
{
  (void)state;
  const double lower[] = { -3 }, upper[] = { 3 }, start[] = { 2 };
  NewtonProblem problem = { 1, 1, cubic, NULL };
  SearchOptions options = { .lower = lower, .upper = upper, .starts = 40 };
  SearchResult result;
  newton_search(&problem, &options, start, &result);
  assert_int_equal(result.count, 3);
  double sum = 0;
  for (int k = 0; k < 3; k++)
    sum += fabs(result.points[k]);
  assert_close(sum, 2, 1e-14);
  assert_close(result.points[0], 1, 1e-15);  // that of the given start comes first
  free(result.points);
}

static void both_bends_of_an_elbow_are_found(void **state)
{
  (void)state;
  double target = 0.4;
  const double lower[] = { -PI, -PI }, upper[] = { PI, PI }, periods[] = { 2 * PI, 2 * PI };
  const double start[] = { 0, 0 };  // stretched: singular
  NewtonProblem problem = { 2, 2, two_links, &target };
  SearchOptions options = { .lower = lower, .upper = upper, .periods = periods, .starts = 30 };
  SearchResult result;
  newton_search(&problem, &options, start, &result);
  assert_int_equal(result.count, 2);
  double elbow = acos((0.16 - 0.09 - 0.04) / 0.12);  // cosine rule
  for (int k = 0; k < 2; k++)
    assert_close(fabs(result.points[2 * k + 1]), elbow, 1e-13);
  assert_close(result.points[1] + result.points[3], 0, 1e-13);
  assert_close(result.points[0] + result.points[2], 0, 1e-13);
  free(result.points);
}

static void no_start_reaches_what_cannot_be_reached(void **state)
{
  (void)state;
  double target = 0.05;  // nearer than the difference of the links
  const double lower[] = { -PI, -PI }, upper[] = { PI, PI }, start[] = { 0.1, 0.2 };
  NewtonProblem problem = { 2, 2, two_links, &target };
  SearchOptions options = { .lower = lower, .upper = upper, .starts = 10 };
  SearchResult result;
  newton_search(&problem, &options, start, &result);
  assert_int_equal(result.count, 0);
  assert_int_equal(result.starts, 11);
  assert_close(result.closest, 0.05, 1e-13);
  assert_close(fabs(remainder(result.points[1], 2 * PI)), PI, 1e-12);  // folded
  free(result.points);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_root_of_two_takes_few_steps),
    cmocka_unit_test(a_bent_valley_is_followed),
    cmocka_unit_test(steps_stay_where_the_function_exists),
    cmocka_unit_test(redundant_and_missing_equations_are_no_obstacle),
    cmocka_unit_test(what_cannot_be_reached_gives_the_closest_point),
    cmocka_unit_test(a_double_root_is_found_to_half_the_digits),
    cmocka_unit_test(all_roots_of_a_cubic_are_found),
    cmocka_unit_test(both_bends_of_an_elbow_are_found),
    cmocka_unit_test(no_start_reaches_what_cannot_be_reached),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
