// test_assembly.c -- mechanisms that close, in closed form, and some that do not.
// SPDX-License-Identifier: MIT
#include "report/studies/study_text.h"
#include "system/assembly/assembly.h"

#include "support/reading.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const char SLIDER_CRANK[] = "mechanism slider_crank\n"
                                   "param r = 0.1 m, l = 0.3 m\n"
                                   "joint a : revolute z (th) from ground\n"
                                   "joint b : revolute z (be) from a at [r, 0, 0]\n"
                                   "joint s : prismatic x (x) from ground\n"
                                   "loop  c : revolute z [l, 0, 0] on b = s\n";

// Two cranks of equal length, their coupler, and a third crank in the middle that adds nothing.
static const char PARALLELOGRAM[] = "mechanism parallelogram\n"
                                    "param r = 0.1 m, l = 0.3 m\n"
                                    "joint a : revolute z (q1) from ground\n"
                                    "joint b : revolute z (q2) from a at [r, 0, 0]\n"
                                    "joint d : revolute z (q3) from ground at [l, 0, 0]\n"
                                    "joint e : revolute z (q4) from ground at [l/2, 0, 0]\n"
                                    "loop c1 : revolute z [l, 0, 0] on b = [r, 0, 0] on d\n"
                                    "loop c2 : revolute z [l/2, 0, 0] on b = [r, 0, 0] on e\n";

typedef struct Fixture {
  Reading reading;
  Assembly *assembly;
  Text report;
} Fixture;

static bool keeps_sides;  // of joints that a start has upside down

// Assembles from `q`, with the parameters that the description gives.
static void open_fixture(Fixture *fixture, const char *description, const double q[],
                         const AssemblyOptions *options)
{
  *fixture = (Fixture){ 0 };
  reading_open(&fixture->reading, description);
  Text why = { 0 };
  const Equations *equations = reading_system(&fixture->reading)->ties;
  double parameters[8];
  for (int i = 0; i < equations->parameter_count; i++)
    parameters[i] = expr_literal_value(equations->parameters[i].value);
  ProgramState start = { .parameters = parameters, .q = q };
  fixture->reading.system->keeps_sides = keeps_sides;
  fixture->assembly = assembly_new(fixture->reading.system, &start, options, &why);
  assert_string_equal(text_string(&why), "");
  text_free(&why);
  assembly_words(fixture->assembly, &fixture->report);
}

static void close_fixture(Fixture *fixture)
{
  text_free(&fixture->report);
  assembly_free(fixture->assembly);
  reading_close(&fixture->reading);
}

static void assert_close(double value, double expected, double tolerance)
{
  if (fabs(value - expected) <= tolerance) return;
  print_message("%.17g instead of %.17g\n", value, expected);
  fail();
}

static void assert_reported(const Fixture *fixture, const char *sentence)
{
  if (strstr(text_string(&fixture->report), sentence)) return;
  print_message("'%s' is not in:\n%s", sentence, text_string(&fixture->report));
  fail();
}

// r sin(th) + l sin(th + be) = 0, x = r cos(th) +- sqrt(l^2 - r^2 sin(th)^2)
static void a_slider_crank_has_two_configurations(void **state)
{
  (void)state;
  const bool is_held[] = { true, false, false };
  const double q[] = { 1, 0, 0.2 };
  Fixture f;
  open_fixture(&f, SLIDER_CRANK, q, &(AssemblyOptions){ .is_held = is_held, .requests_all = true });
  assert_true(f.assembly->is_closed);
  assert_int_equal(f.assembly->count, 2);
  double root = sqrt(0.09 - 0.01 * sin(1) * sin(1));
  assert_close(f.assembly->configurations[0].q[2], 0.1 * cos(1) + root, 1e-14);
  assert_close(f.assembly->configurations[1].q[2], 0.1 * cos(1) - root, 1e-14);
  assert_close(sin(1 + f.assembly->configurations[0].q[1]), -sin(1) / 3, 1e-14);
  assert_reported(&f, "2 configurations, found from 401 initial guesses.\n"
                      "Configuration 1: no error is larger than 1e-12.\n"
                      "  th  1 rad  (held)\n"
                      "  be  -1.28430490589 rad\n"
                      "  x   0.341987286096 m\n");
  close_fixture(&f);
}

static void what_is_not_held_is_left_free(void **state)
{
  (void)state;
  const double q[] = { 1, -1.3, 0.3 };
  Fixture f;
  open_fixture(&f, SLIDER_CRANK, q, &(AssemblyOptions){ .is_held = NULL, .requests_all = false });
  assert_true(f.assembly->is_closed);
  assert_reported(&f, "slider_crank: 3 coordinates, 2 equations\nIt closes: ");
  assert_reported(&f, "1 degree of freedom left.\n");
  const double *found = f.assembly->configurations[0].q;
  assert_close(0.1 * sin(found[0]) + 0.3 * sin(found[0] + found[1]), 0, 1e-15);
  assert_close(found[0], q[0], 0.1);  // near the start
  close_fixture(&f);
  open_fixture(&f, SLIDER_CRANK, q, &(AssemblyOptions){ .is_held = NULL, .requests_all = true });
  assert_int_equal(f.assembly->count, 1);
  assert_reported(
      &f, "There are infinitely many configurations: 1 degree of freedom left. Fix 1 coordinate "
          "(--hold) to find all.\n");
  close_fixture(&f);
}

static void a_slider_too_far_away_gives_the_closest_configuration(void **state)
{
  (void)state;
  const bool is_held[] = { false, false, true };
  const double q[] = { 1, -1.3, 0.5 };
  Fixture f;
  open_fixture(&f, SLIDER_CRANK, q,
               &(AssemblyOptions){ .is_held = is_held, .requests_all = false });
  assert_false(f.assembly->is_closed);
  assert_close(f.assembly->configurations[0].norm, 0.1, 1e-13);
  assert_string_equal(text_string(&f.report),
                      "slider_crank: 3 coordinates, 2 equations, 1 held\n"
                      "No assembly found from 61 initial guesses; smallest residual is 0.1 m:\n"
                      "  c: x  0.1 m\n"
                      "  c: y  0 m\n"
                      "The closest configuration:\n"
                      "  th  0 rad\n"
                      "  be  0 rad\n"
                      "  x   0.5 m  (held)\n");
  close_fixture(&f);
}

// Where the crank is stretched two configurations have become one: it is alone, not on a curve.
static void a_dead_point_is_one_configuration(void **state)
{
  (void)state;
  const bool is_held[] = { false, false, true };
  const double q[] = { 0.5, -0.3, 0.4 };
  Fixture f;
  open_fixture(&f, SLIDER_CRANK, q, &(AssemblyOptions){ .is_held = is_held, .requests_all = true });
  assert_true(f.assembly->is_closed);
  assert_false(f.assembly->has_curve);
  assert_int_equal(f.assembly->count, 1);
  assert_close(f.assembly->configurations[0].q[0], 0, 1e-4);
  assert_reported(&f, "Only 1 of the 2 equations is independent here");
  close_fixture(&f);
}

static void nothing_moves_when_all_is_held(void **state)
{
  (void)state;
  const bool is_held[] = { true, true, true };
  const double open[] = { 1, 0, 0.2 }, closed[] = { 0, 0, 0.4 };
  Fixture f;
  open_fixture(&f, SLIDER_CRANK, open,
               &(AssemblyOptions){ .is_held = is_held, .requests_all = false });
  assert_false(f.assembly->is_closed);
  assert_reported(&f, "It is not closed, and all coordinates are fixed.");
  close_fixture(&f);
  open_fixture(&f, SLIDER_CRANK, closed,
               &(AssemblyOptions){ .is_held = is_held, .requests_all = false });
  assert_true(f.assembly->is_closed);
  close_fixture(&f);
}

static void a_redundant_bar_does_not_keep_it_open(void **state)
{
  (void)state;
  const bool is_held[] = { true, false, false, false };
  const double q[] = { 1, -0.8, 1.3, 0.9 };
  Fixture f;
  open_fixture(&f, PARALLELOGRAM, q,
               &(AssemblyOptions){ .is_held = is_held, .requests_all = false });
  assert_true(f.assembly->is_closed);
  const double *found = f.assembly->configurations[0].q;
  assert_close(found[1], -1, 1e-13);
  assert_close(found[2], 1, 1e-13);
  assert_close(found[3], 1, 1e-13);
  assert_int_equal(f.assembly->configurations[0].rank.rank, 3);
  assert_reported(&f, "Only 3 of the 4 equations are independent here");
  close_fixture(&f);
}

// Two turns about x and y bring the door's axis to its hinge, or the other end of it.
static void a_joint_is_not_closed_upside_down(void **state)
{
  (void)state;
  static const char DOOR[] = "mechanism door\n"
                             "joint a : revolute x (q1) from ground\n"
                             "joint b : revolute y (q2) from a\n"
                             "loop c : cylindrical z ground = b\n";
  const double near[] = { 2, 1 }, over[] = { 3, 0.1 };
  Fixture f;
  open_fixture(&f, DOOR, near, &(AssemblyOptions){ .is_held = NULL, .requests_all = true });
  assert_true(f.assembly->is_closed);
  for (int k = 0; k < f.assembly->count; k++) {
    const double *q = f.assembly->configurations[k].q;
    assert_close(cos(q[0]) * cos(q[1]), 1, 1e-14);  // ground's z along the door's
  }
  assert_int_equal(f.assembly->count, 2);  // (0, 0) and (pi, pi)
  assert_true(f.assembly->refused > 0);
  close_fixture(&f);
  open_fixture(&f, DOOR, over, &(AssemblyOptions){ .is_held = NULL, .requests_all = false });
  const double *q = f.assembly->configurations[0].q;
  assert_close(cos(q[0]) * cos(q[1]), 1, 1e-14);
  close_fixture(&f);
  keeps_sides = true;
  open_fixture(&f, DOOR, over, &(AssemblyOptions){ .is_held = NULL, .requests_all = false });
  keeps_sides = false;
  assert_close(cos(f.assembly->configurations[0].q[0]), -1, 1e-14);
  assert_close(cos(f.assembly->configurations[0].q[1]), 1, 1e-14);
  close_fixture(&f);
}

// Bennett's linkage: 2 unknowns, 5 equations, and it closes: tan(q1/2) tan(q2/2) =
// sin((beta + alpha)/2) / sin((beta - alpha)/2), q1 + q3 = 0 up to turns. Rough values that have
// the last joint upside down by accident lead to the joint as described.
static void bennetts_linkage_closes_in_space(void **state)
{
  (void)state;
  static const char BENNETT[] = "mechanism bennett\n"
                                "param a = 0.3 m, alpha = 0.5 rad, beta = 0.9 rad\n"
                                "let b = a*sin(beta)/sin(alpha)\n"
                                "joint j1 : revolute z (q1) from ground\n"
                                "frame f1 from j1 : TX(a), RX(alpha)\n"
                                "joint j2 : revolute z (q2) from f1\n"
                                "frame f2 from j2 : TX(b), RX(beta)\n"
                                "joint j3 : revolute z (q3) from f2\n"
                                "frame f3 from j3 : TX(a), RX(alpha)\n"
                                "frame last from ground : RX(-beta), TX(-b)\n"
                                "loop c : revolute z f3 = last\n";
  const bool is_held[] = { true, false, false };
  const double q[] = { 1, 1, -1 };
  Fixture f;
  open_fixture(&f, BENNETT, q, &(AssemblyOptions){ .is_held = is_held, .requests_all = true });
  assert_true(f.assembly->is_closed);
  assert_int_equal(f.assembly->count, 1);
  const double *found = f.assembly->configurations[0].q;
  assert_close(tan(found[1] / 2) * tan(0.5), sin(0.7) / sin(0.2), 1e-12);
  assert_close(cos(found[0] + found[2]), 1, 1e-13);
  assert_reported(&f, "Only 2 of the 5 equations are independent here");
  close_fixture(&f);
}

static const char FOUR_BAR[] = "mechanism four_bar\n"
                               "param a = 40 mm, b = 120 mm, c = 80 mm, d = 100 mm\n"
                               "joint crank : revolute z (th) from ground\n"
                               "joint coupler : revolute z (ps) from crank at [a, 0, 0]\n"
                               "joint rocker : revolute z (ph) from ground at [d, 0, 0]\n"
                               "loop C : revolute z [b, 0, 0] on coupler = [c, 0, 0] on rocker\n";

// Both angles of the rocker by the law of cosines, with `side` +1 or -1.
static double rocker_angle(double th, double side)
{
  double x = 0.04 * cos(th) - 0.1, y = 0.04 * sin(th), square = x * x + y * y;
  double cosine = (square + 0.08 * 0.08 - 0.12 * 0.12) / (2 * 0.08 * sqrt(square));
  return atan2(y, x) + side * acos(cosine);
}

// Angles that are all zero are far from closed, yet nothing is wound up.
static void angles_stay_within_half_a_turn(void **state)
{
  (void)state;
  const bool is_held[] = { true, false, false };
  for (int k = 0; k < 24; k++) {
    const double q[] = { 0.27 * k, 5, -4 };
    Fixture f;
    open_fixture(&f, FOUR_BAR, q, &(AssemblyOptions){ .is_held = is_held });
    assert_true(f.assembly->is_closed);
    const double *found = f.assembly->configurations[0].q;
    for (int i = 1; i < 3; i++)
      assert_true(fabs(found[i] - q[i]) <= 3.1416);
    double other = fmin(fabs(remainder(found[2] - rocker_angle(q[0], 1), 6.283185307179586)),
                        fabs(remainder(found[2] - rocker_angle(q[0], -1), 6.283185307179586)));
    assert_close(other, 0, 1e-12);
    close_fixture(&f);
  }
}

// A start that is clearly open (or crossed) stays so, however far the other angle is off.
static void the_branch_of_the_start_is_kept(void **state)
{
  (void)state;
  const bool is_held[] = { true, false, false };
  for (int k = 0; k < 2; k++) {
    double side = k == 0 ? 1 : -1, ph = remainder(rocker_angle(1, side), 6.283185307179586);
    double ps = atan2(0.08 * sin(ph) - 0.04 * sin(1), 0.1 + 0.08 * cos(ph) - 0.04 * cos(1)) - 1;
    const double q[] = { 1, ps + 0.6, ph - 0.5 };
    Fixture f;
    open_fixture(&f, FOUR_BAR, q, &(AssemblyOptions){ .is_held = is_held });
    assert_close(f.assembly->configurations[0].q[2], ph, 1e-12);
    assert_int_equal(f.assembly->configurations[0].branch, BRANCH_OF_START);
    assert_reported(&f, "On the same assembly branch as the start; ps moved most, by 0.6 rad.\n");
    close_fixture(&f);
  }
}

// From a start that gapes wider than its short bar is long, a parallelogram stays one: p = q, h = -q.
static void a_gap_decides_no_branch(void **state)
{
  (void)state;
  static const char LAMP[] = "mechanism lamp\n"
                             "param L = 0.5 m, d = 0.06 m\n"
                             "joint lower : revolute z (q) from ground\n"
                             "joint upper : revolute z (p) from ground at [0, d, 0]\n"
                             "joint head : revolute z (h) from lower at [L, 0, 0]\n"
                             "loop pin : revolute z [0, d, 0] on head = [L, 0, 0] on upper\n";
  const bool is_held[] = { true, false, false };
  for (int degrees = 15; degrees <= 70; degrees += 5) {
    double angle = degrees * 3.14159265358979323846 / 180;
    const double q[] = { angle, 0.5236, -0.5236 };
    Fixture f;
    open_fixture(&f, LAMP, q, &(AssemblyOptions){ .is_held = is_held });
    assert_close(f.assembly->configurations[0].q[1], angle, 1e-11);
    assert_close(f.assembly->configurations[0].q[2], -angle, 1e-11);
    close_fixture(&f);
  }
}

// Gears and screws know how often they have turned: 7.5 and 2.5 turns stay what they are.
static void turns_that_count_are_not_taken_out(void **state)
{
  (void)state;
  static const char GEARS[] = "mechanism gears\n"
                              "joint a : revolute z (q1) from ground\n"
                              "joint b : revolute z (q2) from ground\n"
                              "joint s : prismatic x (x) from ground\n"
                              "constraint mesh : q1 - 3*q2 = 0\n"
                              "constraint rack : x - q1*0.01 m = 0\n";
  const bool is_held[] = { true, false, false };
  const double q[] = { 47.1, 0, 0 };
  Fixture f;
  open_fixture(&f, GEARS, q, &(AssemblyOptions){ .is_held = is_held });
  assert_true(f.assembly->is_closed);
  assert_close(f.assembly->configurations[0].q[1], 15.7, 1e-12);
  assert_close(f.assembly->configurations[0].q[2], 0.471, 1e-13);
  close_fixture(&f);
}

// A quaternion of any length stands for its rotation; none is near the direction of another.
static void quaternions_of_the_start_get_their_length(void **state)
{
  (void)state;
  static const char BODY[] = "mechanism hung\n"
                             "joint j : free quaternion from ground\n"
                             "loop c : spherical [0.2, 0, 0] on ground = [0, 0.2, 0] on j\n";
  Fixture f;
  reading_open(&f.reading, BODY);
  int n = f.reading.mechanism->coordinate_count;
  double q[16] = { 0 };
  bool is_held[16] = { false };
  for (int i = 0; i < n; i++) {
    bool is_length = f.reading.mechanism->coordinates[i].kind == COORDINATE_LENGTH;
    q[i] = is_length ? 0 : 3.0 + i;
  }
  reading_close(&f.reading);
  open_fixture(&f, BODY, q, &(AssemblyOptions){ .is_held = is_held });
  assert_true(f.assembly->is_closed);
  double sum = 0, dot = 0, old = 0;
  const double *found = f.assembly->configurations[0].q;
  for (int i = 0; i < n; i++) {
    if (f.reading.mechanism->coordinates[i].kind == COORDINATE_LENGTH) continue;
    sum += found[i] * found[i];
    dot += found[i] * q[i];
    old += q[i] * q[i];
  }
  assert_close(sum, 1, 1e-14);
  assert_true(dot / sqrt(old) > 0.9);
  close_fixture(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_slider_crank_has_two_configurations),
    cmocka_unit_test(what_is_not_held_is_left_free),
    cmocka_unit_test(a_slider_too_far_away_gives_the_closest_configuration),
    cmocka_unit_test(a_dead_point_is_one_configuration),
    cmocka_unit_test(nothing_moves_when_all_is_held),
    cmocka_unit_test(a_redundant_bar_does_not_keep_it_open),
    cmocka_unit_test(a_joint_is_not_closed_upside_down),
    cmocka_unit_test(bennetts_linkage_closes_in_space),
    cmocka_unit_test(angles_stay_within_half_a_turn),
    cmocka_unit_test(the_branch_of_the_start_is_kept),
    cmocka_unit_test(a_gap_decides_no_branch),
    cmocka_unit_test(turns_that_count_are_not_taken_out),
    cmocka_unit_test(quaternions_of_the_start_get_their_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
