// test_dimension.c -- arithmetic of dimensions and their names.
// SPDX-License-Identifier: MIT
#include "mechanism/dimension.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const Dimension one = { .is_known = true };
static const Dimension metre = { .is_known = true, .power = { 1, 0, 0, 0, 0 } };
static const Dimension kilogram = { .is_known = true, .power = { 0, 1, 0, 0, 0 } };
static const Dimension second = { .is_known = true, .power = { 0, 0, 1, 0, 0 } };
static const Dimension ampere = { .is_known = true, .power = { 0, 0, 0, 1, 0 } };
static const Dimension radian = { .is_known = true, .is_angle = true };

static void check_name(Dimension dimension, const char *expected)
{
  Text text = { 0 };
  dimension_print(dimension, &text);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static Dimension quotient(Dimension a, Dimension b)
{
  return dimension_multiply(a, dimension_power(b, -1));
}

static Dimension newton(void)
{
  return quotient(dimension_multiply(kilogram, metre), dimension_power(second, 2));
}

static void plain_units_are_written_with_exponents(void **state)
{
  (void)state;
  check_name(metre, "m");
  check_name(dimension_multiply(kilogram, dimension_power(metre, 2)), "kg.m^2");
  check_name(quotient(metre, dimension_power(second, 2)), "m/s^2");
  check_name(dimension_power(second, -1), "s^-1");
  check_name(quotient(quotient(one, metre), second), "m^-1/s");
}

static void forces_and_the_like_have_their_own_names(void **state)
{
  (void)state;
  check_name(newton(), "N");
  check_name(dimension_multiply(newton(), metre), "N.m");
  check_name(quotient(newton(), metre), "N/m");
  check_name(quotient(newton(), dimension_power(metre, 2)), "Pa");
  check_name(quotient(dimension_multiply(newton(), metre), second), "W");
  check_name(quotient(dimension_multiply(newton(), metre), dimension_multiply(second, ampere)),
             "V");
}

static void angles_are_plain_numbers_with_a_name(void **state)
{
  (void)state;
  assert_true(dimension_equal(radian, one));
  check_name(radian, "rad");
  check_name(one, "1");
  check_name(quotient(radian, second), "rad/s");
  check_name(dimension_multiply(radian, metre), "m");
}

static void the_unknown_stays_unknown(void **state)
{
  (void)state;
  const Dimension unknown = { 0 };
  check_name(unknown, "");
  assert_false(dimension_multiply(unknown, metre).is_known);
  assert_false(dimension_power(unknown, 2).is_known);
  assert_false(dimension_power(dimension_power(metre, 100), 100).is_known);
  assert_false(dimension_power(metre, 1000).is_known);
  assert_true(dimension_power(metre, -127).is_known);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(plain_units_are_written_with_exponents),
    cmocka_unit_test(forces_and_the_like_have_their_own_names),
    cmocka_unit_test(angles_are_plain_numbers_with_a_name),
    cmocka_unit_test(the_unknown_stays_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
