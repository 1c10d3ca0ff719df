// test_map.c -- what was put in is found, in the order of insertion.
// SPDX-License-Identifier: MIT
#include "base/memory/map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void an_empty_map_finds_nothing(void **state)
{
  (void)state;
  Map map = { 0 };
  assert_int_equal(map_find(&map, "elbow"), -1);
  assert_int_equal(map_find(&map, ""), -1);
  map_free(&map);
}

static void a_hundred_thousand_keys_are_found_and_keep_their_order(void **state)
{
  (void)state;
  enum { COUNT = 100000, KEY_SIZE = 12 };
  char(*keys)[KEY_SIZE] = calloc(COUNT, KEY_SIZE);
  Map map = { 0 };
  for (int i = 0; i < COUNT; i++) {
    snprintf(keys[i], KEY_SIZE, "k%d", (i * 7919) % COUNT);  // 7919 is prime: all are different
    map_put(&map, keys[i], i);
  }
  assert_int_equal(map.count, COUNT);
  for (int i = 0; i < COUNT; i++) {
    assert_int_equal(map_find(&map, keys[i]), i);
    assert_ptr_equal(map.entries[i].key, keys[i]);
    assert_int_equal(map.entries[i].value, i);
  }
  assert_int_equal(map_find(&map, "k100000"), -1);
  map_free(&map);
  free(keys);
}

static void putting_a_key_again_changes_its_value_and_not_its_place(void **state)
{
  (void)state;
  Map map = { 0 };
  map_put(&map, "a", 1);
  map_put(&map, "b", 2);
  map_put(&map, "a", 3);
  assert_int_equal(map.count, 2);
  assert_int_equal(map_find(&map, "a"), 3);
  assert_string_equal(map.entries[0].key, "a");
  assert_string_equal(map.entries[1].key, "b");
  map_free(&map);
}

static void adding_a_key_again_keeps_its_value(void **state)
{
  (void)state;
  Map map = { 0 };
  assert_int_equal(map_add_n(&map, "a", 1, 1), 1);
  assert_int_equal(map_add_n(&map, "b", 1, 2), 2);
  assert_int_equal(map_add_n(&map, "a", 1, 3), 1);
  assert_int_equal(map.count, 2);
  map_free(&map);
}

static void keys_need_no_terminator_and_may_hold_nul(void **state)
{
  (void)state;
  const char *text = "elbow_joint";
  Map map = { 0 };
  map_put_n(&map, text, 5, 0);
  map_put_n(&map, "a\0b", 3, 1);
  map_put_n(&map, "a\0c", 3, 2);
  map_put(&map, "a", 3);
  assert_int_equal(map_find(&map, "elbow"), 0);
  assert_int_equal(map_find(&map, text), -1);
  assert_int_equal(map_find_n(&map, "a\0b", 3), 1);
  assert_int_equal(map_find_n(&map, "a\0c", 3), 2);
  assert_int_equal(map_find(&map, "a"), 3);
  map_free(&map);
}

static void the_empty_key_is_a_key(void **state)
{
  (void)state;
  Map map = { 0 };
  map_put_n(&map, NULL, 0, 5);
  assert_int_equal(map_find(&map, ""), 5);
  map_put(&map, "", 6);
  assert_int_equal(map.count, 1);
  assert_int_equal(map_find_n(&map, NULL, 0), 6);
  map_free(&map);
}

static void a_freed_map_can_be_used_again(void **state)
{
  (void)state;
  Map map = { 0 };
  map_put(&map, "a", 1);
  map_free(&map);
  assert_int_equal(map_find(&map, "a"), -1);
  map_put(&map, "b", 2);
  assert_int_equal(map_find(&map, "b"), 2);
  map_free(&map);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(an_empty_map_finds_nothing),
    cmocka_unit_test(a_hundred_thousand_keys_are_found_and_keep_their_order),
    cmocka_unit_test(putting_a_key_again_changes_its_value_and_not_its_place),
    cmocka_unit_test(adding_a_key_again_keeps_its_value),
    cmocka_unit_test(keys_need_no_terminator_and_may_hold_nul),
    cmocka_unit_test(the_empty_key_is_a_key),
    cmocka_unit_test(a_freed_map_can_be_used_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
