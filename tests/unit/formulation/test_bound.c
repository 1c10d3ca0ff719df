// test_bound.c -- bounds over boxes against values found by hand, and terms against their sum.
// SPDX-License-Identifier: MIT
#include "symbolic/algebra.h"
#include "formulation/derived/bound.h"
#include "notation/forms/term_list.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

// x in -1 .. 2, y all around, p = 1/3.
typedef struct Case {
  Pool *pool;
  const Expr *x, *y, *p;
  Box *box;
} Case;

static Case case_open(void)
{
  Case c = { .pool = pool_new(0) };
  c.x = expr_symbol(c.pool, "x", STAGE_POSITION);
  c.y = expr_symbol(c.pool, "y", STAGE_POSITION);
  c.p = expr_symbol(c.pool, "p", STAGE_PARAMETER);
  const Expr *third = expr_rational(c.pool, 1, 3), *pi = expr_pi(c.pool);
  const Interval intervals[] = {
    { c.x, expr_integer(c.pool, -1), expr_integer(c.pool, 2) },
    { c.y, expr_neg(pi), pi },
    { c.p, third, third },
  };
  c.box = box_new(intervals, 3);
  return c;
}

static void case_close(Case *c)
{
  box_free(c->box);
  pool_free(c->pool);
  flint_cleanup();
}

// Never below the true maximum, and above it by a few per cent at most.
static void assert_tight(const Case *c, const Expr *e, double largest)
{
  double bound = box_bound(c->box, e);
  if (bound < largest || bound > 1.04 * largest) fail_msg("%.17g for %.17g", bound, largest);
}

static void bounds_are_the_largest_values(void **state)
{
  (void)state;
  Case c = case_open();
  const Expr *sine = expr_call(OP_SIN, c.y), *cosine = expr_call(OP_COS, c.y);
  const Expr *square_x = square(c.x);
  assert_tight(&c, sine, 1);
  assert_tight(&c, product(sine, cosine), 0.5);
  assert_tight(&c, product(sine, square(cosine)), 2 / (3 * sqrt(3)));
  assert_tight(&c, sum(sine, cosine), sqrt(2));
  assert_tight(&c, square_x, 4);
  assert_tight(&c, difference(square_x, c.x), 2);
  assert_tight(&c, product(c.x, sine), 2);
  assert_tight(&c, expr_call(OP_COS, sum(c.y, c.x)), 1);
  assert_tight(&c, expr_call(OP_SIN, c.x), 1);
  assert_tight(&c, expr_call(OP_EXP, c.x), exp(2));
  assert_tight(&c, reciprocal(sum(c.x, integer(c.x, 2))), 1);
  case_close(&c);
}

static void a_constant_is_bounded_by_itself(void **state)
{
  (void)state;
  Case c = case_open();
  double third = box_bound(c.box, negative(c.p));
  assert_true(third >= 1.0 / 3 && third < 1.0 / 3 + 1e-15);
  assert_true(box_bound(c.box, expr_integer(c.pool, 0)) == 0);
  case_close(&c);
}

static void what_has_no_bound_is_infinite(void **state)
{
  (void)state;
  Case c = case_open();
  const Expr *u = expr_symbol(c.pool, "u", STAGE_INPUT);
  assert_true(isinf(box_bound(c.box, product(u, c.x))));
  assert_true(isinf(box_bound(c.box, reciprocal(c.x))));
  case_close(&c);
}

static void a_narrow_interval_gives_a_narrow_bound(void **state)
{
  (void)state;
  Case c = case_open();
  const Expr *z = expr_symbol(c.pool, "z", STAGE_POSITION);
  const Interval quarter = { z, expr_integer(c.pool, 0), expr_rational(c.pool, 1, 4) };
  Box *box = box_new(&quarter, 1);
  double bound = box_bound(box, expr_call(OP_SIN, z));
  assert_true(bound >= sin(0.25) && bound < 1.03 * sin(0.25));
  box_free(box);
  case_close(&c);
}

static void a_probe_encloses_the_value_at_a_point(void **state)
{
  (void)state;
  Case c = case_open();
  const Expr *e[] = { product(c.x, expr_call(OP_COS, c.y)), c.p };
  BoxProbe *probe = box_probe_new(c.box, e, 2);
  const double place[] = { 0.5, 0.75, 0 };
  double lower[2], upper[2], exact = 0.5 * cos(acos(-1.0) / 2);
  box_probe_at(probe, place, lower, upper);
  assert_true(lower[0] <= exact + 1e-15 && upper[0] >= exact - 1e-15);
  assert_true(upper[0] - lower[0] < 1e-15);
  assert_true(lower[1] <= 1.0 / 3 && upper[1] >= 1.0 / 3 && upper[1] - lower[1] < 1e-15);
  box_probe_free(probe);
  case_close(&c);
}

static void terms_add_up_to_the_expression(void **state)
{
  (void)state;
  Case c = case_open();
  Arena *arena = arena_new();
  const Expr *sine = expr_call(OP_SIN, c.y), *cosine = expr_call(OP_COS, c.y);
  const Expr *bracket = sum(product(c.p, sine), product(c.x, cosine));
  const Expr *e = sum(product(sum(c.p, one(c.p)), bracket), integer(c.p, 7));
  int count = 0;
  const Term *terms = expr_terms(e, arena, &count);
  assert_int_equal(3, count);  // p (p + 1) sin y, (p + 1) x cos y, 7
  const Expr *total = integer(e, 0);
  for (int i = 0; i < count; i++) {
    assert_true(terms[i].constant->form->stage <= STAGE_PARAMETER);
    total = sum(total, product(terms[i].constant, terms[i].function));
  }
  assert_ptr_equal(e, total);
  arena_free(arena);
  case_close(&c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(bounds_are_the_largest_values),
    cmocka_unit_test(a_constant_is_bounded_by_itself),
    cmocka_unit_test(what_has_no_bound_is_infinite),
    cmocka_unit_test(a_narrow_interval_gives_a_narrow_bound),
    cmocka_unit_test(a_probe_encloses_the_value_at_a_point),
    cmocka_unit_test(terms_add_up_to_the_expression),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
