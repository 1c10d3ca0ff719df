// test_quadratic.c -- kinetic energies with squares and products of rates kept together.
// SPDX-License-Identifier: MIT
#include "notation/forms/quadratic.h"

#include "notation/forms/condense.h"
#include "notation/print/print.h"
#include "support/text_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

typedef struct Case {
  Pool *pool;
  Arena *arena;
  const Expr *rates[2];
} Case;

static Case open_case(void)
{
  static const char *const PARAMETERS[] = { "M", "m", "l", "w" };
  Case c = { .pool = pool_new(5), .arena = arena_new() };
  for (int i = 0; i < 4; i++)
    expr_symbol(c.pool, PARAMETERS[i], STAGE_PARAMETER);
  c.rates[0] = expr_rate(expr_symbol(c.pool, "x", STAGE_POSITION));
  c.rates[1] = expr_rate(expr_symbol(c.pool, "th", STAGE_POSITION));
  return c;
}

static void close_case(Case *c)
{
  arena_free(c->arena);
  pool_free(c->pool);
}

static void assert_form(const char *given, const char *expected)
{
  Case c = open_case();
  const Expr *e = text_read(c.pool, given);
  const Formula *f = condense_quadratic(e, c.rates, 2, c.arena, form_cache_new(c.arena));
  assert_non_null(f);
  assert_ptr_equal(expr_of_formula(c.pool, f), e);
  Text text = { 0 };
  formula_print(f, NULL, &text);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
  close_case(&c);
}

static void squares_stay_squares(void **state)
{
  (void)state;
  assert_form("M*x'^2/2 + m*((x' - l*cos(th)*th')^2 + (l*sin(th)*th')^2)/2",
              "(M + m)*x'^2/2 + m*l*(l*th'^2/2 - cos(th)*x'*th')");
}

// A frame that time moves: linear terms and one without rates.
static void lower_degrees_stay(void **state)
{
  (void)state;
  assert_form("m*((x' + w*l)^2 + l^2*th'^2)/2", "m*(x'^2 + l*(l*(w^2 + th'^2) + 2*w*x'))/2");
}

static void higher_degrees_are_refused(void **state)
{
  (void)state;
  Case c = open_case();
  const Expr *cubic = text_read(c.pool, "m*x'^2*th'");
  assert_null(condense_quadratic(cubic, c.rates, 2, c.arena, form_cache_new(c.arena)));
  close_case(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(squares_stay_squares),
    cmocka_unit_test(lower_degrees_stay),
    cmocka_unit_test(higher_degrees_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
