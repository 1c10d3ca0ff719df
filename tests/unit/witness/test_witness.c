// test_witness.c -- numbers of the witness against closed forms, and against every example.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"
#include "support/reading.h"
#include "witness/witness.h"

#include <glob.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static double middle(Ball x) { return arf_get_d(arb_midref(&x), ARF_RND_NEAR); }

static double value(const WitnessState *state, const char *name)
{
  return middle(state_value(state, name));
}

static const WitnessQuantity *find(const WitnessQuantity list[], int count, const char *key)
{
  for (int i = 0; i < count; i++) {
    if (strcmp(list[i].key, key) == 0) return &list[i];
  }
  fail_msg("the witness has no %s", key);
  return NULL;
}

static void assert_near(double given, double expected)
{
  if (!(fabs(given - expected) <= 1e-13 * (1 + fabs(expected)))) {
    fail_msg("%.17g is not %.17g", given, expected);
  }
}

static void assert_entry(const WitnessQuantity *quantity, int entry, double expected)
{
  assert_near(middle(quantity->entries[entry]), expected);
}

typedef struct Trial {
  Reading reading;
  ReferenceModel *witness;
  WitnessState *state;
  Arena *arena;
  WitnessQuantity *list;
  int count;
} Trial;

static void trial_open(Trial *trial, const char *description)
{
  reading_open(&trial->reading, description);
  trial->witness = reference_model_new(trial->reading.mechanism);
  trial->state = state_new(trial->reading.mechanism, 7, 1);
  trial->arena = arena_new();
  trial->list = reference_evaluate(trial->witness, trial->state, trial->arena, &trial->count);
}

static void trial_close(Trial *trial)
{
  arena_free(trial->arena);
  state_free(trial->state);
  reference_model_free(trial->witness);
  reading_close(&trial->reading);
}

// ---- closed forms

static void a_pendulum_with_friction_and_a_rotor(void **unused)
{
  (void)unused;
  Trial trial;
  trial_open(&trial, "mechanism p\nparam m, L, J, g, f, Ja\ngravity [0, -g, 0]\n"
                     "joint j : revolute z (q) from ground\n"
                     "body B on j : mass m, com [L, 0, 0], inertia diag(0, 0, J)\n"
                     "torque friction on j = -f*q' - Ja*q''\n");
  const WitnessState *s = trial.state;
  double m = value(s, "m"), L = value(s, "L"), J = value(s, "J"), g = value(s, "g");
  double q = value(s, "q"), qd = value(s, "q'"), qdd = value(s, "q''");
  double inertia = m * L * L + J + value(s, "Ja");
  assert_entry(find(trial.list, trial.count, "M"), 0, inertia);
  assert_entry(find(trial.list, trial.count, "T"), 0, inertia * qd * qd / 2);
  assert_entry(find(trial.list, trial.count, "V"), 0, m * g * L * sin(q));
  assert_entry(find(trial.list, trial.count, "h"), 0, 0);
  assert_entry(find(trial.list, trial.count, "G"), 0, m * g * L * cos(q));
  assert_entry(find(trial.list, trial.count, "Qe"), 0, -value(s, "f") * qd);
  assert_entry(find(trial.list, trial.count, "tau"), 0,
               inertia * qdd + m * g * L * cos(q) + value(s, "f") * qd);
  trial_close(&trial);
}

static void a_planar_arm(void **unused)
{
  (void)unused;
  Trial trial;
  trial_open(&trial, "mechanism rr\nparam L1, L2, c, m, g\ngravity [0, -g, 0]\n"
                     "joint a : revolute z (q1) from ground\n"
                     "joint b : revolute z (q2) from a at [L1, 0, 0]\n"
                     "body B on b : mass m, com [c, 0, 0]\npoint tip on b at [L2, 0, 0]\n");
  const WitnessState *s = trial.state;
  double L1 = value(s, "L1"), L2 = value(s, "L2"), c = value(s, "c"), m = value(s, "m");
  double q1 = value(s, "q1"), q2 = value(s, "q2"), u = value(s, "q1'"), w = value(s, "q2'");
  const WitnessQuantity *M = find(trial.list, trial.count, "M");
  assert_entry(M, 0, m * (L1 * L1 + c * c + 2 * L1 * c * cos(q2)));
  assert_entry(M, 1, m * (c * c + L1 * c * cos(q2)));
  assert_entry(M, 3, m * c * c);
  const WitnessQuantity *h = find(trial.list, trial.count, "h");
  assert_entry(h, 0, -m * L1 * c * sin(q2) * (2 * u * w + w * w));
  assert_entry(h, 1, m * L1 * c * sin(q2) * u * u);
  const WitnessQuantity *J = find(trial.list, trial.count, "jac:tip");
  assert_entry(J, 0, -L1 * sin(q1) - L2 * sin(q1 + q2));
  assert_entry(J, 1, -L2 * sin(q1 + q2));
  assert_entry(J, 11, 1);
  assert_entry(find(trial.list, trial.count, "fk:tip"), 7, L1 * sin(q1) + L2 * sin(q1 + q2));
  trial_close(&trial);
}

// A slider on a rotating, driven arm; a spring with a damper; a constraint; a motion.
static void springs_constraints_and_time(void **unused)
{
  (void)unused;
  Trial trial;
  trial_open(&trial,
             "mechanism s\nparam m, k, d, l\n"
             "joint x : prismatic x (x) from ground\njoint y : prismatic y (y) from x\n"
             "body B on y : mass m\npoint P on y at [0, 0, 0]\npoint A on ground at [0, 0, 0]\n"
             "spring pull between P and A : stiffness k, length l, damping d\n"
             "constraint rope : x^2 + y^2 = 3*t\n"
             "motion x : sin(2*t)\n");
  const WitnessState *s = trial.state;
  double x = value(s, "x"), y = value(s, "y"), u = value(s, "x'"), v = value(s, "y'");
  double a = value(s, "x''"), b = value(s, "y''"), t = value(s, "t"), r = hypot(x, y);
  double pull = value(s, "k") * (r - value(s, "l")) + value(s, "d") * (x * u + y * v) / r;
  assert_entry(find(trial.list, trial.count, "Qe"), 0, -pull * x / r);
  assert_entry(find(trial.list, trial.count, "Qe"), 1, -pull * y / r);
  const WitnessQuantity *Phi = find(trial.list, trial.count, "Phi");
  assert_int_equal(Phi->rows, 2);
  assert_entry(Phi, 0, x * x + y * y - 3 * t);
  assert_entry(Phi, 1, x - sin(2 * t));
  const WitnessQuantity *Phi_q = find(trial.list, trial.count, "Phi_q");
  assert_entry(Phi_q, 1, 2 * y);
  assert_entry(Phi_q, 2, 1);
  assert_entry(find(trial.list, trial.count, "Phi_t"), 0, -3);
  const WitnessQuantity *gamma = find(trial.list, trial.count, "gamma");
  assert_entry(gamma, 0, -2 * (u * u + v * v) - 2 * (x * a + y * b));
  assert_entry(gamma, 1, -4 * sin(2 * t) - a);
  trial_close(&trial);
}

static void a_rolling_coin(void **unused)
{
  (void)unused;
  Trial trial;
  trial_open(&trial, "mechanism coin\nparam r, m\n"
                     "joint p : planar (x, y, th) from ground\n"
                     "joint spin : revolute y (phi) from p at [0, 0, r]\n"
                     "body B on spin : mass m\nrolling spin radius r on plane [0, 0, 1]\n");
  const WitnessState *s = trial.state;
  double th = value(s, "th"), r = value(s, "r"), w = value(s, "th'");
  const WitnessQuantity *H = find(trial.list, trial.count, "H");
  assert_int_equal(H->rows, 2);
  assert_entry(H, 0, cos(th));
  assert_entry(H, 1, sin(th));
  assert_entry(H, 3, -r);
  assert_entry(H, 4, -sin(th));
  assert_entry(H, 5, cos(th));
  const WitnessQuantity *bias = find(trial.list, trial.count, "gamma_nh");
  double rate = -sin(th) * w * value(s, "x'") + cos(th) * w * value(s, "y'") +
                cos(th) * value(s, "x''") + sin(th) * value(s, "y''") - r * value(s, "phi''");
  assert_entry(bias, 0, -rate);
  trial_close(&trial);
}

// A blade that leans by b: the centre of its edge is at x, y, z.
static void a_blade_that_slides_along(void **unused)
{
  (void)unused;
  Trial trial;
  trial_open(&trial, "mechanism blade\nparam r, m\ncoord x, y, z, th, b\n"
                     "frame F from ground : TX(x), TY(y), TZ(z), RZ(th), RX(b)\n"
                     "body B on F : mass m\nrolling F radius r on plane [0, 0, 1] no side slip\n");
  const WitnessState *s = trial.state;
  double th = value(s, "th"), b = value(s, "b"), r = value(s, "r");
  const WitnessQuantity *Phi = find(trial.list, trial.count, "Phi");
  assert_int_equal(Phi->rows, 1);
  assert_entry(Phi, 0, value(s, "z") - r * fabs(cos(b)));
  const WitnessQuantity *H = find(trial.list, trial.count, "H");
  assert_int_equal(H->rows, 1);
  double side = cos(b) < 0 ? -1 : 1;  // level, to the side of the axle
  assert_entry(H, 0, -side * sin(th));
  assert_entry(H, 1, side * cos(th));
  assert_entry(H, 4, r * cos(b));
  trial_close(&trial);
}

// ---- every example

// A matrix with its rows (or columns) taken along the directions in which quaternions may move:
// P is n x m, and stands for the unit matrix where the index is not a coordinate.
static Ball *times_directions(const Ball *A, int rows, int columns, const Ball *P, int m)
{
  Ball *out = calloc((size_t)(rows * m) + 1, sizeof *out);
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < m; j++) {
      for (int k = 0; k < columns; k++) {
        if (ball_is_zero(P[k * m + j])) continue;
        Ball part = ball_mul(A[i * columns + k], P[k * m + j]);
        out[i * m + j] = ball_add(out[i * m + j], part);
      }
    }
  }
  return out;
}

static Ball *transposed(const Ball *A, int rows, int columns)
{
  Ball *out = calloc((size_t)(rows * columns) + 1, sizeof *out);
  for (int e = 0; e < rows * columns; e++)
    out[e % columns * rows + e / columns] = A[e];
  return out;
}

static Ball *projected(const WitnessQuantity *shape, const Ball *entries, const Ball *P, int m,
                       int *count)
{
  bool has_rows = P && shape->has_coordinate_rows, has_columns = P && shape->has_coordinate_columns;
  int rows = has_rows ? m : shape->rows, columns = has_columns ? m : shape->columns;
  Ball *turned = transposed(entries, shape->rows, shape->columns);
  Ball *left = has_rows ? times_directions(turned, shape->columns, shape->rows, P, m)
                        : transposed(entries, shape->rows, shape->columns);
  Ball *back = transposed(left, shape->columns, rows);
  Ball *out = has_columns ? times_directions(back, rows, shape->columns, P, m)
                          : transposed(left, shape->columns, rows);
  free(turned);
  free(left);
  free(back);
  *count = rows * columns;
  return out;
}

// J q'' taken away from what an acceleration is, which leaves its bias.
static void take_away_accelerations(const WitnessState *state, const Quantity *J, Ball *values)
{
  int size = J->rows * J->columns;
  Ball *Jv = calloc((size_t)size + 1, sizeof *Jv);
  state_evaluate(state, J->entries, size, Jv);
  for (int e = 0; e < size; e++) {
    Ball part = ball_mul(Jv[e], state_accelerations(state)[e % J->columns]);
    values[e / J->columns] = ball_sub(values[e / J->columns], part);
  }
  free(Jv);
}

static bool is_same(const Ball *left, const Ball *right)
{
  return ball_is_known(*left) && ball_is_known(*right) && arb_overlaps(left, right) &&
         mag_cmp_2exp_si(arb_radref(left), -66) < 0 && mag_cmp_2exp_si(arb_radref(right), -66) < 0;
}

static void compare_quantity(const char *name, const WitnessState *state,
                             const WitnessQuantity *quantity, const Equations *equations)
{
  int directions = 0, size = 0;
  const Ball *P = state_directions(state, &directions);
  const Quantity *made = equations_find(equations, quantity->key);
  if (made->rows != quantity->rows || made->columns != quantity->columns) {
    fail_msg("%s: %s is %d x %d, not %d x %d", name, quantity->key, made->rows, made->columns,
             quantity->rows, quantity->columns);
  }
  Ball *values = calloc((size_t)(made->rows * made->columns) + 1, sizeof *values);
  state_evaluate(state, made->entries, made->rows * made->columns, values);
  if (quantity->jacobian) {
    take_away_accelerations(state, equations_find(equations, quantity->jacobian), values);
  }
  Ball *left = projected(quantity, values, P, directions, &size);
  Ball *right = projected(quantity, quantity->entries, P, directions, &size);
  for (int e = 0; e < size; e++) {
    if (is_same(&left[e], &right[e])) continue;
    fail_msg("%s: %s[%d]: equations %s, witness %s", name, quantity->key, e,
             arb_get_str(&left[e], 15, 0), arb_get_str(&right[e], 15, 0));
  }
  free(left);
  free(right);
  free(values);
}

static bool all_known(const WitnessQuantity *list, int count)
{
  for (int i = 0; i < count; i++) {
    for (int e = 0; e < list[i].rows * list[i].columns; e++)
      if (!ball_is_known(list[i].entries[e])) return false;
  }
  return true;
}

static void compare_with_equations(const char *name, const Mechanism *mechanism, uint64_t seed)
{
  ReferenceModel *witness = reference_model_new(mechanism);
  WitnessState *state = state_new(mechanism, seed, 0.3);
  Arena *arena = arena_new();
  int count = 0;
  const WitnessQuantity *list = reference_evaluate(witness, state, arena, &count);
  // Roots may have no values so far from the start, a wheel beside its rail, or with such inputs.
  for (double spread = 0.2; !all_known(list, count) && spread > 1e-6; spread /= 1.5) {
    state_free(state);
    state = state_new(mechanism, seed += 1000, spread);
    list = reference_evaluate(witness, state, arena, &count);
  }
  Text why = { 0 };
  for (int i = 0; i < count; i++) {
    const char *keys[] = { list[i].key, list[i].jacobian };
    Equations *equations = formulate(mechanism, NULL, 0, keys, list[i].jacobian ? 2 : 1, &why);
    if (!equations) fail_msg("%s: %s: %s", name, list[i].key, text_string(&why));
    compare_quantity(name, state, &list[i], equations);
    equations_free(equations);
  }
  text_free(&why);
  arena_free(arena);
  state_free(state);
  reference_model_free(witness);
}

static void every_example(void **unused)
{
  (void)unused;
  glob_t found;
  const char *folder = BIELLE_SOURCE_DIR "/examples/";
  assert_int_equal(glob(BIELLE_SOURCE_DIR "/examples/*/*.bl", 0, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    Reading reading;
    const char *name = found.gl_pathv[i] + strlen(folder);
    reading_open_example(&reading, name, "");
    compare_with_equations(name, reading.mechanism, i);
    reading_close(&reading);
  }
  globfree(&found);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_pendulum_with_friction_and_a_rotor),
    cmocka_unit_test(a_planar_arm),
    cmocka_unit_test(springs_constraints_and_time),
    cmocka_unit_test(a_rolling_coin),
    cmocka_unit_test(a_blade_that_slides_along),
    cmocka_unit_test(every_example),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
