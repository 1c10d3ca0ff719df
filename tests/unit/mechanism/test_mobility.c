// test_mobility.c -- Grübler's count of mechanisms whose mobility every textbook gives.
// SPDX-License-Identifier: MIT
#include "lang/lang.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static int mobility_of(const char *text)
{
  Source source = { "test.bl", text, strlen(text) };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  assert_non_null(mechanism);
  int mobility = mechanism_mobility(mechanism);
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
  return mobility;
}

static void assert_counts(const char *text, int bodies, int joints, int freedoms)
{
  Source source = { "test.bl", text, strlen(text) };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  assert_non_null(mechanism);
  Mobility mobility = mechanism_count_freedoms(mechanism);
  assert_int_equal(mobility.body_count, bodies);
  assert_int_equal(mobility.joint_count, joints);
  assert_int_equal(mobility.joint_freedoms, freedoms);
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
}

static void a_four_bar_linkage_has_one_freedom(void **state)
{
  (void)state;
  assert_int_equal(1, mobility_of("joint a : revolute z from ground\n"
                                  "joint b : revolute z from a at [1, 0, 0]\n"
                                  "joint d : revolute z from ground at [3, 0, 0]\n"
                                  "loop c : revolute z [2, 0, 0] on b = [2, 0, 0] on d\n"));
}

static void a_slider_crank_has_one_freedom(void **state)
{
  (void)state;
  assert_int_equal(1, mobility_of("joint a : revolute y from ground\n"
                                  "joint b : revolute y from a at [1, 0, 0]\n"
                                  "joint s : prismatic x from ground\n"
                                  "loop c : revolute y [2, 0, 0] on b = s\n"));
}

// RSSR: the coupler also spins about its own line
static void a_spatial_four_bar_has_two_freedoms(void **state)
{
  (void)state;
  assert_int_equal(2, mobility_of("joint a : revolute z from ground\n"
                                  "joint s : spherical from a at [1, 0, 0]\n"
                                  "joint d : revolute x from ground at [3, 0, 0]\n"
                                  "loop c : spherical [2, 0, 0] on s = [0, 2, 0] on d\n"));
}

static void a_unicycle_has_two_freedoms(void **state)
{
  (void)state;
  assert_int_equal(2, mobility_of("coord x, y, theta\n"
                                  "frame B from ground : TX(x), TY(y), RZ(theta)\n"
                                  "constraint c : -sin(theta)*x' + cos(theta)*y' = 0\n"));
  assert_int_equal(2, mobility_of("coord x, y, theta, phi\n"
                                  "frame W from ground : TX(x), TY(y), RZ(theta), RY(phi)\n"
                                  "rolling W radius 1 on plane [0, 0, 1]\n"));
}

// A Watt linkage with a rope constraint: what each part takes away.
static void the_count_names_what_each_part_takes_away(void **state)
{
  (void)state;
  static const char text[] = "joint a : revolute z from ground\n"
                             "joint b : revolute z from a at [1, 0, 0]\n"
                             "joint d : revolute z from ground at [2, 0, 0]\n"
                             "joint e : prismatic x from ground\n"
                             "loop c : revolute z  [1, 0, 0] on b = [1, 0, 0] on d\n"
                             "constraint rope : e = 2*a\n";
  Source source = { "test.bl", text, sizeof text - 1 };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  assert_non_null(mechanism);
  Mobility mobility = mechanism_count_freedoms(mechanism);
  assert_true(mobility.is_planar);
  assert_int_equal(mobility.loop_equations, 2);
  assert_int_equal(mobility.constraint_count, 1);
  assert_int_equal(mobility.wheel_equations, 0);
  assert_int_equal(mobility.freedoms, 1);
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
}

// A wheel whose centre may rise also keeps its height, unless its frames do.
static void a_wheel_keeps_its_height(void **state)
{
  (void)state;
  assert_int_equal(3, mobility_of("coord x, y, z, yaw, lean, spin\n"
                                  "frame W from ground : TX(x), TY(y), TZ(z), RZ(yaw), RX(lean), "
                                  "RY(spin)\n"
                                  "rolling W radius 1 on plane [0, 0, 1]\n"));
  assert_int_equal(3, mobility_of("coord x, y, yaw, lean, spin\n"
                                  "frame W from ground : TX(x), TY(y), TZ(cos(lean)), RZ(yaw), "
                                  "RX(lean), RY(spin)\n"
                                  "rolling W radius 1 on plane [0, 0, 1]\n"));
  // one that may slide along touches the plane as well
  assert_int_equal(4, mobility_of("joint W : free from ground\n"
                                  "rolling W radius 1 on plane [0, 0, 1] no side slip\n"));
  assert_int_equal(2, mobility_of("coord x, y, yaw\n"
                                  "frame W from ground : TX(x), TY(y), RZ(yaw)\n"
                                  "rolling W radius 1 on plane [0, 0, 1] no side slip\n"));
  // roots and arcs of such numbers have no value: the algebra tells
  assert_int_equal(1, mobility_of("coord x, y, spin, h\n"
                                  "frame W from ground : TX(x), TY(y + asin(5 + h)), "
                                  "TZ(1 + sqrt(h - 5)), RY(spin)\n"
                                  "rolling W radius 1 on plane [0, 0, 1]\n"));
}

// The arms of a governor move in a plane that turns.
static void a_loop_has_a_plane_of_its_own(void **state)
{
  (void)state;
  assert_int_equal(2, mobility_of("joint shaft : revolute z from ground\n"
                                  "joint arm : revolute y from shaft\n"
                                  "joint rod : revolute y from arm at [0, 0, -1]\n"
                                  "joint sleeve : prismatic z from shaft\n"
                                  "loop c : revolute y [0, 0, -1] on rod = sleeve\n"));
}

// McPherson's strut: n = 6, j = 7, sum f = 16. A platform that is free in its plane hangs on the
// joints of its cranks only: n = 4, j = 4, sum f = 4.
static void bodies_and_joints_are_counted(void **state)
{
  (void)state;
  assert_counts("joint arm : revolute x from ground\n"
                "joint hub : spherical from arm at [0, 1, 0]\n"
                "joint rod : spherical from ground at [0, 1, 1]\n"
                "joint rack : prismatic y from ground\n"
                "joint tie : spherical from rack\n"
                "loop strut : cylindrical z hub = rod\n"
                "loop end : spherical [1, 0, 0] on hub = [0, 1, 0] on tie\n",
                6, 7, 16);
  assert_counts("joint a : revolute z from ground\n"
                "joint b : revolute z from ground at [1, 0, 0]\n"
                "joint p : planar from ground\n"
                "loop c : revolute z [1, 0, 0] on a = p\n"
                "loop d : revolute z [1, 0, 0] on b = [1, 0, 0] on p\n",
                4, 4, 4);
}

// A quaternion has three; coordinates in any order, twice or in expressions, are one each.
static void freedoms_of_a_frame_are_its_coordinates(void **state)
{
  (void)state;
  assert_counts("joint a : spherical quaternion from ground\n"
                "coord p, q\n"
                "frame f from a : TX(q), RZ(p), TY(q)\n"
                "frame g from f : TX(2*q), RZ(p), TX(q^2 - (q + 1)*(q - 1))\n",
                4, 3, 7);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_four_bar_linkage_has_one_freedom),
    cmocka_unit_test(a_slider_crank_has_one_freedom),
    cmocka_unit_test(a_spatial_four_bar_has_two_freedoms),
    cmocka_unit_test(a_unicycle_has_two_freedoms),
    cmocka_unit_test(the_count_names_what_each_part_takes_away),
    cmocka_unit_test(a_wheel_keeps_its_height),
    cmocka_unit_test(a_loop_has_a_plane_of_its_own),
    cmocka_unit_test(bodies_and_joints_are_counted),
    cmocka_unit_test(freedoms_of_a_frame_are_its_coordinates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
