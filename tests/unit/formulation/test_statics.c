// test_statics.c -- forces at rest against formulas by hand.
// SPDX-License-Identifier: MIT
#include "case.h"
#include "symbolic/algebra.h"

#include <string.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void assert_is(Case *c, const char *key, int index, const char *name)
{
  assert_true(case_entries(c, "%s", key)[index] == case_definition(c, name));
}

static void weights_springs_and_drives_add_up(void **state)
{
  (void)state;
  Case c;
  case_open(&c,
            "mechanism test\n"
            "param l, k, r, g, m, c\n"
            "gravity [0, -g, 0]\n"
            "joint a : revolute z (q) from ground\n"
            "body B on a : mass m, com [l, 0, 0]\n"
            "input u [N.m]\n"
            "torque motor on a = r*u - c*q'\n"
            "torque coil on a = -k*q\n"
            "let push = m*g*l*cos(q) + k*q - r*u\n"
            "let stiffness = k - m*g*l*sin(q)\n"
            "let by_u = -r\n",
            NULL);
  assert_is(&c, "S", 0, "push");
  assert_is(&c, "dS/dq", 0, "stiffness");
  assert_is(&c, "dS/du", 0, "by_u");
  case_close(&c);
}

// In the turning frame the centrifugal force m w^2 l sin(q) pulls outwards.
static void a_given_motion_has_inertia_forces(void **state)
{
  (void)state;
  Case c;
  case_open(&c,
            "mechanism test\n"
            "param l, w, g, m\n"
            "gravity [0, 0, -g]\n"
            "joint spindle : revolute z (= w*t) from ground\n"
            "joint arm : revolute y (q) from spindle\n"
            "body ball on arm : mass m, com [0, 0, -l]\n"
            "let push = m*g*l*sin(q) - m*w^2*l^2*sin(q)*cos(q)\n",
            NULL);
  assert_is(&c, "S", 0, "push");
  case_close(&c);
}

// Entry (i, j, k) of second derivatives is entry (i, k, j).
static void second_derivatives_of_loops_are_symmetric(void **state)
{
  (void)state;
  Case c;
  case_open_example(&c, "four_bar/four_bar.bl", "", NULL);
  const Expr **entries = case_entries(&c, "dPhi_q/dq");
  const Quantity *quantity = equations_find(c.equations, "dPhi_q/dq");
  assert_int_equal(quantity->rows, 6);
  assert_string_equal(quantity->row_labels[4], "c: y, b");
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 9; j++)
      assert_true(entries[i * 9 + j] == entries[i * 9 + j % 3 * 3 + j / 3]);
  }
  case_close(&c);
}

// A strut holds the end of a beam: pulling along it by s, it turns the beam with the lever l sin.
static void a_strut_pulls_at_a_beam(void **state)
{
  (void)state;
  Case c;
  case_open(&c,
            "mechanism test\n"
            "param l, h\n"
            "joint beam : revolute z (q) from ground\n"
            "joint swivel : revolute z (p) from ground at [0, h, 0]\n"
            "joint strut : prismatic x (s) from swivel\n"
            "loop end : revolute z strut = [l, 0, 0] on beam\n"
            "let fx = cos(p - q)\n"
            "let fy = sin(p - q)\n"
            "let mz = l*sin(p - q)\n"
            "let one = 1\n",
            NULL);
  const char *key = "dreaction/dlambda:beam";
  assert_refused(&c, "dreaction/dlambda:b", "there is no joint 'b'");
  case_entries(&c, "%s", key);
  const Quantity *quantity = equations_find(c.equations, key);
  assert_int_equal(quantity->rows, 6);
  assert_string_equal(quantity->column_labels[0], "end: x");
  // what the plane does not need comes behind, and is not determined
  assert_int_equal(quantity->columns, 5);
  assert_string_equal(quantity->column_labels[2], "end: z");
  int n = quantity->columns;
  assert_is(&c, key, 0 * n, "fx");
  assert_is(&c, key, 1 * n, "fy");
  assert_is(&c, key, 5 * n, "mz");
  assert_is(&c, key, 2 * n + 2, "one");
  case_close(&c);
}

static void refusals_say_why(void **state)
{
  (void)state;
  Case c;
  case_open(&c, "mechanism test\njoint a : revolute z (q) from ground\n", NULL);
  assert_refused(&c, "dS/du", "there is no input");
  assert_refused(&c, "dPhi_q/dq", "the mechanism has no position constraints");
  assert_refused(&c, "dH/dq", "the mechanism has no velocity constraints");
  assert_refused(&c, "dreaction/dlambda:a", "the mechanism has no constraints");
  case_close(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(weights_springs_and_drives_add_up),
    cmocka_unit_test(a_given_motion_has_inertia_forces),
    cmocka_unit_test(second_derivatives_of_loops_are_symmetric),
    cmocka_unit_test(a_strut_pulls_at_a_beam),
    cmocka_unit_test(refusals_say_why),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
