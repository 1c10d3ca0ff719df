// test_four_bar.c -- the closed form where it is delicate, and descriptions that are no four-bars.
// (Vectors and other ways to cut the ring open: tests/reference/test_planar.py.)
// SPDX-License-Identifier: MIT
#include "report/studies/study_text.h"
#include "study/four_bar/four_bar.h"

#include "support/reading.h"

#include <math.h>
#include <string.h>
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

// ---- numbers

// l1 e(phi1) + l2 e(phi2) - l3 e(phi3) - (D - A), and its two time derivatives.
static void assert_closes(const FourBarSize *size, const FourBarMotion *motion)
{
  static const double SIGNS[] = { 1, 1, -1 };
  double x = -size->ground[0], y = -size->ground[1], vx = 0, vy = 0, ax = 0, ay = 0;
  for (int i = 0; i < 3; i++) {
    double l = SIGNS[i] * size->length[i], c = cos(motion->angle[i]), s = sin(motion->angle[i]);
    double w = motion->rate[i], a = motion->acceleration[i];
    x += l * c;
    y += l * s;
    vx -= l * s * w;
    vy += l * c * w;
    ax -= l * (s * a + c * w * w);
    ay += l * (c * a - s * w * w);
  }
  assert_close(hypot(x, y), 0, 1e-14);
  assert_close(hypot(vx, vy), 0, 1e-13);
  assert_close(hypot(ax, ay), 0, 1e-12);
}

static void both_branches_close_all_around(void **state)
{
  (void)state;
  const FourBarSize sizes[] = { { { 0.1, 0.25, 0.2 }, { 0.3, -0.05 } },
                                { { 0.6, 0.5, 0.7 }, { -0.2, 0 } },
                                { { 0.1, -0.25, 0.2 }, { 0.1, 0.3 } },
                                { { 0.1, 0.25, -0.2 }, { 0.1, 0.3 } } };
  for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
    for (int degrees = 0; degrees < 360; degrees += 7) {
      for (int branch = -1; branch <= 1; branch += 2) {
        FourBarMotion motion = { .angle = { degrees * acos(-1) / 180 },
                                 .rate = { 2 },
                                 .acceleration = { -3 } };
        assert_true(four_bar_solve(&sizes[k], branch, &motion));
        assert_closes(&sizes[k], &motion);
        double sine = sin(motion.angle[1] - motion.angle[2]);
        assert_close(motion.determinant, sizes[k].length[1] * sizes[k].length[2] * sine, 1e-16);
      }
    }
  }
}

// A square with the input upright: phi2 = 0 and pi, and K + M = 0 for one of them.
static void the_pole_of_the_half_angle_is_none(void **state)
{
  (void)state;
  const FourBarSize size = { { 1, 1, sqrt(2) }, { 1, 0 } };
  for (int branch = -1; branch <= 1; branch += 2) {
    FourBarMotion motion = { .angle = { acos(-1) / 2 }, .rate = { 1 } };
    FourBarTerms terms = four_bar_terms(&size, motion.angle[0]);
    assert_true(four_bar_solve(&size, branch, &motion));
    assert_closes(&size, &motion);
    assert_close(terms.K * cos(motion.angle[1]) + terms.L * sin(motion.angle[1]), terms.M, 1e-15);
  }
}

static void a_stretched_linkage_closes_once(void **state)
{
  (void)state;
  const FourBarSize size = { { 0.335, 0.517, 0.332 }, { 0.756, -0.27 } };
  double line = atan2(-0.27, 0.756), angle = four_bar_singular_angle(&size, true);
  assert_true(isnan(four_bar_singular_angle(&size, false)));
  FourBarMotion plus = { .angle = { line + angle } }, minus = plus, beyond = plus;
  assert_true(four_bar_solve(&size, 1, &plus));
  assert_true(four_bar_solve(&size, -1, &minus));
  assert_close(plus.angle[1], minus.angle[1], 1e-6);
  assert_close(remainder(plus.angle[1] - plus.angle[2], acos(-1)), 0, 1e-6);
  beyond.angle[0] += 1e-6;
  assert_false(four_bar_solve(&size, 1, &beyond));
}

static void assert_class(const FourBarSize *size, Bar fixed, const char *expected)
{
  FourBarGrashof grashof = four_bar_grashof(size);
  Text text = { 0 };
  four_bar_put_class(&grashof, fixed, &text);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void grashof_knows_all_inversions(void **state)
{
  (void)state;
  const FourBarSize crank = { { 0.2, 0.6, 0.5 }, { 0.7, 0 } };
  assert_class(&crank, BAR_GROUND, "crank-rocker (input rotates fully)");
  assert_class(&crank, BAR_INPUT, "double-crank");
  assert_class(&crank, BAR_COUPLER, "crank-rocker (input rotates fully)");
  assert_class(&crank, BAR_OUTPUT, "double-rocker (input rotates fully)");
  const FourBarSize back = { { 0.5, 0.6, 0.2 }, { 0.7, 0 } };
  assert_class(&back, BAR_GROUND, "crank-rocker (output rotates fully)");
  const FourBarSize equal = { { 0.1, 0.3, 0.1 }, { 0, 0.3 } };
  assert_class(&equal, BAR_GROUND, "change point");
  const FourBarSize rocker = { { 0.5, 0.6, 0.55 }, { 1, 0 } };
  assert_class(&rocker, BAR_GROUND, "non-Grashof (triple rocker)");
  const FourBarSize open = { { 0.1, 0.2, 0.3 }, { 0.7, 0 } };
  assert_class(&open, BAR_GROUND, "cannot be closed");
}

// ---- descriptions

static void assert_refused(const char *description, const char *input, const char *sentence)
{
  Reading reading;
  reading_open(&reading, description);
  Text why = { 0 };
  FourBar *four_bar = four_bar_find(reading.mechanism, input, &why);
  assert_null(four_bar);
  if (!strstr(text_string(&why), sentence)) {
    print_message("'%s' is not in: %s\n", sentence, text_string(&why));
    fail();
  }
  text_free(&why);
  reading_close(&reading);
}

#define HEAD "mechanism m\nparam l = 0.1 m\njoint a : revolute z from ground\n"

static void other_mechanisms_are_told_apart(void **state)
{
  (void)state;
  assert_refused(HEAD, NULL, "it has no loop");
  assert_refused(HEAD "joint b : revolute z from a at [l, 0, 0]\n"
                      "joint s : prismatic x from ground\nloop c : revolute z b = s\n",
                 NULL, "'s' slides");
  assert_refused(HEAD "joint b : revolute z from a at [l, 0, 0]\n"
                      "loop c : prismatic x ground = b\n",
                 NULL, "the loop 'c' is not a revolute joint");
  assert_refused(HEAD "joint b : revolute x from a\n"
                      "loop c : spherical [0, l, 0] on ground = [0, l, 0] on b\n",
                 NULL, "it does not move in one plane");
  assert_refused(HEAD "joint b : revolute z (= 2*a) from a at [l, 0, 0]\n"
                      "joint d : revolute z from ground at [2*l, 0, 0]\n"
                      "loop c : revolute z [l, 0, 0] on b = [l, 0, 0] on d\n",
                 NULL, "'b' is driven by another joint");
  assert_refused(HEAD "joint b : revolute z from a at [l, 0, 0]\n"
                      "joint e : revolute z from b at [l, 0, 0]\n"
                      "joint d : revolute z from ground at [2*l, 0, 0]\n"
                      "loop c : revolute z [l, 0, 0] on e = [l, 0, 0] on d\n",
                 NULL, "it has 4 moving links and 5 revolute joints");
  assert_refused(HEAD "joint b : revolute z from a at [l, 0, 0]\n"
                      "joint d : revolute z from ground at [2*l, 0, 0]\n"
                      "loop c : revolute z [l, 0, 0] on b = [l, 0, 0] on d\n",
                 "b", "no joint on ground is called 'b'");
}

static void any_joint_on_ground_may_be_the_input(void **state)
{
  (void)state;
  static const char *const INPUTS[] = { NULL, "a", "d", "phi3" };
  Reading reading;
  reading_open(&reading, HEAD "joint b : revolute z from a at [l, 0, 0]\n"
                              "joint d : revolute z (phi3) from ground at [3*l, 0, 0]\n"
                              "loop c : revolute z [4*l, 0, 0] on b = [2*l, 0, 0] on d\n");
  for (size_t i = 0; i < sizeof INPUTS / sizeof INPUTS[0]; i++) {
    Text why = { 0 };
    FourBar *four_bar = four_bar_find(reading.mechanism, INPUTS[i], &why);
    assert_non_null(four_bar);
    assert_string_equal(four_bar->pivots[0], i < 2 ? "a" : "d");
    assert_string_equal(four_bar->pivots[1], i < 2 ? "b" : "c");
    Text report = { 0 };
    four_bar_words(four_bar, NULL, &report);
    assert_non_null(strstr(text_string(&report), i < 2 ? "φ2 = a + b  (coupler)" : "r1 = 2*l\n"));
    text_free(&report);
    four_bar_free(four_bar);
    text_free(&why);
  }
  reading_close(&reading);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(both_branches_close_all_around),
    cmocka_unit_test(the_pole_of_the_half_angle_is_none),
    cmocka_unit_test(a_stretched_linkage_closes_once),
    cmocka_unit_test(grashof_knows_all_inversions),
    cmocka_unit_test(other_mechanisms_are_told_apart),
    cmocka_unit_test(any_joint_on_ground_may_be_the_input),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
