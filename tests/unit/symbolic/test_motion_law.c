// test_motion_law.c -- laws of motion: their ends, their peaks against values sampled along the
// way, the time that limits leave. Values against the course: tests/reference/test_motion.py.
// SPDX-License-Identifier: MIT
#include "symbolic/calculus/motion_law.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/literal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const char *const LAWS[] = {
  "quintic", "septic", "trapezoid", "bang_bang", "s_curve", "sin2"
};
enum { LAW_COUNT = sizeof LAWS / sizeof LAWS[0] };

// From -1 to 3 in 5 s, beginning at 2 s.
static MotionPlan plan_of(Pool *pool, const char *law, const Expr *waypoints[2])
{
  waypoints[0] = expr_integer(pool, -1);
  waypoints[1] = expr_integer(pool, 3);
  return (MotionPlan){ .law = law,
                       .waypoints = waypoints,
                       .station_count = 2,
                       .start = expr_integer(pool, 2),
                       .duration = expr_integer(pool, 5) };
}

static const Expr *at_time(const Expr *e, const Expr *time)
{
  const Expr *t = expr_symbol(expr_pool(e), "t", STAGE_TIME);
  return expr_substitute(e, &t, &time, 1);
}

static double value_at(const Expr *e, long numerator, long denominator)
{
  return expr_literal_value(at_time(e, expr_rational(expr_pool(e), numerator, denominator)));
}

static void a_motion_rests_at_both_ends(void **state)
{
  (void)state;
  for (int i = 0; i < LAW_COUNT; i++) {
    Pool *pool = pool_new(1);
    const Expr *waypoints[2];
    MotionPlan plan = plan_of(pool, LAWS[i], waypoints);
    const Expr *position = motion_position(&plan);
    const Expr *velocity = expr_time_derivative(position);
    assert_true(value_at(position, 1, 1) == -1 && value_at(position, 2, 1) == -1);
    assert_true(value_at(position, 7, 1) == 3 && value_at(position, 9, 1) == 3);
    assert_true(value_at(position, 9, 2) == 1);  // half of the way in half of the time
    for (long t = 1; t < 10; t++) {
      bool is_inside = t > 2 && t < 7;
      assert_int_equal(value_at(velocity, t, 1) > 0, is_inside);
    }
    // and nowhere a jump: from a little before the end it gets there
    assert_true(fabs(value_at(position, 6999999, 1000000) - 3) < 1e-9);
    pool_free(pool);
  }
}

static double sampled_peak(const Expr *rate)
{
  double peak = 0;
  for (long k = 0; k <= 360; k++)  // sixths, eighths and tenths of the time among them
    peak = fmax(peak, fabs(value_at(rate, 2 * 72 + k, 72)));
  return peak;
}

static void peaks_are_reached_and_never_passed(void **state)
{
  (void)state;
  for (int i = 0; i < LAW_COUNT; i++) {
    Pool *pool = pool_new(1);
    const Expr *waypoints[2];
    MotionPlan plan = plan_of(pool, LAWS[i], waypoints);
    const Expr *rate = motion_position(&plan);
    for (int order = 0; order < MOTION_ORDERS; order++) {
      rate = expr_time_derivative(rate);
      if (!motion_is_bounded(LAWS[i], order)) continue;
      double peak = expr_literal_value(motion_peak(&plan, 0, order));
      double sampled = sampled_peak(rate);
      assert_true(sampled <= peak * (1 + 1e-12) && sampled >= peak * (1 - 1e-3));
    }
    pool_free(pool);
  }
}

// Each limit alone is just reached in the time that it leaves.
static void limits_leave_the_shortest_time(void **state)
{
  (void)state;
  for (int k = 0; k < LAW_COUNT * MOTION_ORDERS; k++) {
    const char *law = LAWS[k / MOTION_ORDERS];
    int order = k % MOTION_ORDERS;
    if (!motion_is_bounded(law, order)) continue;
    Pool *pool = pool_new(1);
    const Expr *waypoints[2];
    MotionPlan plan = plan_of(pool, law, waypoints);
    plan.duration = NULL;
    plan.limits[order] = expr_rational(pool, 7, 3);
    double peak = expr_literal_value(motion_peak(&plan, 0, order));
    assert_true(fabs(peak - 7.0 / 3) < 1e-12);
    pool_free(pool);
  }
}

static void the_strictest_limit_counts(void **state)
{
  (void)state;
  Pool *pool = pool_new(1);
  const Expr *waypoints[2];
  MotionPlan plan = plan_of(pool, "septic", waypoints);
  plan.duration = NULL;
  plan.limits[0] = expr_integer(pool, 3);        // 35/16 * 4/3 s
  plan.limits[2] = expr_rational(pool, 105, 4);  // (105/2 * 4 / (105/4))^(1/3) s
  assert_true(expr_literal_value(motion_duration(&plan, 0)) == 35.0 / 12);
  plan.limits[0] = expr_integer(pool, 7);
  assert_true(fabs(expr_literal_value(motion_duration(&plan, 0)) - 2) < 1e-15);
  plan.limits[0] = expr_symbol(pool, "v", STAGE_PARAMETER);
  assert_int_equal(motion_duration(&plan, 0)->form->op, OP_MAX);
  pool_free(pool);
}

// The way 4 at the speed 1 with the acceleration 2 takes 4/1 + 1/2 s, as every course on robots has
// it; at 3 it would need 9/2 to speed up and to slow down, so that it takes 2 sqrt(4/2) s.
static void velocity_and_acceleration_leave_the_classical_trapezoid(void **state)
{
  (void)state;
  Pool *pool = pool_new(1);
  const Expr *waypoints[2];
  MotionPlan plan = plan_of(pool, "trapezoid", waypoints);
  plan.duration = NULL;
  plan.limits[0] = expr_integer(pool, 1);
  plan.limits[1] = expr_integer(pool, 2);
  assert_true(expr_literal_value(motion_duration(&plan, 0)) == 4.5);
  const Expr *velocity = expr_time_derivative(motion_position(&plan));
  assert_true(fabs(value_at(velocity, 225, 100) - 0.5) < 1e-15);  // a quarter of a second
  assert_true(fabs(value_at(velocity, 251, 100) - 1) < 1e-15);
  plan.limits[0] = expr_integer(pool, 3);
  assert_true(motion_duration(&plan, 0) == expr_call(OP_SQRT, expr_integer(pool, 8)));
  velocity = expr_time_derivative(motion_position(&plan));
  assert_true(fabs(value_at(velocity, 241421, 100000) - 2 * 0.41421) < 1e-12);
  pool_free(pool);
}

// No limit is passed, and what ends the ramp, and the even way, is one that is reached.
static void a_free_ramp_reaches_its_limits(void **state)
{
  (void)state;
  static const double LIMITS[][MOTION_ORDERS] = { { 1, 2, 0 },  { 9, 2, 0 }, { 1, 5, 3 },
                                                  { 1, 2, 60 }, { 9, 9, 2 }, { 2, 0, 5 } };
  for (size_t i = 0; i < 2 * sizeof LIMITS / sizeof LIMITS[0]; i++) {
    const double *limits = LIMITS[i / 2];
    Pool *pool = pool_new(1);
    const Expr *waypoints[2];
    MotionPlan plan = plan_of(pool, i % 2 ? "s_curve" : "sin2", waypoints);
    double part[MOTION_ORDERS] = { 0 };
    plan.duration = NULL;
    for (int k = 0; k < MOTION_ORDERS; k++)
      plan.limits[k] = limits[k] > 0 ? expr_integer(pool, (long)limits[k]) : NULL;
    for (int k = 0; k < MOTION_ORDERS; k++) {
      double peak = expr_literal_value(motion_peak(&plan, 0, k));
      if (limits[k] > 0) part[k] = peak / limits[k];
      assert_true(part[k] < 1 + 1e-12);
    }
    double V = expr_literal_value(motion_peak(&plan, 0, 0));
    double T = expr_literal_value(motion_duration(&plan, 0)), ramp = T - 4 / V;
    assert_true(fmax(part[1], part[2]) > 1 - 1e-12);
    assert_true(part[0] > 1 - 1e-12 || fabs(T - 2 * ramp) < 1e-12);
    pool_free(pool);
  }
}

// A ramp of half the time leaves no way to go evenly: the acceleration jumps from a to -a.
static void a_trapezoid_may_be_a_triangle(void **state)
{
  (void)state;
  Pool *pool = pool_new(1);
  const Expr *waypoints[2];
  MotionPlan plan = plan_of(pool, "trapezoid", waypoints);
  plan.ramp = expr_rational(pool, 5, 2);
  const Expr *position = motion_position(&plan);
  const Expr *acceleration = expr_time_derivative(expr_time_derivative(position));
  assert_true(fabs(value_at(acceleration, 44, 10) - 0.64) < 1e-12);  // 4 D/T^2
  assert_true(fabs(value_at(acceleration, 46, 10) + 0.64) < 1e-12);
  assert_true(fabs(value_at(position, 45, 10) - 1) < 1e-12);
  pool_free(pool);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_motion_rests_at_both_ends),
    cmocka_unit_test(peaks_are_reached_and_never_passed),
    cmocka_unit_test(limits_leave_the_shortest_time),
    cmocka_unit_test(the_strictest_limit_counts),
    cmocka_unit_test(velocity_and_acceleration_leave_the_classical_trapezoid),
    cmocka_unit_test(a_free_ramp_reaches_its_limits),
    cmocka_unit_test(a_trapezoid_may_be_a_triangle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
