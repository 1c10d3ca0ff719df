// test_mechanism.c -- parts are found by their names.
// SPDX-License-Identifier: MIT
#include "mechanism/mechanism.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void each_kind_has_its_own_names(void **state)
{
  (void)state;
  Frame frames[] = { { .name = "ground" }, { .name = "a" } };
  Point points[] = { { .name = "b" }, { .name = "a" } };
  Pool *pool = pool_new(1);
  Parameter parameters[] = { { .name = "d" }, { .name = "e" }, { .name = "a" } };
  for (int i = 0; i < 3; i++)
    parameters[i].symbol = expr_symbol(pool, parameters[i].name, STAGE_PARAMETER);
  Coordinate coordinates[] = { { .q = expr_symbol(pool, "c", STAGE_POSITION) } };
  const Mechanism mechanism = { .pool = pool,
                                .frames = frames,
                                .frame_count = 2,
                                .points = points,
                                .point_count = 2,
                                .coordinates = coordinates,
                                .coordinate_count = 1,
                                .parameters = parameters,
                                .parameter_count = 3 };
  assert_int_equal(mechanism_find_frame(&mechanism, "ground"), FRAME_GROUND);
  assert_int_equal(mechanism_find_frame(&mechanism, "a"), 1);
  assert_int_equal(mechanism_find_point(&mechanism, "a"), 1);
  assert_int_equal(mechanism_find_parameter(&mechanism, "a"), 2);
  assert_int_equal(mechanism_find_coordinate(&mechanism, "c"), 0);
  assert_int_equal(mechanism_find_coordinate(&mechanism, "a"), -1);
  assert_int_equal(mechanism_find_frame(&mechanism, "b"), -1);
  assert_int_equal(mechanism_find_point(&mechanism, "c"), -1);
  assert_int_equal(mechanism_find_parameter(&mechanism, "b"), -1);
  assert_int_equal(mechanism_find_parameter(&mechanism, "c"), -1);
  pool_free(pool);
}

static void joints_know_their_words(void **state)
{
  (void)state;
  assert_string_equal(joint_info(JOINT_REVOLUTE)->word, "revolute");
  assert_string_equal(joint_info(JOINT_PRISMATIC)->word, "prismatic");
  assert_int_equal(joint_info(JOINT_PRISMATIC)->coordinate_count, 1);
}

static void freeing_nothing_is_allowed(void **state)
{
  (void)state;
  mechanism_free(NULL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_kind_has_its_own_names),
    cmocka_unit_test(joints_know_their_words),
    cmocka_unit_test(freeing_nothing_is_allowed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
