// test_decimal.c -- decimals are copied, added and scaled without rounding.
// SPDX-License-Identifier: MIT
#include "import/decimal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void read_as(Arena *arena, const char *text, const char *expected)
{
  assert_string_equal(decimal_read(arena, text, strlen(text)), expected);
}

static void numbers_are_read_in_normal_form(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  read_as(arena, "0", "0");
  read_as(arena, "-0.000", "0");
  read_as(arena, "+.50", "0.5");
  read_as(arena, "007.", "7");
  read_as(arena, "1.50E-05", "1.5e-5");
  read_as(arena, "-12e3", "-12000");
  read_as(arena, "0.00012", "0.00012");
  read_as(arena, "1e20", "1e20");
  arena_free(arena);
}

static void other_texts_are_refused(void **state)
{
  (void)state;
  static const char *const wrong[] = { "",     ".",   "-",   "1e",  "1e+",
                                       "0x10", "nan", "1,5", "1 2", "1e999" };
  Arena *arena = arena_new();
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_null(decimal_read(arena, wrong[i], strlen(wrong[i])));
  }
  arena_free(arena);
}

static void sums_are_exact(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  assert_string_equal(decimal_add(arena, "0.1", "0.2"), "0.3");
  assert_string_equal(decimal_add(arena, "0.1", "-0.1"), "0");
  assert_string_equal(decimal_add(arena, "1", "-1.25"), "-0.25");
  assert_string_equal(decimal_add(arena, "999.9", "0.1"), "1000");
  assert_string_equal(decimal_add(arena, "1", "1e-20"), "1.00000000000000000001");
  assert_string_equal(decimal_negate(arena, "-2"), "2");
  assert_string_equal(decimal_negate(arena, "0"), "0");
  arena_free(arena);
}

static void sums_of_the_largest_numbers_can_be_added_again(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  const char *sum = decimal_add(arena, "9e200", "9e200");
  assert_string_equal(sum, "1.8e201");
  assert_string_equal(decimal_add(arena, sum, "-9e200"), "9e200");
  arena_free(arena);
}

static void halves_and_doubles_are_exact(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  assert_string_equal(decimal_scale(arena, "0.35", 2, 0), "0.7");
  assert_string_equal(decimal_scale(arena, "-0.25", 5, -1), "-0.125");
  assert_string_equal(decimal_scale(arena, "0", 5, -1), "0");
  assert_string_equal(decimal_from_double(arena, 1e300), "1e300");
  arena_free(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(numbers_are_read_in_normal_form),
    cmocka_unit_test(other_texts_are_refused),
    cmocka_unit_test(sums_are_exact),
    cmocka_unit_test(sums_of_the_largest_numbers_can_be_added_again),
    cmocka_unit_test(halves_and_doubles_are_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
