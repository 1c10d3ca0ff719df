// test_convert.c -- a mechanism and its conversion are the same mechanism, proved by fingerprints.
//
// The converted text is read again. It must be the same mechanism (same_mechanism.h), and the mass
// matrix and the gravity terms must be the same values.
// SPDX-License-Identifier: MIT
#include "api/mechanism/convert.h"

#include "formulation/formulation.h"
#include "same_mechanism.h"
#include "support/reading.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { SEED = 7 };

static void assert_same_quantity(const Equations *a, const Equations *b, const char *key)
{
  const Quantity *of_a = equations_find(a, key), *of_b = equations_find(b, key);
  assert_non_null(of_a);
  assert_non_null(of_b);
  assert_int_equal(of_a->rows, of_b->rows);
  assert_int_equal(of_a->columns, of_b->columns);
  for (int i = 0; i < of_a->rows * of_a->columns; i++)
    assert_true(expr_same_value(of_a->entries[i], of_b->entries[i]));
}

static void assert_same_equations(const Mechanism *a, const Mechanism *b)
{
  static const char *const KEYS[] = { "M", "G" };
  Text why = { 0 };
  const FormulationInfo *energy = formulation_find("energy");
  Equations *of_a = formulate(a, energy, SEED, KEYS, 2, &why);
  Equations *of_b = formulate(b, energy, SEED, KEYS, 2, &why);
  assert_same_quantity(of_a, of_b, "M");
  assert_same_quantity(of_a, of_b, "G");
  equations_free(of_a);
  equations_free(of_b);
  text_free(&why);
}

static void assert_round_trip(const char *bl, Convention convention)
{
  Reading old, new;
  Text converted = { 0 };
  Diagnostics *diagnostics = diagnostics_new();
  reading_open(&old, bl);
  if (!mechanism_convert(old.mechanism, convention, diagnostics, &converted)) {
    print_diagnostics(diagnostics);
    fail();
  }
  reading_open_text(&new, "new.bl", converted);
  assert_same_mechanism(old.mechanism, new.mechanism, EXACT);
  assert_same_equations(old.mechanism, new.mechanism);
  reading_close(&new);
  reading_close(&old);
  diagnostics_free(diagnostics);
}

static void assert_all_tables(const char *bl)
{
  assert_round_trip(bl, CONVENTION_STANDARD);
  assert_round_trip(bl, CONVENTION_MODIFIED);
  assert_round_trip(bl, CONVENTION_KHALIL);
}

// clang-format off
#define INERTIA ", com [cx, cy, cz], inertia [[Ixx, Ixy, Ixz], [Ixy, Iyy, Iyz], [Ixz, Iyz, Izz]]\n"
#define HEAD                                                                                       \
  "mechanism test \"A test\"\n"                                                                    \
  "param a, b, c, alpha, cx, cy, cz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz\n"                               \
  "param mA, mB, mC, g, L = 2 m, s = 1/3\ngravity [0, g, -g]\n"

static void axes_that_cross_are_converted(void **state)
{
  (void)state;
  assert_all_tables(HEAD
                    "joint p : revolute z (q1) from ground at [a, 0, b]\n"
                    "body A on p : mass mA" INERTIA
                    "joint r : revolute x (q2) from p at [0, 0, c]\n"
                    "body B on r : mass mB" INERTIA
                    "joint w : prismatic -y (q3 = 0.1) from r limits 0 m .. 1 m\n"
                    "body C on w : mass mC" INERTIA
                    "point tip at [a, b, L] on w\n");
}

static void skew_axes_are_converted(void **state)
{
  (void)state;
  assert_all_tables(HEAD
                    "joint p : revolute y (q1) from ground at [a, b, c]\n"
                    "body A on p : mass mA" INERTIA
                    "joint r : revolute z (q2) from p at [a, b, c] rotated RX(30 deg)\n"
                    "body B on r : mass mB" INERTIA
                    "joint w : revolute x (q3) from r at [s, 0, b]\n"
                    "body C on w : mass mC" INERTIA);
}

static void parallel_and_coincident_axes_are_converted(void **state)
{
  (void)state;
  assert_all_tables(HEAD
                    "joint p : revolute z (q1) from ground at [0, 0, a]\n"
                    "body A on p : mass mA" INERTIA
                    "joint r : revolute -z (q2) from p at [a, -a, c]\n"
                    "body B on r : mass mB" INERTIA
                    "joint w : prismatic z (q3) from r at [0, 0, c]\n"
                    "body C on w : mass mC" INERTIA);
}

static void a_symbolic_angle_between_axes_is_found_again(void **state)
{
  (void)state;
  assert_all_tables(HEAD
                    "joint p : revolute z (q1) from ground\n"
                    "body A on p : mass mA" INERTIA
                    "joint r : revolute z (q2) from p at [a, 0, 0] rotated RX(alpha)\n"
                    "body B on r : mass mB" INERTIA);
}

static void fixed_frames_keep_their_place(void **state)
{
  (void)state;
  assert_all_tables(HEAD
                    "joint base : fixed from ground at [a, 0, 0] rotated RX(45 deg)\n"
                    "joint p : revolute y (q1) from base\n"
                    "body A on p : mass mA" INERTIA
                    "joint tool : fixed from p at [0, b, 0] rotated RZ(alpha)\n"
                    "body B on tool : mass mB" INERTIA);
}

static void angles_that_carry_an_offset_or_a_sign_are_converted(void **state)
{
  (void)state;
  assert_all_tables(HEAD
                    "coord q1, q2\n"
                    "frame p from ground : RZ(pi/3 - q1), TX(a)\n"
                    "body A on p : mass mA" INERTIA
                    "frame r from p : RX(alpha), TZ(q2 + b), RY(20 deg)\n"
                    "body B on r : mass mB" INERTIA);
}

static void a_motion_that_follows_another_is_converted(void **state)
{
  (void)state;
  assert_all_tables(HEAD
                    "joint p : revolute z (q1) from ground\n"
                    "body A on p : mass mA" INERTIA
                    "joint r : revolute z (= 2*q1 + 1/10) from p at [a, 0, 0]\n"
                    "body B on r : mass mB" INERTIA
                    "joint w : revolute x (q2) from r\n"
                    "body C on w : mass mC" INERTIA);
}

static void a_universal_joint_becomes_two_rows(void **state)
{
  (void)state;
  assert_all_tables(HEAD
                    "joint p : universal (u1, u2) from ground at [0, a, 0]\n"
                    "body A on p : mass mA" INERTIA);
}

static void a_tree_becomes_a_table_of_khalil(void **state)
{
  (void)state;
  assert_round_trip(HEAD
                    "joint p : revolute z (q1) from ground at [0, 0, a]\n"
                    "body A on p : mass mA" INERTIA
                    "joint r : revolute x (q2) from p at [a, b, 0]\n"
                    "body B on r : mass mB" INERTIA
                    "joint w : revolute y (q3) from p at [0, c, c]\n"
                    "body C on w : mass mC" INERTIA
                    "joint u : prismatic z (q4) from ground at [b, b, 0]\n"
                    "joint v : revolute z (q5) from p at [0, 0, L]\n"
                    "body D on v : mass mC" INERTIA,
                    CONVENTION_KHALIL);
}
// clang-format on

// ---- what cannot be said

static void assert_refused(const char *bl, Convention convention, const char *message)
{
  Reading reading;
  Text converted = { 0 };
  Diagnostics *diagnostics = diagnostics_new();
  reading_open(&reading, bl);
  assert_false(mechanism_convert(reading.mechanism, convention, diagnostics, &converted));
  bool is_said = false;
  for (int i = 0; i < diagnostics_count(diagnostics); i++)
    is_said |= strcmp(diagnostics_message(diagnostics, i), message) == 0;
  if (!is_said) print_diagnostics(diagnostics);
  assert_true(is_said);
  text_free(&converted);
  reading_close(&reading);
  diagnostics_free(diagnostics);
}

static void a_branch_in_a_table_of_one_chain_is_refused(void **state)
{
  (void)state;
  assert_refused("joint p : revolute z from ground\njoint r : revolute z from p\n"
                 "joint w : revolute z from p\n",
                 CONVENTION_STANDARD,
                 "the mechanism branches before 'w'; the table is for one chain");
}

static void urdf_needs_numbers(void **state)
{
  (void)state;
  assert_refused("param a, b = 1\njoint p : revolute z from ground at [a, b, 0]\n", CONVENTION_URDF,
                 "the parameter 'a' has no value");
}

static void a_quaternion_is_refused(void **state)
{
  (void)state;
  assert_refused("joint p : spherical quaternion from ground\n", CONVENTION_KHALIL,
                 "'p' turns by a quaternion, which the conversion cannot say");
}

static void urdf_refuses_products_of_coordinates(void **state)
{
  (void)state;
  assert_refused("coord x, y\nframe p in ground : RZ(x), TX(x*y)\n", CONVENTION_URDF,
                 "the motion of 'p' is not a multiple of one coordinate, which is all that "
                 "URDF can say");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(axes_that_cross_are_converted),
    cmocka_unit_test(skew_axes_are_converted),
    cmocka_unit_test(parallel_and_coincident_axes_are_converted),
    cmocka_unit_test(a_symbolic_angle_between_axes_is_found_again),
    cmocka_unit_test(fixed_frames_keep_their_place),
    cmocka_unit_test(angles_that_carry_an_offset_or_a_sign_are_converted),
    cmocka_unit_test(a_motion_that_follows_another_is_converted),
    cmocka_unit_test(a_universal_joint_becomes_two_rows),
    cmocka_unit_test(a_tree_becomes_a_table_of_khalil),
    cmocka_unit_test(a_branch_in_a_table_of_one_chain_is_refused),
    cmocka_unit_test(urdf_needs_numbers),
    cmocka_unit_test(a_quaternion_is_refused),
    cmocka_unit_test(urdf_refuses_products_of_coordinates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
