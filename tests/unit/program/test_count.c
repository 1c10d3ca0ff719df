// test_count.c -- operations of a program that was counted by hand.
// SPDX-License-Identifier: MIT
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// y1 = (p1*p2) * cos(q1) * qd1^2 - sqrt(q2) / q3
// y2 = -sin(q1),  y3 = max(p1 + p3, u1)
static void operations_are_counted_by_stage(void **unused)
{
  (void)unused;
  Sample *s = sample_new();
  const Expr *moment = expr_mul(s->p[0], s->p[1]);
  const Expr *lever = expr_mul(moment, expr_call(OP_COS, s->q[0]));
  const Expr *first = expr_mul(lever, expr_mul(s->qd[0], s->qd[0]));
  const Expr *quotient = expr_div(expr_call(OP_SQRT, s->q[1]), s->q[2]);
  const Expr *last = expr_call2(OP_MAX, expr_add(s->p[0], s->p[2]), s->u[0]);
  const Expr *sine = expr_neg(expr_call(OP_SIN, s->q[0]));
  sample_add(s, "y", 3, 1, (const Expr *[]){ expr_sub(first, quotient), sine, last });
  Program *program = sample_program(s, "y");

  OperationCount parameter = program_count_stage(program, STAGE_PARAMETER);
  assert_int_equal(parameter.multiplications, 1);
  assert_int_equal(parameter.additions, 1);
  OperationCount position = program_count_stage(program, STAGE_POSITION);
  assert_int_equal(position.multiplications, 1);
  assert_int_equal(position.additions, 1);  // the sign of y2
  assert_int_equal(position.divisions, 1);
  assert_int_equal(position.roots, 1);
  assert_int_equal(position.sincos_pairs, 1);
  OperationCount velocity = program_count_stage(program, STAGE_VELOCITY);
  assert_int_equal(velocity.multiplications, 2);
  assert_int_equal(velocity.additions, 1);
  OperationCount all = program_count(program);
  assert_int_equal(all.multiplications, 3);
  assert_int_equal(all.additions, 2);
  assert_int_equal(all.others, 1);
  assert_int_equal(all.sincos_pairs, 1);
  program_free(program);
  sample_free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(operations_are_counted_by_stage) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
