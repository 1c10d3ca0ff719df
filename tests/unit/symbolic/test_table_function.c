// test_table_function.c -- functions given by points, against lines by hand, a spline solved in
// fractions by all its conditions at once, and difference quotients.
// SPDX-License-Identifier: MIT
#include "symbolic/calculus/table_function.h"

#include "symbolic/algebra.h"
#include "symbolic/ball.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/literal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { POINTS = 5 };
static const double X[POINTS] = { -1, 0, 0.5, 2, 3.25 };
static const double Y[POINTS] = { 0.5, 2, -1, 0.25, 3 };

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

static const TableFunction *table(Pool *pool, const char *name, TableMethod method,
                                  TableOutside outside)
{
  int point = -1;
  Text why = { 0 };
  const TableDescription description = { name, POINTS, X, Y, method, outside };
  const TableFunction *made = table_function_new(pool, &description, &point, &why);
  assert_non_null(made);
  text_free(&why);
  return made;
}

static void assert_near(double found, double expected)
{
  if (fabs(found - expected) <= 4e-15 * (1 + fabs(expected))) return;
  fail_msg("%.17g is not %.17g", found, expected);
}

// ---- numbers

static void lines_join_the_points(void **state)
{
  const TableFunction *line = table(*state, "line", TABLE_LINEAR, OUTSIDE_CONSTANT);
  for (int i = 0; i < POINTS; i++)
    assert_true(table_function_value(line, 0, X[i]) == Y[i]);
  assert_near(table_function_value(line, 0, -0.5), 1.25);
  assert_near(table_function_value(line, 1, -0.5), 1.5);
  assert_near(table_function_value(line, 0, 0.125), 1.25);
  assert_near(table_function_value(line, 1, 0.125), -6);
  assert_near(table_function_value(line, 1, 0.5), 1.25 / 1.5);  // the slope behind the point
  assert_near(table_function_value(line, 0, 3), 0.25 + 2.75 / 1.25);
}

// The coefficients of all pieces from their 16 linear equations, solved in fractions.
static void the_cubic_is_the_natural_spline(void **state)
{
  static const struct {
    double x;
    double of_order[4];
  } CASES[] = {
    { -0.75, { 1.546807505399568, 3.828932685385169, -4.299568034557235, -17.19827213822894 } },
    { 0.3125, { 0.14662569181965443, -6.639648578113751, 1.7941684665226783, 60.77580993520518 } },
    { 0.5, { -1.0, -5.23491720662347, 13.18963282937365, -10.197264218862491 } },
    { 1.125, { -2.1106508354331655, 1.016950143988481, 6.816342692584593, -10.197264218862491 } },
    { 3.0, { 2.5553131749460043, 1.8138516918646508, -0.4212526997840173, 1.6850107991360692 } },
  };
  const TableFunction *curve = table(*state, "curve", TABLE_CUBIC, OUTSIDE_LINEAR);
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    for (int order = 0; order < 4; order++)
      assert_near(table_function_value(curve, order, CASES[i].x), CASES[i].of_order[order]);
  }
  for (int i = 0; i < POINTS; i++)
    assert_true(table_function_value(curve, 0, X[i]) == Y[i]);
}

static void outside_it_stays_or_goes_on_straight(void **state)
{
  const double first = 4.366378689704824, last = 1.7611951043916487;  // slopes of the spline
  const TableFunction *flat = table(*state, "curve", TABLE_CUBIC, OUTSIDE_CONSTANT);
  const TableFunction *straight = table(*state, "curve", TABLE_CUBIC, OUTSIDE_LINEAR);
  assert_near(table_function_value(flat, 0, -9), 0.5);
  assert_near(table_function_value(flat, 0, 9), 3);
  assert_near(table_function_value(flat, 1, 9), 0);
  assert_near(table_function_value(straight, 0, -3), 0.5 - 2 * first);
  assert_near(table_function_value(straight, 1, -3), first);
  assert_near(table_function_value(straight, 0, 4.25), 3 + last);
  assert_near(table_function_value(straight, 1, 4.25), last);
  assert_near(table_function_value(straight, 2, 4.25), 0);
  const TableFunction *line = table(*state, "line", TABLE_LINEAR, OUTSIDE_LINEAR);
  assert_near(table_function_value(line, 0, -2), -1);
  assert_near(table_function_value(line, 0, 4.25), 3 + 2.75 / 1.25);
}

// A spline through points of a line is that line; value, slope and curvature go through at points.
static void splines_are_smooth_and_keep_lines(void **state)
{
  const double straight[POINTS] = { -2, 1, 2.5, 7, 10.75 };  // 3 x + 1
  int point;
  Text why = { 0 };
  const TableDescription description = { "l", POINTS, X, straight, TABLE_CUBIC, OUTSIDE_LINEAR };
  const TableFunction *line = table_function_new(*state, &description, &point, &why);
  for (double x = -3; x < 5; x += 0.17)
    assert_near(table_function_value(line, 0, x), 3 * x + 1);
  const TableFunction *curve = table(*state, "curve", TABLE_CUBIC, OUTSIDE_LINEAR);
  for (int i = 0; i < POINTS; i++) {
    for (int order = 0; order < 3; order++) {
      double before = table_function_value(curve, order, nextafter(X[i], -9));
      if (fabs(before - table_function_value(curve, order, X[i])) > 1e-13)
        fail_msg("derivative %d jumps at %g", order, X[i]);
    }
  }
}

// ---- what is no table

static void expect_refusal(Pool *pool, const double x[], const double y[], int count,
                           const char *reason, int at)
{
  int point = -1;
  Text why = { 0 };
  const TableDescription description = { "t", count, x, y, TABLE_CUBIC, OUTSIDE_CONSTANT };
  assert_null(table_function_new(pool, &description, &point, &why));
  assert_string_equal(text_string(&why), reason);
  assert_int_equal(point, at);
  text_free(&why);
}

static void what_is_no_function_is_refused(void **state)
{
  const double repeated[] = { 0, 1, 1 }, falling[] = { 0, -1, 2 }, plain[] = { 0, 1, 2 };
  const double open[] = { 0, 1, INFINITY }, huge[] = { 0, 1e308, -1e308 };
  expect_refusal(*state, X, Y, 1, "a table needs two points at least", 0);
  expect_refusal(*state, X, Y, 0, "a table needs two points at least", 0);
  expect_refusal(*state, repeated, Y, 3, "x must grow from point to point", 2);
  expect_refusal(*state, falling, Y, 3, "x must grow from point to point", 1);
  expect_refusal(*state, plain, open, 3, "a point of a table has two numbers", 2);
  expect_refusal(*state, open, Y, 3, "a point of a table has two numbers", 2);
  expect_refusal(*state, plain, huge, 3, "the slope of the table is beyond all numbers", 0);
}

// ---- expressions

static void equal_tables_at_equal_arguments_are_one_node(void **state)
{
  Pool *pool = *state;
  const Expr *x = expr_symbol(pool, "x", STAGE_POSITION), *y = expr_symbol(pool, "y", STAGE_TIME);
  const TableFunction *curve = table(pool, "curve", TABLE_CUBIC, OUTSIDE_LINEAR);
  assert_ptr_equal(table(pool, "curve", TABLE_CUBIC, OUTSIDE_LINEAR), curve);
  const Expr *e = expr_table(curve, 0, product(sum(x, y), x));
  assert_ptr_equal(e, expr_table(curve, 0, sum(square(x), product(y, x))));
  assert_true(is_zero(difference(e, expr_table(curve, 0, product(x, sum(y, x))))));
  assert_ptr_not_equal(e, expr_table(curve, 0, x));
  assert_ptr_not_equal(expr_table(curve, 0, x), expr_table(curve, 1, x));
  const TableFunction *others[] = { table(pool, "curve", TABLE_CUBIC, OUTSIDE_CONSTANT),
                                    table(pool, "curve", TABLE_LINEAR, OUTSIDE_LINEAR),
                                    table(pool, "other", TABLE_CUBIC, OUTSIDE_LINEAR) };
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    assert_ptr_not_equal(expr_table(curve, 0, x), expr_table(others[i], 0, x));
}

static void derivatives_count_up_to_the_degree(void **state)
{
  Pool *pool = *state;
  const Expr *x = expr_symbol(pool, "x", STAGE_POSITION), *v = expr_rate(x);
  const TableFunction *curve = table(pool, "curve", TABLE_CUBIC, OUTSIDE_LINEAR);
  const TableFunction *line = table(pool, "line", TABLE_LINEAR, OUTSIDE_LINEAR);
  const Expr *e = expr_table(curve, 0, x);
  assert_ptr_equal(expr_time_derivative(e), product(expr_table(curve, 1, x), v));
  for (int order = 1; order <= 3; order++) {
    e = expr_derivative(e, x);
    assert_ptr_equal(e, expr_table(curve, order, x));
  }
  assert_true(is_zero(expr_derivative(e, x)));
  const Expr *slope = expr_derivative(expr_table(line, 0, square(x)), x);
  assert_ptr_equal(slope, product(expr_table(line, 1, square(x)), sum(x, x)));
  assert_true(is_zero(expr_derivative(expr_table(line, 1, x), x)));
  assert_true(is_zero(expr_derivative(expr_table(curve, 0, x), v)));
}

// At every x but the points the derivatives are those of the numbers.
static void derivatives_are_difference_quotients(void **state)
{
  const double h = 1e-5;
  for (int method = TABLE_LINEAR; method <= TABLE_CUBIC; method += 2) {
    const TableFunction *f = table(*state, "f", (TableMethod)method, OUTSIDE_LINEAR);
    for (double x = -2.031; x < 4; x += 0.11) {
      for (int order = 0; order < method; order++) {
        double above = table_function_value(f, order, x + h);
        double quotient_of = (above - table_function_value(f, order, x - h)) / (2 * h);
        double error = fabs(quotient_of - table_function_value(f, order + 1, x));
        if (error > 1e-7) fail_msg("degree %d, order %d at %g: %g", method, order, x, error);
      }
    }
  }
}

static void other_pools_know_the_table(void **state)
{
  Pool *pool = *state, *other = pool_new(7);
  const Expr *x = expr_symbol(pool, "x", STAGE_POSITION);
  const TableFunction *curve = table(pool, "curve", TABLE_CUBIC, OUTSIDE_LINEAR);
  const Expr *e = sum(x, expr_table(curve, 1, square(x)));
  const Expr *copy = expr_copy(other, e);
  assert_true(expr_same_value(e, copy));
  assert_ptr_equal(expr_copy(pool, copy), e);
  Pool *twin = pool_copy(other);
  const Expr *second = pool_counterpart(twin, copy);
  pool_free(other);  // what they hold is their own
  const Expr *half_of_x = expr_rational(twin, 1, 2), *inner = expr_find_symbol(twin, "x");
  const Expr *number = expr_substitute(second, &inner, &half_of_x, 1);
  assert_near(expr_literal_value(number), 0.5 + table_function_value(curve, 1, 0.25));
  const Expr *again = expr_derivative(second, inner);
  assert_true(expr_same_value(again, expr_derivative(e, x)));
  pool_free(twin);
}

// ---- balls

static void a_ball_encloses_all_values_on_it(void **state)
{
  arb_t x, value;
  arb_init(x);
  arb_init(value);
  for (int method = TABLE_LINEAR; method <= TABLE_CUBIC; method += 2) {
    const TableFunction *f = table(*state, "f", (TableMethod)method, OUTSIDE_CONSTANT);
    for (int order = 0; order <= method; order++) {
      for (double middle = -2; middle < 4; middle += 0.375) {
        arb_set_d(x, middle);
        ball_of_table(value, f, order, x, 64);
        assert_true(arb_rel_accuracy_bits(value) > 50 || arb_is_zero(value));
        mag_set_d(arb_radref(x), 0.7);
        ball_of_table(value, f, order, x, 64);
        for (double t = middle - 0.7; t < middle + 0.7; t += 0.05) {
          arf_t point;
          arf_init(point);
          arf_set_d(point, table_function_value(f, order, t));
          mag_t slack;
          mag_init(slack);
          mag_set_d(slack, 1e-12);
          arb_t wide;
          arb_init(wide);
          arb_set(wide, value);
          arb_add_error_mag(wide, slack);
          assert_true(arb_contains_arf(wide, point));
          arb_clear(wide);
          mag_clear(slack);
          arf_clear(point);
        }
      }
    }
  }
  arb_indeterminate(x);
  ball_of_table(value, table(*state, "f", TABLE_CUBIC, OUTSIDE_LINEAR), 0, x, 64);
  assert_false(arb_is_finite(value));
  arb_clear(value);
  arb_clear(x);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
  const struct CMUnitTest tests[] = {
    TEST(lines_join_the_points),
    TEST(the_cubic_is_the_natural_spline),
    TEST(outside_it_stays_or_goes_on_straight),
    TEST(splines_are_smooth_and_keep_lines),
    TEST(what_is_no_function_is_refused),
    TEST(equal_tables_at_equal_arguments_are_one_node),
    TEST(derivatives_count_up_to_the_degree),
    TEST(derivatives_are_difference_quotients),
    TEST(other_pools_know_the_table),
    TEST(a_ball_encloses_all_values_on_it),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  flint_cleanup();
  return failed;
}
