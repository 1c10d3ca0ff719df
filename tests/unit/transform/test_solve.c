// test_solve.c -- closed forms against roots that are known.
// SPDX-License-Identifier: MIT
#include "transform/solve.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/literal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

typedef struct Fixture {
  Pool *pool;
  const Expr *x;
  const Expr *y;
} Fixture;

static Fixture fixture_new(void)
{
  Pool *pool = pool_new(7);
  const Expr *x = expr_symbol(pool, "x", STAGE_POSITION);
  return (Fixture){ pool, x, expr_symbol(pool, "y", STAGE_POSITION) };
}

static void fixture_free(Fixture *fixture)
{
  pool_free(fixture->pool);
  flint_cleanup();
}

static const Expr *number(const Fixture *fixture, const char *digits)
{
  return expr_decimal(fixture->pool, digits, strlen(digits));
}

// a cos x + b sin x + c
static const Expr *harmonic(const Expr *x, const Expr *a, const Expr *b, const Expr *c)
{
  const Expr *cosine = expr_call(OP_COS, x), *sine = expr_call(OP_SIN, x);
  return sum(sum_of_products(a, cosine, b, sine), c);
}

// Every solution is a root of the function of doubles.
static void assert_roots(const Expr *e, const Expr *x, int count, double (*f)(double))
{
  const Expr *solutions[MAX_SOLUTIONS];
  assert_int_equal(count, expr_solve(e, x, solutions));
  for (int k = 0; k < count; k++) {
    double root = expr_literal_value(solutions[k]);
    assert_true(isfinite(root));
    assert_true(fabs(f(root)) < 1e-12);
    for (int m = 0; m < k; m++)
      assert_true(fabs(root - expr_literal_value(solutions[m])) > 1e-3);
  }
}

static double linear(double x) { return 3 * x - 2; }
static double quadratic(double x) { return 2 * x * x - 3 * x - 4; }
static double sine_only(double x) { return 2 * sin(x) - 1.2; }
static double cosine_only(double x) { return 2 * cos(x) + 0.7; }
static double without_constant(double x) { return 0.8 * cos(x) - 1.5 * sin(x); }
static double general(double x) { return 0.8 * cos(x) - 1.5 * sin(x) + 0.4; }

static void roots_of_each_form_are_found(void **state)
{
  (void)state;
  Fixture fixture = fixture_new();
  const Expr *x = fixture.x, *zero = integer(x, 0), *two = integer(x, 2);
  const Expr *three_x = product(integer(x, 3), x);
  assert_roots(difference(three_x, two), x, 1, linear);
  const Expr *two_squares = product(two, square(x));
  assert_roots(difference(difference(two_squares, three_x), integer(x, 4)), x, 2, quadratic);
  const Expr *a = number(&fixture, "0.8"), *b = negative(number(&fixture, "1.5"));
  assert_roots(harmonic(x, zero, two, negative(number(&fixture, "1.2"))), x, 2, sine_only);
  assert_roots(harmonic(x, two, zero, number(&fixture, "0.7")), x, 2, cosine_only);
  assert_roots(harmonic(x, a, b, zero), x, 2, without_constant);
  assert_roots(harmonic(x, a, b, number(&fixture, "0.4")), x, 2, general);
  fixture_free(&fixture);
}

static void what_has_no_closed_form_is_left_alone(void **state)
{
  (void)state;
  Fixture fixture = fixture_new();
  const Expr *x = fixture.x, *sine = expr_call(OP_SIN, x);
  const Expr *solutions[MAX_SOLUTIONS];
  assert_int_equal(0, expr_solve(sum(x, sine), x, solutions));
  assert_int_equal(0, expr_solve(expr_pow_integer(x, 3), x, solutions));
  assert_int_equal(0, expr_solve(expr_call(OP_EXP, x), x, solutions));
  assert_int_equal(0, expr_solve(fixture.y, x, solutions));
  const Expr *cosine = expr_call(OP_COS, x);
  const Expr *one_in_disguise = sum_of_products(sine, sine, cosine, cosine);
  assert_int_equal(0, expr_solve(one_in_disguise, x, solutions));
  fixture_free(&fixture);
}

// x + sign(x) = 1 looks linear to derivatives, and abs(x) = 1, too.
static void branches_are_not_taken_for_lines(void **state)
{
  (void)state;
  Fixture fixture = fixture_new();
  const Expr *x = fixture.x, *y = fixture.y, *unit = one(x), *twice = sum(x, x);
  const Expr *of_x[] = {
    expr_call(OP_ABS, x),
    expr_call(OP_SIGN, x),
    expr_call2(OP_MIN, x, twice),
    expr_call2(OP_MAX, x, y),
    expr_call2(OP_LT, x, y),
    expr_call2(OP_LE, x, y),
    expr_call2(OP_EQ, x, y),
    expr_call2(OP_NE, x, y),
    expr_if(expr_call2(OP_LT, x, unit), x, twice),
    expr_if(expr_call2(OP_LT, y, unit), x, twice),
  };
  const Expr *solutions[MAX_SOLUTIONS];
  Resultant result;
  Harmonic harmonic;
  for (size_t i = 0; i < sizeof of_x / sizeof of_x[0]; i++) {
    const Expr *alone = difference(of_x[i], unit), *with_x = sum(alone, x);
    const Expr *pair[] = { with_x, sum(x, y) };
    assert_int_equal(0, expr_solve(alone, x, solutions));
    assert_int_equal(0, expr_solve(with_x, x, solutions));
    assert_false(expr_eliminate(pair, x, &result));
    assert_false(expr_is_harmonic(sum(expr_call(OP_COS, x), of_x[i]), x, &harmonic));
  }
  const Expr *of_y = expr_call(OP_ABS, y);
  assert_int_equal(1, expr_solve(difference(x, of_y), x, solutions));
  assert_ptr_equal(solutions[0], of_y);
  fixture_free(&fixture);
}

// The tip of two bars of lengths l1, l2 at (px, py): x and y are the angles of the bars.
static void two_bars_are_an_equation_for_one_of_them(void **state)
{
  (void)state;
  Fixture fixture = fixture_new();
  const Expr *x = fixture.x, *y = fixture.y, *zero = integer(x, 0);
  const Expr *l1 = number(&fixture, "0.5"), *l2 = number(&fixture, "0.4");
  const Expr *px = number(&fixture, "0.6"), *py = number(&fixture, "0.3");
  const Expr *equations[2] = { harmonic(y, l1, zero, negative(px)), NULL };
  equations[1] = harmonic(y, zero, l1, negative(py));
  equations[0] = sum(equations[0], product(l2, expr_call(OP_COS, x)));
  equations[1] = sum(equations[1], product(l2, expr_call(OP_SIN, x)));
  Resultant result;
  assert_true(expr_eliminate(equations, x, &result));
  const Expr *solutions[MAX_SOLUTIONS];
  assert_int_equal(2, expr_solve(result.equation, y, solutions));
  for (int k = 0; k < 2; k++) {
    double first = expr_literal_value(solutions[k]);
    double second = expr_literal_value(expr_substitute(result.x, &y, &solutions[k], 1));
    assert_true(fabs(0.5 * cos(first) + 0.4 * cos(second) - 0.6) < 1e-12);
    assert_true(fabs(0.5 * sin(first) + 0.4 * sin(second) - 0.3) < 1e-12);
  }
  fixture_free(&fixture);
}

static void a_bar_and_a_slide_are_an_equation_for_the_bar(void **state)
{
  (void)state;
  Fixture fixture = fixture_new();
  const Expr *x = fixture.x, *y = fixture.y;  // slide along (3, 4)/5, angle of the bar
  const Expr *l = number(&fixture, "0.5"), *zero = integer(x, 0);
  const Expr *equations[2] = { harmonic(y, l, zero, negative(number(&fixture, "0.2"))), NULL };
  equations[1] = harmonic(y, zero, l, negative(number(&fixture, "0.1")));
  equations[0] = difference(equations[0], product(number(&fixture, "0.6"), x));
  equations[1] = difference(equations[1], product(number(&fixture, "0.8"), x));
  Resultant result;
  assert_true(expr_eliminate(equations, x, &result));
  const Expr *solutions[MAX_SOLUTIONS];
  assert_int_equal(2, expr_solve(result.equation, y, solutions));
  for (int k = 0; k < 2; k++) {
    double bar = expr_literal_value(solutions[k]);
    double slide = expr_literal_value(expr_substitute(result.x, &y, &solutions[k], 1));
    assert_true(fabs(0.5 * cos(bar) - 0.2 - 0.6 * slide) < 1e-12);
    assert_true(fabs(0.5 * sin(bar) - 0.1 - 0.8 * slide) < 1e-12);
  }
  fixture_free(&fixture);
}

// Of a pool that has met x + y - x as a form of y, the copy with x = 0 holds no x.
static void a_copy_can_be_free_of_a_symbol_that_cancels(void **state)
{
  (void)state;
  Fixture fixture = fixture_new();
  const Expr *x = fixture.x, *sine = expr_call(OP_SIN, x), *cosine = expr_call(OP_COS, x);
  const Expr *a = product(fixture.y, sine), *b = product(fixture.y, cosine);
  const Expr *length = sum_of_products(a, a, b, b);
  const Expr *root = expr_call(OP_SQRT, sum(length, fixture.y));
  Pool *other = pool_new(pool_seed(fixture.pool));
  const Expr *zero = expr_integer(other, 0);
  const Expr *copy = expr_copy_with(other, root, &x, &zero, 1);
  assert_true(expr_same_value(copy, root));
  assert_null(expr_find_symbol(other, "x"));
  pool_free(other);
  fixture_free(&fixture);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(roots_of_each_form_are_found),
    cmocka_unit_test(what_has_no_closed_form_is_left_alone),
    cmocka_unit_test(branches_are_not_taken_for_lines),
    cmocka_unit_test(two_bars_are_an_equation_for_one_of_them),
    cmocka_unit_test(a_bar_and_a_slide_are_an_equation_for_the_bar),
    cmocka_unit_test(a_copy_can_be_free_of_a_symbol_that_cancels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
