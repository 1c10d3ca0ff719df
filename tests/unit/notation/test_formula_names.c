// test_formula_names.c -- sums that have a name are written by it, negated and multiplied too.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula_names.h"

#include "notation/print/print.h"
#include "support/text_reader.h"
#include "symbolic/field/fingerprint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static int open_pool(void **state)
{
  Pool *pool = pool_new(5);
  const char *parameters[] = { "m", "l", "r", "k", "c" };
  for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++)
    expr_symbol(pool, parameters[i], STAGE_PARAMETER);
  expr_rate(expr_symbol(pool, "x", STAGE_POSITION));
  *state = pool;
  return 0;
}

static int close_pool(void **state)
{
  pool_free(*state);
  return 0;
}

// number * factor * (first + second): its terms are nodes, it is none.
static const Formula *product_of(FormulaMaker maker, const char *number, const char *factor,
                                 const char *first, const char *second)
{
  const Formula *terms[] = { formula_of(text_read(maker.pool, first), maker.arena),
                             formula_of(text_read(maker.pool, second), maker.arena) };
  const Formula *factors[] = { formula_of(text_read(maker.pool, factor), maker.arena),
                               formula_sum(maker, terms, 2) };
  return formula_product(maker, text_read(maker.pool, number), factors, NULL, 2);
}

static void assert_text(const Formula *f, const char *expected)
{
  Text text = { 0 };
  formula_print(f, NULL, &text);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void sums_take_their_name(void **state)
{
  static const struct {
    const char *number, *factor, *first, *second;
    const char *expected;
  } CASES[] = {
    { "1", "m", "l", "-r", "m*a" },
    { "1", "c", "r", "-l", "-c*a" },
    { "3/2", "c", "r", "-l", "-3*c*a/2" },
    { "-1", "c*x'", "r", "-l", "c*a*x'" },
    { "1", "m^2", "k*x", "c*x'", "m^2*F" },
    { "-0.5", "m", "-k*x", "-c*x'", "m*F/2" },
    { "1", "m", "k*x", "-c*x'", "m*(k*x - c*x')" },
    { "1", "m", "l", "r", "m*(l + r)" },
  };
  Pool *pool = *state;
  Arena *arena = arena_new();
  FormulaMaker maker = { pool, arena };
  expr_name("a", text_read(pool, "l - r"));
  expr_name("F", text_read(pool, "k*x + c*x'"));
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    const Formula *f =
        product_of(maker, CASES[i].number, CASES[i].factor, CASES[i].first, CASES[i].second);
    const Expr *node = text_read(pool, "x");  // any that is no definition
    const Formula *named = formula_with_names(maker, node, f);
    assert_text(named, CASES[i].expected);
    assert_true(fingerprint_equal(formula_value(maker, f), formula_value(maker, named)));
  }
  arena_free(arena);
}

static void a_definition_uses_names_that_are_older(void **state)
{
  Pool *pool = *state;
  Arena *arena = arena_new();
  FormulaMaker maker = { pool, arena };
  const Expr *a = expr_name("a", text_read(pool, "l - r"));
  const Expr *b = expr_name("b", text_read(pool, "m*(l - r)"));
  const Formula *body_a = product_of(maker, "1", "1", "l", "-r");
  const Formula *body_b = product_of(maker, "1", "m", "l", "-r");
  assert_text(formula_with_names(maker, a->form->named.definition, body_a), "l - r");
  assert_text(formula_with_names(maker, b->form->named.definition, body_b), "m*a");
  arena_free(arena);
}

// b is a/3, and a is there only as a part of b when it gets its name.
static void no_definition_goes_round_in_a_circle(void **state)
{
  Pool *pool = *state;
  Arena *arena = arena_new();
  FormulaMaker maker = { pool, arena };
  const Expr *part = text_read(pool, "l - r");
  const Expr *b = expr_name("b", expr_div(part, text_read(pool, "3")));
  const Expr *a = expr_name("a", part);
  Text text = { 0 };
  expr_print(b->form->named.definition, &text);
  assert_string_equal(text_string(&text), "a/3");
  text_free(&text);
  const Formula *sum = product_of(maker, "1", "1", "l", "-r");
  assert_text(formula_with_names(maker, a->form->named.definition, sum), "l - r");
  const Formula *parts = product_of(maker, "3", "1", "l/3", "-r/3");
  assert_text(formula_with_names(maker, a->form->named.definition, parts), "3*(l/3 - r/3)");
  arena_free(arena);
}

// What is built of a named value or of its negative shows the name.
static void the_negative_of_a_name_is_written_by_it(void **state)
{
  Pool *pool = *state;
  const Expr *a = expr_name("a", text_read(pool, "l - r"));
  const Expr *const nodes[] = { text_read(pool, "r - l"), text_read(pool, "c*(r - l)"),
                                a->form->named.definition, text_read(pool, "(r - l)*x") };
  Text text = { 0 };
  for (int i = 0; i < 4; i++) {
    if (i > 0) text_put(&text, "; ");
    expr_print(nodes[i], &text);
  }
  assert_string_equal(text_string(&text), "-a; -c*a; l - r; -a*x");
  text_free(&text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(sums_take_their_name, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(a_definition_uses_names_that_are_older, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(no_definition_goes_round_in_a_circle, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(the_negative_of_a_name_is_written_by_it, open_pool, close_pool),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
