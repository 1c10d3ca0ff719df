// test_code_number.c -- literals: short, exact, rounded once.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void check(CodeReal real, double value, const char *expected)
{
  CodeRequest request = { .real = real };
  CodeModel model = { .request = &request, .language = &LANGUAGE_C };
  Text text = { 0 };
  code_put_literal(&text, &model, NULL, value);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void literals_are_the_shortest_that_read_back(void **state)
{
  (void)state;
  check(CODE_DOUBLE, 0.1, "0.1");
  check(CODE_DOUBLE, 2, "2.0");
  check(CODE_DOUBLE, -3, "3.0");  // the sign is the expression's
  check(CODE_DOUBLE, 1e22, "1e22");
  check(CODE_DOUBLE, 1.0 / 3, "0.3333333333333333");
  check(CODE_FLOAT, 1.0 / 3, "0.33333334f");
  check(CODE_FLOAT, 2, "2.0f");
  check(CODE_FLOAT, 1e-5, "1e-5f");
}

static void what_is_no_number_is_spelled_by_math_h(void **state)
{
  (void)state;
  check(CODE_DOUBLE, strtod("inf", NULL), "HUGE_VAL");
  check(CODE_FLOAT, 1e300, "HUGE_VALF");
  check(CODE_DOUBLE, strtod("nan", NULL), "nan(\"\")");
}

// 1 + 2^-24 lies midway between the floats 1 and 1 + 2^-23, and the tie goes to 1. A little more
// must go up, although the double nearest to it is the middle itself.
static void floats_are_rounded_from_the_exact_value(void **state)
{
  (void)state;
  Pool *pool = pool_new(1);
  const Expr *middle =
      expr_add(expr_integer(pool, 1), expr_pow_integer(expr_integer(pool, 2), -24));
  const Expr *little = expr_pow_integer(expr_integer(pool, 2), -80);
  double value = 1 + 0x1p-24;
  assert_true(code_nearest_float(middle, value) == 1.0F);
  assert_true(code_nearest_float(expr_add(middle, little), value) == 1.0F + 0x1p-23F);
  assert_true(code_nearest_float(expr_sub(middle, little), value) == 1.0F);
  const Expr *negative = expr_neg(expr_add(middle, little));
  assert_true(code_nearest_float(negative, -value) == -1.0F - 0x1p-23F);
  pool_free(pool);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(literals_are_the_shortest_that_read_back),
    cmocka_unit_test(what_is_no_number_is_spelled_by_math_h),
    cmocka_unit_test(floats_are_rounded_from_the_exact_value),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
