// test_literal.c -- constants become the nearest doubles; what libm or the compiler knows is the
// judge.
// SPDX-License-Identifier: MIT
#include "symbolic/literal.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static Pool *pool_of(void **state) { return *state; }

static int open_pool(void **state)
{
  *state = pool_new(7);
  return 0;
}

static int close_pool(void **state)
{
  pool_free(*state);
  return 0;
}

static void assert_double(double found, double expected)
{
  if (found == expected && signbit(found) == signbit(expected)) return;
  fail_msg("%.17g is not %.17g", found, expected);
}

static double fingerprint_of_decimal(Pool *pool, const char *text)
{
  return expr_literal_value(expr_decimal(pool, text, strlen(text)));
}

static void decimals_read_as_the_compiler_reads_them(void **state)
{
  const char *texts[] = { "0",
                          "1",
                          "9.81",
                          "0.1",
                          "1e-3",
                          "123456789.123456789",
                          "4.9e-324",
                          "1e-323",
                          "2.5e-324",
                          "2.2250738585072014e-308",
                          "2.2250738585072011e-308",
                          "1.7976931348623157e308",
                          "9007199254740993",
                          "9007199254740995",
                          "0.3",
                          "1e-400" };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    assert_double(fingerprint_of_decimal(pool_of(state), texts[i]), strtod(texts[i], NULL));
  }
}

static void random_decimals_read_as_strtod_reads_them(void **state)
{
  srand(11);
  for (int i = 0; i < 3000; i++) {
    char text[64];
    snprintf(text, sizeof text, "%d.%09d%07de%d", rand() % 10, rand() % 1000000000,
             rand() % 10000000, rand() % 640 - 320);
    const Expr *number = expr_decimal(pool_of(state), text, strlen(text));
    assert_double(expr_number_value(number), strtod(text, NULL));
  }
}

static void numbers_beyond_the_range_are_infinite(void **state)
{
  assert_double(fingerprint_of_decimal(pool_of(state), "1e400"), HUGE_VAL);
}

static void roots_and_pi_are_correctly_rounded(void **state)
{
  Pool *pool = pool_of(state);
  const Expr *root = expr_call(OP_SQRT, expr_integer(pool, 3));
  assert_double(expr_literal_value(root), sqrt(3.0));  // IEEE 754: correctly rounded
  assert_double(expr_literal_value(expr_pi(pool)), M_PI);
  assert_double(expr_literal_value(expr_div(expr_pi(pool), expr_integer(pool, 6))),
                0.52359877559829887307);
  assert_double(expr_literal_value(expr_div(root, expr_integer(pool, 2))), 0.86602540378443864676);
}

static void cancellation_costs_no_digits(void **state)
{
  Pool *pool = pool_of(state);
  // 1000001 - sqrt(1000001^2 - 1) = 1/(1000001 + sqrt(1000001^2 - 1))
  const Expr *n = expr_integer(pool, 1000001);
  const Expr *root = expr_call(OP_SQRT, expr_sub(expr_mul(n, n), expr_integer(pool, 1)));
  long double inverse = 1000001.0L + sqrtl(1000001.0L * 1000001.0L - 1.0L);
  assert_double(expr_literal_value(expr_sub(n, root)), (double)(1.0L / inverse));
}

static void functions_agree_with_long_double_libm(void **state)
{
  Pool *pool = pool_of(state);
  const Expr *x = expr_rational(pool, 3, 7);
  const long double f = 3.0L / 7.0L;
  struct {
    Operator op;
    long double expected;
  } cases[] = { { OP_SIN, sinl(f) },   { OP_COS, cosl(f) },   { OP_TAN, tanl(f) },
                { OP_ASIN, asinl(f) }, { OP_ACOS, acosl(f) }, { OP_ATAN, atanl(f) },
                { OP_EXP, expl(f) },   { OP_LOG, logl(f) },   { OP_SQRT, sqrtl(f) },
                { OP_SINH, sinhl(f) }, { OP_COSH, coshl(f) }, { OP_TANH, tanhl(f) } };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_double(expr_literal_value(expr_call(cases[i].op, x)), (double)cases[i].expected);
  }
  const Expr *y = expr_pi(pool);
  assert_double(expr_literal_value(expr_pow(y, x)), (double)powl(3.14159265358979323846L, f));
  assert_double(expr_literal_value(expr_call2(OP_ATAN2, expr_neg(y), expr_neg(x))),
                (double)atan2l(-3.14159265358979323846L, -f));
}

static void decisions_between_irrational_numbers_are_made(void **state)
{
  Pool *pool = pool_of(state);
  const Expr *pi = expr_pi(pool), *near = expr_rational(pool, 355, 113);  // above pi by 2.7e-7
  const Expr *five = expr_integer(pool, 5), *six = expr_integer(pool, 6);
  assert_double(expr_literal_value(expr_call2(OP_LT, pi, near)), 1.0);
  assert_double(expr_literal_value(expr_call2(OP_LE, near, pi)), 0.0);
  assert_double(expr_literal_value(expr_call2(OP_EQ, near, pi)), 0.0);
  assert_double(expr_literal_value(expr_call2(OP_NE, near, pi)), 1.0);
  assert_double(expr_literal_value(expr_if(expr_call2(OP_LT, pi, near), five, six)), 5.0);
  assert_double(expr_literal_value(expr_call(OP_SIGN, expr_sub(pi, near))), -1.0);
  assert_double(expr_literal_value(expr_call(OP_FLOOR, expr_sub(pi, near))), -1.0);
  assert_double(expr_literal_value(expr_call(OP_ABS, expr_sub(pi, near))),
                2.66764189062422312369e-7);
  assert_double(expr_literal_value(expr_call2(OP_MIN, pi, near)), M_PI);
  assert_double(expr_literal_value(expr_call2(OP_MAX, pi, near)), 355.0 / 113.0);
}

// sqrt(2 + sqrt 3) = (sqrt 6 + sqrt 2)/2, which the pool does not know.
static void a_hidden_zero_is_zero(void **state)
{
  Pool *pool = pool_of(state);
  const Expr *root3 = expr_call(OP_SQRT, expr_integer(pool, 3));
  const Expr *nested = expr_call(OP_SQRT, expr_add(expr_integer(pool, 2), root3));
  const Expr *flat =
      expr_mul(expr_rational(pool, 1, 2), expr_add(expr_call(OP_SQRT, expr_integer(pool, 6)),
                                                   expr_call(OP_SQRT, expr_integer(pool, 2))));
  const Expr *zero = expr_sub(nested, flat);
  assert_double(expr_literal_value(zero), 0.0);
  assert_double(expr_literal_value(expr_call(OP_SQRT, expr_call(OP_ABS, zero))), 0.0);
}

static void what_has_no_value_is_nan(void **state)
{
  Pool *pool = pool_of(state);
  const Expr *root2 = expr_call(OP_SQRT, expr_integer(pool, 2));
  const Expr *negative = expr_sub(root2, expr_integer(pool, 2));
  assert_true(isnan(expr_literal_value(expr_undefined(pool))));
  assert_true(isnan(expr_literal_value(expr_call(OP_SQRT, negative))));
  assert_true(isnan(expr_literal_value(expr_call(OP_LOG, negative))));
  assert_true(isnan(expr_literal_value(expr_call(OP_ASIN, expr_neg(expr_pi(pool))))));
}

static void a_named_constant_has_the_value_of_its_definition(void **state)
{
  Pool *pool = pool_of(state);
  const Expr *named = expr_name("turn", expr_mul(expr_integer(pool, 2), expr_pi(pool)));
  assert_double(expr_literal_value(named), 2.0 * M_PI);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(decimals_read_as_the_compiler_reads_them, open_pool,
                                    close_pool),
    cmocka_unit_test_setup_teardown(random_decimals_read_as_strtod_reads_them, open_pool,
                                    close_pool),
    cmocka_unit_test_setup_teardown(numbers_beyond_the_range_are_infinite, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(roots_and_pi_are_correctly_rounded, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(cancellation_costs_no_digits, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(functions_agree_with_long_double_libm, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(decisions_between_irrational_numbers_are_made, open_pool,
                                    close_pool),
    cmocka_unit_test_setup_teardown(a_hidden_zero_is_zero, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(what_has_no_value_is_nan, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(a_named_constant_has_the_value_of_its_definition, open_pool,
                                    close_pool),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
