// test_label.c -- foreign names become valid, distinct names; angles and places become exact.
// SPDX-License-Identifier: MIT
#include "import/label.h"

#include "import/angle.h"
#include "import/foreign_name.h"
#include "import/pose.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void every_word_of_the_language_is_reserved(void **state)
{
  (void)state;
#define RESERVED(NAME, text, role) assert_true(name_is_reserved(text));
#include "lang/words.def"
#define FUNCTION(NAME, text, count) assert_true(name_is_reserved(text));
#include "lang/functions.def"
}

static void names_are_made_valid_and_distinct(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  Labels labels = { 0 };
  assert_string_equal(labels_take(&labels, arena, "left-arm/1", "x"), "left_arm_1");
  assert_string_equal(labels_take(&labels, arena, "left arm 1", "x"), "left_arm_1_2");
  assert_string_equal(labels_take(&labels, arena, "3dof", "x"), "_3dof");
  assert_string_equal(labels_take(&labels, arena, "frame", "x"), "frame_");
  assert_string_equal(labels_take(&labels, arena, NULL, "part"), "part");
  labels_free(&labels);
  arena_free(arena);
}

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

// RX(90 deg) takes y to z and z to -y.
static void places_are_carried_through_quarter_turns(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  Pose outer = pose_zero();
  Pose inner = pose_zero();
  Pose composed;
  outer.position[0] = "1";
  pose_turn(&outer, arena, 0, angle_from_degrees(arena, "90"));
  inner.position[1] = "2";
  inner.position[2] = "0.5";
  assert_true(pose_compose(arena, &outer, &inner, &composed));
  assert_string_equal(composed.position[0], "1");
  assert_string_equal(composed.position[1], "-0.5");
  assert_string_equal(composed.position[2], "2");
  const char *inertia[6] = { "1", "2", "3", "4", "5", "6" };  // xx xy xz yy yz zz
  const char *expected[6] = { "1", "-3", "2", "6", "-5", "4" };
  const char *rotated[6];
  pose_rotate_inertia(arena, &outer, inertia, rotated);
  for (int i = 0; i < 6; i++)
    assert_string_equal(rotated[i], expected[i]);
  arena_free(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_word_of_the_language_is_reserved),
    cmocka_unit_test(names_are_made_valid_and_distinct),
    cmocka_unit_test(only_clear_multiples_of_15_degrees_are_snapped),
    cmocka_unit_test(places_are_carried_through_quarter_turns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
