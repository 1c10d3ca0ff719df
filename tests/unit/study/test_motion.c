// test_motion.c -- motion from a state, against closed forms of small mechanisms.
// SPDX-License-Identifier: MIT
#include "report/studies/study_text.h"
#include "study/motion/motion.h"

#include "support/reading.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { MOST = 8 };

typedef struct Fixture {
  Reading reading;
  MotionStudy *study;
  const char *hint;
  Text report;
  Text why;
} Fixture;

// `q`, `qd` and `torques` may be NULL: zeros.
static void open_fixture(Fixture *f, const char *description, ProgramState start,
                         const MotionOptions *options)
{
  static const double ZEROS[MOST];
  *f = (Fixture){ 0 };
  reading_open(&f->reading, description);
  const Mechanism *mechanism = f->reading.mechanism;
  double parameters[MOST];
  assert_true(mechanism->coordinate_count <= MOST && mechanism->parameter_count <= MOST);
  for (int i = 0; i < mechanism->parameter_count; i++)
    parameters[i] = expr_literal_value(mechanism->parameters[i].value);
  start.parameters = parameters;
  if (!start.q) start.q = ZEROS;
  if (!start.qd) start.qd = ZEROS;
  f->study = motion_study_new(reading_system(&f->reading), &start, options, &f->why, &f->hint);
  if (f->study) motion_words(f->study, &f->report);
}

static void close_fixture(Fixture *f)
{
  text_free(&f->report);
  text_free(&f->why);
  motion_study_free(f->study);
  reading_close(&f->reading);
}

static void assert_close(double value, double expected)
{
  if (fabs(value - expected) <= 1e-12 * fmax(1, fabs(expected))) return;
  print_message("%.17g instead of %.17g\n", value, expected);
  fail();
}

static void assert_reported(const Fixture *f, const char *sentence)
{
  if (strstr(text_string(&f->report), sentence)) return;
  print_message("'%s' is not in:\n%s", sentence, text_string(&f->report));
  fail();
}

static void assert_not_reported(const Fixture *f, const char *sentence)
{
  assert_null(strstr(text_string(&f->report), sentence));
}

static const MotionOptions DEFAULTS = { 0 };

// ---- trees

static const char PENDULUM[] = "mechanism pendulum\n"
                               "param m = 2 kg, l = 0.5 m, g = 9.81 m/s^2\n"
                               "gravity [0, -g, 0]\n"
                               "joint hinge : revolute z (phi) from ground\n"
                               "body bob on hinge : mass m, com [0, -l, 0]\n";

// The bar bears the weight along it and what the circle takes; the hinge's moment is none.
static void a_pendulum_pulls_by_weight_and_speed(void **state)
{
  (void)state;
  const double q[] = { 0.7 }, qd[] = { 3 };
  Fixture f;
  open_fixture(&f, PENDULUM, (ProgramState){ .q = q, .qd = qd }, &DEFAULTS);
  assert_close(f.study->qdd[0], -9.81 / 0.5 * sin(0.7));
  assert_close(f.study->joint_reactions.reactions[1], 2 * (9.81 * cos(0.7) + 0.5 * 9));
  assert_close(f.study->joint_reactions.reactions[0], 0);
  assert_close(f.study->joint_reactions.reactions[5], 0);
  assert_close(f.study->kinetic_energy, 2 * 0.25 * 9 / 2);
  assert_close(f.study->potential_energy, -2 * 9.81 * 0.5 * cos(0.7));
  assert_reported(&f, "pendulum: 1 coordinate, 1 degree of freedom\n");
  assert_reported(&f, "  phi  0.7 rad   3 rad/s  -12.6396 rad/s^2\n");
  assert_reported(&f, "  hinge  24.0062 N along y\n");
  assert_not_reported(&f, "Forces of loops");
  assert_not_reported(&f, "changed");
  close_fixture(&f);
}

static void a_torque_is_in_the_joint_and_its_power_is_told(void **state)
{
  (void)state;
  const double q[] = { 0 }, qd[] = { 3 }, torques[] = { 4 };
  Fixture f;
  open_fixture(&f, PENDULUM, (ProgramState){ .q = q, .qd = qd, .torques = torques }, &DEFAULTS);
  assert_close(f.study->qdd[0], 4 / (2 * 0.25));
  assert_close(f.study->joint_reactions.reactions[5], 4);
  assert_close(f.study->power, 12);
  assert_reported(&f, "  power of forces not included in the potential energy  12 W\n");
  close_fixture(&f);
}

// ---- states that do not fit

// Two masses on one line, tied.
static const char TIED[] = "mechanism tied\n"
                           "joint a : prismatic x (x) from ground\n"
                           "joint b : prismatic x (y) from ground\n"
                           "body A on a : mass 1 kg\n"
                           "body B on b : mass 3 kg\n"
                           "constraint gear : x - 2*y = 0\n";

// The point of the line x = 2 y that is nearest to (5, 0) is (4, 2).
static void speeds_change_by_the_least(void **state)
{
  (void)state;
  const double qd[] = { 5, 0 };
  Fixture f;
  open_fixture(&f, TIED, (ProgramState){ .qd = qd }, &DEFAULTS);
  assert_close(f.study->qd[0], 4);
  assert_close(f.study->qd[1], 2);
  assert_reported(
      &f, "Velocities projected onto the constraints: x from 5 to 4 m/s, y from 0 to 2 m/s.\n");
  assert_reported(&f, "--hold");
  close_fixture(&f);
}

static void what_is_held_keeps_its_value_and_its_speed(void **state)
{
  (void)state;
  const bool is_held[] = { true, false };
  const double q[] = { 3, 1 }, qd[] = { 5, 0 }, torques[] = { 7, 0 };
  Fixture f;
  open_fixture(&f, TIED, (ProgramState){ .q = q, .qd = qd, .torques = torques },
               &(MotionOptions){ .is_held = is_held });
  assert_close(f.study->q[0], 3);
  assert_close(f.study->q[1], 1.5);
  assert_close(f.study->qd[1], 2.5);
  // 1 x'' + lambda = 7, 3 x''/2 - 2 lambda = 0
  assert_close(f.study->qdd[0], 4);
  assert_close(f.study->joint_reactions.lambda[0], 3);
  assert_reported(&f, "Corrected to satisfy the constraints: y from 1 to 1.5 m.\n");
  assert_reported(&f, "  gear  -3 N on x, 6 N on y\n");
  assert_not_reported(&f, "--hold");
  close_fixture(&f);
}

static void speeds_that_contradict_are_refused(void **state)
{
  (void)state;
  const bool is_held[] = { true, true };
  const double qd[] = { 5, 0 };
  Fixture f;
  open_fixture(&f, TIED, (ProgramState){ .qd = qd }, &(MotionOptions){ .is_held = is_held });
  assert_null(f.study);
  assert_non_null(f.hint);
  assert_string_equal(text_string(&f.why),
                      "no speeds fit the constraints at this state: 'gear' is violated");
  close_fixture(&f);
}

// ---- constraints that follow the clock

// x = sin(2 t): the drive gives m x'', and its power with it.
static void a_motion_gives_force_and_power(void **state)
{
  (void)state;
  const char *const description = "mechanism shaker\n"
                                  "joint a : prismatic x (x) from ground\n"
                                  "body A on a : mass 3 kg\n"
                                  "motion x : sin(2*t)\n";
  double t = 0.3;
  Fixture f;
  open_fixture(&f, description, (ProgramState){ .time = t }, &DEFAULTS);
  assert_close(f.study->q[0], sin(2 * t));
  assert_close(f.study->qd[0], 2 * cos(2 * t));
  assert_close(f.study->qdd[0], -4 * sin(2 * t));
  assert_close(f.study->joint_reactions.lambda[0], 12 * sin(2 * t));
  assert_close(f.study->drive_power, -24 * sin(2 * t) * cos(2 * t));
  assert_reported(&f, "shaker: 1 coordinate, 1 equation, 0 degrees of freedom, t = 0.3 s\n");
  assert_reported(&f, "  power of prescribed motions                           -11.1845 W\n");
  close_fixture(&f);
}

// ---- loops

// A ladder with its feet in two guides: with the wall and the floor it slides on, forces follow
// from the circle of its middle and its turn.
static const char LADDER[] = "mechanism ladder\n"
                             "param l = 1 m, m = 6 kg, g = 9.81 m/s^2\n"
                             "gravity [0, -g, 0]\n"
                             "joint guide : prismatic x (x) from ground\n"
                             "joint foot : revolute z (a) from guide\n"
                             "joint wall : prismatic y (y) from ground\n"
                             "loop top : revolute z  [0, 2*l, 0] on foot = wall\n"
                             "body bar on foot : mass m, com [0, l, 0], inertia diag(0, 0, "
                             "m*l^2/3)\n";

// a'' = (3 g / 4 l) sin a from the vertical; the wall gives m X'', the floor m (g + Y'').
static void a_ladder_leans_on_wall_and_floor(void **state)
{
  (void)state;
  double a = 0.5, w = 0.8;
  const double q[] = { 2 * sin(a), a, 2 * cos(a) };
  const double qd[] = { 2 * cos(a) * w, w, -2 * sin(a) * w };
  double turn = 0.75 * 9.81 * sin(a);
  double across = turn * cos(a) - w * w * sin(a), up = -turn * sin(a) - w * w * cos(a);
  for (int treatment = TREATMENT_AUGMENTED; treatment <= TREATMENT_PROJECTOR; treatment++) {
    Fixture f;
    open_fixture(&f, LADDER, (ProgramState){ .q = q, .qd = qd },
                 &(MotionOptions){ .treatment = (ConstraintMethod)treatment });
    assert_close(f.study->qdd[1], turn);
    assert_close(f.study->joint_reactions.reactions[1], 6 * (9.81 + up));
    assert_close(f.study->joint_reactions.reactions[0], 0);
    assert_close(f.study->joint_reactions.reactions[12], 6 * across);
    assert_close(f.study->power, 0);
    assert_reported(&f, "ladder: 3 coordinates, 2 equations, 1 degree of freedom\n");
    assert_not_reported(&f, "changed");
    assert_not_reported(&f, "unique");
    close_fixture(&f);
  }
}

static void an_open_mechanism_is_reported_and_not_moved(void **state)
{
  (void)state;
  const bool is_held[] = { true, false, false };
  const double q[] = { 3, 0.1, 0 };
  Fixture f;
  open_fixture(&f, LADDER, (ProgramState){ .q = q }, &(MotionOptions){ .is_held = is_held });
  assert_non_null(f.study);
  assert_false(f.study->is_closed);
  assert_not_reported(&f, "acceleration");
  close_fixture(&f);
}

// A rhombus of four bars, flat: the loop takes away two freedoms, but one of them not there.
static void a_singular_configuration_has_no_motion(void **state)
{
  (void)state;
  const char *const description = "mechanism flat\n"
                                  "joint a : revolute z (a) from ground\n"
                                  "joint b : revolute z (b) from a at [1 m, 0, 0]\n"
                                  "joint c : revolute z (c) from ground at [1 m, 0, 0]\n"
                                  "loop pin : revolute z  [1 m, 0, 0] on b = [1 m, 0, 0] on c\n"
                                  "body A on a : mass 1 kg, com [1 m, 0, 0]\n"
                                  "body B on b : mass 1 kg, com [1 m, 0, 0]\n"
                                  "body C on c : mass 1 kg, com [1 m, 0, 0]\n";
  Fixture f;
  open_fixture(&f, description, (ProgramState){ 0 }, &DEFAULTS);
  assert_null(f.study);
  assert_non_null(strstr(text_string(&f.why), "has no value at this state: the constraint 'pin: "));
  assert_non_null(f.hint);
  close_fixture(&f);
}

static void without_inertia_there_is_no_motion(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, "joint a : revolute z (a) from ground\n", (ProgramState){ 0 }, &DEFAULTS);
  assert_null(f.study);
  assert_null(f.hint);
  assert_non_null(strstr(text_string(&f.why), "forward dynamics is not possible"));
  close_fixture(&f);
}

// ---- redundant constraints

// Of three sliders each is tied to each. What the ties must do is known, (6, -2, -4) N taken from
// the sliders; the shortest multipliers that do it are (8, 2, 10)/3 N.
static void rows_that_say_the_same_share_their_force(void **state)
{
  (void)state;
  const char *const description = "mechanism thrice\n"
                                  "joint a : prismatic x (x) from ground\n"
                                  "joint b : prismatic x (y) from ground\n"
                                  "joint c : prismatic x (z) from ground\n"
                                  "body A on a : mass 1 kg\n"
                                  "body B on b : mass 1 kg\n"
                                  "body C on c : mass 2 kg\n"
                                  "constraint one : x - y = 0\n"
                                  "constraint two : y - z = 0\n"
                                  "constraint three : x - z = 0\n";
  const double torques[] = { 8, 0, 0 };
  Fixture f;
  open_fixture(&f, description, (ProgramState){ .torques = torques }, &DEFAULTS);
  assert_close(f.study->qdd[0], 2);
  assert_close(f.study->joint_reactions.lambda[0], 8 / 3.0);
  assert_close(f.study->joint_reactions.lambda[1], 2 / 3.0);
  assert_close(f.study->joint_reactions.lambda[2], 10 / 3.0);
  assert_reported(&f, "  two    -0.666667 N on y, 0.666667 N on z  (not unique)\n");
  assert_reported(&f, "Not unique: only 2 of the 3 equations are independent here");
  close_fixture(&f);
}

// ---- wheels

// A hoop on a level plane, pulled at its hub: half of the force goes into its turn, which the
// ground gives.
static void a_hoop_is_braked_by_the_ground(void **state)
{
  (void)state;
  const char *const description = "mechanism hoop\n"
                                  "param r = 0.5 m, m = 4 kg\n"
                                  "coord x, y, phi\n"
                                  "frame hub from ground : TX(x), TY(y), TZK(r), RY(phi)\n"
                                  "body hoop on hub : mass m, inertia diag(0, m*r^2, 0)\n"
                                  "rolling hub radius r on plane [0, 0, 1]\n";
  const double torques[] = { 10, 0, 0 }, qd[] = { 1, 0, 2 };
  Fixture f;
  open_fixture(&f, description, (ProgramState){ .qd = qd, .torques = torques }, &DEFAULTS);
  assert_close(f.study->qdd[0], 10 / (2 * 4.0));
  assert_close(f.study->power, 10);
  assert_reported(&f, "-5 N along the track");
  assert_not_reported(&f, "changed");
  close_fixture(&f);
}

// A ball spins on at 2 rad/s about x: half the angle is in e0, whose second derivative is -w^2/4.
static void a_ball_spins_on_by_euler_parameters(void **state)
{
  (void)state;
  const char *const description = "mechanism ball\n"
                                  "joint s : spherical quaternion (e0, e1, e2, e3) from ground\n"
                                  "body B on s : mass 1 kg, inertia diag(3, 3, 3) kg.m^2\n";
  const double q[] = { 1, 0, 0, 0 }, qd[] = { 0, 1, 0, 0 };
  Fixture f;
  open_fixture(&f, description, (ProgramState){ .q = q, .qd = qd }, &DEFAULTS);
  assert_close(f.study->kinetic_energy, 3 * 4 / 2.0);
  assert_close(f.study->qdd[0], -1);
  assert_close(f.study->qdd[1], 0);
  assert_reported(&f, "ball: 4 coordinates, 1 equation, 3 degrees of freedom\n");
  assert_reported(&f, "  e1  0         1 1/s  0 1/s^2\n");
  assert_not_reported(&f, "Forces of loops");
  close_fixture(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_pendulum_pulls_by_weight_and_speed),
    cmocka_unit_test(a_torque_is_in_the_joint_and_its_power_is_told),
    cmocka_unit_test(speeds_change_by_the_least),
    cmocka_unit_test(what_is_held_keeps_its_value_and_its_speed),
    cmocka_unit_test(speeds_that_contradict_are_refused),
    cmocka_unit_test(a_motion_gives_force_and_power),
    cmocka_unit_test(a_ladder_leans_on_wall_and_floor),
    cmocka_unit_test(an_open_mechanism_is_reported_and_not_moved),
    cmocka_unit_test(a_singular_configuration_has_no_motion),
    cmocka_unit_test(without_inertia_there_is_no_motion),
    cmocka_unit_test(rows_that_say_the_same_share_their_force),
    cmocka_unit_test(a_hoop_is_braked_by_the_ground),
    cmocka_unit_test(a_ball_spins_on_by_euler_parameters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
