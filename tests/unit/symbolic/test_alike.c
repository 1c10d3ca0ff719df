// test_alike.c -- equations that are the same up to a factor and a rest, and such that are not.
// SPDX-License-Identifier: MIT
#include "symbolic/algebra.h"
#include "symbolic/field/equivalent_equations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static const Expr *symbol(Pool *pool, const char *name, Stage stage)
{
  return expr_symbol(pool, name, stage);
}

static void assert_firsts(const EquationClass likeness[], const int firsts[], int count)
{
  for (int i = 0; i < count; i++) {
    assert_true(likeness[i].has_slope && likeness[i].is_affine);
    assert_int_equal(firsts[i], likeness[i].first);
  }
}

static void positions_differ_by_a_factor_and_a_rest(void **state)
{
  (void)state;
  Pool *pool = pool_new(1);
  const Expr *x = symbol(pool, "x", STAGE_POSITION), *y = symbol(pool, "y", STAGE_POSITION);
  const Expr *l = symbol(pool, "l", STAGE_PARAMETER), *t = symbol(pool, "t", STAGE_TIME);
  const Expr *r = sum(square(x), expr_call(OP_SIN, sum(y, t)));
  const Expr *all[] = { r,
                        sum(product(l, r), t),  // alike
                        square(r),              // zero at the same places, but no multiple
                        product(x, r),
                        x,
                        difference(product(l, x), t),
                        sum(x, y),
                        sum(expr_call(OP_SIN, sum(y, t)), square(x)) };
  EquationClass likeness[8];
  alike_positions(all, 8, likeness);
  assert_firsts(likeness, (const int[]){ 0, 0, 2, 3, 4, 4, 6, 0 }, 8);
  const Expr *multiple, *rest;
  assert_true(equivalence_residual(all[0], all[1], &multiple, &rest));
  assert_ptr_equal(t, rest);
  assert_ptr_equal(product(l, r), multiple);
  pool_free(pool);
}

static void what_only_steps_or_stays_has_no_slope(void **state)
{
  (void)state;
  Pool *pool = pool_new(1);
  const Expr *x = symbol(pool, "x", STAGE_POSITION), *l = symbol(pool, "l", STAGE_PARAMETER);
  const Expr *floor = expr_call(OP_FLOOR, x);
  const Expr *all[] = { floor, l, difference(product(x, sum(x, l)), square(x)), sum(x, floor) };
  EquationClass likeness[4];
  alike_positions(all, 4, likeness);
  assert_false(likeness[0].has_slope);
  assert_false(likeness[1].has_slope);
  assert_true(likeness[2].has_slope);  // l*x
  assert_true(likeness[3].has_slope);
  pool_free(pool);
}

static void speeds_have_factors_of_positions(void **state)
{
  (void)state;
  Pool *pool = pool_new(1);
  const Expr *q = symbol(pool, "q", STAGE_POSITION);
  const Expr *u = symbol(pool, "u", STAGE_VELOCITY), *v = symbol(pool, "v", STAGE_VELOCITY);
  const Expr *r = difference(product(expr_call(OP_COS, q), u), v);
  const Expr *all[] = { r,
                        product(q, r),                              // the same
                        sum(product(q, r), expr_integer(pool, 3)),  // 0 = 3
                        sum(r, q),                                  // leaves an equation for q
                        product(expr_integer(pool, 2), sum(r, q)),  // says that again
                        difference(u, v) };
  EquationClass likeness[6];
  alike_speeds(all, 6, likeness);
  assert_firsts(likeness, (const int[]){ 0, 0, 0, 3, 3, 5 }, 6);
  const Expr *others[] = { product(u, v), expr_call(OP_ABS, u), quotient(u, v), q };
  alike_speeds(others, 4, likeness);
  for (int i = 0; i < 3; i++)
    assert_false(likeness[i].is_affine);
  assert_false(likeness[3].has_slope);
  pool_free(pool);
}

// Each pair of them would have to be derived: more than a minute.
static void many_are_told_apart(void **state)
{
  (void)state;
  enum { COUNT = 20000 };
  Pool *pool = pool_new(1);
  const Expr *x = symbol(pool, "x", STAGE_POSITION), *y = symbol(pool, "y", STAGE_POSITION);
  const Expr **all = malloc(COUNT * sizeof *all);
  EquationClass *likeness = malloc(COUNT * sizeof *likeness);
  for (int i = 0; i < COUNT; i++)
    all[i] = sum(product(expr_integer(pool, i % (COUNT - 1)), x), square(y));
  alike_positions(all, COUNT, likeness);
  for (int i = 0; i < COUNT - 1; i++)
    assert_int_equal(i, likeness[i].first);
  assert_int_equal(0, likeness[COUNT - 1].first);
  free(likeness);
  free(all);
  pool_free(pool);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(positions_differ_by_a_factor_and_a_rest),
    cmocka_unit_test(what_only_steps_or_stays_has_no_slope),
    cmocka_unit_test(speeds_have_factors_of_positions),
    cmocka_unit_test(many_are_told_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
