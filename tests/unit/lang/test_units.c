// test_units.c -- units are exact; values from the definitions of the SI.
// SPDX-License-Identifier: MIT
#include "lang/evaluate/units.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

// Is `symbol` equal to numerator/denominator in SI, times pi^pi_power?
static void check_value(const char *symbol, long numerator, long denominator, int pi_power)
{
  Pool *pool = pool_new(1);
  Unit unit;
  assert_true(unit_find(symbol, strlen(symbol), &unit));
  const Expr *expected = expr_mul(expr_rational(pool, numerator, denominator),
                                  expr_pow_integer(expr_pi(pool), pi_power));
  assert_ptr_equal(unit_value(pool, &unit, 1), expected);
  assert_ptr_equal(expr_mul(unit_value(pool, &unit, -2), expr_mul(expected, expected)),
                   expr_integer(pool, 1));
  pool_free(pool);
}

static void values_are_exact(void **state)
{
  (void)state;
  check_value("m", 1, 1, 0);
  check_value("mm", 1, 1000, 0);
  check_value("um", 1, 1000000, 0);
  check_value("µm", 1, 1000000, 0);
  check_value("μm", 1, 1000000, 0);
  check_value("g", 1, 1000, 0);
  check_value("kg", 1, 1, 0);
  check_value("t", 1000, 1, 0);
  check_value("min", 60, 1, 0);
  check_value("h", 3600, 1, 0);
  check_value("ms", 1, 1000, 0);
  check_value("kN", 1000, 1, 0);
  check_value("MPa", 1000000, 1, 0);
  check_value("GPa", 1000000000, 1, 0);
  check_value("bar", 100000, 1, 0);
  check_value("daN", 10, 1, 0);
  check_value("L", 1, 1000, 0);
  check_value("deg", 1, 180, 1);
  check_value("rev", 2, 1, 1);
  check_value("rpm", 1, 30, 1);
}

static void prefixes_stand_only_before_units_that_take_them(void **state)
{
  (void)state;
  Unit unit;
  assert_false(unit_find("kdeg", 4, &unit));
  assert_false(unit_find("mt", 2, &unit));
  assert_false(unit_find("k", 1, &unit));
  assert_false(unit_find("mmm", 3, &unit));
  assert_false(unit_find("", 0, &unit));
  assert_false(unit_find("x", 1, &unit));
}

static void check_dimension(const char *symbol, const char *base)
{
  Unit unit;
  Text text = { 0 };
  assert_true(unit_find(symbol, strlen(symbol), &unit));
  dimension_print(unit.dimension, &text);
  assert_string_equal(text_string(&text), base);
  text_free(&text);
}

static void dimensions_are_those_of_the_si(void **state)
{
  (void)state;
  check_dimension("mm", "m");
  check_dimension("kN", "N");
  check_dimension("J", "N.m");
  check_dimension("W", "W");
  check_dimension("bar", "Pa");
  check_dimension("deg", "rad");
  check_dimension("rpm", "rad/s");
  check_dimension("Hz", "s^-1");
  check_dimension("L", "m^3");
  check_dimension("mH", "H");
}

static void misspelt_units_have_a_nearest(void **state)
{
  (void)state;
  assert_string_equal(unit_nearest("Kg", 2), "kg");
  assert_string_equal(unit_nearest("degrees", 7), "deg");
  assert_string_equal(unit_nearest("Nm", 2), "N.m");
  assert_string_equal(unit_nearest("sec", 3), "s");
  assert_null(unit_nearest("parsec", 6));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(values_are_exact),
    cmocka_unit_test(prefixes_stand_only_before_units_that_take_them),
    cmocka_unit_test(dimensions_are_those_of_the_si),
    cmocka_unit_test(misspelt_units_have_a_nearest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
