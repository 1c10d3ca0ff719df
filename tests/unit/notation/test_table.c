// test_table.c -- tables in every medium, and through the search for the shortest form.
// SPDX-License-Identifier: MIT
#include "notation/forms/condense.h"
#include "notation/formula/formula_json.h"
#include "notation/print/latex.h"
#include "notation/print/layout.h"
#include "notation/print/mathml.h"
#include "notation/print/print.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/calculus/table_function.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const TableFunction *table(Pool *pool, const char *name)
{
  static const double x[] = { 0, 1, 3 }, y[] = { 1, 5, 2 };
  int point;
  Text why = { 0 };
  const TableDescription description = { name, 3, x, y, TABLE_CUBIC, OUTSIDE_CONSTANT };
  return table_function_new(pool, &description, &point, &why);
}

static void assert_row(const OutputFormat *medium, const Formula *f, const char *expected)
{
  MathRow row = row_new(medium);
  row_put_formula(&row, f, NULL, NULL);
  assert_string_equal(text_string(&row.text), expected);
  row_free(&row);
}

static void a_table_is_a_function_of_its_name(void **state)
{
  (void)state;
  Pool *pool = pool_new(3);
  Arena *arena = arena_new();
  const Expr *x = expr_symbol(pool, "x", STAGE_POSITION), *v = expr_rate(x);
  const Expr *a = expr_symbol(pool, "a", STAGE_PARAMETER);
  const TableFunction *damper = table(pool, "damper"), *mu = table(pool, "mu_2");
  const Expr *rate = product(a, expr_table(damper, 1, sum(x, a)));
  const Expr *e = difference(rate, square(expr_table(mu, 2, v)));
  const Formula *f = formula_of(e, arena);
  assert_row(&PLAIN_TEXT, f, "a*damper'(a + x) - mu_2''(x')^2");
  assert_row(&LATEX, f,
             "a \\, \\mathrm{damper}'\\left(a + x\\right) - "
             "\\left(\\mu_{2}''\\left(\\dot{x}\\right)\\right)^{2}");
  assert_row(&MATHML, formula_of(expr_table(damper, 1, x), arena),
             "<mi>damper</mi><mi>'</mi><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow>");
  Text json = { 0 };
  formula_put_json(f, NULL, &json);
  assert_string_equal(text_string(&json),
                      "[\"+\", [\"*\", \"a\", [\"damper'\", [\"+\", \"a\", \"x\"]]], "
                      "[\"*\", \"-1\", [\"^\", [\"mu_2''\", \"x'\"], \"2\"]]]");
  text_free(&json);
  assert_ptr_equal(expr_of_formula(pool, f), e);
  arena_free(arena);
  pool_free(pool);
  flint_cleanup();
}

static void shorter_forms_are_found_around_tables(void **state)
{
  (void)state;
  Pool *pool = pool_new(3);
  Arena *arena = arena_new();
  const Expr *x = expr_symbol(pool, "x", STAGE_POSITION), *a = expr_symbol(pool, "a", STAGE_TIME);
  const Expr *y = expr_table(table(pool, "y"), 0, sum(square(x), square(x)));
  const Expr *e = sum(sum(product(a, y), product(x, y)), product(y, product(a, x)));
  assert_row(&PLAIN_TEXT, condense(e, arena), "y(2*x^2)*(a + x + a*x)");
  arena_free(arena);
  pool_free(pool);
  flint_cleanup();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_table_is_a_function_of_its_name),
    cmocka_unit_test(shorter_forms_are_found_around_tables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
