// test_default_value.c -- numbers against libm and against values known by heart.
// SPDX-License-Identifier: MIT
#include "mechanism/default_value.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

typedef struct Fixture {
  Mechanism mechanism;
  Parameter parameters[2];
} Fixture;

// a = 2 with a value, b without.
static Fixture fixture_new(void)
{
  Fixture fixture = { .mechanism = { .pool = pool_new(1), .parameter_count = 2 } };
  Pool *pool = fixture.mechanism.pool;
  fixture.parameters[0] = (Parameter){ .name = "a",
                                       .symbol = expr_symbol(pool, "a", STAGE_PARAMETER),
                                       .value = expr_integer(pool, 2) };
  fixture.parameters[1] =
      (Parameter){ .name = "b", .symbol = expr_symbol(pool, "b", STAGE_PARAMETER) };
  return fixture;
}

static double value(Fixture *fixture, const Expr *e)
{
  fixture->mechanism.parameters = fixture->parameters;
  return mechanism_default_value(&fixture->mechanism, e);
}

static void check_near(double found, double expected)
{
  assert_true(fabs(found - expected) <= 4 * DBL_EPSILON * fabs(expected));
}

static void functions_agree_with_libm(void **state)
{
  (void)state;
  Fixture f = fixture_new();
  const Expr *a = f.parameters[0].symbol;
  const Expr *half = expr_div(expr_integer(f.mechanism.pool, 1), a);
  check_near(value(&f, expr_call(OP_SIN, a)), 0.90929742682568169540);  // sin 2
  check_near(value(&f, expr_call(OP_COS, a)), cos(2.0));
  check_near(value(&f, expr_call(OP_TAN, a)), tan(2.0));
  check_near(value(&f, expr_call(OP_ASIN, half)), asin(0.5));
  check_near(value(&f, expr_call(OP_ACOS, half)), acos(0.5));
  check_near(value(&f, expr_call(OP_ATAN, a)), atan(2.0));
  check_near(value(&f, expr_call(OP_EXP, a)), 7.3890560989306502272);   // e^2
  check_near(value(&f, expr_call(OP_LOG, a)), 0.69314718055994530942);  // ln 2
  check_near(value(&f, expr_call(OP_SQRT, a)), 1.4142135623730950488);
  check_near(value(&f, expr_call2(OP_ATAN2, a, expr_neg(a))), atan2(2.0, -2.0));
  check_near(value(&f, expr_pi(f.mechanism.pool)), 3.14159265358979323846);
  pool_free(f.mechanism.pool);
}

static void arithmetic_and_choices_are_followed(void **state)
{
  (void)state;
  Fixture f = fixture_new();
  Pool *pool = f.mechanism.pool;
  const Expr *a = f.parameters[0].symbol;
  const Expr *five = expr_integer(pool, 5);
  check_near(value(&f, expr_sub(expr_mul(a, five), expr_div(a, five))), 9.6);
  check_near(value(&f, expr_pow(a, expr_rational(pool, 1, 3))), cbrt(2.0));
  check_near(value(&f, expr_call2(OP_MIN, a, five)), 2);
  check_near(value(&f, expr_call2(OP_MAX, a, five)), 5);
  check_near(value(&f, expr_call(OP_SIGN, expr_neg(a))), -1);
  check_near(value(&f, expr_call(OP_ABS, expr_neg(a))), 2);
  check_near(value(&f, expr_if(expr_call2(OP_LT, a, five), a, five)), 2);
  check_near(value(&f, expr_if(expr_call2(OP_EQ, a, five), a, five)), 5);
  check_near(value(&f, expr_call2(OP_LE, a, five)), 1);
  check_near(value(&f, expr_call2(OP_NE, a, five)), 1);
  pool_free(pool);
}

static void names_are_seen_through(void **state)
{
  (void)state;
  Fixture f = fixture_new();
  const Expr *a = f.parameters[0].symbol;
  const Expr *square = expr_name("square", expr_mul(a, a));
  check_near(value(&f, expr_add(square, a)), 6);
  pool_free(f.mechanism.pool);
}

static void what_depends_on_the_unknown_is_unknown(void **state)
{
  (void)state;
  Fixture f = fixture_new();
  const Expr *a = f.parameters[0].symbol;
  const Expr *b = f.parameters[1].symbol;
  assert_true(isnan(value(&f, b)));
  assert_true(isnan(value(&f, expr_add(a, b))));
  assert_true(isnan(value(&f, expr_call2(OP_LT, a, b))));
  assert_true(isnan(value(&f, expr_symbol(f.mechanism.pool, "q", STAGE_POSITION))));
  assert_true(isnan(value(&f, expr_undefined(f.mechanism.pool))));
  pool_free(f.mechanism.pool);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(functions_agree_with_libm),
    cmocka_unit_test(arithmetic_and_choices_are_followed),
    cmocka_unit_test(names_are_seen_through),
    cmocka_unit_test(what_depends_on_the_unknown_is_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
