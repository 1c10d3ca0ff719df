// test_mobility.c -- ranks, redundant rows and configurations of mechanisms known in closed form.
// SPDX-License-Identifier: MIT
#include "report/studies/study_text.h"
#include "study/mobility/mobility_findings.h"

#include "support/reading.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

typedef struct Fixture {
  Reading reading;
  MobilityStudy *study;
  Text report;
} Fixture;

static void study_open(Fixture *fixture, const ProgramState *start)
{
  Text why = { 0 };
  fixture->report = (Text){ 0 };
  fixture->study = mobility_study_new(reading_system(&fixture->reading), start, NULL, &why);
  assert_string_equal(text_string(&why), "");
  MobilityFindings *findings = mobility_findings_new(fixture->study, &why);
  assert_non_null(findings);
  mobility_words(findings, &fixture->report);
  mobility_findings_free(findings);
  text_free(&why);
}

static void open_fixture(Fixture *fixture, const char *description)
{
  reading_open(&fixture->reading, description);
  study_open(fixture, NULL);
}

static void close_fixture(Fixture *fixture)
{
  mobility_study_free(fixture->study);
  text_free(&fixture->report);
  reading_close(&fixture->reading);
}

static void assert_reported(const Fixture *fixture, const char *sentence)
{
  if (strstr(text_string(&fixture->report), sentence)) return;
  print_message("'%s' is not in:\n%s", sentence, text_string(&fixture->report));
  fail();
}

static void assert_close(double value, double expected, double tolerance)
{
  if (fabs(value - expected) <= tolerance) return;
  print_message("%.17g instead of %.17g\n", value, expected);
  fail();
}

// The labels of the redundant rows, one behind the other.
static void assert_redundant(const Fixture *fixture, const char *labels)
{
  Text text = { 0 };
  for (int i = 0; i < fixture->study->rows->count; i++) {
    if (!fixture->study->is_redundant[i]) continue;
    text_format(&text, "[%s]", fixture->study->rows->equations[i].label);
  }
  assert_string_equal(text_string(&text), labels);
  text_free(&text);
}

static const char CRANKS[] = "param r = 0.5 m, d = 1 m\n"
                             "joint a : revolute z (a = 60 deg) from ground\n"
                             "joint b : revolute z (b = -60 deg) from a at [r, 0, 0]\n"
                             "joint c : revolute z (c = 60 deg) from ground at [d, 0, 0]\n"
                             "joint e : revolute z (e = 60 deg) from ground at [2*d, 0, 0]\n"
                             "loop p : revolute z  [d, 0, 0] on b = [r, 0, 0] on c\n"
                             "loop s : revolute z  [2*d, 0, 0] on b = [r, 0, 0] on e\n";

// At the generic configuration all cranks are still parallel.
static void the_last_bar_is_redundant(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, CRANKS);
  assert_true(f.study->is_assembled);
  assert_int_equal(f.study->rank.rank, 3);
  assert_int_equal(f.study->mobility, 1);
  assert_redundant(&f, "[s: y]");
  assert_close(f.study->start_q[0], acos(0.5), 1e-15);
  assert_true(fabs(f.study->q[0] - f.study->start_q[0]) > 0.01);
  assert_close(f.study->q[1], -f.study->q[0], 1e-12);
  assert_close(f.study->q[3], f.study->q[0], 1e-12);
  for (int j = 0; j < 4; j++)  // the motion: all cranks alike
    assert_close(fabs(f.study->motions[j]), 0.5, 1e-12);
  assert_reported(&f,
                  "  redundant         1 equation (implied by the others); reactions there are not "
                  "unique:\n                      s: y (");
  assert_reported(&f, ":7)\n");
  close_fixture(&f);
}

static void the_second_of_two_constraints_is_redundant(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, "coord x = 1, y = 1\nframe p in ground : TX(x), TY(y)\n"
                   "constraint first : x = y\n"
                   "constraint second : x^2 = y^2\n");
  assert_redundant(&f, "[second]");
  assert_int_equal(f.study->mobility, 1);
  assert_reported(&f, "exactly 1 at the initial configuration");
  close_fixture(&f);
}

// Of fractions the rank is exact; of roots it is taken modulo primes, and that is what is said.
static void exactly_is_said_of_fractions_alone(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, "coord x = sqrt(2), y = sqrt(2)\nframe p in ground : TX(x), TY(y)\n"
                   "constraint first : x = y\n"
                   "constraint second : x^2 = y^2\n");
  assert_reported(&f, "  1 at the initial configuration, in exact arithmetic (modulo two primes)");
  close_fixture(&f);
}

// The speed of a coordinate that a position constraint holds already.
static void speeds_are_dropped_before_positions(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, "coord x, y\nframe p in ground : TX(x), TY(y)\n"
                   "constraint slow : x' = 0\nconstraint still : x = 0\n");
  assert_redundant(&f, "[slow]");
  assert_int_equal(f.study->mobility, 1);
  close_fixture(&f);
}

// A door on three hinges: each of the others repeats all five equations.
static void hinges_of_a_door_are_redundant(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, "joint door : free (x, y, z, a, b, c) from ground\n"
                   "loop low : revolute z  ground = door\n"
                   "loop high : revolute z  [0, 0, 2] on ground = [0, 0, 2] on door\n");
  assert_int_equal(f.study->mobility, 1);
  assert_int_equal(mobility_redundant_count(f.study), 5);
  assert_reported(&f, "-4 = 6 (2 - 2 - 1) + 2");
  close_fixture(&f);
}

static void units_do_not_matter(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, "joint a : revolute z (a = 1) from ground\n"
                   "joint b : revolute z (b = -1) from a at [1e-6, 0, 0]\n"
                   "joint s : prismatic x (s = 3e-6) from ground\n"
                   "joint k : revolute y (k) from ground\n"
                   "loop c : revolute z  [3e-6, 0, 0] on b = s\n"
                   "loop d : fixed  [0, 1e6, 0] on ground = [0, 1e6, 0] on k\n");
  assert_true(f.study->is_assembled);
  assert_int_equal(f.study->mobility, 1);
  close_fixture(&f);
}

static void driven_coordinates_count_as_free(void **state)
{
  (void)state;
  Fixture f;
  Text text = { 0 };
  text_format(&text, "%smotion a : quintic from 60 deg to 90 deg in 2 s\n", CRANKS);
  open_fixture(&f, text_string(&text));
  assert_int_equal(f.study->motion_count, 1);
  assert_int_equal(f.study->mobility, 1);
  assert_redundant(&f, "[s: y]");
  assert_reported(&f, "by 1 motion, not counted above; 0 degrees of freedom left");
  close_fixture(&f);
  text_put(&text, "motion c : quintic from 60 deg to 90 deg in 2 s\n");
  open_fixture(&f, text_string(&text));
  assert_int_equal(mobility_redundant_count(f.study), 2);
  close_fixture(&f);
  text_free(&text);
}

static void the_callers_values_are_used(void **state)
{
  (void)state;
  Fixture f;
  const double parameters[] = { 0.5, 1 }, wrong[] = { 0.5, 5 }, q[] = { 1, -1, 1, 1 };
  ProgramState start = { .parameters = parameters, .q = q };
  reading_open(&f.reading, CRANKS);
  study_open(&f, &start);
  assert_close(f.study->start_q[0], 1, 1e-15);
  mobility_study_free(f.study);
  text_free(&f.report);
  start.parameters = wrong;
  study_open(&f, &start);
  assert_true(f.study->is_assembled);
  assert_int_equal(f.study->values, VALUES_GIVEN);
  close_fixture(&f);
}

static void a_mechanism_without_constraints_is_refused(void **state)
{
  (void)state;
  Reading reading;
  Text why = { 0 };
  reading_open(&reading, "joint a : revolute z from ground\n");
  assert_null(mobility_study_new(reading_system(&reading), NULL, NULL, &why));
  assert_non_null(strstr(text_string(&why), "the mechanism has no constraints"));
  text_free(&why);
  reading_close(&reading);
}

// Lengths for which it closes are found; for a contradiction there are none.
static void parameters_without_values_are_tried(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, "param l1, l2, m\n"
                   "joint a : revolute z (a) from ground\n"
                   "joint b : revolute z (b) from a at [l1, 0, 0]\n"
                   "joint s : prismatic x (s) from ground\n"
                   "body s on s : mass m\n"
                   "loop c : revolute z  [l2, 0, 0] on b = s\n");
  assert_int_equal(f.study->values, VALUES_TRIAL);
  assert_int_equal(f.study->mobility, 1);
  assert_reported(&f, "parameters without a value were tried with l1 = ");
  assert_null(strstr(text_string(&f.report), "m = "));
  close_fixture(&f);
  open_fixture(&f, "param l\njoint a : revolute z (a) from ground\n"
                   "constraint c : cos(a) = 2 + l^2\n");
  assert_false(f.study->is_assembled);
  assert_reported(&f, "No parameter values were found that close the loops");
  assert_reported(&f, "1 of 1 equations with open loops (exact): mobility at least 0");
  close_fixture(&f);
}

static void an_open_mechanism_is_an_answer(void **state)
{
  (void)state;
  Fixture f;
  open_fixture(&f, "joint a : revolute z (a = 1) from ground\n"
                   "loop c : revolute z  [2, 0, 0] on a = [0, 5, 0] on ground\n");
  assert_false(f.study->is_assembled);
  assert_close(f.study->residual, 3, 1e-9);
  assert_reported(&f, "It cannot be assembled: residual at least 3 m");
  close_fixture(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_last_bar_is_redundant),
    cmocka_unit_test(the_second_of_two_constraints_is_redundant),
    cmocka_unit_test(exactly_is_said_of_fractions_alone),
    cmocka_unit_test(speeds_are_dropped_before_positions),
    cmocka_unit_test(hinges_of_a_door_are_redundant),
    cmocka_unit_test(units_do_not_matter),
    cmocka_unit_test(driven_coordinates_count_as_free),
    cmocka_unit_test(the_callers_values_are_used),
    cmocka_unit_test(a_mechanism_without_constraints_is_refused),
    cmocka_unit_test(parameters_without_values_are_tried),
    cmocka_unit_test(an_open_mechanism_is_an_answer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
