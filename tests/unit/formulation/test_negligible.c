// test_negligible.c -- models without small terms: the printed guarantee at ten thousand states.
//
// The whole torque comes from another method (newton-euler), evaluated in doubles; the bound is
// read from the note, as a person reads it.
// SPDX-License-Identifier: MIT
#include "agree.h"
#include "program/program.h"
#include "symbolic/algebra.h"
#include "symbolic/literal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 8, STATES = 10000 };

#define RR_WITH_NUMBERS                                                                            \
  "param L1 = 0.5, LG1 = 0.25, LG2 = 0.2, m1 = 2, m2 = 1, I1z = 0.05, I2z = 0.02, g = 9.81\n"      \
  "gravity [0, -g, 0]\n"                                                                           \
  "joint q1 : revolute z (a) from ground limits -90 deg .. 90 deg\n"                               \
  "body C1 on q1 : mass m1, com [LG1, 0, 0], inertia diag(0, 0, I1z)\n"                            \
  "joint q2 : revolute z (b) from q1 at [L1, 0, 0] limits 0 .. 2\n"                                \
  "body C2 on q2 : mass m2, com [LG2, 0, 0], inertia diag(0, 0, I2z)\n"

// The value for every coordinate.
static const Expr *const *all_of(const Mechanism *mechanism, int value)
{
  int n = mechanism->coordinate_count;
  const Expr **values = ARENA_ARRAY(mechanism->arena, const Expr *, n);
  for (int i = 0; i < n; i++)
    values[i] = expr_integer(mechanism->pool, value);
  return values;
}

static Equations *reduced(const Mechanism *mechanism, NegligibleOptions options,
                          const char *const keys[], int key_count, Text *why)
{
  FormulateOptions all = { .negligible = &options };
  return formulate_with(mechanism, &all, keys, key_count, why);
}

static Equations *reduced_torque(const Mechanism *mechanism, NegligibleOptions options)
{
  static const char *const KEYS[] = { "tau" };
  Text why = { 0 };
  Equations *equations = reduced(mechanism, options, KEYS, 1, &why);
  if (!equations) fail_msg("%s", text_string(&why));
  text_free(&why);
  return equations;
}

// "off by at most X" of torque i; 0 where it is whole.
static double printed_bound(const Equations *equations, int i)
{
  char head[32];
  snprintf(head, sizeof head, "tau[%d]: ", i + 1);
  const char *line = strstr(equations->note, head);
  assert_non_null(line);
  if (strncmp(line + strlen(head), "whole", 5) == 0) return 0;
  const char *bound = strstr(line, "off by at most ");
  assert_non_null(bound);
  return strtod(bound + strlen("off by at most "), NULL);
}

// ---- states within the ranges

typedef struct State {
  double parameters[32];
  double q[MOST], qd[MOST], qdd[MOST];
} State;

static double random_in(uint64_t *seed, double low, double high)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * ((double)(*seed >> 11) * 0x1p-53);
}

// Every third number is at an end of its range.
static double random_or_end(uint64_t *seed, double low, double high)
{
  double where = random_in(seed, 0, 6);
  if (where < 1) return low;
  return where < 2 ? high : random_in(seed, low, high);
}

static void random_state(const Mechanism *mechanism, uint64_t *seed, double speed,
                         double acceleration, State *state)
{
  for (int i = 0; i < mechanism->parameter_count; i++)
    state->parameters[i] = expr_literal_value(mechanism->parameters[i].value);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    double pi = acos(-1.0);
    double low = coordinate->lower ? expr_literal_value(coordinate->lower) : -pi;
    double high = coordinate->upper ? expr_literal_value(coordinate->upper) : pi;
    state->q[i] = random_or_end(seed, low, high);
    state->qd[i] = random_or_end(seed, -speed, speed);
    state->qdd[i] = random_or_end(seed, -acceleration, acceleration);
  }
}

typedef struct Torques {
  Program *program;
  double *registers;
} Torques;

static Torques torques_of(const Equations *equations)
{
  static const char *const KEYS[] = { "tau" };
  Text why = { 0 };
  Torques torques = { .program = program_new(equations, KEYS, 1, &why) };
  if (!torques.program) fail_msg("%s", text_string(&why));
  torques.registers = calloc((size_t)program_register_count(torques.program), sizeof(double));
  text_free(&why);
  return torques;
}

static void torques_at(const Torques *torques, const State *state, double tau[])
{
  ProgramState at = {
    .parameters = state->parameters, .q = state->q, .qd = state->qd, .qdd = state->qdd
  };
  double *out[] = { tau };
  assert_int_equal(0, program_evaluate(torques->program, &at, torques->registers, out));
}

static void torques_free(Torques *torques)
{
  free(torques->registers);
  program_free(torques->program);
}

// Returns the largest difference that was seen, as a share of what is allowed.
static double assert_guarantee(const Mechanism *mechanism, NegligibleOptions options, double speed,
                               double acceleration)
{
  static const char *const KEYS[] = { "tau" };
  Text why = { 0 };
  Equations *whole = formulate(mechanism, formulation_find("newton-euler"), 0, KEYS, 1, &why);
  Equations *small = reduced_torque(mechanism, options);
  assert_non_null(whole);
  Torques first = torques_of(whole), second = torques_of(small);
  double largest = 0;
  uint64_t seed = 1;
  for (int s = 0; s < STATES; s++) {
    State state;
    double a[MOST], b[MOST];
    random_state(mechanism, &seed, speed, acceleration, &state);
    torques_at(&first, &state, a);
    torques_at(&second, &state, b);
    for (int i = 0; i < mechanism->coordinate_count; i++) {
      double bound = printed_bound(small, i), off = fabs(a[i] - b[i]);
      if (off > bound + 1e-11) fail_msg("tau[%d] is off by %g, allowed %g", i + 1, off, bound);
      if (bound > 0) largest = fmax(largest, off / bound);
    }
  }
  torques_free(&first);
  torques_free(&second);
  equations_free(whole);
  equations_free(small);
  text_free(&why);
  return largest;
}

static void the_planar_arm_keeps_the_guarantee(void **state)
{
  (void)state;
  Reading reading;
  reading_open(&reading, RR_WITH_NUMBERS);
  double usual =
      assert_guarantee(reading.mechanism, (NegligibleOptions){ .tolerance = 0.05 }, 1, 1);
  assert_true(usual > 0.3);  // the bound is not idle
  NegligibleOptions fast = { .tolerance = 0.1,
                             .speeds = all_of(reading.mechanism, 3),
                             .accelerations = all_of(reading.mechanism, 5) };
  assert_guarantee(reading.mechanism, fast, 3, 5);
  reading_close(&reading);
}

static void the_elbow_arm_keeps_the_guarantee(void **state)
{
  (void)state;
  Reading reading;
  reading_open_example(&reading, "spatial_3r/spatial_3r.bl", "");
  double share =
      assert_guarantee(reading.mechanism, (NegligibleOptions){ .tolerance = 0.01 }, 1, 1);
  assert_true(share > 0.3);
  NegligibleOptions fast = { .tolerance = 0.2, .speeds = all_of(reading.mechanism, 4) };
  assert_guarantee(reading.mechanism, fast, 4, 1);
  reading_close(&reading);
}

static void the_puma_keeps_the_guarantee(void **state)
{
  (void)state;
  Reading reading;
  reading_open_example(&reading, "puma560/puma560.bl", "");
  assert_guarantee(reading.mechanism, (NegligibleOptions){ .tolerance = 0.01 }, 1, 1);
  reading_close(&reading);
}

// ---- the choice

static void nothing_is_left_out_at_zero(void **state)
{
  (void)state;
  Reading reading;
  reading_open(&reading, RR_WITH_NUMBERS);
  static const char *const KEYS[] = { "tau" };
  Text why = { 0 };
  Equations *small = reduced_torque(reading.mechanism, (NegligibleOptions){ .tolerance = 0 });
  Equations *whole = formulate(reading.mechanism, formulation_find("uicker"), 0, KEYS, 1, &why);
  for (int i = 0; i < 2; i++) {
    assert_true(expr_same_value(small->quantities[0].entries[i], whole->quantities[0].entries[i]));
    assert_true(printed_bound(small, i) == 0);
  }
  assert_non_null(strstr(small->omissions, "nothing"));
  equations_free(small);
  equations_free(whole);
  text_free(&why);
  reading_close(&reading);
}

// A pendulum: tau = (I + m L^2) q'' + m g L sin q = 0.1 q'' + 9.81 sin q.
#define PENDULUM                                                                                   \
  "param m = 1, L = 1\ngravity [0, -9.81, 0]\n"                                                    \
  "joint j : revolute z (q) from ground rotated RZ(-90 deg)\n"                                     \
  "body B on j : mass m, com [L, 0, 0]\n"

static void a_term_is_left_out_exactly_when_its_share_is_allowed(void **state)
{
  (void)state;
  Reading reading;
  reading_open(&reading, PENDULUM);
  // q'' up to 1: 1 N.m of the 10.81 that it reaches, 9.25 %
  Equations *below = reduced_torque(reading.mechanism, (NegligibleOptions){ .tolerance = 0.0915 });
  Equations *above = reduced_torque(reading.mechanism, (NegligibleOptions){ .tolerance = 0.0935 });
  assert_non_null(strstr(below->note, "tau[1]: whole, 2 terms"));
  assert_non_null(strstr(above->note, "tau[1]: 1 of 2 terms, off by at most 1"));
  const Expr *sine = expr_call(OP_SIN, above->coordinates[0].symbol);
  const Expr *weight = product(expr_decimal(above->pool, "9.81", 4), sine);
  const Expr *lever = product(above->parameters[0].symbol, above->parameters[1].symbol);
  assert_ptr_equal(product(weight, lever), above->quantities[0].entries[0]);
  equations_free(below);
  equations_free(above);
  reading_close(&reading);
}

// The bounds of all terms add up to more than the torque reaches, so that one always stays.
static void at_a_hundred_per_cent_the_largest_term_stays(void **state)
{
  (void)state;
  Reading reading;
  reading_open(&reading, RR_WITH_NUMBERS);
  Equations *all = reduced_torque(reading.mechanism, (NegligibleOptions){ .tolerance = 1 });
  assert_non_null(strstr(all->note, "tau[1]: 7 of 8 terms"));
  assert_non_null(strstr(all->note, "tau[2]: 4 of 5 terms"));
  for (int i = 0; i < 2; i++)
    assert_false(is_zero(all->quantities[0].entries[i]));
  equations_free(all);
  reading_close(&reading);
}

static void the_coefficients_of_the_report_are_those_of_the_torque(void **state)
{
  (void)state;
  static const char *const KEYS[] = { "A", "B", "Cc", "Q", "tau" };
  Reading reading;
  reading_open_example(&reading, "spatial_3r/spatial_3r.bl", "");
  Text why = { 0 };
  Equations *e =
      reduced(reading.mechanism, (NegligibleOptions){ .tolerance = 0.02 }, KEYS, 5, &why);
  assert_non_null(e);
  const Quantity *B = equations_find(e, "B");
  for (int i = 0; i < 3; i++) {
    const Expr *tau = negative(equations_find(e, "Q")->entries[i]);
    for (int j = 0; j < 3; j++) {
      const Expr *speed = expr_rate(e->coordinates[j].symbol);
      const Expr *A = equations_find(e, "A")->entries[3 * i + j];
      tau = sum(tau, product(A, expr_rate(speed)));
      tau = sum(tau, product(equations_find(e, "Cc")->entries[3 * i + j], square(speed)));
    }
    for (int b = 0; b < B->rows; b++) {
      if (B->labels[b][1] != '1' + i) continue;
      const Expr *first = expr_rate(e->coordinates[B->labels[b][2] - '1'].symbol);
      const Expr *second = expr_rate(e->coordinates[B->labels[b][3] - '1'].symbol);
      tau = sum(tau, product(product(B->entries[b], first), second));
    }
    assert_ptr_equal(equations_find(e, "tau")->entries[i], tau);
  }
  equations_free(e);
  text_free(&why);
  reading_close(&reading);
}

// ---- what is missing is named

static void assert_refused(const char *description, NegligibleOptions options, const char *key,
                           const char *words)
{
  Reading reading;
  reading_open(&reading, description);
  Text why = { 0 };
  assert_null(reduced(reading.mechanism, options, &key, 1, &why));
  if (!strstr(text_string(&why), words)) fail_msg("%s", text_string(&why));
  text_free(&why);
  reading_close(&reading);
}

static void what_is_missing_is_named(void **state)
{
  (void)state;
  NegligibleOptions one = { .tolerance = 0.01 };
  assert_refused("param m, L = 1, k\njoint j : revolute z (q) from ground\n"
                 "body B on j : mass m, com [L, k, 0]\n",
                 one, "tau", "have no value: m, k");
  assert_refused("param m = 1\njoint j : prismatic x (s) from ground\nbody B on j : mass m\n", one,
                 "tau", "'s' has no limits");
  Pool *pool = pool_new(0);
  const Expr *below = expr_integer(pool, -2);
  assert_refused(PENDULUM, (NegligibleOptions){ .tolerance = 0.01, .accelerations = &below }, "tau",
                 "cannot be negative");
  pool_free(pool);
  assert_refused(PENDULUM, one, "qdd", "'qdd' has no form without small terms");
  assert_refused("param m = 1\njoint a : revolute z (= 2*t) from ground\n"
                 "joint b : revolute y (q) from a\nbody B on b : mass m, com [1, 0, 0]\n",
                 one, "tau", "time, which moves 'a'");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_planar_arm_keeps_the_guarantee),
    cmocka_unit_test(the_elbow_arm_keeps_the_guarantee),
    cmocka_unit_test(the_puma_keeps_the_guarantee),
    cmocka_unit_test(nothing_is_left_out_at_zero),
    cmocka_unit_test(a_term_is_left_out_exactly_when_its_share_is_allowed),
    cmocka_unit_test(at_a_hundred_per_cent_the_largest_term_stays),
    cmocka_unit_test(the_coefficients_of_the_report_are_those_of_the_torque),
    cmocka_unit_test(what_is_missing_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
