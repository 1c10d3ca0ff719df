// test_decimal.c -- decimals are copied, added and scaled without rounding.
// SPDX-License-Identifier: MIT
#include "import/common/decimal.h"

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

static void signs_are_turned(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  assert_string_equal(negated(arena, "-2"), "2");
  assert_string_equal(negated(arena, "1e-5"), "-1e-5");
  assert_string_equal(negated(arena, "0"), "0");
  assert_string_equal(decimal_from_double(arena, 1e300), "1e300");
  assert_string_equal(decimal_from_double(arena, -0.1), "-0.1");
  arena_free(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(numbers_are_read_in_normal_form),
    cmocka_unit_test(other_texts_are_refused),
    cmocka_unit_test(signs_are_turned),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
