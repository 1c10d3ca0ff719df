// test_statics.c -- mechanisms at rest, against virtual work and equilibrium of forces by hand.
// SPDX-License-Identifier: MIT
#include "report/studies/study_text.h"
#include "study/statics/statics.h"

#include "support/reading.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const double PI = 3.14159265358979323846;

typedef struct Fixture {
  Reading reading;
  Statics *statics;
  const StaticConfiguration *rest;  // the first
  Text report;
  Text why;
} Fixture;

static void open_with(Fixture *f, const char *description, const double q[], const double torques[],
                      const StaticsOptions *options)
{
  *f = (Fixture){ 0 };
  reading_open(&f->reading, description);
  const Equations *equations = reading_system(&f->reading)->equations;
  double parameters[16], start[16] = { 0 };
  for (int i = 0; i < equations->parameter_count; i++)
    parameters[i] = expr_literal_value(equations->parameters[i].value);
  for (int i = 0; i < equations->coordinate_count; i++)
    start[i] = q ? q[i] : 0;
  ProgramState state = { .parameters = parameters, .q = start, .torques = torques };
  f->statics = statics_new(f->reading.system, &state, options, &f->why);
  if (!f->statics) return;
  f->rest = f->statics->rests;
  statics_words(f->statics, &f->report);
}

static void open_fixture(Fixture *f, const char *description, const double q[],
                         const StaticsOptions *options)
{
  open_with(f, description, q, NULL, options);
  assert_string_equal(text_string(&f->why), "");
}

static void close_fixture(Fixture *f)
{
  text_free(&f->report);
  text_free(&f->why);
  statics_free(f->statics);
  reading_close(&f->reading);
}

static void assert_close(double value, double expected, double tolerance)
{
  if (fabs(value - expected) <= tolerance) return;
  print_message("%.17g instead of %.17g\n", value, expected);
  fail();
}

static void assert_reported(const Fixture *f, const char *sentence)
{
  if (strstr(text_string(&f->report), sentence)) return;
  print_message("'%s' is not in:\n%s", sentence, text_string(&f->report));
  fail();
}

// The description with one part of it replaced.
static void put_changed(Text *out, const char *description, const char *from, const char *to)
{
  const char *place = strstr(description, from);
  assert_non_null(place);
  text_put_bytes(out, description, (size_t)(place - description));
  text_format(out, "%s%s", to, place + strlen(from));
}

static const StaticsOptions EQUILIBRIUM = { .is_equilibrium = true };
static const StaticsOptions EQUILIBRIA = { .is_equilibrium = true, .requests_all = true };

// ---- holding

static const char SLIDER_CRANK[] = "mechanism slider_crank\n"
                                   "param r = 0.1 m, l = 0.3 m, F = 10 N\n"
                                   "joint a : revolute z (th) from ground\n"
                                   "joint b : revolute z (be) from a at [r, 0, 0]\n"
                                   "joint s : prismatic x (x) from ground\n"
                                   "loop  c : revolute z [l, 0, 0] on b = s\n"
                                   "force gas at s = [F, 0, 0]\n"
                                   "torque motor on a = u\n";

// x = r cos(th) + sqrt(l^2 - r^2 sin(th)^2); the motor's work is that of the gas, with the sign
// turned.
static void a_crank_is_held_by_virtual_work(void **state)
{
  (void)state;
  const StaticsDrive motor = { true, 0, 1 };
  const bool is_held[] = { true, false, false };
  double th = 0.7, root = sqrt(0.09 - 0.01 * sin(th) * sin(th));
  const double q[] = { th, -th - asin(sin(th) / 3), 0.1 * cos(th) + root };
  Fixture f;
  open_fixture(&f, SLIDER_CRANK, q,
               &(StaticsOptions){ .is_held = is_held, .drives = &motor, .drive_count = 1 });
  assert_true(f.statics->is_balanced);
  double slope = -0.1 * sin(th) - 0.01 * sin(th) * cos(th) / root;
  assert_close(f.rest->efforts[0], -10 * slope, 1e-12);
  assert_close(f.rest->inputs[0], f.rest->efforts[0], 0);
  // the rod is drawn along itself; the guide takes what is across
  double rod = 10 / cos(th + q[1]);
  assert_close(f.rest->joint_reactions.reactions[6], -rod, 1e-11);
  assert_close(f.rest->joint_reactions.reactions[7], 0, 1e-11);
  assert_close(f.rest->joint_reactions.reactions[13], rod * sin(th + q[1]), 1e-11);
  // first place: the rod, whose axes the loop's forces are in; on the slide
  assert_close(f.rest->joint_reactions.lambda[0], rod, 1e-11);
  assert_close(f.rest->joint_reactions.lambda[1], 0, 1e-11);
  assert_reported(&f,
                  "slider_crank: 3 coordinates, 2 equations, 1 degree of freedom\nAt rest with\n");
  assert_reported(&f, "  c  -10.");
  assert_reported(&f, " N along x of b, on s\n");
  close_fixture(&f);
}

// Without drives in the description a force on th does the same.
static void a_coordinate_stands_for_the_drive(void **state)
{
  (void)state;
  const bool is_held[] = { true, false, false };
  const double q[] = { 0.7, -0.9, 0.3 };
  Fixture f;
  open_fixture(&f, SLIDER_CRANK, q, &(StaticsOptions){ .is_held = is_held });
  assert_int_equal(f.statics->drive_count, 1);
  assert_int_equal(f.statics->drives[0].index, 0);
  double root = sqrt(0.09 - 0.01 * sin(0.7) * sin(0.7));
  assert_close(f.rest->efforts[0], 10 * (0.1 * sin(0.7) + 0.01 * sin(0.7) * cos(0.7) / root),
               1e-12);
  assert_close(f.rest->torques[0], f.rest->efforts[0], 0);
  assert_reported(&f, "Holding efforts (no actuator described; choose with --drives):\n  on th  ");
  close_fixture(&f);
}

// A bar on two equal cranks: u1 + u2 = 2 g r cos(q), shared as the weights say.
static const char PARALLELOGRAM[] = "mechanism parallelogram\n"
                                    "param r = 0.1 m, l = 0.3 m, g = 10 m/s^2\n"
                                    "gravity [0, -g, 0]\n"
                                    "joint a : revolute z (q1) from ground\n"
                                    "joint b : revolute z (q2) from a at [r, 0, 0]\n"
                                    "joint d : revolute z (q3) from ground at [l, 0, 0]\n"
                                    "loop c1 : revolute z [l, 0, 0] on b = [r, 0, 0] on d\n"
                                    "body bar on b : mass 2 kg, com [l/2, 0, 0]\n"
                                    "torque m1 on a = u1\n"
                                    "torque m2 on d = u2\n";

static void too_many_drives_share_the_load(void **state)
{
  (void)state;
  StaticsDrive drives[] = { { true, 0, 1 }, { true, 1, 1 } };
  const double q[] = { 1, -1, 1 };
  double sum = 2 * 10 * 0.1 * cos(1);
  Fixture f;
  open_fixture(&f, PARALLELOGRAM, q, &(StaticsOptions){ .drives = drives, .drive_count = 2 });
  assert_close(f.rest->efforts[0], sum / 2, 1e-13);
  assert_close(f.rest->efforts[1], sum / 2, 1e-13);
  assert_reported(
      &f, "2 efforts balance 1 motion: of all solutions, this one has the least sum of squares.");
  close_fixture(&f);
  drives[0].weight = 4;
  open_fixture(&f, PARALLELOGRAM, q, &(StaticsOptions){ .drives = drives, .drive_count = 2 });
  assert_close(f.rest->efforts[0], sum / 5, 1e-13);
  assert_close(f.rest->efforts[1], sum * 4 / 5, 1e-13);
  assert_reported(&f, "the least weighted sum of squares.");
  close_fixture(&f);
}

static const char ARM[] = "mechanism arm\n"
                          "gravity [0, -10, 0] m/s^2\n"
                          "joint a : revolute z (q1) from ground\n"
                          "joint b : revolute z (q2) from a at [0.3, 0, 0] m\n"
                          "body B on b : mass 2 kg, com [0.3, 0, 0] m\n"
                          "torque m1 on a = u1\n";

static void what_nothing_drives_is_named(void **state)
{
  (void)state;
  const StaticsDrive drive = { true, 0, 1 };
  const double q[] = { 0, 1 };
  Fixture f;
  open_fixture(&f, ARM, q, &(StaticsOptions){ .drives = &drive, .drive_count = 1 });
  assert_false(f.statics->is_balanced);
  assert_int_equal(f.rest->free_count, 1);
  assert_int_equal(f.rest->free[0].coordinate, 1);
  assert_close(f.rest->free[0].force, 6 * cos(1), 1e-14);
  assert_close(f.rest->efforts[0], 6 + 6 * cos(1), 1e-14);
  assert_reported(
      &f, "Not in equilibrium: no actuator balances q2 by 1 rad. Required: 3.24181 N.m on q2, "
          "included in the forces below.\n");
  close_fixture(&f);
  const double hanging[] = { 0, -PI / 2 };
  open_fixture(&f, ARM, hanging, &(StaticsOptions){ .drives = &drive, .drive_count = 1 });
  assert_true(f.statics->is_balanced);
  assert_reported(&f, "No actuator acts on q2 by 1 rad, which is in equilibrium without one.\n");
  close_fixture(&f);
}

static void forces_of_the_state_count(void **state)
{
  (void)state;
  const StaticsDrive drive = { false, 0, 1 };
  const double q[] = { 0, 1 }, torques[] = { 77, 6 * cos(1) };
  Fixture f;
  open_with(&f, ARM, q, torques, &(StaticsOptions){ .drives = &drive, .drive_count = 1 });
  assert_true(f.statics->is_balanced);
  assert_close(f.rest->efforts[0], 6 + 6 * cos(1), 1e-14);  // a drive's own is not a load
  assert_close(f.rest->torques[1], torques[1], 0);
  close_fixture(&f);
}

// ---- reactions

// The free body: what ground does to the cranks balances the weight, as a force and about the
// origin.
static void ground_bears_the_weight_of_a_four_bar(void **state)
{
  (void)state;
  Fixture f;
  const double q[] = { 1, -1.2, 0.9 };
  open_fixture(&f,
               "mechanism four_bar\n"
               "gravity [0, -10, 0] m/s^2\n"
               "joint a : revolute z (q1) from ground\n"
               "joint b : revolute z (q2) from a at [0.1, 0, 0] m\n"
               "joint d : revolute z (q3) from ground at [0.3, -0.05, 0] m\n"
               "loop c : revolute z [0.25, 0, 0] m on b = [0.2, 0, 0] m on d\n"
               "body bar on b : mass 3 kg, com [0.1, 0.2, 0] m\n"
               "body crank on d : mass 1 kg, com [0.1, 0, 0] m\n",
               q, &(StaticsOptions){ 0 });
  double fx = 0, fy = 0, moment = 0;
  const int joints[] = { 0, 2 };  // a and d stand on ground
  const double places[][2] = { { 0, 0 }, { 0.3, -0.05 } };
  for (int k = 0; k < 2; k++) {
    const double *own = f.rest->joint_reactions.reactions + 6 * joints[k];
    double angle = f.rest->q[joints[k]];
    double x = cos(angle) * own[0] - sin(angle) * own[1];
    double y = sin(angle) * own[0] + cos(angle) * own[1];
    fx += x;
    fy += y;
    moment += own[5] + places[k][0] * y - places[k][1] * x;
  }
  double turn = f.rest->q[0] + f.rest->q[1];
  double x_bar = 0.1 * cos(f.rest->q[0]) + 0.1 * cos(turn) - 0.2 * sin(turn);
  double x_crank = 0.3 + 0.1 * cos(f.rest->q[2]);
  assert_close(fx, 0, 1e-12);
  assert_close(fy, 40, 1e-12);
  assert_close(moment, 30 * x_bar + 10 * x_crank, 1e-12);
  // nothing but the pin acts on crank d besides its weight: no moment about its pivot
  assert_close(f.rest->joint_reactions.reactions[6 * 2 + 5], 0, 1e-12);
  close_fixture(&f);
}

// A third crank in the middle shares the load in any way.
static void redundant_cranks_share_as_they_like(void **state)
{
  (void)state;
  Text description = { 0 };
  text_format(&description, "%s%s", PARALLELOGRAM,
              "joint e : revolute z (q4) from ground at [l/2, 0, 0]\n"
              "loop c2 : revolute z [l/2, 0, 0] on b = [r, 0, 0] on e\n");
  const double q[] = { 1, -1, 1, 1 };
  Fixture f;
  open_fixture(&f, text_string(&description), q, &(StaticsOptions){ 0 });
  text_free(&description);
  assert_true(f.statics->is_balanced);
  assert_int_equal(f.rest->joint_reactions.rank, 3);
  assert_close(f.rest->efforts[0], 2 * 10 * 0.1 * cos(1), 1e-12);
  for (int i = 0; i < 4; i++)
    assert_false(f.rest->joint_reactions.lambda_is_unique[i]);
  assert_true(
      f.rest->joint_reactions.reaction_is_unique[5]);  // the moment on a is that of the drive
  assert_reported(&f, "(not unique)\n");
  assert_reported(&f, "Not unique: only 3 of the 4 equations are independent here");
  close_fixture(&f);
}

static void nobody_knows_what_loops_bear_across_their_plane(void **state)
{
  (void)state;
  Fixture f;
  const double q[] = { 1, -1, 1 };
  Text description = { 0 };
  put_changed(&description, PARALLELOGRAM, "[0, -g, 0]", "[0, 0, -g]");
  open_fixture(&f, text_string(&description), q, &(StaticsOptions){ 0 });
  text_free(&description);
  assert_close(f.rest->joint_reactions.reactions[2], 20, 1e-12);
  assert_false(f.rest->joint_reactions.reaction_is_unique[2]);
  assert_true(f.rest->joint_reactions.reaction_is_unique[0]);
  assert_reported(&f, "Not unique: out of its plane the mechanism is overconstrained");
  close_fixture(&f);
}

// A wheel on a slope: the drive holds m g sin(e) r, friction m g sin(e), the plane m g cos(e).
static void a_wheel_stands_on_a_slope(void **state)
{
  (void)state;
  const StaticsDrive drive = { true, 0, 1 };
  Fixture f;
  const double q[] = { 0.3, 0.2, 0.1 };
  open_fixture(&f,
               "mechanism wheel\n"
               "param e = 0.3, r = 0.2 m\n"
               "gravity [-10*sin(e), 0, -10*cos(e)] m/s^2\n"
               "joint slide : prismatic x (x) from ground\n"
               "joint lift : prismatic z (z = 0.2) from slide\n"
               "joint wheel : revolute y (spin) from lift\n"
               "body wheel on wheel : mass 3 kg\n"
               "rolling wheel radius r on plane [0, 0, 1] no slip\n"
               "torque motor on wheel = u\n",
               q, &(StaticsOptions){ .drives = &drive, .drive_count = 1 });
  assert_true(f.statics->is_balanced);
  assert_close(f.rest->efforts[0], 30 * sin(0.3) * 0.2, 1e-13);
  assert_reported(&f, "  wheel  28.6601 N away from the plane, 8.86561 N along the track\n");
  // the slides bear nothing but the motor's reaction: the wheel stands on the plane
  for (int c = 0; c < 6; c++)
    assert_close(f.rest->joint_reactions.reactions[c], c == 4 ? 30 * sin(0.3) * 0.2 : 0, 1e-12);
  close_fixture(&f);
}

// phi2 = 2 phi1: the gear takes half the moment, with the sign turned.
static void a_gear_acts_on_coordinates(void **state)
{
  (void)state;
  const StaticsDrive drive = { true, 0, 1 };
  Fixture f;
  const double q[] = { 0.2, 0.4 };
  open_fixture(&f,
               "mechanism gear\n"
               "gravity [0, -10, 0] m/s^2\n"
               "joint a : revolute z (phi1) from ground\n"
               "joint b : revolute z (phi2) from ground\n"
               "body B on b : mass 1 kg, com [0.3, 0, 0] m\n"
               "constraint mesh : phi2 - 2*phi1 = 0\n"
               "torque motor on a = u\n",
               q, &(StaticsOptions){ .drives = &drive, .drive_count = 1 });
  assert_close(f.rest->efforts[0], 2 * 3 * cos(0.4), 1e-13);
  assert_reported(&f, "  mesh  -5.52637 N.m on phi1, 2.76318 N.m on phi2\n");
  close_fixture(&f);
}

// ---- equilibria

static void a_double_pendulum_has_four_equilibria(void **state)
{
  (void)state;
  Fixture f;
  const double q[] = { 0.3, 0.2 };
  open_fixture(&f,
               "mechanism pendulum\n"
               "gravity [0, -10, 0] m/s^2\n"
               "joint a : revolute z (q1) from ground\n"
               "joint b : revolute z (q2) from a at [0.5, 0, 0] m\n"
               "body A on a : mass 2 kg, com [0.5, 0, 0] m\n"
               "body B on b : mass 2 kg, com [0.5, 0, 0] m\n",
               q, &EQUILIBRIA);
  assert_int_equal(f.statics->count, 4);
  int stable = 0;
  for (int k = 0; k < 4; k++) {
    const StaticConfiguration *rest = &f.statics->rests[k];
    assert_close(cos(rest->q[0]), 0, 1e-12);
    assert_close(sin(rest->q[1]), 0, 1e-12);
    bool hangs = sin(rest->q[0]) < 0 && cos(rest->q[1]) > 0;
    assert_int_equal(rest->stability, hangs ? STABILITY_STABLE : STABILITY_UNSTABLE);
    stable += hangs;
    if (!hangs) continue;
    // V = -20 cos(x1) - 10 cos(x1 + q2): [30 10; 10 10], the lower eigenvalue is 20 - sqrt(200)
    double least = 20 - sqrt(200), share = (least - 10) / 10;
    assert_int_equal(rest->softest.coordinate, 1);
    assert_close(rest->softest.speeds[0], share, 1e-12);
    assert_close(rest->softest.force, least * (1 + share * share), 1e-11);
  }
  assert_int_equal(stable, 1);
  close_fixture(&f);
}

static const char LAMP[] = "mechanism lamp\n"
                           "param L = 0.5 m, d = 0.04 m, a = 0.1 m, b = 0.12 m, k = 500 N/m\n"
                           "gravity [0, -10, 0] m/s^2\n"
                           "joint lower : revolute z (q) from ground\n"
                           "joint upper : revolute z (p) from ground at [d, d, 0]\n"
                           "joint head : revolute z (h) from lower at [L, 0, 0]\n"
                           "loop pin : revolute z [d, d, 0] on head = [L, 0, 0] on upper\n"
                           "body head on head : mass 1.2 kg, com [0.1, 0, 0] m\n"
                           "spring s between [0, a, 0] on ground and [b, 0, 0] on lower : "
                           "stiffness k, length 0 m\n";

// A spring of no length at rest takes k a b cos(q) off the moment of the weight, here 6 cos(q).
static void a_balanced_lamp_stays_anywhere(void **state)
{
  (void)state;
  const double angles[] = { -0.5, 0.4, 1.1 };
  for (int i = 0; i < 3; i++) {
    const double q[] = { angles[i], angles[i], -angles[i] };
    Fixture f;
    open_fixture(&f, LAMP, q, &EQUILIBRIUM);
    assert_true(f.statics->is_balanced);
    assert_close(f.rest->q[0], angles[i], 1e-12);
    assert_int_equal(f.rest->stability, STABILITY_NEUTRAL);
    assert_reported(
        &f,
        "Equilibrium, neutrally stable (zero stiffness for q by 1 rad, p by 1 rad, h by -1 rad, "
        "to first order).\n");
    close_fixture(&f);
  }
}

// With 400 N/m there is 6 - 4.8 = 1.2 N.m too much weight: it hangs, or stands on its head.
static void a_weak_spring_lets_the_lamp_sink(void **state)
{
  (void)state;
  Text description = { 0 };
  put_changed(&description, LAMP, "k = 500", "k = 400");
  const double down[] = { -1.3, -1.3, 1.3 }, up[] = { 1.4, 1.4, -1.4 };
  Fixture f;
  open_fixture(&f, text_string(&description), down, &EQUILIBRIUM);
  assert_close(f.rest->q[0], -PI / 2, 1e-12);
  assert_int_equal(f.rest->stability, STABILITY_STABLE);
  assert_close(f.rest->softest.force, 1.2, 1e-10);
  close_fixture(&f);
  open_fixture(&f, text_string(&description), up, &EQUILIBRIUM);
  assert_close(f.rest->q[0], PI / 2, 1e-12);
  assert_int_equal(f.rest->stability, STABILITY_UNSTABLE);
  assert_reported(&f, "unstable (least stiffness -1.2 N.m/rad, for q by 1 rad, p by 1 rad, h by -1 "
                      "rad).\n");
  close_fixture(&f);
  text_free(&description);
}

// Held at q1 = 0, the second link hangs; 2 kg at 0.3 m stand on q1.
static void held_coordinates_are_loaded(void **state)
{
  (void)state;
  const bool is_held[] = { true, false };
  const double q[] = { 0, -1 };
  Fixture f;
  open_fixture(&f, ARM, q, &(StaticsOptions){ .is_held = is_held, .is_equilibrium = true });
  assert_close(f.rest->q[1], -PI / 2, 1e-12);
  assert_close(f.rest->efforts[0], 6, 1e-12);
  assert_int_equal(f.rest->stability, STABILITY_STABLE);
  assert_close(f.rest->softest.force, 6, 1e-12);
  assert_reported(&f, "  q1  0 rad  (held)\n");
  assert_reported(&f, "Efforts on the fixed coordinates:\n  on q1  6 N.m\n");
  close_fixture(&f);
}

static void nothing_stays_on_a_smooth_slope(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f,
               "mechanism slope\n"
               "gravity [1, 0, -10] m/s^2\n"
               "joint a : prismatic x (x) from ground\n"
               "body B on a : mass 2 kg\n",
               NULL, &EQUILIBRIUM);
  assert_false(f.statics->is_balanced);
  assert_reported(&f, "No equilibrium was found from 61 initial guesses. At the first:\n  x  0 m\n"
                      "Not in equilibrium: no actuator balances x by 1 m. Required: -2 N on x.\n");
  close_fixture(&f);
}

// A force that turns with its body has no energy.
static void follower_forces_are_not_judged_by_energy(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f,
               "mechanism column\n"
               "joint a : revolute z (q1) from ground\n"
               "joint b : revolute z (q2) from a at [1, 0, 0] m\n"
               "torque k1 on a = -100 N.m*q1\n"
               "torque k2 on b = -100 N.m*q2\n"
               "force push at [1, 0, 0] m on b = [-20, 0, 0] N in b\n",
               NULL, &EQUILIBRIUM);
  assert_close(f.rest->q[0], 0, 1e-14);
  assert_int_equal(f.rest->stability, STABILITY_NO_ENERGY);
  close_fixture(&f);
}

static void forces_without_a_value_are_an_error(void **state)
{
  (void)state;
  Fixture f;
  open_with(&f,
            "mechanism still\n"
            "joint a : prismatic x (x) from ground\n"
            "body A on a : mass 1 kg\n"
            "spring k between a and ground : stiffness 10 N/m, length 1 m\n",
            NULL, NULL, &(StaticsOptions){ 0 });
  assert_null(f.statics);
  assert_string_equal(text_string(&f.why), "the forces have no value at this configuration");
  close_fixture(&f);
}

static void a_drive_must_be_proportional(void **state)
{
  (void)state;
  const StaticsDrive drive = { true, 0, 1 };
  Fixture f;
  open_with(&f,
            "mechanism m\n"
            "joint a : revolute z (q) from ground\n"
            "input u [rad]\n"
            "torque m1 on a = sin(u)*3 N.m\n",
            NULL, NULL, &(StaticsOptions){ .drives = &drive, .drive_count = 1 });
  assert_null(f.statics);
  assert_non_null(strstr(text_string(&f.why), "what 'u' does is not proportional to it"));
  close_fixture(&f);
}

static void what_does_not_close_is_not_at_rest(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f,
               "mechanism short\n"
               "joint a : revolute z (q) from ground\n"
               "joint s : prismatic x (x) from ground\n"
               "loop c : revolute z [1, 0, 0] m on a = [0, 2, 0] m on s\n",
               NULL, &(StaticsOptions){ 0 });
  assert_false(f.statics->is_closed);
  assert_reported(&f, "No assembly found");
  close_fixture(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_crank_is_held_by_virtual_work),
    cmocka_unit_test(a_coordinate_stands_for_the_drive),
    cmocka_unit_test(too_many_drives_share_the_load),
    cmocka_unit_test(what_nothing_drives_is_named),
    cmocka_unit_test(forces_of_the_state_count),
    cmocka_unit_test(ground_bears_the_weight_of_a_four_bar),
    cmocka_unit_test(redundant_cranks_share_as_they_like),
    cmocka_unit_test(nobody_knows_what_loops_bear_across_their_plane),
    cmocka_unit_test(a_wheel_stands_on_a_slope),
    cmocka_unit_test(a_gear_acts_on_coordinates),
    cmocka_unit_test(a_double_pendulum_has_four_equilibria),
    cmocka_unit_test(a_balanced_lamp_stays_anywhere),
    cmocka_unit_test(a_weak_spring_lets_the_lamp_sink),
    cmocka_unit_test(held_coordinates_are_loaded),
    cmocka_unit_test(nothing_stays_on_a_smooth_slope),
    cmocka_unit_test(follower_forces_are_not_judged_by_energy),
    cmocka_unit_test(forces_without_a_value_are_an_error),
    cmocka_unit_test(a_drive_must_be_proportional),
    cmocka_unit_test(what_does_not_close_is_not_at_rest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
