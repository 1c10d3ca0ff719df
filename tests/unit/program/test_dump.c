// test_dump.c -- the text of a small program, in full.
// SPDX-License-Identifier: MIT
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void a_program_reads_as_a_list_of_steps(void **unused)
{
  (void)unused;
  Sample *s = sample_new();
  const Expr *moment = expr_name("moment", expr_mul(s->p[0], s->p[1]));
  const Expr *weight = expr_mul(moment, expr_call(OP_SIN, s->q[0]));
  const Expr *half = expr_mul(expr_rational(s->pool, 1, 2), s->qd[0]);
  const Expr *least = expr_call2(OP_MIN, half, s->u[0]);
  sample_add(s, "y", 1, 2, (const Expr *[]){ weight, least });
  Program *program = sample_program(s, "y");
  Text text = { 0 };
  program_dump(program, &text);
  assert_string_equal(text_string(&text), "program sample\n"
                                          "input parameters: p1 p2\n"
                                          "input positions: q1\n"
                                          "input velocities: q1'\n"
                                          "input inputs: u1\n"
                                          "stage parameters\n"
                                          "  moment = p1 * p2\n"
                                          "stage positions\n"
                                          "  #1 = sin(q1)\n"
                                          "  #2 = moment * #1\n"
                                          "stage velocities\n"
                                          "  #3 = 0.5 * q1'\n"
                                          "stage inputs\n"
                                          "  #4 = min(#3, u1)\n"
                                          "outputs\n"
                                          "  y[0][0] = #2\n"
                                          "  y[0][1] = #4\n");
  text_free(&text);
  program_free(program);
  sample_free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(a_program_reads_as_a_list_of_steps) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
