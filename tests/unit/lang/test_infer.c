// test_infer.c -- free dimensions are found from use, and contradictions are seen.
// SPDX-License-Identifier: MIT
#include "lang/evaluate/infer.h"

#include "lang/lang.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static const Dimension metre = { .is_known = true, .power = { 1, 0, 0, 0, 0 } };
static const Dimension second = { .is_known = true, .power = { 0, 0, 1, 0, 0 } };

typedef struct Bench {
  Pool *pool;
  Inference inference;
} Bench;

static int set_up(void **state)
{
  static Bench bench;
  bench = (Bench){ .pool = pool_new(1) };
  bench.inference = (Inference){ .arena = arena_new(), .is_active = true };
  *state = &bench;
  return 0;
}

static int tear_down(void **state)
{
  Bench *bench = *state;
  arena_free(bench->inference.arena);
  inference_free(&bench->inference);
  pool_free(bench->pool);
  return 0;
}

static Quantity symbol(Bench *bench, const char *name)
{
  return infer_symbol(&bench->inference, expr_symbol(bench->pool, name, STAGE_PARAMETER));
}

static Quantity of(Bench *bench, Dimension dimension)
{
  return quantity_of(expr_integer(bench->pool, 1), dimension);
}

static void a_sum_tells_the_dimension_of_its_terms(void **state)
{
  Bench *bench = *state;
  Quantity a = symbol(bench, "a");
  Quantity length = of(bench, metre);
  assert_false(infer_dimension(&bench->inference, &a).is_known);
  Quantity sum = a;
  assert_true(infer_unify(&bench->inference, &sum, &length));
  Dimension found = infer_dimension(&bench->inference, &a);
  assert_true(found.is_known && dimension_equal(found, metre));
  Quantity time = of(bench, second);
  assert_false(infer_unify(&bench->inference, &a, &time));
}

static void products_are_solved_for_their_factors(void **state)
{
  Bench *bench = *state;
  Inference *inference = &bench->inference;
  Quantity a = symbol(bench, "a"), b = symbol(bench, "b"), product = a;
  infer_product(inference, &product, &a, &b, 1);
  assert_true(infer_is(inference, &product, metre));  // a b is a length
  assert_true(infer_is(inference, &a, second));       // so b is a speed
  Dimension found = infer_dimension(inference, &b);
  const Dimension speed = { .is_known = true, .power = { 1, 0, -1, 0, 0 } };
  assert_true(found.is_known && dimension_equal(found, speed));
}

static void the_root_of_a_free_dimension_is_followed(void **state)
{
  Bench *bench = *state;
  Inference *inference = &bench->inference;
  Quantity k = symbol(bench, "k"), root = k;
  infer_root(inference, &root, &k);
  assert_true(infer_is(inference, &root, second));
  Dimension found = infer_dimension(inference, &k);
  assert_int_equal(found.power[2], 2);
}

static void a_thousand_equal_dimensions_are_one(void **state)
{
  Bench *bench = *state;
  Inference *inference = &bench->inference;
  enum { COUNT = 1000 };
  Quantity all[COUNT];
  for (int i = 0; i < COUNT; i++) {
    char name[16];
    snprintf(name, sizeof name, "p%d", i);
    all[i] = symbol(bench, name);
    if (i > 0) assert_true(infer_unify(inference, &all[0], &all[i]));
  }
  assert_true(infer_is(inference, &all[COUNT / 2], metre));
  assert_true(dimension_equal(infer_dimension(inference, &all[COUNT - 1]), metre));
}

static void products_of_too_many_are_not_followed(void **state)
{
  Bench *bench = *state;
  Inference *inference = &bench->inference;
  Quantity product = symbol(bench, "first");
  for (int i = 0; i < 200; i++) {
    char name[16];
    snprintf(name, sizeof name, "p%d", i);
    Quantity factor = symbol(bench, name);
    infer_product(inference, &product, &product, &factor, 1);
  }
  assert_false(infer_dimension(inference, &product).is_known);
  assert_true(infer_is(inference, &product, metre));
  assert_true(infer_is(inference, &product, second));
}

static void what_is_found_is_in_the_mechanism(void **state)
{
  (void)state;
  static const char text[] = "param m, J, L, unused\n"
                             "joint a : revolute z (q = 3 deg) from ground\n"
                             "body B on a : mass m, com [L, 0, 0], inertia diag(0, 0, J)\n"
                             "torque T on a = u\n";
  static const Source source = { "test.bl", text, sizeof text - 1 };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *arm = lang_read(&source, diagnostics);
  assert_non_null(arm);
  assert_int_equal(arm->parameters[0].dimension.power[1], 1);
  assert_int_equal(arm->parameters[1].dimension.power[0], 2);
  assert_true(dimension_equal(arm->parameters[2].dimension, metre));
  assert_false(arm->parameters[3].dimension.is_known);
  assert_int_equal(arm->inputs[0].dimension.power[2], -2);
  mechanism_free(arm);
  diagnostics_free(diagnostics);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(a_sum_tells_the_dimension_of_its_terms, set_up, tear_down),
    cmocka_unit_test_setup_teardown(products_are_solved_for_their_factors, set_up, tear_down),
    cmocka_unit_test_setup_teardown(the_root_of_a_free_dimension_is_followed, set_up, tear_down),
    cmocka_unit_test_setup_teardown(a_thousand_equal_dimensions_are_one, set_up, tear_down),
    cmocka_unit_test_setup_teardown(products_of_too_many_are_not_followed, set_up, tear_down),
    cmocka_unit_test(what_is_found_is_in_the_mechanism),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
