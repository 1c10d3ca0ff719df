// test_steps.c -- lists that are built: what is found again, what is kept, what is known of steps.
// SPDX-License-Identifier: MIT
#include "symbolic/steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

typedef struct Fixture {
  Pool *pool;
  Pool *literals;
  Steps steps;
  int x, y, two;  // steps of two symbols and a number
} Fixture;

static Fixture begin(int roots)
{
  Fixture f = { .pool = pool_new(1), .literals = pool_new(1) };
  f.steps = steps_new(f.literals, roots);
  f.x = steps_leaf(&f.steps, expr_symbol(f.pool, "x", STAGE_POSITION));
  f.y = steps_leaf(&f.steps, expr_symbol(f.pool, "y", STAGE_PARAMETER));
  f.two = steps_leaf(&f.steps, expr_integer(f.pool, 2));
  return f;
}

static void end(Fixture *f)
{
  steps_free(&f->steps);
  pool_free(f->pool);
  pool_free(f->literals);
}

static int operation(Fixture *f, Operator op, int a, int b)
{
  return steps_operation(&f->steps, op, (const int[]){ a, b, -1 });
}

static void an_operation_is_found_again(void **state)
{
  (void)state;
  Fixture f = begin(0);
  int sum = operation(&f, OP_ADD, f.x, f.y), difference = operation(&f, OP_SUB, f.x, f.y);
  assert_int_equal(operation(&f, OP_ADD, f.y, f.x), sum);
  assert_int_equal(operation(&f, OP_SUB, f.x, f.y), difference);
  assert_int_not_equal(operation(&f, OP_SUB, f.y, f.x), difference);
  assert_int_equal(steps_find(&f.steps, OP_MUL, (const int[]){ f.x, f.y }), -1);
  assert_int_equal(steps_leaf(&f.steps, expr_integer(f.literals, 2)), f.two);  // of any pool
  assert_int_equal(steps_stage(&f.steps, sum), STAGE_POSITION);
  assert_int_equal(steps_stage(&f.steps, operation(&f, OP_MUL, f.y, f.two)), STAGE_PARAMETER);
  end(&f);
}

// Far beyond the first capacity.
static void long_lists_find_everything_again(void **state)
{
  (void)state;
  Fixture f = begin(0);
  int first = operation(&f, OP_MUL, f.x, f.y), last = first;
  for (int i = 0; i < 5000; i++)
    last = operation(&f, OP_ADD, last, f.x);
  int again = operation(&f, OP_MUL, f.y, f.x);
  assert_int_equal(again, first);
  for (int i = 0; i < 5000; i++)
    again = operation(&f, OP_ADD, f.x, again);
  assert_int_equal(again, last);
  end(&f);
}

static void what_no_root_needs_is_removed_and_names_stay(void **state)
{
  (void)state;
  Fixture f = begin(2);
  int unused = operation(&f, OP_MUL, f.x, f.two);
  operation(&f, OP_ADD, unused, f.x);
  int kept = operation(&f, OP_SUB, f.x, f.y);
  steps_set_name(&f.steps, kept, "gap");
  steps_set_name(&f.steps, kept, "other");
  steps_set_name(&f.steps, f.x, "a leaf has a name of its own");
  f.steps.roots[0] = f.steps.roots[1] = operation(&f, OP_DIV, kept, kept);
  steps_finish(&f.steps);
  assert_int_equal(f.steps.count, 4);  // x, y, x - y, quotient
  assert_int_equal(f.steps.roots[0], 3);
  assert_string_equal(steps_name(&f.steps, 2), "gap");
  assert_null(steps_name(&f.steps, 0));
  int *uses = steps_uses(&f.steps);
  assert_int_equal(uses[2], 2);
  assert_int_equal(uses[3], 2);
  free(uses);
  end(&f);
}

static void a_sine_knows_its_cosine(void **state)
{
  (void)state;
  Fixture f = begin(0);
  int cosine = operation(&f, OP_COS, f.x, -1), sine = operation(&f, OP_SIN, f.x, -1);
  int lonely = operation(&f, OP_SIN, f.y, -1), tangent = operation(&f, OP_TAN, f.x, -1);
  int *partners = steps_partners(&f.steps);
  assert_int_equal(partners[sine], cosine);
  assert_int_equal(partners[cosine], sine);
  assert_int_equal(partners[lonely], -1);
  assert_int_equal(partners[tangent], -1);
  free(partners);
  end(&f);
}

static void linear_forms_end_at_their_atoms(void **state)
{
  (void)state;
  Fixture f = begin(0);
  int product = operation(&f, OP_MUL, f.x, f.y), inner = operation(&f, OP_MUL, product, f.two);
  int sum = operation(&f, OP_ADD, inner, f.x), outside = operation(&f, OP_SUB, f.x, f.y);
  operation(&f, OP_EXP, sum, -1);
  assert_int_equal(steps_multiplied(&f.steps, inner), 0);
  assert_int_equal(steps_multiplied(&f.steps, product), -1);
  bool *is_inside = steps_in_linear_forms(&f.steps);
  assert_true(is_inside[sum] && is_inside[inner] && is_inside[product] && is_inside[f.x]);
  assert_false(is_inside[f.y] || is_inside[outside]);
  free(is_inside);
  end(&f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(an_operation_is_found_again),
    cmocka_unit_test(long_lists_find_everything_again),
    cmocka_unit_test(what_no_root_needs_is_removed_and_names_stay),
    cmocka_unit_test(a_sine_knows_its_cosine),
    cmocka_unit_test(linear_forms_end_at_their_atoms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
