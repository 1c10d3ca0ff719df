// test_freeze.c -- a mechanism with coordinates held still against the one written without them.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"
#include "lang/lang.h"
#include "lang/evaluate/value_list.h"
#include "transform/freeze.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static Mechanism *read_text(const char *text)
{
  Source source = { "test.bl", text, strlen(text) };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  Text messages = { 0 };
  diagnostics_print(diagnostics, &messages);
  if (!mechanism) print_error("%s", text_string(&messages));
  text_free(&messages);
  diagnostics_free(diagnostics);
  assert_non_null(mechanism);
  return mechanism;
}

static bool freeze(Mechanism *mechanism, const char *list, Text *why)
{
  const Expr **values = ARENA_ARRAY(mechanism->arena, const Expr *, mechanism->coordinate_count);
  return coordinate_values_read(mechanism, list, 0, "to hold still", mechanism->pool, values,
                                why) &&
         mechanism_freeze(mechanism, values, why);
}

static Mechanism *read_frozen(const char *text, const char *list)
{
  Mechanism *mechanism = read_text(text);
  Text why = { 0 };
  if (!freeze(mechanism, list, &why)) fail_msg("%s", text_string(&why));
  text_free(&why);
  return mechanism;
}

static Equations *derive(const Mechanism *mechanism, const char *method)
{
  static const char *const KEYS[] = { "M", "tau" };
  Text why = { 0 };
  Equations *equations = formulate(mechanism, formulation_find(method), 0, KEYS, 2, &why);
  if (!equations) fail_msg("%s", text_string(&why));
  text_free(&why);
  return equations;
}

// By two methods that share little.
static void assert_same_dynamics(const char *text, const char *list, const char *fixed)
{
  static const char *const METHODS[] = { "energy", "newton-euler" };
  Mechanism *frozen = read_frozen(text, list), *plain = read_text(fixed);
  assert_int_equal(plain->coordinate_count, frozen->coordinate_count);
  for (int m = 0; m < 2; m++) {
    Equations *a = derive(frozen, METHODS[m]), *b = derive(plain, METHODS[m]);
    for (int q = 0; q < 2; q++) {
      const Quantity *x = &a->quantities[q], *y = &b->quantities[q];
      for (int e = 0; e < x->rows * x->columns; e++) {
        if (!expr_same_value(x->entries[e], y->entries[e])) fail_msg("%s differs", x->key);
      }
    }
    equations_free(a);
    equations_free(b);
  }
  mechanism_free(frozen);
  mechanism_free(plain);
  flint_cleanup();
}

#define ARM                                                                                        \
  "param L1, L2, m1, m2, m3, J1, J2, J3, g\n"                                                      \
  "gravity [0, 0, -g]\n"                                                                           \
  "joint a : revolute z (q1) from ground\n"                                                        \
  "body A on a : mass m1, com [L1/2, 0, 0], inertia diag(0, J1, J1)\n"

static void a_frozen_joint_is_a_fixed_one(void **state)
{
  (void)state;
  assert_same_dynamics(ARM "joint b : revolute y (q2) from a at [L1, 0, 0]\n"
                           "body B on b : mass m2, com [L2/2, 0, 0], inertia diag(0, J2, J2)\n"
                           "joint c : prismatic x (q3) from b at [L2, 0, 0]\n"
                           "body C on c : mass m3, inertia diag(J3, J3, J3)\n",
                       "q2=30deg, q3 = 0.25",
                       ARM "joint b : fixed from a at [L1, 0, 0] rotated RY(30 deg)\n"
                           "body B on b : mass m2, com [L2/2, 0, 0], inertia diag(0, J2, J2)\n"
                           "joint c : fixed from b at [L2 + 0.25, 0, 0]\n"
                           "body C on c : mass m3, inertia diag(J3, J3, J3)\n");
}

static void a_name_alone_is_held_at_its_initial_value(void **state)
{
  (void)state;
  assert_same_dynamics(ARM "joint b : revolute y (q2 = 60 deg) from a at [L1, 0, 0]\n"
                           "body B on b : mass m2, com [L2, 0, 0]\n",
                       "q2",
                       ARM "joint b : fixed from a at [L1, 0, 0] rotated RY(60 deg)\n"
                           "body B on b : mass m2, com [L2, 0, 0]\n");
}

static void a_joint_driven_by_a_frozen_one_stands_still(void **state)
{
  (void)state;
  assert_same_dynamics(ARM "joint b : revolute y (q2) from a at [L1, 0, 0]\n"
                           "joint c : revolute y (= 2*q2) from b at [L2, 0, 0]\n"
                           "body C on c : mass m3, com [L2, 0, 0]\n",
                       "q2=15deg",
                       ARM "joint b : fixed from a at [L1, 0, 0] rotated RY(15 deg)\n"
                           "joint c : fixed from b at [L2, 0, 0] rotated RY(30 deg)\n"
                           "body C on c : mass m3, com [L2, 0, 0]\n");
}

static void one_of_several_coordinates_of_a_joint_may_be_held(void **state)
{
  (void)state;
  assert_same_dynamics("param m, J\njoint p : planar z (x, y, q) from ground\n"
                       "body B on p : mass m, com [1, 0, 0], inertia diag(0, 0, J)\n",
                       "y=2",
                       "param m, J\njoint s : prismatic x (x) from ground at [0, 2, 0]\n"
                       "joint p : revolute z (q) from s\n"
                       "body B on p : mass m, com [1, 0, 0], inertia diag(0, 0, J)\n");
}

static void a_torque_on_a_held_coordinate_does_nothing(void **state)
{
  (void)state;
  assert_same_dynamics(ARM "joint b : revolute y (q2) from a at [L1, 0, 0]\n"
                           "body B on b : mass m2, com [L2, 0, 0]\n"
                           "input u [N.m]\ntorque t2 on q2 = u\ntorque t1 on q1 = -3 N.m.s * q1'\n",
                       "q2=0",
                       ARM "joint b : fixed from a at [L1, 0, 0]\n"
                           "body B on b : mass m2, com [L2, 0, 0]\n"
                           "torque t1 on q1 = -3 N.m.s * q1'\n");
}

static void euler_parameters_are_held_together(void **state)
{
  (void)state;
  static const char *const FREE =
      "param m, J\n"
      "joint f : free quaternion (x, y, z, e0, e1, e2, e3) from ground\n"
      "body B on f : mass m, inertia diag(J, J, J)\n";
  Mechanism *mechanism = read_frozen(FREE, "e0=0.6, e1=0.8, e2=0, e3=0");
  assert_int_equal(3, mechanism->coordinate_count);
  assert_int_equal(0, mechanism->constraint_count);
  mechanism_free(mechanism);
}

static void assert_refused(const char *text, const char *list, const char *words)
{
  Mechanism *mechanism = read_text(text);
  int count = mechanism->coordinate_count;
  Text why = { 0 };
  assert_false(freeze(mechanism, list, &why));
  if (!strstr(text_string(&why), words)) fail_msg("'%s': %s", list, text_string(&why));
  assert_int_equal(count, mechanism->coordinate_count);
  assert_null(mechanism->held);
  text_free(&why);
  mechanism_free(mechanism);
}

static void lists_that_make_no_sense_are_refused(void **state)
{
  (void)state;
  static const char *const TWO = "param m\njoint a : revolute z (arm1) from ground\n"
                                 "joint b : revolute z (arm2) from a at [1, 0, 0]\n"
                                 "body B on b : mass m, com [1, 0, 0]\n";
  assert_refused(TWO, "arm3", "choose one of: arm1 arm2");
  assert_refused(TWO, "arm1=fast", "'fast' is not a value of 'arm1'");
  assert_refused(TWO, "arm1=3 m", "'3 m' is not a value");
  assert_refused(TWO, "arm1=", "'' is not a value");
  assert_refused(TWO, "arm1=1,arm1=2", "twice");
  assert_refused(TWO, "arm1,,arm2", "unknown coordinate ''");
  static const char *const FREE =
      "param m, J\n"
      "joint f : free quaternion (x, y, z, e0, e1, e2, e3) from ground\n"
      "body B on f : mass m, inertia diag(J, J, J)\n";
  assert_refused(FREE, "e1=0", "hold all of them still, or none");
  assert_refused(FREE, "e0=1,e1=1,e2=0,e3=0", "do not add up");
}

static void what_is_held_is_written_down(void **state)
{
  (void)state;
  Mechanism *mechanism = read_frozen("param m\njoint a : revolute z (q1) from ground\n"
                                     "joint b : revolute z (q2) from a at [1, 0, 0]\n"
                                     "body B on b : mass m, com [1, 0, 0]\n",
                                     "q2 = -90 deg");
  assert_string_equal("q2 = -pi/2", mechanism->held);
  Equations *equations = derive(mechanism, "energy");
  assert_string_equal("held still: q2 = -pi/2\n", equations->note);
  equations_free(equations);
  mechanism_free(mechanism);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_frozen_joint_is_a_fixed_one),
    cmocka_unit_test(a_name_alone_is_held_at_its_initial_value),
    cmocka_unit_test(a_joint_driven_by_a_frozen_one_stands_still),
    cmocka_unit_test(one_of_several_coordinates_of_a_joint_may_be_held),
    cmocka_unit_test(a_torque_on_a_held_coordinate_does_nothing),
    cmocka_unit_test(euler_parameters_are_held_together),
    cmocka_unit_test(lists_that_make_no_sense_are_refused),
    cmocka_unit_test(what_is_held_is_written_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
