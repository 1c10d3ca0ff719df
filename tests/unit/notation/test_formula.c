// test_formula.c -- formulas give back the node they came from, whatever its shape.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula.h"

#include "support/random_expr.h"
#include "support/text_reader.h"

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
  Pool *pool = pool_new(9);
  const char *names[] = { "a", "b", "c", "m1", "m2", "g" };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    expr_symbol(pool, names[i], STAGE_PARAMETER);
  }
  expr_rate(expr_symbol(pool, "x", STAGE_POSITION));
  expr_rate(expr_symbol(pool, "y", STAGE_POSITION));
  *state = pool;
  return 0;
}

static int close_pool(void **state)
{
  pool_free(*state);
  return 0;
}

static const Formula *formula_of_text(Pool *pool, const char *text, Arena *arena)
{
  return formula_of(text_read(pool, text), arena);
}

static void thousands_of_formulas_give_their_node_again(void **state)
{
  RandomExpr random = { pool_of(state), 21 };
  for (int i = 0; i < 4000; i++) {
    const Expr *e = random_expr(&random, 2 + i % 50);
    Arena *arena = arena_new();
    assert_ptr_equal(expr_of_formula(expr_pool(e), formula_of(e, arena)), e);
    arena_free(arena);
  }
}

static void sums_of_sums_are_one_sum(void **state)
{
  Arena *arena = arena_new();
  const Formula *f = formula_of_text(pool_of(state), "(a + x) - (b - (c + sin(y)))", arena);
  assert_int_equal(f->kind, FORMULA_SUM);
  assert_int_equal(f->count, 5);
  for (int i = 0; i < f->count; i++)
    assert_int_not_equal(f->parts[i]->kind, FORMULA_SUM);
  arena_free(arena);
}

static void products_of_products_are_one_product_of_powers(void **state)
{
  Arena *arena = arena_new();
  const Formula *f = formula_of_text(pool_of(state), "3*(a*x)*(x*b)/(2*c*c)", arena);
  assert_int_equal(f->kind, FORMULA_PRODUCT);
  assert_int_equal(f->count, 4);  // a b c^-2 x^2
  const int exponents[] = { 1, 1, -2, 2 };
  assert_memory_equal(f->exponents, exponents, sizeof exponents);
  assert_ptr_equal(f->expr, expr_rational(pool_of(state), 3, 2));
  arena_free(arena);
}

static void names_are_atoms(void **state)
{
  Pool *pool = pool_of(state);
  Arena *arena = arena_new();
  const Expr *named = expr_name("K", text_read(pool, "a*b + c"));
  const Formula *f = formula_of(expr_mul(named, text_read(pool, "x")), arena);
  assert_int_equal(f->kind, FORMULA_PRODUCT);
  assert_int_equal(f->count, 2);
  assert_ptr_equal(f->parts[0]->expr, named);
  assert_ptr_equal(f->expr, expr_integer(pool, 1));
  arena_free(arena);
}

static void assert_in_order(Pool *pool, const char *const texts[], int count,
                            int (*compare)(const Formula *, const Formula *))
{
  Arena *arena = arena_new();
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < count; k++) {
      const Formula *a = formula_of_text(pool, texts[i], arena);
      const Formula *b = formula_of_text(pool, texts[k], arena);
      int order = compare(a, b);
      if ((order > 0) - (order < 0) != (i > k) - (i < k)) fail_msg("%s, %s", texts[i], texts[k]);
    }
  }
  arena_free(arena);
}

static void factors_come_mass_gravity_length_position_speed(void **state)
{
  static const char *const ORDER[] = { "2",      "pi",     "m1",         "2*m1 + m2", "g", "a",
                                       "b",      "sin(a)", "a + b",      "x",         "y", "cos(x)",
                                       "sin(x)", "cos(y)", "cos(x + y)", "a + x",     "x'" };
  assert_in_order(pool_of(state), ORDER, sizeof ORDER / sizeof ORDER[0], formula_compare);
}

static void terms_come_by_stage_and_then_short_before_long(void **state)
{
  static const char *const ORDER[] = { "a", "b^2", "b",   "a*b",         "a*b*c", "x^2",
                                       "x", "a*x", "b*x", "a*(x + b*y)", "x'",    "1" };
  assert_in_order(pool_of(state), ORDER, sizeof ORDER / sizeof ORDER[0], formula_compare_terms);
}

static void a_value_that_became_a_number_later_does_no_harm(void **state)
{
  Pool *pool = pool_of(state);
  const Expr *x = text_read(pool, "x"), *y = text_read(pool, "y");
  const Expr *small = expr_rational(pool, 1, 22286);
  const Expr *number = expr_add(expr_add(x, small), expr_sub(small, x));  // 1/11143, unknown so far
  const Expr *e = expr_mul(expr_add(number, y), expr_call(OP_ATAN, expr_add(number, x)));
  Arena *arena = arena_new();
  assert_ptr_equal(expr_of_formula(pool, formula_of(e, arena)), e);
  assert_ptr_equal(expr_of_formula(pool, formula_of(e, arena)), e);
  arena_free(arena);
}

static void depth_is_bounded_however_deep_the_expression(void **state)
{
  const Expr *tower = text_read(pool_of(state), "x");
  for (int i = 0; i < 100000; i++) {
    tower = i % 2 ? expr_call(OP_ATAN, tower) : expr_add(tower, expr_integer(expr_pool(tower), 1));
  }
  Arena *arena = arena_new();
  const Formula *f = formula_of(tower, arena);
  assert_true(f->depth <= FORMULA_DEEPEST);
  assert_ptr_equal(expr_of_formula(expr_pool(tower), f), tower);
  arena_free(arena);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
  const struct CMUnitTest tests[] = {
    TEST(thousands_of_formulas_give_their_node_again),
    TEST(sums_of_sums_are_one_sum),
    TEST(products_of_products_are_one_product_of_powers),
    TEST(names_are_atoms),
    TEST(factors_come_mass_gravity_length_position_speed),
    TEST(terms_come_by_stage_and_then_short_before_long),
    TEST(a_value_that_became_a_number_later_does_no_harm),
    TEST(depth_is_bounded_however_deep_the_expression),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
