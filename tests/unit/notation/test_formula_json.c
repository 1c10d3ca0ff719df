// test_formula_json.c -- golden trees of formulas.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula_json.h"

#include "support/text_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void trees_are_exact(void **state)
{
  (void)state;
  static const struct {
    const char *given;
    const char *tree;
  } CASES[] = {
    { "a", "\"a\"" },
    { "-3/2", "\"-3/2\"" },
    { "9.81", "\"981/100\"" },
    { "pi*x", "[\"*\", \"pi\", \"x\"]" },
    { "-a", "[\"*\", \"-1\", \"a\"]" },
    { "x'^2", "[\"^\", \"x'\", \"2\"]" },
    { "1/a", "[\"^\", \"a\", \"-1\"]" },
    { "2*a*x/b^2", "[\"*\", \"2\", \"a\", [\"^\", \"b\", \"-2\"], \"x\"]" },
    { "a - b", "[\"+\", \"a\", [\"*\", \"-1\", \"b\"]]" },
    { "sqrt(2)", "[\"sqrt\", \"2\"]" },
    { "a^x", "[\"^\", \"a\", \"x\"]" },
    { "atan2(a, b)", "[\"atan2\", \"a\", \"b\"]" },
    { "if(x <= a, 1, b)", "[\"if\", [\"<=\", \"x\", \"a\"], \"1\", \"b\"]" },
  };
  Pool *pool = pool_new(5);
  expr_symbol(pool, "a", STAGE_PARAMETER);
  expr_symbol(pool, "b", STAGE_PARAMETER);
  expr_rate(expr_symbol(pool, "x", STAGE_POSITION));
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    Arena *arena = arena_new();
    Text text = { 0 };
    formula_put_json(formula_of(text_read(pool, CASES[i].given), arena), NULL, &text);
    assert_string_equal(text_string(&text), CASES[i].tree);
    text_free(&text);
    arena_free(arena);
  }
  pool_free(pool);
}

// Parts that are cut out have names, or stand in their place.
static void parts_that_are_cut_out(void **state)
{
  (void)state;
  Pool *pool = pool_new(5);
  Arena *arena = arena_new();
  FormulaMaker maker = { pool, arena };
  const Expr *a = expr_symbol(pool, "a", STAGE_PARAMETER);
  const Expr *node = expr_add(a, expr_integer(pool, 1));
  const Formula *cut = formula_extract(maker, node, formula_of(node, arena));
  const Formula *f = formula_product(maker, expr_integer(pool, 2), &cut, NULL, 1);
  FormulaSubexpressions cuts = { .letter = "r" };
  Text text = { 0 };
  formula_put_json(f, &cuts, &text);
  formula_put_json(f, NULL, &text);
  assert_string_equal(text_string(&text),
                      "[\"*\", \"2\", \"r1\"][\"*\", \"2\", [\"+\", \"a\", \"1\"]]");
  assert_int_equal(cuts.count, 1);
  free(cuts.at);
  text_free(&text);
  arena_free(arena);
  pool_free(pool);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(trees_are_exact),
    cmocka_unit_test(parts_that_are_cut_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
