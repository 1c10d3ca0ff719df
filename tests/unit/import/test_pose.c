// test_pose.c -- angles that are meant exactly, and poses as moves of the language.
// SPDX-License-Identifier: MIT
#include "import/common/pose.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void snap(const char *decimal, const char *expected)
{
  Arena *arena = arena_new();
  Snapping snapping = { .is_on = true };
  Span span = { 0 };
  assert_string_equal(angle_from_radians(arena, &snapping, decimal, span).text, expected);
  snapping_free(&snapping);
  arena_free(arena);
}

static void only_clear_multiples_of_15_degrees_are_snapped(void **state)
{
  (void)state;
  snap("1.5708", "90 deg");
  snap("-3.14159", "-180 deg");
  snap("0.2618", "15 deg");
  snap("1.57", "1.57 rad");
  snap("3.1415", "3.1415 rad");
  snap("1.570786", "1.570786 rad");  // its digits say that it is another angle
  snap("0.00001", "0.00001 rad");
}

static void a_pose_is_written_there_and_back(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  Pose pose = pose_zero();
  assert_true(pose_is_zero(&pose));
  pose.at[0] = "1";
  pose_turn(&pose, arena, 2, angle_from_degrees(arena, "90"));
  static const char *const q[4] = { "1", "0", "-2", "3" };
  pose_turn_by_quaternion(&pose, arena, q);
  assert_string_equal(pose_moves(arena, &pose), "T([1, 0, 0] m), RZ(90 deg), Q(1, [0, -2, 3])");
  assert_string_equal(pose_moves_back(arena, &pose),
                      "Q(1, [0, 2, -3]), RZ(-90 deg), T([-1, 0, 0] m)");
  arena_free(arena);
}

// From the leaf of one branch up to what carries both and down the other branch.
static void the_path_between_two_nodes_goes_over_what_carries_both(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  PoseNode nodes[5] = { { -1, pose_zero(), false },
                        { 0, pose_zero(), false },
                        { 1, pose_zero(), false },
                        { 1, pose_zero(), false },
                        { 3, pose_zero(), true } };
  nodes[1].pose.at[0] = "5";
  nodes[2].pose.at[1] = "2";
  nodes[3].pose.at[2] = "3";
  assert_string_equal(pose_path(arena, nodes, 2, 3, false), "T([0, -2, 0] m), T([0, 0, 3] m)");
  assert_string_equal(pose_path(arena, nodes, 0, 3, false), "T([5, 0, 0] m), T([0, 0, 3] m)");
  assert_string_equal(pose_path(arena, nodes, 2, 2, false), "");
  nodes[4].pose.at[0] = "7";  // of the parent in the node
  assert_string_equal(pose_path(arena, nodes, 3, 4, false), "T([-7, 0, 0] m)");
  assert_string_equal(pose_path(arena, nodes, 4, 3, false), "T([7, 0, 0] m)");
  pose_turn(&nodes[3].pose, arena, 0, angle_from_degrees(arena, "20"));
  assert_string_equal(pose_path(arena, nodes, 0, 3, true), "RX(20 deg)");
  arena_free(arena);
}

// The quaternion turns z into the direction: z' = (2(xz + wy), 2(yz - wx), w^2 - x^2 - y^2 + z^2).
static void z_is_turned_into_a_direction(void **state)
{
  (void)state;
  static const char *const axes[][3] = { { "0", "0", "-1" }, { "1", "0", "0" },  { "0", "-2", "0" },
                                         { "0", "1", "1" },  { "3", "0", "-4" }, { "1", "2", "0" },
                                         { "-1", "2", "-2" } };
  for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
    Arena *arena = arena_new();
    double v[3];
    for (int k = 0; k < 3; k++)
      v[k] = strtod(axes[i][k], NULL);
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    Pose pose = pose_zero();
    pose_turn_z_to(&pose, arena, axes[i], v);
    const double *q = pose.quaternion;
    assert_true(fabs(2 * (q[1] * q[3] + q[0] * q[2]) - v[0] / length) < 1e-15);
    assert_true(fabs(2 * (q[2] * q[3] - q[0] * q[1]) - v[1] / length) < 1e-15);
    arena_free(arena);
  }
  Arena *arena = arena_new();
  Pose pose = pose_zero();  // an expression shows no sign
  pose_turn_z_to(&pose, arena, (const char *[]){ "(1 - 3)", "0", "2" }, (double[]){ -2, 0, 2 });
  assert_string_equal(pose.turns, "RY(-atan2(-(1 - 3), 2))");
  arena_free(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(only_clear_multiples_of_15_degrees_are_snapped),
    cmocka_unit_test(a_pose_is_written_there_and_back),
    cmocka_unit_test(the_path_between_two_nodes_goes_over_what_carries_both),
    cmocka_unit_test(z_is_turned_into_a_direction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
