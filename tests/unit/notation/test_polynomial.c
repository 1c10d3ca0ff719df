// test_polynomial.c -- expansion, collection, factoring and division keep the value.
// SPDX-License-Identifier: MIT
#include "notation/polynomial.h"

#include "support/random_expr.h"
#include "notation/print.h"
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
  Pool *pool = pool_new(13);
  const char *names[] = { "a", "b", "c", "d" };
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

static const PolynomialLimits LIMITS = { .terms = 2000, .atoms = 50 };

static int term_count(Pool *pool, const char *text)
{
  FormulaMaker maker = { pool, arena_new() };
  Polynomial p;
  int count = -1;
  if (polynomial_of(formula_of(text_read(pool, text), maker.arena), maker, LIMITS, &p)) {
    count = p.term_count;
    polynomial_clear(&p);
  }
  arena_free(maker.arena);
  return count;
}

static void powers_of_sums_have_binomial_many_terms(void **state)
{
  assert_int_equal(term_count(pool_of(state), "(a + b)^7"), 8);
  assert_int_equal(term_count(pool_of(state), "(a + b + c)^10"), 66);  // C(12, 2)
  assert_int_equal(term_count(pool_of(state), "(a + b)*(a - b) - a^2 + b^2"), 0);
  assert_int_equal(term_count(pool_of(state), "(sin(x) + cos(x))^2"), 3);
  assert_int_equal(term_count(pool_of(state), "(a + 1/b)*(1/b + c)"), 4);
}

static void expansion_beyond_the_limits_fails_at_once(void **state)
{
  assert_int_equal(term_count(pool_of(state), "(a + b + c + d + x + y + 1)^40"), -1);
  Pool *pool = pool_of(state);
  const Expr *sum = expr_integer(pool, 0);
  for (int i = 0; i < 60; i++) {
    char name[16];
    snprintf(name, sizeof name, "k%d", i);
    sum = expr_add(sum, expr_symbol(pool, name, STAGE_PARAMETER));
  }
  FormulaMaker maker = { pool, arena_new() };
  Polynomial p;
  assert_false(polynomial_of(formula_of(sum, maker.arena), maker, LIMITS, &p));
  arena_free(maker.arena);
}

static void random_polynomials_keep_their_value(void **state)
{
  RandomExpr random = { pool_of(state), 31 };
  int converted = 0;
  for (int i = 0; i < 2000; i++) {
    const Expr *e = random_smooth_expr(&random, 2 + i % 30);
    FormulaMaker maker = { e->pool, arena_new() };
    Polynomial p;
    if (polynomial_of(formula_of(e, maker.arena), maker, LIMITS, &p)) {
      assert_ptr_equal(expr_of_formula(e->pool, formula_of_polynomial(&p)), e);
      polynomial_clear(&p);
      converted++;
    }
    arena_free(maker.arena);
  }
  assert_true(converted > 1900);
}

static void equal_terms_are_joined(void **state)
{
  FormulaMaker maker = { pool_of(state), arena_new() };
  Polynomial p;
  polynomial_init(&p, maker);
  const Expr *two = expr_integer(maker.pool, 2), *minus = expr_integer(maker.pool, -2);
  const Formula *ab = formula_of(text_read(maker.pool, "a*b"), maker.arena);
  const Formula *c = formula_of(text_read(maker.pool, "3*c"), maker.arena);
  polynomial_add_product(&p, two->form->number, ab);
  polynomial_add_product(&p, two->form->number, c);
  polynomial_add_product(&p, minus->form->number, ab);
  polynomial_normalise(&p);
  assert_int_equal(p.term_count, 1);
  assert_ptr_equal(expr_of_formula(maker.pool, formula_of_polynomial(&p)),
                   text_read(maker.pool, "6*c"));
  polynomial_clear(&p);
  arena_free(maker.arena);
}

static void assert_factors(Pool *pool, const char *given, int expected_count, int expected_power)
{
  FormulaMaker maker = { pool, arena_new() };
  Polynomial p;
  assert_true(polynomial_of(formula_of(text_read(pool, given), maker.arena), maker, LIMITS, &p));
  fmpq_t constant;
  fmpq_init(constant);
  PolynomialFactor *factors = NULL;
  int count = polynomial_factor(&p, constant, &factors);
  assert_int_equal(count, expected_count);
  int power = 0;
  const Expr *product = expr_fraction(pool, constant);
  for (int i = 0; i < count; i++) {
    power = factors[i].exponent > power ? factors[i].exponent : power;
    const Expr *base = expr_of_formula(pool, formula_of_polynomial(&factors[i].base));
    product = expr_mul(product, expr_pow_integer(base, factors[i].exponent));
  }
  assert_int_equal(power, expected_power);
  assert_ptr_equal(product, text_read(pool, given));
  polynomial_free_factors(factors, count);
  fmpq_clear(constant);
  polynomial_clear(&p);
  arena_free(maker.arena);
}

static void factors_are_found(void **state)
{
  Pool *pool = pool_of(state);
  assert_factors(pool, "a^2 - b^2", 2, 1);
  assert_factors(pool, "a^2 + b^2", 1, 1);
  assert_factors(pool, "a^2*x^2 + 2*a*b*x*y + b^2*y^2", 1, 2);
  assert_factors(pool, "3*a*c - 3*a*d + 3*b*c - 3*b*d", 2, 1);
}

static void exact_quotients_are_found_and_others_are_not(void **state)
{
  Pool *pool = pool_of(state);
  const Expr *a = text_read(pool, "a^3 - b^3"), *b = text_read(pool, "a - b");
  assert_ptr_equal(expr_divide_exactly(a, b), text_read(pool, "a^2 + a*b + b^2"));
  assert_null(expr_divide_exactly(a, text_read(pool, "a + b")));
  assert_null(expr_divide_exactly(a, text_read(pool, "c")));
  assert_null(expr_divide_exactly(a, expr_integer(pool, 0)));
}

static void collection_is_by_the_given_symbols(void **state)
{
  Pool *pool = pool_of(state);
  const Expr *symbols[] = { text_read(pool, "x"), text_read(pool, "y") };
  const Expr *e = text_read(pool, "a*x^2 + b*x*y + c*x^2 + d*x*y + a*b + sin(x)*y");
  Arena *arena = arena_new();
  const Formula *f = formula_collect(e, symbols, 2, arena);
  Text text = { 0 };
  formula_print(f, NULL, &text);
  assert_string_equal(text_string(&text), "a*b + (a + c)*x^2 + y*sin(x) + (b + d)*x*y");
  assert_ptr_equal(expr_of_formula(pool, f), e);
  text_free(&text);
  arena_free(arena);
}

static void assert_form(Pool *pool, const char *given, const char *printed,
                        const Formula *(*form)(const Expr *, Arena *))
{
  Arena *arena = arena_new();
  Text text = { 0 };
  const Expr *e = text_read(pool, given);
  const Formula *f = form(e, arena);
  formula_print(f, NULL, &text);
  assert_string_equal(text_string(&text), printed);
  assert_ptr_equal(expr_of_formula(pool, f), e);
  text_free(&text);
  arena_free(arena);
}

static void expressions_are_expanded_and_factored(void **state)
{
  Pool *pool = pool_of(state);
  assert_form(pool, "(a + b)*(c + x)", "a*c + b*c + a*x + b*x", formula_expand);
  assert_form(pool, "a^2 - 2*a*x + x^2 + 0*y", "(a - x)^2", formula_factor);
  assert_form(pool, "a*c + b*c + a*x + b*x", "(a + b)*(c + x)", formula_factor);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
  const struct CMUnitTest tests[] = {
    TEST(powers_of_sums_have_binomial_many_terms),
    TEST(expansion_beyond_the_limits_fails_at_once),
    TEST(random_polynomials_keep_their_value),
    TEST(equal_terms_are_joined),
    TEST(factors_are_found),
    TEST(exact_quotients_are_found_and_others_are_not),
    TEST(collection_is_by_the_given_symbols),
    TEST(expressions_are_expanded_and_factored),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
