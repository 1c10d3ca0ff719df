// test_vanish.c -- what is zero wherever it has a value, and what only looks like that.
// SPDX-License-Identifier: MIT
#include "symbolic/calculus/vanish.h"

#include "support/text_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static bool vanishes(const char *text)
{
  static const char *const NAMES[] = { "x", "y", "z" };
  Pool *pool = pool_new(4);
  long work = 0;
  for (int i = 0; i < 3; i++)
    expr_symbol(pool, NAMES[i], STAGE_PARAMETER);
  const Expr *e = text_read(pool, text);
  assert_non_null(e);
  bool result = expr_is_zero(e) || expr_vanishes(e, &work);
  assert_true(work < 100000);
  pool_free(pool);
  return result;
}

// Identities of real numbers, from tables of formulas.
static void identities_are_seen(void **state)
{
  (void)state;
  static const char *const ZEROS[] = {
    "(sqrt(x) + 1)*(sqrt(x) - 1) - (x - 1)",
    "sqrt(x*y)^2 - x*y",
    "sqrt(x^2*y) - abs(x)*sqrt(y)",
    "sqrt(x + 2*sqrt(x - 1)) - sqrt(sqrt(x - 1)^2 + 2*sqrt(x - 1) + 1)",
    "sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2)",
    "(abs(x) - x)*(abs(x) + x)",
    "abs(x*y) - abs(x)*abs(y)",
    "max(x, 0 - x) - abs(x)",
    "min(x, y) - (x + y - abs(x - y))/2",
    "min(x, y)*max(x, y) - x*y",
    "min(min(x, y), z) - min(x, min(y, z))",
    "cos(2*asin(y)) - 1 + 2*y^2",
    "2*cos(acos(y)/2)^2 - 1 - y",
    "2*atan(x) - atan2(2*x, 1 - x^2)",
    "asin(y) - atan(y/sqrt(1 - y^2))",
    "log(x*y) - log(abs(x)) - log(abs(y))",
    "exp(log(x)) - x",
    "x^y*x^(1 - y) - x",
    "sqrt(1 - sin(z)^2) - abs(cos(z))",
    "cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) - 1/2",
  };
  for (size_t i = 0; i < sizeof ZEROS / sizeof ZEROS[0]; i++) {
    if (!vanishes(ZEROS[i])) fail_msg("not seen: %s", ZEROS[i]);
  }
}

// Each has another value somewhere, though it may be zero at most points, or nearly so at all.
static void nothing_else_passes_for_zero(void **state)
{
  (void)state;
  static const char *const OTHERS[] = {
    "sqrt(x^2*y) - x*sqrt(y)",        // at -1, 1
    "atan(x) + atan(1/x) - pi/2",     // at -1
    "sqrt(1 - sin(z)^2) - cos(z)",    // at pi
    "asin(sin(z)) - z",               // at pi
    "max(x - 1000000, 0)",            // beyond
    "max(x - 10000000000000000, 0)",  // beyond any point that is tried
    "max(0, 1/1000 - abs(x - 1.2345678))",
    "min(x, 0)*min(y, 0)*max(z - 1.0e15, 0)",
    "sqrt(1 + x/1.0e200) - 1",
    "sqrt(1.0e60 + x) - 1.0e30",
    "sqrt(x) - 1.0e-300",
    "asin(x)/1.0e300",
    "sign(x)^2 - 1",  // at 0
    "cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) - 0.50000000000000000001",
    "sqrt(x - 1)*sqrt(0 - 1 - x)",  // nowhere
  };
  for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++) {
    if (vanishes(OTHERS[i])) fail_msg("taken for zero: %s", OTHERS[i]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(identities_are_seen),
    cmocka_unit_test(nothing_else_passes_for_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
