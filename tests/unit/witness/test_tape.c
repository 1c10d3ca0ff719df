// test_tape.c -- tables on a tape: values and derivatives along a path against the nodes of the
// algebra's derivatives.
// SPDX-License-Identifier: MIT
#include "witness/tape.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/calculus/table_function.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

enum { ROOTS = 3, ORDER = 2 };

static Ball at(double number)
{
  Ball x;
  arb_init(&x);
  arb_set_d(&x, number);
  return x;
}

static void a_table_has_the_derivatives_of_the_algebra(void **state)
{
  (void)state;
  static const double x[] = { -1, 0, 0.5, 2 }, y[] = { 3, -1, 4, 1 };
  Pool *pool = pool_new(0);
  int point;
  Text why = { 0 };
  const TableDescription description = { "road", 4, x, y, TABLE_CUBIC, OUTSIDE_LINEAR };
  const TableFunction *road = table_function_new(pool, &description, &point, &why);
  const Expr *q = expr_symbol(pool, "q", STAGE_POSITION);
  const Expr *roots[ROOTS] = { product(q, expr_table(road, 0, square(q))) };
  roots[1] = expr_derivative(roots[0], q);
  roots[2] = expr_derivative(roots[1], q);
  Tape *tape = tape_new(roots, ROOTS, NULL, 0);
  Ball *values = malloc((size_t)tape_length(tape) * (ORDER + 1) * sizeof values[0]);
  for (double s = -1.9; s < 2; s += 0.3) {
    const Jet path = { { at(s), at(1), at(0) }, ORDER };
    tape_run(tape, &path, ORDER, values);
    Jet along = tape_value(values, tape_place(tape, roots[0]), ORDER);
    for (int i = 0; i < ROOTS; i++) {
      Jet found = tape_value(values, tape_place(tape, roots[i]), ORDER);
      assert_true(arb_rel_accuracy_bits(&found.at[0]) > 80);
      assert_true(arb_overlaps(&along.at[i], &found.at[0]));
    }
  }
  const char *names[OP_COUNT];
  assert_int_equal(tape_nonalgebraic_functions(tape, names), 1);
  assert_string_equal(names[0], "table");
  free(values);
  tape_free(tape);
  pool_free(pool);
  flint_cleanup();
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(
      a_table_has_the_derivatives_of_the_algebra) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
