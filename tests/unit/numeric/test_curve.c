// test_curve.c -- curves whose course is known: turns, crossings, near misses, ends.
// SPDX-License-Identifier: MIT
#include "numeric/solve/curve.h"

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

// A walk along a curve of two unknowns, with the points that it needs.
typedef struct Walk {
  Curve *curve;
  CurvePoint from, to, crossing, place;
  double step;
} Walk;

static Walk walk_open(const NewtonProblem *problem, const double x[2], const double direction[2])
{
  Curve *curve = curve_new(problem);
  Walk walk = { curve,
                curve_point_new(curve),
                curve_point_new(curve),
                curve_point_new(curve),
                curve_point_new(curve),
                0.1 };
  assert_true(curve_begin(curve, x, direction, &walk.from));
  return walk;
}

static CurveStep walk_on(Walk *walk)
{
  CurveStep outcome = curve_step(walk->curve, &walk->from, &walk->step, &walk->to, &walk->crossing);
  curve_point_copy(walk->curve, &walk->from, &walk->to);
  walk->step = fmin(1.5 * walk->step, 0.1);
  return outcome;
}

// x^2 + y^2 = 1, and the same equation once more
// The context: how many times over, an int.
static bool circle(void *context, const double x[], double residual[], double jacobian[])
{
  for (int i = 0; i < *(int *)context; i++) {
    residual[i] = (i + 1) * (x[0] * x[0] + x[1] * x[1] - 1);
    jacobian[2 * i] = 2 * (i + 1) * x[0];
    jacobian[2 * i + 1] = 2 * (i + 1) * x[1];
  }
  return true;
}

static void a_circle_comes_around_with_a_redundant_equation(void **state)
{
  (void)state;
  NewtonProblem problem = { 2, 2, circle, &(int){ 2 } };
  Walk walk = walk_open(&problem, (double[]){ 1, 0 }, (double[]){ 0, 1 });
  double turned = 0;
  while (turned < 6.5) {
    double before = atan2(walk.from.x[1], walk.from.x[0]);
    assert_int_equal(walk_on(&walk), CURVE_ONE_BRANCH);
    turned += remainder(atan2(walk.from.x[1], walk.from.x[0]) - before, 2 * acos(-1));
    assert_close(hypot(walk.from.x[0], walk.from.x[1]), 1, 1e-15);
    assert_close(walk.from.tangent[0], -walk.from.x[1], 1e-12);
  }
  curve_free(walk.curve);
}

static double tangent_of_first(const void *context, const CurvePoint *point)
{
  (void)context;
  return point->tangent[0];
}

static double second_less(const void *context, const CurvePoint *point)
{
  return point->x[1] - *(const double *)context;
}

static void turning_points_and_values_are_found_to_the_last_digit(void **state)
{
  (void)state;
  NewtonProblem problem = { 2, 1, circle, &(int){ 1 } };
  double angle = -0.05;
  Walk walk = walk_open(&problem, (double[]){ cos(angle), sin(angle) }, (double[]){ 0, 1 });
  double length = 0.1;
  assert_true(curve_find(walk.curve, &walk.from, &length, tangent_of_first, NULL, &walk.place));
  assert_close(walk.place.x[0], 1, 1e-15);
  assert_close(walk.place.x[1], 0, 1e-15);
  assert_close(length, sin(0.05), 1e-3);
  double wanted = 0.01;
  length = 0.1;
  assert_true(curve_find(walk.curve, &walk.from, &length, second_less, &wanted, &walk.place));
  assert_close(walk.place.x[1], 0.01, 1e-15);
  wanted = 0.5;  // beyond the step
  length = 0.1;
  assert_false(curve_find(walk.curve, &walk.from, &length, second_less, &wanted, &walk.place));
  curve_free(walk.curve);
}

// (y - x^2)(y + x / 2) = gap: a parabola and a line that cross at (0, 0) and (-1/2, 1/4), or
// branches that only pass by there
static bool parabola_and_line(void *context, const double x[], double residual[], double jacobian[])
{
  double gap = *(const double *)context;
  double parabola = x[1] - x[0] * x[0], line = x[1] + x[0] / 2;
  residual[0] = parabola * line - gap;
  jacobian[0] = -2 * x[0] * line + parabola / 2;
  jacobian[1] = line + parabola;
  return true;
}

static void crossings_are_passed_straight_on(void **state)
{
  (void)state;
  double gap = 0;
  NewtonProblem problem = { 2, 1, parabola_and_line, &gap };
  Walk walk = walk_open(&problem, (double[]){ 1, 1 }, (double[]){ -1, -2 });
  const double places[] = { 0, -0.5 };
  int crossings = 0;
  while (walk.from.x[0] > -1) {
    CurveStep outcome = walk_on(&walk);
    assert_int_not_equal(outcome, CURVE_STUCK);
    assert_close(walk.from.x[1], walk.from.x[0] * walk.from.x[0], 1e-12);
    if (outcome != CURVE_CROSSING) continue;
    assert_in_range(crossings, 0, 1);
    assert_close(walk.crossing.x[0], places[crossings++], 1e-6);
  }
  assert_int_equal(crossings, 2);
  curve_free(walk.curve);
}

// Below the parabola and above the line, the branch has to leave the parabola at (0, 0).
static void branches_that_only_pass_by_are_not_mixed_up(void **state)
{
  (void)state;
  double gap = -1e-5;
  NewtonProblem problem = { 2, 1, parabola_and_line, &gap };
  double x[] = { 1, 1 + gap / 1.5 };
  NewtonResult result;
  assert_int_equal(newton_solve(&problem, NULL, x, &result), NUMERIC_OK);
  Walk walk = walk_open(&problem, x, (double[]){ -1, -2 });
  for (int k = 0; k < 2000 && walk.from.x[0] < 1.5; k++) {
    assert_int_equal(walk_on(&walk), CURVE_ONE_BRANCH);
    assert_true(walk.from.x[1] < walk.from.x[0] * walk.from.x[0]);
    assert_true(walk.from.x[1] > -walk.from.x[0] / 2);
  }
  assert_true(walk.from.x[0] >= 1.5);  // along the line
  assert_close(walk.from.x[1], -walk.from.x[0] / 2, 1e-4);
  curve_free(walk.curve);
}

// y^2 = x^3 ends in a point; behind it there is the other half
static bool cusp(void *context, const double x[], double residual[], double jacobian[])
{
  (void)context;
  residual[0] = x[1] * x[1] - x[0] * x[0] * x[0];
  jacobian[0] = -3 * x[0] * x[0];
  jacobian[1] = 2 * x[1];
  return true;
}

static void a_cusp_is_an_end(void **state)
{
  (void)state;
  NewtonProblem problem = { 2, 1, cusp, NULL };
  Walk walk = walk_open(&problem, (double[]){ 1, 1 }, (double[]){ -1, -1 });
  int steps = 0;
  while (walk_on(&walk) != CURVE_STUCK && steps < 1000)
    steps++;
  assert_in_range(steps, 5, 999);
  curve_free(walk.curve);
}

static void what_leaves_nothing_free_is_no_curve(void **state)
{
  (void)state;
  NewtonProblem problem = { 2, 1, circle, &(int){ 1 } };
  Curve *curve = curve_new(&problem);
  CurvePoint point = curve_point_new(curve);
  assert_false(curve_begin(curve, (double[]){ 1, 1 }, NULL, &point));  // not on it
  assert_true(curve_begin(curve, (double[]){ 0, 1 }, NULL, &point));
  assert_close(fabs(point.tangent[0]), 1, 1e-15);
  curve_free(curve);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_circle_comes_around_with_a_redundant_equation),
    cmocka_unit_test(turning_points_and_values_are_found_to_the_last_digit),
    cmocka_unit_test(crossings_are_passed_straight_on),
    cmocka_unit_test(branches_that_only_pass_by_are_not_mixed_up),
    cmocka_unit_test(a_cusp_is_an_end),
    cmocka_unit_test(what_leaves_nothing_free_is_no_curve),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
