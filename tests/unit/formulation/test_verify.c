// test_verify.c -- a wrong formulation is caught, with the entry and both expressions.
// SPDX-License-Identifier: MIT
#include "formulation/builder.h"
#include "formulation/formulation.h"
#include "formulation/verify.h"
#include "support/reading.h"
#include "symbolic/algebra.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

// Forgets the distance between the joints in M, as a slip of the pen would.
static bool derive_wrong_mass(Scene *scene, const char *key, Text *why)
{
  (void)why;
  Pool *pool = scene->equations->pool;
  Text text = { 0 };
  Equations *right = formulate(scene->mechanism, formulation_find("energy"), 0, &key, 1, &text);
  const Expr **M = add_matrix(scene->equations, "M", "mass_matrix", "mass matrix", true);
  int n = scene->equations->coordinate_count;
  for (int i = 0; i < n * n; i++)
    M[i] = expr_copy(pool, right->quantities[0].entries[i]);
  const Expr *m2 = expr_symbol(pool, "m2", STAGE_PARAMETER);
  const Expr *L1 = expr_symbol(pool, "L1", STAGE_PARAMETER);
  M[0] = difference(M[0], product(m2, square(L1)));
  equations_free(right);
  text_free(&text);
  return true;
}

static const Recipe WRONG_RECIPES[] = {
  { "M", derive_wrong_mass },
  { NULL, NULL },
};

static void a_wrong_formulation_is_caught_at_its_entry(void **state)
{
  (void)state;
  Reading reading;
  Text out = { 0 };
  reading_open_example(&reading, "rr/rr.bl", "");
  const FormulationInfo methods[] = { *formulation_find("energy"),
                                      { "wrong", WRONG_RECIPES, "none" } };
  Verdict verdict = verify_formulations(reading.mechanism, methods, 2, 0, &out);
  assert_int_equal(verdict.failures, 1);
  assert_non_null(strstr(text_string(&out), "M   energy = wrong"));
  assert_non_null(strstr(text_string(&out), "DOES NOT HOLD\n    M[1][1] is not the same:\n"
                                            "      energy: "));
  assert_non_null(strstr(text_string(&out), "\n      wrong: "));
  text_free(&out);
  reading_close(&reading);
}

// A method that breaks every law, so that none of the statements is empty.
static bool derive_lopsided(Scene *scene, const char *key, Text *why)
{
  (void)why;
  const Expr *x = expr_symbol(scene->equations->pool, "m1", STAGE_PARAMETER);
  int n = scene->equations->coordinate_count;
  bool is_scalar = key[0] == 'T' || key[0] == 'V';
  const Expr **entries = is_scalar       ? add_scalar(scene->equations, key, "f", "", "")
                         : key[0] == 'M' ? add_matrix(scene->equations, key, "f", "", false)
                                         : add_vector(scene->equations, key, "f", "");
  int count = is_scalar ? 1 : key[0] == 'M' ? n * n : n;
  for (int i = 0; i < count; i++)
    entries[i] = product(integer(x, i + 1), x);
  return true;
}

static bool derive_lopsided_matrix(Scene *scene, const char *key, Text *why)
{
  (void)why;
  const Expr *x = expr_symbol(scene->equations->pool, "m1", STAGE_PARAMETER);
  int n = scene->equations->coordinate_count;
  const Expr **C = add_matrix(scene->equations, key, "f", "", false);
  for (int i = 0; i < n * n; i++)
    C[i] = x;
  return true;
}

static const Recipe LOPSIDED_RECIPES[] = {
  { "T", derive_lopsided }, { "V", derive_lopsided },        { "M", derive_lopsided },
  { "h", derive_lopsided }, { "C", derive_lopsided_matrix }, { "tau", derive_lopsided },
  { NULL, NULL },
};

static void every_law_can_fail(void **state)
{
  (void)state;
  Reading reading;
  Text out = { 0 };
  reading_open_example(&reading, "rr/rr.bl", "");
  const FormulationInfo methods[] = { { "lopsided", LOPSIDED_RECIPES, "none" } };
  Verdict verdict = verify_formulations(reading.mechanism, methods, 1, 0, &out);
  assert_int_equal(verdict.statements, 6);
  assert_int_equal(verdict.failures,
                   5);  // how many columns are independent is no matter of methods
  text_free(&out);
  reading_close(&reading);
}

static void all_methods_agree_on_an_example(void **state)
{
  (void)state;
  Reading reading;
  Text out = { 0 };
  int count = 0;
  while (formulation_info(count))
    count++;
  reading_open_example(&reading, "rr/rr.bl", "");
  Verdict verdict = verify_formulations(reading.mechanism, formulation_info(0), count, 1, &out);
  if (verdict.failures > 0) print_error("%s", text_string(&out));
  assert_int_equal(verdict.failures, 0);
  assert_true(verdict.statements >= 3);
  text_free(&out);
  reading_close(&reading);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_wrong_formulation_is_caught_at_its_entry),
    cmocka_unit_test(every_law_can_fail),
    cmocka_unit_test(all_methods_agree_on_an_example),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
