// test_derivative.c -- derivatives against difference quotients in ball arithmetic, and by rule.
// SPDX-License-Identifier: MIT
#include "support/ball.h"
#include "base/memory/memory.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

enum { SYMBOLS = 2 };

// Value of e at symbols[i] = at[i].
static bool ball_of(const Expr *e, const Expr *const symbols[], const arb_struct at[], arb_t out)
{
  Steps steps = steps_of(&e, 1);
  arb_struct *balls = memory_new((size_t)steps.count, sizeof balls[0]);
  bool is_certain = true;
  for (int i = 0; i < steps.count; i++) {
    const Expr *node = steps.at[i].node;
    arb_init(&balls[i]);
    const arb_struct *args[MAX_ARITY] = { NULL };
    for (int k = 0; k < expr_arity(node); k++)
      args[k] = &balls[steps.at[i].arg[k]];
    if (expr_is_number(node)) {
      arb_set_fmpq(&balls[i], node->form->number, BALL_PRECISION);
    } else if (node->form->op == OP_SYMBOL) {
      for (int s = 0; s < SYMBOLS; s++) {
        if (symbols[s] == node) arb_set(&balls[i], &at[s]);
      }
    } else if (node->form->op == OP_PI) {
      arb_const_pi(&balls[i], BALL_PRECISION);
    } else {
      is_certain = is_certain && ball_apply((Operator)node->form->op, &balls[i], args);
    }
  }
  arb_set(out, &balls[steps.roots[0]]);
  for (int i = 0; i < steps.count; i++)
    arb_clear(&balls[i]);
  free(balls);
  steps_free(&steps);
  return is_certain;
}

// (f(x + h) - f(x - h)) / 2h with h = 2^-60: exact to about 2^-110 relative.
static void check_by_differences(const Expr *e, const Expr *const symbols[])
{
  arb_struct at[SYMBOLS];
  arb_t h, above, below, derivative, difference_quotient;
  for (int s = 0; s < SYMBOLS; s++)
    arb_init(&at[s]);
  arb_init(h);
  arb_init(above);
  arb_init(below);
  arb_init(derivative);
  arb_init(difference_quotient);
  arb_set_d(&at[0], 0.37);
  arb_set_d(&at[1], 0.81);
  bool ok = ball_of(expr_derivative(e, symbols[0]), symbols, at, derivative);
  arb_one(h);
  arb_mul_2exp_si(h, h, -60);
  arb_add(&at[0], &at[0], h, BALL_PRECISION);
  ok = ball_of(e, symbols, at, above) && ok;
  arb_sub(&at[0], &at[0], h, BALL_PRECISION);
  arb_sub(&at[0], &at[0], h, BALL_PRECISION);
  ok = ball_of(e, symbols, at, below) && ok;
  assert_true(ok);
  arb_sub(difference_quotient, above, below, BALL_PRECISION);
  arb_mul_2exp_si(difference_quotient, difference_quotient, 59);
  arb_sub(derivative, derivative, difference_quotient, BALL_PRECISION);
  assert_true(arf_cmpabs_2exp_si(arb_midref(derivative), -100) < 0);
  for (int s = 0; s < SYMBOLS; s++)
    arb_clear(&at[s]);
  arb_clear(h);
  arb_clear(above);
  arb_clear(below);
  arb_clear(derivative);
  arb_clear(difference_quotient);
}

static void every_operator_agrees_with_its_difference_quotient(void **state)
{
  (void)state;
  Pool *pool = pool_new(0);
  const Expr *symbols[] = { expr_symbol(pool, "x", STAGE_POSITION),
                            expr_symbol(pool, "y", STAGE_POSITION) };
  const Expr *x = symbols[0], *y = symbols[1];
  const Expr *inner = sum(product(x, y), half(square(x)));  // 0.368: inside every domain
  for (int op = OP_ADD; op < OP_COUNT; op++) {
    const Expr *args[] = { inner, sum(x, y), product(x, y) };
    if (op == OP_TABLE) continue;  // its second argument is a table: test_table_function.c
    bool is_choice = op == OP_IF;
    if (is_choice) args[0] = expr_call2(OP_LT, x, y);
    check_by_differences(expr_apply((Operator)op, args), symbols);
  }
  check_by_differences(expr_pow(inner, expr_rational(pool, 7, 3)), symbols);
  check_by_differences(expr_pow(expr_integer(pool, 2), inner), symbols);
  check_by_differences(quotient(expr_call(OP_SIN, inner), sum(square(y), x)), symbols);
  pool_free(pool);
  flint_cleanup();
}

static void time_derivatives_lead_from_coordinates_to_accelerations(void **state)
{
  (void)state;
  Pool *pool = pool_new(0);
  const Expr *q = expr_symbol(pool, "q", STAGE_POSITION),
             *m = expr_symbol(pool, "m", STAGE_PARAMETER);
  const Expr *t = expr_symbol(pool, "t", STAGE_TIME);
  const Expr *qd = expr_rate(q), *qdd = expr_rate(qd);
  assert_string_equal(qd->form->symbol->name, "q'");
  assert_int_equal(qdd->form->stage, STAGE_ACCELERATION);
  const Expr *c = expr_call(OP_COS, q), *s = expr_call(OP_SIN, q);
  const Expr *first = expr_time_derivative(product(m, s));
  assert_ptr_equal(first, product(m, product(c, qd)));
  assert_ptr_equal(expr_time_derivative(first),
                   product(m, difference(product(c, qdd), product(s, square(qd)))));
  assert_ptr_equal(expr_time_derivative(square(t)), product(expr_integer(pool, 2), t));
  assert_true(is_zero(expr_time_derivative(m)));
  pool_free(pool);
  flint_cleanup();
}

// The order of symbols decides how products are written, so it must not depend on who asks first.
static void rates_of_coordinates_have_their_places_before_they_are_made(void **state)
{
  (void)state;
  Pool *pool = pool_new(0), *other = pool_new(0);
  const Expr *a = expr_coordinate(pool, "a"), *b = expr_coordinate(pool, "b");
  const Expr *c = expr_symbol(pool, "c", STAGE_PARAMETER);
  size_t nodes = pool_node_count(pool);
  assert_null(expr_find_symbol(pool, "a'"));
  assert_int_equal(c->form->symbol->index, 6);
  const Expr *bd = expr_rate(b), *add = expr_rate(expr_rate(a));
  assert_int_equal(pool_node_count(pool), nodes + 3);
  assert_int_equal(bd->form->symbol->index, 4);
  assert_int_equal(add->form->symbol->index, 2);
  assert_ptr_equal(expr_find_symbol(pool, "a''"), add);
  const Expr *const made[] = { a, b, c, bd, expr_rate(a), add, NULL };
  for (int i = 0; i < 7; i++)
    assert_ptr_equal(pool_next_symbol(pool, i > 0 ? made[i - 1] : NULL), made[i]);
  assert_int_equal(pool_symbol_count(pool), 7);
  assert_ptr_equal(expr_coordinate(pool, "a"), a);
  assert_int_equal(pool_symbol_count(pool), 7);
  // a copy has all of them
  const Expr *copy = expr_copy(other, b);
  assert_int_equal(pool_symbol_count(other), 3);
  assert_int_equal(expr_find_symbol(other, "b''")->form->symbol->index, 2);
  assert_ptr_equal(expr_find_symbol(other, "b'"), expr_rate(copy));
  assert_int_equal(expr_rate(copy)->form->symbol->index, 1);
  assert_int_equal(expr_rate(copy)->form->stage, STAGE_VELOCITY);
  pool_free(other);
  pool_free(pool);
  flint_cleanup();
}

static void derivatives_go_through_names(void **state)
{
  (void)state;
  Pool *pool = pool_new(0);
  const Expr *x = expr_symbol(pool, "x", STAGE_POSITION),
             *y = expr_symbol(pool, "y", STAGE_POSITION);
  const Expr *named = expr_name("N", product(x, sum(x, y)));
  assert_ptr_equal(expr_derivative(square(named), y),
                   product(expr_integer(pool, 2), product(named, x)));
  const Expr *f[] = { named, y }, *v[] = { x, y }, *jacobian[4];
  expr_jacobian(f, 2, v, 2, jacobian);
  assert_ptr_equal(jacobian[0], sum(product(expr_integer(pool, 2), x), y));
  assert_ptr_equal(jacobian[1], x);
  assert_true(is_zero(jacobian[2]) && expr_is_one(jacobian[3]));
  pool_free(pool);
  flint_cleanup();
}

static void substitution_replaces_all_at_once(void **state)
{
  (void)state;
  Pool *pool = pool_new(0);
  const Expr *x = expr_symbol(pool, "x", STAGE_POSITION),
             *y = expr_symbol(pool, "y", STAGE_POSITION);
  const Expr *e = sum(expr_call(OP_SIN, x), product(x, square(y)));
  const Expr *from[] = { x, y }, *swapped[] = { y, x };
  assert_ptr_equal(expr_substitute(e, from, swapped, 2),
                   sum(expr_call(OP_SIN, y), product(y, square(x))));
  const Expr *zero[] = { expr_integer(pool, 0) };
  assert_true(is_zero(expr_substitute(e, from, zero, 1)));
  const Expr *inverse = quotient(y, x);
  assert_true(expr_is_undefined(expr_substitute(inverse, from, zero, 1)));
  const Expr *named = expr_name("N", product(x, y));
  const Expr *one_[] = { one(x) };
  assert_ptr_equal(expr_substitute(sum(named, x), from, one_, 1), sum(y, one(x)));
  pool_free(pool);
  flint_cleanup();
}

// b = asin(u): b' = u'/cos(b), and of a sum of angles nothing else turns up than its cosine.
static void angles_with_names_are_differentiated_by_their_cosine(void **state)
{
  (void)state;
  Pool *pool = pool_new(3);
  const Expr *x = expr_symbol(pool, "x", STAGE_POSITION);
  const Expr *u = half(expr_call(OP_SIN, x));
  const Expr *b = expr_name("b", expr_call(OP_ASIN, u));
  const Expr *rate = quotient(half(expr_call(OP_COS, x)), expr_call(OP_COS, b));
  assert_ptr_equal(expr_derivative(b, x), rate);
  const Expr *c = expr_name("c", expr_call(OP_ACOS, u));
  const Expr *other = quotient(half(expr_call(OP_COS, x)), expr_call(OP_SIN, c));
  assert_ptr_equal(expr_derivative(c, x), negative(other));
  const Expr *whole = expr_derivative(expr_call(OP_SIN, sum(x, b)), x);
  assert_ptr_equal(whole, product(expr_call(OP_COS, sum(x, b)), sum(one(x), rate)));
  pool_free(pool);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_operator_agrees_with_its_difference_quotient),
    cmocka_unit_test(time_derivatives_lead_from_coordinates_to_accelerations),
    cmocka_unit_test(rates_of_coordinates_have_their_places_before_they_are_made),
    cmocka_unit_test(derivatives_go_through_names),
    cmocka_unit_test(substitution_replaces_all_at_once),
    cmocka_unit_test(angles_with_names_are_differentiated_by_their_cosine),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
