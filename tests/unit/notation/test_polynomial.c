// test_polynomial.c -- expansion, collection and factoring keep the value.
// SPDX-License-Identifier: MIT
#include "notation/forms/polynomial.h"

#include "support/random_expr.h"
#include "notation/print/print.h"
#include "support/text_reader.h"

#include <flint/fmpq_mpoly_factor.h>

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
    count = polynomial_term_count(&p);
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
    FormulaMaker maker = { expr_pool(e), arena_new() };
    Polynomial p;
    if (polynomial_of(formula_of(e, maker.arena), maker, LIMITS, &p)) {
      assert_ptr_equal(expr_of_formula(expr_pool(e), formula_of_polynomial(&p)), e);
      polynomial_clear(&p);
      converted++;
    }
    arena_free(maker.arena);
  }
  assert_true(converted > 1900);
}

// The sum of some terms, as polynomial_of_terms() makes it.
static Polynomial sum_of(FormulaMaker maker, const char *const texts[], int count)
{
  FormulaList terms = { 0 };
  for (int i = 0; i < count; i++)
    formula_push(&terms, formula_of(text_read(maker.pool, texts[i]), maker.arena));
  return polynomial_of_terms(maker, &terms);
}

static void products_are_joined(void **state)
{
  FormulaMaker maker = { pool_of(state), arena_new() };
  const char *const texts[] = { "2*a*b", "6*c", "-2*a*b", "5", "c/x", "c", "-5" };
  Polynomial sum = sum_of(maker, texts, 7);
  assert_int_equal(polynomial_term_count(&sum), 2);
  assert_ptr_equal(expr_of_formula(maker.pool, formula_of_polynomial(&sum)),
                   text_read(maker.pool, "7*c + c/x"));
  polynomial_clear(&sum);
  arena_free(maker.arena);
}

// A sum stays closed as a factor.
static void sums_in_products_are_atoms(void **state)
{
  FormulaMaker maker = { pool_of(state), arena_new() };
  const char *const texts[] = { "a^2*d*(b + c)^2" };
  Polynomial product = sum_of(maker, texts, 1);
  assert_int_equal(polynomial_term_count(&product), 1);
  assert_int_equal(polynomial_atom_count(&product), 3);
  assert_ptr_equal(expr_of_formula(maker.pool, formula_of_polynomial(&product)),
                   text_read(maker.pool, texts[0]));
  polynomial_clear(&product);
  arena_free(maker.arena);
}

// x*(1/x) is 1 over the ring of what is left, to which an atom may be added.
static void renewed_polynomials_have_the_atoms_that_occur(void **state)
{
  FormulaMaker maker = { pool_of(state), arena_new() };
  const char *const texts[] = { "a*x", "b/x" };
  Polynomial p = sum_of(maker, texts, 2);
  fmpq_mpoly_mul(p.sum, p.sum, p.sum, p.ring->context);
  assert_int_equal(polynomial_term_count(&p), 3);
  Polynomial renewed = polynomial_renewed(&p, formula_of(text_read(maker.pool, "y"), maker.arena));
  assert_int_equal(polynomial_term_count(&renewed), 3);
  assert_int_equal(polynomial_atom_count(&renewed), 5);
  assert_true(polynomial_find_atom(
                  renewed.ring, formula_of(text_read(maker.pool, "y"), maker.arena), false) >= 0);
  assert_ptr_equal(expr_of_formula(maker.pool, formula_of_polynomial(&renewed)),
                   text_read(maker.pool, "a^2*x^2 + 2*a*b + b^2/x^2"));
  ulong *table = polynomial_exponents(&renewed);
  int x = polynomial_find_atom(renewed.ring, formula_of(text_read(maker.pool, "x"), maker.arena),
                               false);
  int factors_of_x = 0;
  for (int i = 0; i < 3; i++)
    factors_of_x += table[i * polynomial_atom_count(&renewed) + x] > 0;
  assert_int_equal(factors_of_x, 1);
  free(table);
  polynomial_clear(&renewed);
  polynomial_clear(&p);
  arena_free(maker.arena);
}

// p is the sum of monomial * cofactor, monomials in the atoms that move, cofactors in the others.
static void collections_keep_their_value(void **state)
{
  RandomExpr random = { pool_of(state), 7 };
  for (int i = 0; i < 300; i++) {
    const Expr *e = random_smooth_expr(&random, 2 + i % 30);
    FormulaMaker maker = { expr_pool(e), arena_new() };
    Polynomial p;
    assert_true(polynomial_of(formula_of(e, maker.arena), maker, LIMITS, &p));
    bool is_moving[64] = { false };
    for (int k = 0; k < polynomial_atom_count(&p); k++)
      is_moving[k] = p.ring->atoms[k].base->stage >= STAGE_TIME;
    Collection collection = polynomial_collect(&p, is_moving);
    const Expr *sum = expr_integer(expr_pool(e), 0), *one = expr_integer(expr_pool(e), 1);
    for (int j = 0; j < collection.count; j++) {
      const ulong *row = collection.monomials + j * polynomial_atom_count(&p);
      const Formula *monomial = formula_of_monomial(p.ring, one->form->number, row, NULL);
      const Formula *cofactor = formula_of_polynomial(&collection.cofactors[j]);
      assert_true(cofactor->stage <= STAGE_PARAMETER);
      const Expr *value = expr_of_formula(expr_pool(e), monomial);
      value = expr_mul(value, expr_of_formula(expr_pool(e), cofactor));
      sum = expr_add(sum, value);
    }
    assert_ptr_equal(sum, e);
    collection_clear(&collection);
    polynomial_clear(&p);
    arena_free(maker.arena);
  }
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
  assert_form(pool, "a^2 - x^2", "(a + x)*(a - x)", formula_factor);
  assert_form(pool, "a^2 + x^2", "a^2 + x^2", formula_factor);
  assert_form(pool, "3*a*c - 3*a*x + 3*b*c - 3*b*x", "3*(a + b)*(c - x)", formula_factor);
  assert_form(pool, "a^2*x^2 + 2*a*b*x*y + b^2*y^2", "(a*x + b*y)^2", formula_factor);
}

// The factors are FLINT's, whether it was asked or not: of random expressions, and of products of
// two of them, which are linear in many atoms and have common divisors.
static void factors_are_those_of_flint(void **state)
{
  RandomExpr random = { pool_of(state), 77 };
  int single_count = 0;
  for (int i = 0; i < 1000; i++) {
    const Expr *e = random_smooth_expr(&random, 2 + i % 20);
    if (i % 3 == 0) e = expr_mul(e, random_smooth_expr(&random, 2 + i % 7));
    FormulaMaker maker = { expr_pool(e), arena_new() };
    Polynomial p;
    assert_true(polynomial_of(formula_of(e, maker.arena), maker, LIMITS, &p));
    fmpq_mpoly_ctx_struct *context = p.ring->context;
    PolynomialProduct product;
    fmpq_mpoly_factor_t wanted;
    fmpq_mpoly_factor_init(wanted, context);
    assert_true(polynomial_factor(&p, &product));
    assert_true(fmpq_mpoly_factor(wanted, p.sum, context));
    assert_int_equal(product.count, fmpq_mpoly_factor_length(wanted, context));
    assert_true(fmpq_equal(product.number, wanted->constant));
    for (int k = 0; k < product.count; k++) {
      assert_true(fmpq_mpoly_equal(product.factors[k].sum, wanted->poly + k, context));
      assert_int_equal(product.exponents[k], fmpq_mpoly_factor_get_exp_si(wanted, k, context));
    }
    single_count += product.count == 1 && product.exponents[0] == 1;
    fmpq_mpoly_factor_clear(wanted, context);
    polynomial_product_clear(&product);
    polynomial_clear(&p);
    arena_free(maker.arena);
  }
  assert_true(single_count > 100);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
  const struct CMUnitTest tests[] = {
    TEST(powers_of_sums_have_binomial_many_terms),
    TEST(expansion_beyond_the_limits_fails_at_once),
    TEST(random_polynomials_keep_their_value),
    TEST(products_are_joined),
    TEST(sums_in_products_are_atoms),
    TEST(renewed_polynomials_have_the_atoms_that_occur),
    TEST(collections_keep_their_value),
    TEST(expressions_are_expanded_and_factored),
    TEST(factors_are_those_of_flint),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
