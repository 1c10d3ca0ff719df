// test_formula_spread.c -- numbers multiplied into sums: what is printed, and that it stays equal.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula_distribute_numbers.h"

#include "notation/print/print.h"
#include "support/text_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static int open_pool(void **state)
{
  Pool *pool = pool_new(5);
  const char *parameters[] = { "g", "J", "m", "l" };
  for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++)
    expr_symbol(pool, parameters[i], STAGE_PARAMETER);
  expr_rate(expr_symbol(pool, "q", STAGE_POSITION));
  *state = pool;
  return 0;
}

static int close_pool(void **state)
{
  pool_free(*state);
  return 0;
}

// number * (the sum that `sum` reads as), times `factor` if there is one.
static const Formula *product_of(Pool *pool, Arena *arena, const char *number, const char *sum,
                                 const char *factor)
{
  FormulaMaker maker = { pool, arena };
  const Formula *factors[2] = { formula_of(text_read(pool, sum), arena), NULL };
  if (factor) factors[1] = formula_of(text_read(pool, factor), arena);
  return formula_product(maker, text_read(pool, number), factors, NULL, factor ? 2 : 1);
}

typedef struct SpreadCase {
  const char *number;
  const char *sum;
  const char *factor;
  const char *expected;
} SpreadCase;

static void assert_spread(Pool *pool, const SpreadCase *one)
{
  Arena *arena = arena_new();
  FormulaMaker maker = { pool, arena };
  const Formula *given = product_of(pool, arena, one->number, one->sum, one->factor);
  const Formula *spread = formula_distribute_numbers(maker, given);
  Text text = { 0 };
  formula_print(spread, NULL, &text);
  assert_string_equal(text_string(&text), one->expected);
  assert_ptr_equal(expr_of_formula(pool, spread), expr_of_formula(pool, given));
  text_free(&text);
  arena_free(arena);
}

static void a_fraction_goes_into_a_sum_that_gets_shorter(void **state)
{
  const SpreadCase CASES[] = {
    { "1/4", "4*J + m*l^2", NULL, "J + m*l^2/4" },
    { "1/2", "J*g + m*l", NULL, "(J*g + m*l)/2" },
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
    assert_spread(*state, &CASES[i]);
}

static void a_decimal_goes_into_a_sum_of_numbers(void **state)
{
  const SpreadCase CASES[] = {
    { "0.001", "145*cos(q) + 4*sin(q) + 548", NULL, "0.145*cos(q) + 0.004*sin(q) + 0.548" },
    { "0.001", "145*cos(q) + 4", "m", "m*(0.145*cos(q) + 0.004)" },
    { "0.01", "145*cos(q) + m*(3*sin(q) + 1)", "g", "g*(1.45*cos(q) + m*(0.03*sin(q) + 0.01))" },
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
    assert_spread(*state, &CASES[i]);
}

static void a_decimal_stays_before_terms_without_numbers_and_small_integers(void **state)
{
  const SpreadCase CASES[] = {
    { "9.81", "3*m*cos(q) + 2*J*sin(q)", NULL, "9.81*(2*J*sin(q) + 3*m*cos(q))" },
    { "0.00288", "m*cos(q) + 145*J*sin(q)", NULL, "0.00288*(145*J*sin(q) + m*cos(q))" },
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
    assert_spread(*state, &CASES[i]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(a_fraction_goes_into_a_sum_that_gets_shorter, open_pool,
                                    close_pool),
    cmocka_unit_test_setup_teardown(a_decimal_goes_into_a_sum_of_numbers, open_pool, close_pool),
    cmocka_unit_test_setup_teardown(a_decimal_stays_before_terms_without_numbers_and_small_integers,
                                    open_pool, close_pool),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
