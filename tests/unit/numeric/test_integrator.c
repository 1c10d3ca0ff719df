// test_integrator.c -- every method on equations whose solutions are known.
// SPDX-License-Identifier: MIT
#include "numeric/integration/integrator.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

// ---- a planet on a circle, x'' = -x/|x|^3, and x'' = -x

typedef struct Case {
  long jacobians;
  double operations;  // of the rates
  bool has_jacobian;
  double stiffness;
} Case;

static bool planet(void *context, double t, const double y[], double rates[])
{
  (void)context, (void)t;
  double distance = hypot(y[0], y[1]);
  for (int i = 0; i < 2; i++) {
    rates[i] = y[2 + i];
    rates[2 + i] = -y[i] / (distance * distance * distance);
  }
  return true;
}

static bool swing(void *context, double t, const double y[], double rates[])
{
  (void)context, (void)t;
  rates[0] = y[1];
  rates[1] = -y[0];
  return true;
}

static bool fall_through_zero(void *context, double t, const double y[], double values[])
{
  (void)context, (void)t;
  values[0] = -y[0];
  return true;
}

static Integrator *begin(const IntegratorProblem *problem, IntegratorMethod method,
                         double tolerance, double step, const double y[])
{
  Text why = { 0 };
  IntegratorOptions options = {
    .method = method, .tolerance = tolerance, .absolute = NAN, .step = step
  };
  Integrator *integrator = integrator_new(problem, &options, 0, y, &why);
  assert_non_null(integrator);
  return integrator;
}

static void go(Integrator *integrator, double until, double y[])
{
  Text why = { 0 };
  bool has_crossed[1];
  double t;
  assert_int_equal(integrator_advance(integrator, until, until, &t, y, has_crossed, &why),
                   INTEGRATOR_REACHED);
}

// Error at t = 10, and the number of steps.
static double error_of(IntegratorMethod method, double tolerance, double step, double *steps)
{
  IntegratorProblem problem = { .size = 4, .rates = planet, .positions = 2 };
  double y[] = { 1, 0, 0, 1 };
  Integrator *integrator = begin(&problem, method, tolerance, step, y);
  go(integrator, 10, y);
  *steps = (double)integrator_counts(integrator).steps;
  integrator_free(integrator);
  return hypot(y[0] - cos(10), y[1] - sin(10));
}

static void assert_order(double order, double least, double most)
{
  if (order >= least && order <= most) return;
  print_message("order %g is not between %g and %g\n", order, least, most);
  fail();
}

static void test_orders_of_fixed_steps(void **state)
{
  (void)state;
  static const struct {
    IntegratorMethod method;
    double order;
  } CASES[] = { { INTEGRATOR_RK4, 4 }, { INTEGRATOR_EULER, 1 }, { INTEGRATOR_MIDPOINT, 2 } };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    double steps;
    double coarse = error_of(CASES[i].method, 1e-8, 0.02, &steps);
    double fine = error_of(CASES[i].method, 1e-8, 0.01, &steps);
    double order = log2(coarse / fine);
    assert_order(order, CASES[i].order - 0.15, CASES[i].order + 0.15);
  }
}

// Steps that the tolerance chose: their number and the error tell the order.
static void test_orders_of_pairs(void **state)
{
  (void)state;
  for (int p = 4; p <= 8; p++) {
    IntegratorMethod method = (IntegratorMethod)(INTEGRATOR_ERK4 + p - 4);
    double few, many, coarse = error_of(method, 1e-7, 0, &few),
                      fine = error_of(method, 1e-11, 0, &many);
    assert_order(log(coarse / fine) / log(many / few), p - 0.5, p + 3);
    assert_true(fine < 1e-8);
  }
}

// ---- moments

static void test_events(void **state)
{
  (void)state;
  IntegratorProblem problem = {
    .size = 2, .rates = swing, .positions = 1, .event_count = 1, .events = fall_through_zero
  };
  for (int m = 0; m < INTEGRATOR_IDA; m++) {
    IntegratorMethod method = (IntegratorMethod)m;
    double y[] = { 1, 0 }, t, error = method == INTEGRATOR_EULER ? 2e-2 : 1e-4;
    bool has_crossed[1] = { false };
    Text why = { 0 };
    Integrator *integrator = begin(&problem, method, 1e-9, 0.02, y);
    assert_int_equal(integrator_advance(integrator, 5, 5, &t, y, has_crossed, &why),
                     INTEGRATOR_EVENT);
    assert_true(has_crossed[0]);
    if (fabs(t - acos(0)) > error || fabs(y[0]) > 1e-9) {
      print_message("%s: %.17g, %g\n", integrator_method_word(method), t, y[0]);
      fail();
    }
    assert_true(integrator_restart(integrator, t, y, true, &why));
    assert_int_equal(integrator_advance(integrator, 3, 3, &t, y, has_crossed, &why),
                     INTEGRATOR_REACHED);
    assert_true(t == 3);
    integrator_free(integrator);
  }
}

// ---- conservation

// Nobody damps a pendulum: its energy swings and comes back.
static bool pendulum(void *context, double t, const double y[], double rates[])
{
  (void)context, (void)t;
  rates[0] = y[1];
  rates[1] = -sin(y[0]);
  return true;
}

static double energy_left(IntegratorMethod method, double until)
{
  IntegratorProblem problem = { .size = 2, .rates = pendulum, .positions = 1 };
  double y[] = { 2, 0 }, most = 0;
  Integrator *integrator = begin(&problem, method, 1e-8, 0.1, y);
  for (double t = until / 2; t <= until; t += 0.5) {
    go(integrator, t, y);
    most = fmax(most, fabs(y[1] * y[1] / 2 - cos(y[0]) + cos(2)));
  }
  integrator_free(integrator);
  return most;
}

static void test_midpoint_and_euler_keep_energy(void **state)
{
  (void)state;
  assert_true(energy_left(INTEGRATOR_MIDPOINT, 2000) < 1.2 * energy_left(INTEGRATOR_MIDPOINT, 100));
  assert_true(energy_left(INTEGRATOR_MIDPOINT, 2000) < 2e-3);
  assert_true(energy_left(INTEGRATOR_EULER, 2000) < 1.2 * energy_left(INTEGRATOR_EULER, 100));
  assert_true(energy_left(INTEGRATOR_RK4, 2000) > 10 * energy_left(INTEGRATOR_RK4, 100));
}

// ---- stiffness: van der Pol's oscillator

static bool van_der_pol(void *context, double t, const double y[], double rates[])
{
  const Case *one = context;
  (void)t;
  rates[0] = y[1];
  rates[1] = one->stiffness * (1 - y[0] * y[0]) * y[1] - y[0];
  return true;
}

static bool has_jacobian(void *context) { return ((Case *)context)->has_jacobian; }

static bool jacobian(void *context, double t, const double y[], double out[])
{
  Case *one = context;
  (void)t;
  one->jacobians++;
  out[0] = 0;
  out[1] = 1;
  out[2] = -2 * one->stiffness * y[0] * y[1] - 1;
  out[3] = one->stiffness * (1 - y[0] * y[0]);
  return true;
}

static IntegratorCounts relax(Case *one, IntegratorMethod method, double until, double y[])
{
  IntegratorProblem problem = { .size = 2,
                                .context = one,
                                .rates = van_der_pol,
                                .has_jacobian = has_jacobian,
                                .jacobian = jacobian,
                                .operations = one->operations };
  y[0] = 2;
  y[1] = 0;
  Integrator *integrator = begin(&problem, method, 1e-8, 0.05, y);
  for (int row = 1; row <= 20; row++)
    go(integrator, until * row / 20, y);
  IntegratorCounts counts = integrator_counts(integrator);
  integrator_free(integrator);
  return counts;
}

static void test_stiffness(void **state)
{
  (void)state;
  Case one = { .stiffness = 1000, .has_jacobian = true, .operations = 1e9 };
  Case cheap = { .stiffness = 1000, .has_jacobian = true, .operations = 10 };
  Case other = { .stiffness = 1000, .operations = 1e9 };
  double a[2], b[2], c[2];
  IntegratorCounts derived = relax(&one, INTEGRATOR_AUTO, 200, a);
  IntegratorCounts differences = relax(&other, INTEGRATOR_AUTO, 200, b);
  assert_true(derived.method == INTEGRATOR_BDF && derived.jacobians == one.jacobians);
  assert_true(differences.method == INTEGRATOR_BDF && differences.jacobians == 0 &&
              other.jacobians == 0);
  // what is cheap by differences is not derived, unless bdf is asked for
  assert_true(relax(&one, INTEGRATOR_AUTO, 2000, c).jacobians > 0);
  assert_int_equal(relax(&cheap, INTEGRATOR_AUTO, 2000, c).jacobians, 0);
  assert_true(relax(&cheap, INTEGRATOR_BDF, 200, c).jacobians > 0);
  derived = relax(&one, INTEGRATOR_BDF, 200, c);
  differences = relax(&other, INTEGRATOR_BDF, 200, b);
  assert_true(fabs(a[0] - b[0]) < 1e-6 && fabs(a[0] - c[0]) < 1e-6);
  derived = relax(&one, INTEGRATOR_MIDPOINT, 200, c);  // steps of 0.05 where 1000 decays
  assert_true(derived.steps == 4000 && derived.jacobians > 0);
  assert_true(fabs(a[0] - c[0]) < 1e-3);
}

// ---- a'' = -1000 a - 1001 a' from the slow mode, a = exp(-t), with integrals that nothing depends on

static bool decay(void *context, double t, const double y[], double rates[])
{
  (void)context, (void)t;
  rates[0] = y[1];
  rates[1] = -1000 * y[0] - 1001 * y[1];
  rates[2] = 1e4 * y[0];
  rates[3] = y[1];
  return true;
}

static void test_what_is_idle_is_only_counted(void **state)
{
  (void)state;
  for (int idle = 0; idle <= 2; idle++) {
    IntegratorProblem problem = { .size = 4, .rates = decay, .positions = 1, .idle = idle };
    double y[] = { 1, -1, 0, 0 }, end = exp(-3);
    Integrator *integrator = begin(&problem, INTEGRATOR_BDF, 1e-9, 1, y);
    go(integrator, 3, y);
    assert_true(integrator_counts(integrator).steps < 1000);
    assert_true(fabs(y[0] - (end)) < 1e-6);
    assert_true(fabs(y[1] - (-end)) < 1e-6);
    assert_true(fabs(y[2] - (1e4 * (1 - end))) < 1e-2);
    assert_true(fabs(y[3] - (end - 1)) < 1e-6);
    integrator_free(integrator);
  }
}

// ---- an unknown without a rate: a point on a circle, its speed and what holds it there

static bool hold_on_circle(void *context, double t, const double y[], const double rates[],
                           double residual[])
{
  (void)context, (void)t;
  const double *v = y + 2, force = y[4], mu = y[5];
  for (int i = 0; i < 2; i++) {
    residual[i] = rates[i] - v[i] + y[i] * mu;
    residual[2 + i] = rates[2 + i] + y[i] * force;
  }
  residual[4] = (y[0] * y[0] + y[1] * y[1] - 1) / 2;
  residual[5] = y[0] * v[0] + y[1] * v[1];
  return true;
}

static bool begin_on_circle(void *context, double t, double y[], double rates[])
{
  (void)context, (void)t;
  y[4] = y[2] * y[2] + y[3] * y[3];
  y[5] = 0;
  for (int i = 0; i < 6; i++)
    rates[i] = i < 2 ? y[2 + i] : i < 4 ? -y[i - 2] * y[4] : 0;
  return true;
}

static void test_unknowns_without_rates(void **state)
{
  (void)state;
  static const bool ALGEBRAIC[] = { false, false, false, false, true, true };
  IntegratorProblem problem = {
    .size = 6, .residual = hold_on_circle, .begin = begin_on_circle, .is_algebraic = ALGEBRAIC
  };
  double y[] = { 1, 0, 0, 2, 0, 0 };
  Integrator *integrator = begin(&problem, INTEGRATOR_IDA, 1e-9, 0, y);
  go(integrator, 5, y);
  assert_true(fabs(y[0] - cos(10)) < 1e-6 && fabs(y[1] - sin(10)) < 1e-6);
  assert_true(fabs(hypot(y[0], y[1]) - 1) < 1e-9 && fabs(y[4] - 4) < 1e-4 && fabs(y[5]) < 1e-6);
  integrator_free(integrator);
}

static void test_words(void **state)
{
  (void)state;
  for (int m = 0; m < INTEGRATOR_METHODS; m++)
    assert_int_equal(integrator_method(integrator_method_word((IntegratorMethod)m)), m);
  assert_int_equal(integrator_method("heun"), INTEGRATOR_METHODS);
}

// ---- what is between looks

static bool go_evenly(void *context, double t, const double y[], double rates[])
{
  (void)context, (void)t, (void)y;
  rates[0] = 1;
  return true;
}

// Above 0 for half a radian of each turn.
static bool wave(void *context, double t, const double y[], double values[])
{
  (void)context, (void)t;
  values[0] = sin(10 * y[0]) - cos(0.25);
  return true;
}

static void test_functions_that_turn_often_between_looks(void **state)
{
  (void)state;
  static const IntegratorMethod METHODS[] = { INTEGRATOR_ADAMS, INTEGRATOR_BDF, INTEGRATOR_ERK8,
                                              INTEGRATOR_RK4 };
  IntegratorProblem problem = { .size = 1, .rates = go_evenly, .event_count = 1, .events = wave };
  for (size_t m = 0; m < sizeof METHODS / sizeof METHODS[0]; m++) {
    Text why = { 0 };
    IntegratorOptions options = {
      .method = METHODS[m], .tolerance = 1e-8, .absolute = NAN, .step = 0.5, .resolution = 0.5
    };
    double y[] = { 0 }, t = 0;
    bool has_crossed[1];
    int count = 0;
    Integrator *integrator = integrator_new(&problem, &options, 0, y, &why);
    assert_non_null(integrator);
    while (integrator_advance(integrator, 10, 10, &t, y, has_crossed, &why) == INTEGRATOR_EVENT) {
      double expected = (acos(-1.0) / 2 - 0.25 + 2 * acos(-1.0) * count++) / 10;
      assert_true(fabs(t - expected) < 1e-9);
      assert_true(integrator_restart(integrator, t, y, true, &why));
    }
    assert_int_equal(count, 16);  // 100 rad
    integrator_free(integrator);
  }
}

typedef struct Missed {
  int count;
  double t, by;
} Missed;

static void note_miss(void *context, int event, double t, double by)
{
  (void)event;
  *(Missed *)context = (Missed){ ((Missed *)context)->count + 1, t, by };
}

// cos t comes to 1, and to no more.
static bool above_top(void *context, double t, const double y[], double values[])
{
  (void)context, (void)y;
  values[0] = cos(t) - 1 - 1e-9;
  return true;
}

static void test_misses_by_less_than_the_tolerance_are_told(void **state)
{
  (void)state;
  Missed missed = { 0 };
  IntegratorProblem problem = { .size = 1,
                                .context = &missed,
                                .rates = go_evenly,
                                .event_count = 1,
                                .events = above_top,
                                .missed = note_miss };
  double y[] = { 0 };
  Integrator *integrator = begin(&problem, INTEGRATOR_ADAMS, 1e-8, 0, y);
  go(integrator, 5, y);  // it begins there, and is not told
  assert_int_equal(missed.count, 0);
  go(integrator, 10, y);
  assert_int_equal(missed.count, 1);
  assert_true(fabs(missed.t - 2 * acos(-1.0)) < 1e-3);
  assert_true(missed.by >= 1e-9 && missed.by < 1e-6);
  integrator_free(integrator);
}

// ---- where it begins anew

static void test_auto_begins_with_high_orders_where_it_is_sampled(void **state)
{
  (void)state;
  IntegratorProblem problem = { .size = 2, .rates = swing, .positions = 1, .is_sampled = true };
  double y[] = { 1, 0 };
  Integrator *integrator = begin(&problem, INTEGRATOR_AUTO, 1e-8, 0, y);
  go(integrator, 0.1, y);
  assert_int_equal(integrator_counts(integrator).method, INTEGRATOR_ERK6);
  integrator_free(integrator);
  problem.is_sampled = false;
  integrator = begin(&problem, INTEGRATOR_AUTO, 1e-8, 0, y);
  assert_int_equal(integrator_counts(integrator).method, INTEGRATOR_ADAMS);
  integrator_free(integrator);
}

// ---- sizes

// x'' = -w^2 x.
static bool tremble(void *context, double t, const double y[], double rates[])
{
  double w = *(const double *)context;
  (void)t;
  rates[0] = y[1];
  rates[1] = -w * w * y[0];
  return true;
}

// With a work that is nothing but rounding.
static bool tremble_and_work(void *context, double t, const double y[], double rates[])
{
  rates[2] = 1e-11 * remainder(1e9 * (t + y[0]), 1);
  return tremble(context, t, y, rates);
}

// Over fifty swings of that amplitude, as a part of it.
static double error_of_trembling(IntegratorProblem *problem, IntegratorMethod method, double size,
                                 double w, double *steps)
{
  Text why = { 0 };
  double swing = 2 * acos(-1.0) / w, y[] = { size, 0, 0 };
  IntegratorOptions options = {
    .method = method, .tolerance = 1e-8, .absolute = NAN, .resolution = 0.1 * swing
  };
  problem->context = &w;
  Integrator *integrator = integrator_new(problem, &options, 0, y, &why);
  assert_non_null(integrator);
  go(integrator, 50 * swing, y);
  *steps = (double)integrator_counts(integrator).steps;
  integrator_free(integrator);
  return hypot(y[0] - size, y[1] / w) / size;
}

static void test_small_entries_are_as_exact_as_others(void **state)
{
  (void)state;
  static const IntegratorMethod METHODS[] = { INTEGRATOR_ADAMS, INTEGRATOR_BDF, INTEGRATOR_ERK5 };
  static const int KIND[] = { 0, 1, 2 };
  IntegratorKind kinds[] = { { FAMILY_POSITIONS, 0, -1 },
                             { FAMILY_SPEEDS, 0, 0 },
                             { FAMILY_WORKS, 0, -1 } };
  IntegratorProblem problem = { .size = 2, .rates = tremble, .positions = 1 };
  IntegratorProblem with_work = problem;
  with_work.rates = tremble_and_work;
  with_work.size = with_work.kind_count = 3;
  with_work.kind = KIND;
  with_work.kinds = kinds;
  kinds[2].size = 1;  // an energy of 1 J: of its work so many digits are not asked for
  for (size_t m = 0; m < sizeof METHODS / sizeof METHODS[0]; m++) {
    double few, many, most = 4 * error_of_trembling(&problem, METHODS[m], 1, 1, &few);
    assert_true(error_of_trembling(&problem, METHODS[m], 1e-8, 3e4, &few) < most);
    assert_true(error_of_trembling(&with_work, METHODS[m], 1e-8, 3e4, &many) < most);
    assert_true(many < 1.1 * few);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_functions_that_turn_often_between_looks),
    cmocka_unit_test(test_misses_by_less_than_the_tolerance_are_told),
    cmocka_unit_test(test_small_entries_are_as_exact_as_others),
    cmocka_unit_test(test_auto_begins_with_high_orders_where_it_is_sampled),
    cmocka_unit_test(test_orders_of_fixed_steps),
    cmocka_unit_test(test_orders_of_pairs),
    cmocka_unit_test(test_events),
    cmocka_unit_test(test_midpoint_and_euler_keep_energy),
    cmocka_unit_test(test_stiffness),
    cmocka_unit_test(test_what_is_idle_is_only_counted),
    cmocka_unit_test(test_unknowns_without_rates),
    cmocka_unit_test(test_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
