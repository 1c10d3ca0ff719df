// test_sweep.c -- mechanisms whose motion is known in closed form, and places where it ends.
// SPDX-License-Identifier: MIT
#include "report/row_table.h"
#include "report/studies/study_text.h"
#include "study/sweep/sweep.h"

#include "study/four_bar/four_bar.h"
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

static const char SLIDER_CRANK[] = "mechanism slider_crank\n"
                                   "param r = 0.1 m, l = 0.3 m\n"
                                   "joint a : revolute z (th = 1) from ground\n"
                                   "joint b : revolute z (be = -1.3) from a at [r, 0, 0]\n"
                                   "joint s : prismatic x (x = 0.35) from ground\n"
                                   "loop  c : revolute z [l, 0, 0] on b = s\n";

#define TWO_CRANKS(r2, start)                                                                      \
  "mechanism cranks\nparam r = 0.1 m, l = 0.3 m\n"                                                 \
  "joint a : revolute z (q1 = 1) from ground\n"                                                    \
  "joint b : revolute z (q2 = -1) from a at [r, 0, 0]\n"                                           \
  "joint d : revolute z (q3 = " start ") from ground at [l, 0, 0]\n"                               \
  "loop c1 : revolute z [l, 0, 0] on b = [" r2 ", 0, 0] on d\n"

typedef struct Fixture {
  Reading reading;
  Sweep *sweep;
  SweepStatus status;
  Text why;
} Fixture;

static void open_fixture(Fixture *fixture, const char *description, SweepOptions options)
{
  *fixture = (Fixture){ 0 };
  reading_open(&fixture->reading, description);
  System *system = reading_system(&fixture->reading);
  const Equations *equations = system->equations;
  double parameters[8], q[8] = { 0 };
  for (int i = 0; i < equations->parameter_count; i++)
    parameters[i] = expr_literal_value(equations->parameters[i].value);
  for (int i = 0; i < equations->coordinate_count; i++) {
    if (equations->coordinates[i].value) q[i] = expr_literal_value(equations->coordinates[i].value);
  }
  ProgramState start = { .parameters = parameters, .q = q };
  fixture->status = sweep_new(system, &start, &options, &fixture->sweep, &fixture->why);
}

static void close_fixture(Fixture *fixture)
{
  text_free(&fixture->why);
  sweep_free(fixture->sweep);
  reading_close(&fixture->reading);
}

static void assert_close(double value, double expected, double tolerance)
{
  if (fabs(value - expected) <= tolerance) return;
  print_message("%.17g instead of %.17g\n", value, expected);
  fail();
}

static void assert_has(const char *text, const char *part)
{
  if (strstr(text, part)) return;
  print_message("'%s' is not in:\n%s", part, text);
  fail();
}

static void assert_reported(const Fixture *fixture, const char *part)
{
  Text report = { 0 };
  sweep_words(fixture->sweep, &report);
  assert_has(text_string(&report), part);
  text_free(&report);
}

static double cell(const Fixture *fixture, int row, const char *name)
{
  const Sweep *sweep = fixture->sweep;
  for (int i = 0; i < sweep->column_count; i++) {
    if (strcmp(sweep->columns[i].name, name) == 0)
      return sweep->rows[row * sweep->column_count + i];
  }
  print_message("no column '%s'\n", name);
  fail();
  return 0;
}

// ---- motion

// x = r cos(th) + sqrt(l^2 - r^2 sin(th)^2) and its derivatives
static void a_slider_crank_moves_as_its_formula_says(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, SLIDER_CRANK,
               (SweepOptions){ .to = 4 * PI, .steps = 50, .speed = 3, .acceleration = -2 });
  assert_int_equal(f.status, SWEEP_OK);
  assert_true(f.sweep->is_complete);
  assert_int_equal(f.sweep->row_count, 51);
  for (int k = 0; k <= 50; k++) {
    double th = cell(&f, k, "th"), s = 0.1 * sin(th), c = 0.1 * cos(th), root = sqrt(0.09 - s * s);
    double by_th = -s - s * c / root;
    double second = -c - (c * c - s * s) / root - s * s * c * c / (root * root * root);
    assert_close(th, 4 * PI * k / 50, 1e-15);
    assert_close(cell(&f, k, "x"), c + root, 1e-14);
    assert_close(cell(&f, k, "x'"), by_th * 3, 1e-13);
    assert_close(cell(&f, k, "x''"), second * 9 - 2 * by_th, 1e-12);
    assert_close(cell(&f, k, "th'"), 3, 0);
    assert_close(cell(&f, k, "th''"), -2, 0);
  }
  assert_close(f.sweep->extremes[2].least, 0.2, 1e-15);
  assert_close(remainder(f.sweep->extremes[2].least_at, 2 * PI), PI, 1e-7);
  assert_close(f.sweep->extremes[2].greatest, 0.4, 1e-15);
  assert_reported(&f, "The whole range is reached.\n");
  close_fixture(&f);
}

static void a_range_may_be_counted_down(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, SLIDER_CRANK, (SweepOptions){ .from = 3, .to = 2, .steps = 4, .speed = 1 });
  assert_int_equal(f.sweep->row_count, 5);
  assert_close(cell(&f, 0, "th"), 3, 0);
  assert_close(cell(&f, 3, "th"), 2.25, 0);
  assert_close(sin(2.25 + cell(&f, 3, "be")), -sin(2.25) / 3, 1e-14);
  close_fixture(&f);
}

static void time_drives_what_depends_on_it(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f,
               "mechanism pump\nparam r = 0.1 m, l = 0.3 m\n"
               "joint a : revolute z (= 2 * t) from ground\n"
               "joint b : revolute z (be) from a at [r, 0, 0]\n"
               "joint s : prismatic x (x = 0.35) from ground\n"
               "loop  c : revolute z [l, 0, 0] on b = s\n",
               (SweepOptions){ .input = SWEEP_TIME, .to = 1, .steps = 10, .speed = 1 });
  assert_int_equal(f.status, SWEEP_OK);
  assert_true(f.sweep->is_complete);
  assert_string_equal(f.sweep->columns[0].name, "t");
  assert_string_equal(f.sweep->columns[3].name, "be'");
  double s = 0.1 * sin(1), c = 0.1 * cos(1), root = sqrt(0.09 - s * s);
  assert_close(cell(&f, 5, "x"), c + root, 1e-14);
  assert_close(cell(&f, 5, "x'"), 2 * (-s - s * c / root), 1e-13);
  close_fixture(&f);
}

static void a_tree_of_one_joint_needs_no_loop(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f,
               "mechanism pendulum\njoint a : revolute y (q) from ground\n"
               "point tip at [2, 3, 0] m on a\noutput height = position(tip) . [0, 0, 1]\n",
               (SweepOptions){ .to = 1, .steps = 1, .speed = 5, .acceleration = 7 });
  assert_true(f.sweep->is_complete);
  assert_close(cell(&f, 1, "tip.x"), 2 * cos(1), 1e-15);
  assert_close(cell(&f, 1, "tip.y"), 3, 0);
  assert_close(cell(&f, 1, "tip.z'"), -10 * cos(1), 1e-14);
  assert_close(cell(&f, 1, "tip.z''"), 50 * sin(1) - 14 * cos(1), 1e-13);
  assert_close(cell(&f, 1, "height"), -2 * sin(1), 1e-15);
  Text table = { 0 };
  RowTable rows = sweep_table(f.sweep);
  row_table_csv(&rows, &table);
  assert_has(text_string(&table), "q [rad],q' [rad/s],q'' [rad/s^2],tip.x [m],tip.y [m],tip.z [m],"
                                  "tip.x' [m/s],");
  text_free(&table);
  close_fixture(&f);
}

// ---- ends and crossings

static void dead_points_are_where_crank_and_rod_are_in_line(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, SLIDER_CRANK, (SweepOptions){ .input = 2, .to = 1, .steps = 100, .speed = 1 });
  assert_false(f.sweep->is_complete);
  assert_int_equal(f.sweep->place_count, 2);
  assert_close(f.sweep->places[0].input, 0.2, 1e-15);
  assert_close(remainder(f.sweep->places[0].q[0] - PI, 2 * PI), 0, 1e-12);
  assert_close(f.sweep->places[1].input, 0.4, 1e-15);
  assert_close(f.sweep->places[1].q[0], 0, 1e-12);
  assert_int_equal(f.sweep->row_count, 19);  // 0.21 .. 0.39: at the dead points rates are infinite
  assert_close(cell(&f, 0, "x"), 0.21, 1e-15);
  assert_reported(
      &f, "Only a part of the range can be reached: 19 of 101 rows, from 0.21 m to 0.39 m.\n"
          "Dead centre at x = 0.2 m: the input cannot advance further. There th = 180 deg, be = "
          "-180 deg.");
  close_fixture(&f);
}

static void a_range_that_ends_in_dead_points_is_whole(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, SLIDER_CRANK,
               (SweepOptions){ .input = 2, .from = 0.2, .to = 0.4, .steps = 10, .speed = 1 });
  assert_true(f.sweep->is_complete);
  assert_int_equal(f.sweep->place_count, 2);
  close_fixture(&f);
}

static void a_parallelogram_stays_one_through_its_change_points(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, TWO_CRANKS("r", "1"), (SweepOptions){ .to = 4 * PI, .steps = 72, .speed = 2 });
  assert_true(f.sweep->is_complete);
  assert_int_equal(f.sweep->place_count, 5);
  for (int k = 0; k < 5; k++) {
    assert_int_equal(f.sweep->places[k].kind, PLACE_CHANGE_POINT);
    assert_close(f.sweep->places[k].input, PI * k, 1e-6);
  }
  for (int k = 0; k <= 72; k++) {
    assert_close(cell(&f, k, "q3"), cell(&f, k, "q1"), 1e-10);
    assert_close(cell(&f, k, "q3'"), 2, 1e-9);
    assert_close(cell(&f, k, "q2''"), 0, 1e-8);
  }
  assert_reported(&f, "Change point at q1 = 0 rad (0 deg): branches cross;");
  close_fixture(&f);
}

// An antiparallelogram: (l - r) tan(q3/2) = -(l + r) tan(q1/2)
static void an_antiparallelogram_stays_one_too(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, TWO_CRANKS("r", "-1.7"),
               (SweepOptions){ .to = 4 * PI, .steps = 70, .speed = 2 });
  assert_true(f.sweep->is_complete);
  for (int k = 0; k <= 70; k++) {
    double q1 = cell(&f, k, "q1"), q3 = cell(&f, k, "q3");
    double left = 0.2 * sin(q3 / 2) * cos(q1 / 2), right = -0.4 * sin(q1 / 2) * cos(q3 / 2);
    assert_close(left, right, 1e-10);
  }
  close_fixture(&f);
}

// One crank a little shorter, and the other turns back shortly before both change points.
static void nearly_a_parallelogram_turns_back(void **state)
{
  (void)state;
  const FourBarSize size = { { 0.1, 0.3, 0.09999 }, { 0.3, 0 } };
  Fixture f;
  open_fixture(&f, TWO_CRANKS("0.09999", "1"), (SweepOptions){ .to = 4, .steps = 40, .speed = 2 });
  assert_false(f.sweep->is_complete);
  assert_int_equal(f.sweep->place_count, 2);
  for (int k = 0; k < 2; k++) {
    assert_int_equal(f.sweep->places[k].kind, PLACE_DEAD_POINT);
    assert_close(f.sweep->places[k].input, four_bar_singular_angle(&size, k == 1), 1e-9);
  }
  close_fixture(&f);
}

static void what_has_no_value_is_an_end(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f,
               "mechanism root\ncoord x = 1 m, y = 1 m\nframe f in ground : TX(x), TY(y)\n"
               "constraint c : y = sqrt(x*1 m)\n",
               (SweepOptions){ .from = -1, .to = 2, .steps = 30, .speed = 1 });
  assert_int_equal(f.status, SWEEP_OK);
  assert_false(f.sweep->is_complete);
  assert_in_range(f.sweep->row_count, 20, 21);  // the end itself may be one
  int middle = f.sweep->row_count - 11;
  assert_close(cell(&f, middle, "x"), 1, 1e-15);
  assert_close(cell(&f, middle, "y"), 1, 1e-15);
  assert_close(cell(&f, middle, "y'"), 0.5, 1e-14);
  assert_int_equal(f.sweep->places[0].kind, PLACE_END);
  assert_close(f.sweep->places[0].input, 0, 1e-6);
  assert_reported(&f, ": beyond it the equations are undefined or not smooth. There y = ");
  close_fixture(&f);
}

static void a_range_that_cannot_be_reached_has_no_rows(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, SLIDER_CRANK,
               (SweepOptions){ .input = 2, .from = 1, .to = 2, .steps = 10, .speed = 1 });
  assert_int_equal(f.status, SWEEP_OK);
  assert_int_equal(f.sweep->row_count, 0);
  assert_reported(&f, "No part of the range can be reached");
  close_fixture(&f);
}

// ---- freedoms

static const char FIVE_BAR[] = "mechanism five\nparam l = 0.2 m\n"
                               "joint a : revolute z (q1) from ground\n"
                               "joint b : revolute z (q2) from a at [l, 0, 0]\n"
                               "joint c : revolute z (q3) from b at [l, 0, 0]\n"
                               "joint d : revolute z (q4) from ground at [l, 0, 0]\n"
                               "loop  e : revolute z  [l, 0, 0] on c = [l, 0, 0] on d\n";

static void what_else_is_free_has_to_be_held(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, FIVE_BAR, (SweepOptions){ .to = 1, .steps = 10, .speed = 1 });
  assert_int_equal(f.status, SWEEP_WRONG_FREEDOMS);
  assert_has(text_string(&f.why),
             "with q1 fixed, 1 degree of freedom left; fix 1 more coordinate, for "
             "example --hold q");
  close_fixture(&f);
  const bool is_held[] = { false, false, false, true };
  open_fixture(&f, FIVE_BAR,
               (SweepOptions){ .to = 1, .steps = 10, .speed = 1, .is_held = is_held });
  assert_int_equal(f.status, SWEEP_OK);
  assert_true(f.sweep->is_complete);
  assert_string_equal(f.sweep->columns[2].name, "q3");
  assert_string_equal(f.sweep->columns[3].name, "q1'");
  close_fixture(&f);
}

static void a_structure_does_not_move(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f,
               "mechanism structure\nparam l = 0.2 m\njoint a : revolute z (q1) from ground\n"
               "joint d : revolute z (q2) from ground at [l, 0, 0]\n"
               "loop e : revolute z [l, 0, 0] on a = [l, 0, 0] on d\n",
               (SweepOptions){ .to = 1, .steps = 10, .speed = 1 });
  assert_int_equal(f.status, SWEEP_WRONG_FREEDOMS);
  assert_has(text_string(&f.why), "q1 cannot move: the loops and constraints hold it");
  close_fixture(&f);
}

static void what_cannot_be_closed_is_told(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f,
               "mechanism gap\nparam l = 0.2 m\njoint a : revolute z (q1) from ground\n"
               "joint b : revolute z (q2) from a at [l, 0, 0]\n"
               "joint d : revolute z (q3) from ground at [9*l, 0, 0]\n"
               "loop e : revolute z [l, 0, 0] on b = [l, 0, 0] on d\n",
               (SweepOptions){ .to = 1, .steps = 10, .speed = 1 });
  assert_int_equal(f.status, SWEEP_DOES_NOT_CLOSE);
  assert_has(text_string(&f.why), "the mechanism does not close");
  close_fixture(&f);
}

static void wheels_are_refused(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f,
               "mechanism wheel\ncoord x, phi\nframe w in ground : TX(x), TZK(0.1 m), RY(phi)\n"
               "rolling w radius 0.1 m on plane [0, 0, 1]\n",
               (SweepOptions){ .to = 1, .steps = 10, .speed = 1 });
  assert_int_equal(f.status, SWEEP_NO_EQUATIONS);
  assert_has(text_string(&f.why), "tie speeds");
  close_fixture(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_slider_crank_moves_as_its_formula_says),
    cmocka_unit_test(a_range_may_be_counted_down),
    cmocka_unit_test(time_drives_what_depends_on_it),
    cmocka_unit_test(a_tree_of_one_joint_needs_no_loop),
    cmocka_unit_test(dead_points_are_where_crank_and_rod_are_in_line),
    cmocka_unit_test(a_range_that_ends_in_dead_points_is_whole),
    cmocka_unit_test(a_parallelogram_stays_one_through_its_change_points),
    cmocka_unit_test(an_antiparallelogram_stays_one_too),
    cmocka_unit_test(nearly_a_parallelogram_turns_back),
    cmocka_unit_test(what_has_no_value_is_an_end),
    cmocka_unit_test(a_range_that_cannot_be_reached_has_no_rows),
    cmocka_unit_test(what_else_is_free_has_to_be_held),
    cmocka_unit_test(a_structure_does_not_move),
    cmocka_unit_test(what_cannot_be_closed_is_told),
    cmocka_unit_test(wheels_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
