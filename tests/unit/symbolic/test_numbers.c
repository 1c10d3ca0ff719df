// test_numbers.c -- values in doubles, and derivatives backwards against those by rule.
// SPDX-License-Identifier: MIT
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/double_eval.h"
#include "symbolic/calculus/table_function.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { POINTS = 3 };

static double number_of(void *context, const Symbol *symbol, int point)
{
  (void)context;
  if (strcmp(symbol->name, "unknown") == 0) return NAN;
  return (strcmp(symbol->name, "x") == 0 ? 0.37 : 0.81) + 0.05 * point;
}

static void assert_near(double a, double b)
{
  if (!(fabs(a - b) <= 1e-12 * fmax(1, fabs(b)))) fail_msg("%.17g is not %.17g", a, b);
}

// The derivatives of weight*e + sin(x) by x and y.
static void check_derivatives(const Expr *e, const Expr *const symbols[2])
{
  const double weights[] = { -3, 1 };
  const Expr *roots[] = { e, expr_call(OP_SIN, symbols[0]) };
  Numbers numbers = numbers_of(roots, 2, POINTS, number_of, NULL);
  for (int k = 0; k < 2; k++) {
    const Expr *by_rule[2];
    expr_derivatives(roots, 2, symbols[k], by_rule);
    Numbers wanted = numbers_of(by_rule, 2, POINTS, number_of, NULL);
    for (int point = 0; point < POINTS; point++) {
      double *got = numbers_derivatives(&numbers, point, weights), found = 0;
      for (int i = 0; i < numbers.steps.count; i++)
        if (numbers.steps.at[i].node == symbols[k]) found = got[i];
      assert_near(found, -3 * number_at(&wanted, 0, point) + number_at(&wanted, 1, point));
      free(got);
    }
    numbers_free(&wanted);
  }
  numbers_free(&numbers);
}

static void every_operator_has_the_derivatives_of_its_rule(void **state)
{
  (void)state;
  Pool *pool = pool_new(0);
  const Expr *symbols[] = { expr_symbol(pool, "x", STAGE_POSITION),
                            expr_symbol(pool, "y", STAGE_POSITION) };
  const Expr *x = symbols[0], *y = symbols[1];
  const Expr *inner = sum(product(x, y), half(square(x)));  // inside every domain
  for (int op = OP_ADD; op < OP_COUNT; op++) {
    const Expr *args[] = { inner, sum(x, y), product(x, y) };
    if (op == OP_TABLE) continue;
    if (op == OP_IF) args[0] = expr_call2(OP_LT, x, y);
    check_derivatives(expr_apply((Operator)op, args), symbols);
  }
  const Expr *otherwise[] = { expr_call2(OP_LT, y, x), inner, product(x, y) };
  check_derivatives(expr_apply(OP_IF, otherwise), symbols);
  check_derivatives(expr_call2(OP_MIN, sum(x, y), inner), symbols);
  check_derivatives(expr_call2(OP_MAX, sum(x, y), inner), symbols);
  check_derivatives(expr_call(OP_ABS, difference(x, y)), symbols);
  const double at[] = { -1, 0.3, 0.6, 2 }, is[] = { 0.5, 2, -1, 3 };
  const TableDescription curve = { "curve", 4, at, is, TABLE_CUBIC, OUTSIDE_CONSTANT };
  int point;
  const TableFunction *table = table_function_new(pool, &curve, &point, &(Text){ 0 });
  check_derivatives(expr_table(table, 0, inner), symbols);
  check_derivatives(expr_table(table, 1, inner), symbols);
  check_derivatives(expr_pow(inner, expr_rational(pool, 7, 3)), symbols);
  check_derivatives(expr_name("named", quotient(expr_call(OP_EXP, inner), sum(y, x))), symbols);
  pool_free(pool);
  flint_cleanup();
}

// Its root has no value where x is below y.
static void a_side_that_is_not_taken_does_not_count(void **state)
{
  (void)state;
  Pool *pool = pool_new(0);
  const Expr *x = expr_symbol(pool, "x", STAGE_POSITION);
  const Expr *y = expr_symbol(pool, "y", STAGE_POSITION);
  const Expr *e =
      expr_if(expr_call2(OP_LT, y, x), expr_call(OP_SQRT, difference(x, y)), product(x, y));
  const double one = 1;
  Numbers numbers = numbers_of(&e, 1, POINTS, number_of, NULL);
  double *got = numbers_derivatives(&numbers, 1, &one);
  for (int i = 0; i < numbers.steps.count; i++)
    if (numbers.steps.at[i].node == x) assert_near(got[i], 0.86);
  assert_near(number_at(&numbers, 0, 1), 0.42 * 0.86);
  free(got);
  numbers_free(&numbers);
  pool_free(pool);
  flint_cleanup();
}

static void what_is_made_of_unknowns_is_not_known(void **state)
{
  (void)state;
  Pool *pool = pool_new(0);
  const Expr *x = expr_symbol(pool, "x", STAGE_PARAMETER);
  const Expr *unknown = expr_symbol(pool, "unknown", STAGE_PARAMETER);
  const Expr *sum_of_both = sum(x, unknown), *less = expr_call2(OP_LT, unknown, x);
  assert_near(expr_known_value(expr_call(OP_COS, x), number_of, NULL), cos(0.37));
  assert_true(isnan(expr_known_value(sum_of_both, number_of, NULL)));
  assert_true(isnan(expr_known_value(less, number_of, NULL)));
  assert_true(isnan(expr_known_value(expr_name("less", sum(less, x)), number_of, NULL)));
  assert_true(isnan(expr_known_value(x, NULL, NULL)));
  assert_near(expr_known_value(expr_name("named", sum(x, integer(x, 2))), number_of, NULL), 2.37);
  assert_near(expr_size(difference(x, integer(x, 2)), number_of, NULL), 2.37);
  assert_near(expr_size(expr_call(OP_COS, product(integer(x, 100), x)), number_of, NULL), 1);
  pool_free(pool);
  flint_cleanup();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_operator_has_the_derivatives_of_its_rule),
    cmocka_unit_test(a_side_that_is_not_taken_does_not_count),
    cmocka_unit_test(what_is_made_of_unknowns_is_not_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
