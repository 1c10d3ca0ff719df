// test_evaluate.c -- every operator on numbers, and bit-for-bit agreement with C.
// SPDX-License-Identifier: MIT
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

static double value_at(const Sample *sample, double q1, double q2)
{
  Program *program = sample_program(sample, "y");
  SampleState state = { .q = { q1, q2 } };
  double value;
  sample_evaluate(program, &state, &value);
  program_free(program);
  return value;
}

static double unary(Operator op, double x)
{
  Sample *sample = sample_new();
  sample_set(sample, expr_call(op, sample->q[0]));
  double value = value_at(sample, x, 0);
  sample_free(sample);
  return value;
}

static double binary(Operator op, double x, double y)
{
  Sample *sample = sample_new();
  sample_set(sample, expr_call2(op, sample->q[0], sample->q[1]));
  double value = value_at(sample, x, y);
  sample_free(sample);
  return value;
}

static void assert_bits(double value, double expected) { sample_assert_near(value, expected, 0); }

static void functions_of_one_argument_are_those_of_libm(void **unused)
{
  (void)unused;
  assert_bits(unary(OP_SIN, 0.7), sin(0.7));
  assert_bits(unary(OP_COS, 0.7), cos(0.7));
  assert_bits(unary(OP_TAN, 0.7), tan(0.7));
  assert_bits(unary(OP_ASIN, 0.7), asin(0.7));
  assert_bits(unary(OP_ACOS, 0.7), acos(0.7));
  assert_bits(unary(OP_ATAN, 0.7), atan(0.7));
  assert_bits(unary(OP_EXP, 0.7), exp(0.7));
  assert_bits(unary(OP_LOG, 0.7), log(0.7));
  assert_bits(unary(OP_SQRT, 0.7), sqrt(0.7));
  volatile double x = 0.7;  // a compiler knows hyperbolic functions better than libm
  assert_bits(unary(OP_SINH, 0.7), sinh(x));
  assert_bits(unary(OP_COSH, 0.7), cosh(x));
  assert_bits(unary(OP_TANH, 0.7), tanh(x));
  assert_bits(unary(OP_FLOOR, -0.7), -1);
  assert_bits(unary(OP_ABS, -0.7), 0.7);
  assert_bits(unary(OP_SIGN, -0.7), -1);
  assert_bits(unary(OP_SIGN, 0), 0);
  assert_bits(unary(OP_SIGN, 0.7), 1);
  assert_bits(unary(OP_NEG, 0.7), -0.7);
}

static void functions_of_two_arguments(void **unused)
{
  (void)unused;
  assert_bits(binary(OP_ADD, 0.7, 0.1), 0.7 + 0.1);
  assert_bits(binary(OP_SUB, 0.7, 0.1), 0.7 - 0.1);
  assert_bits(binary(OP_MUL, 0.7, 0.1), 0.7 * 0.1);
  assert_bits(binary(OP_DIV, 0.7, 0.1), 0.7 / 0.1);
  assert_bits(binary(OP_POW, 0.7, 0.1), pow(0.7, 0.1));
  assert_bits(binary(OP_ATAN2, 0.7, -0.1), atan2(0.7, -0.1));
  assert_bits(binary(OP_MIN, 0.7, 0.1), 0.1);
  assert_bits(binary(OP_MAX, 0.7, 0.1), 0.7);
}

static void comparisons_give_one_or_zero(void **unused)
{
  (void)unused;
  const Operator ops[] = { OP_LT, OP_LE, OP_EQ, OP_NE };
  const double expected[][3] = { { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 }, { 1, 0, 1 } };
  for (int i = 0; i < 4; i++) {
    assert_bits(binary(ops[i], 1, 2), expected[i][0]);
    assert_bits(binary(ops[i], 2, 2), expected[i][1]);
    assert_bits(binary(ops[i], 2, 1), expected[i][2]);
  }
}

static void if_chooses_by_what_is_not_zero(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *condition = expr_call2(OP_LT, sample->q[0], sample->q[1]);
  sample_set(sample, expr_if(condition, expr_call(OP_SQRT, sample->q[1]), sample->q[0]));
  assert_bits(value_at(sample, 1, 4), 2);
  assert_bits(value_at(sample, 1, -4), 1);  // the root of -4 is computed and not used
  sample_set(sample, expr_if(sample->q[0], sample->q[1], expr_integer(sample->pool, 3)));
  assert_bits(value_at(sample, -0.5, 7), 7);
  assert_bits(value_at(sample, 0, 7), 3);
  sample_free(sample);
}

static void every_kind_of_input_reaches_its_register(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *entries[] = { sample->p[1],   sample->q[2], sample->qd[0],
                            sample->qdd[1], sample->u[2], sample->t };
  sample_add(sample, "y", 6, 1, entries);
  Program *program = sample_program(sample, "y");
  SampleState state = { .p = { 0, 1 }, .q = { 0, 0, 2 }, .qd = { 3 }, .qdd = { 0, 4 } };
  state.u[2] = 5;
  state.t = 6;
  double out[6];
  sample_evaluate(program, &state, out);
  for (int i = 0; i < 6; i++)
    assert_bits(out[i], i + 1);
  program_free(program);
  sample_free(sample);
}

static void an_undefined_entry_is_not_a_number(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *zero = expr_integer(sample->pool, 0);
  const Expr *entries[] = { expr_div(sample->q[0], zero), sample->q[0] };
  sample_add(sample, "y", 2, 1, entries);
  Program *program = sample_program(sample, "y");
  SampleState state = { .q = { 2 } };
  double out[2];
  sample_evaluate(program, &state, out);
  assert_true(isnan(out[0]));
  assert_bits(out[1], 2);
  program_free(program);
  sample_free(sample);
}

static void no_random_program_gives_a_nan(void **unused)
{
  (void)unused;
  uint64_t random = 41;
  for (int trial = 0; trial < 50; trial++) {
    Sample *sample = sample_new();
    sample_set(sample, sample_expression(sample, &random, 20, true));
    Program *program = sample_program(sample, "y");
    SampleState state = sample_state(&random);
    double value;
    sample_evaluate(program, &state, &value);
    assert_true(isfinite(value));
    program_free(program);
    sample_free(sample);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(functions_of_one_argument_are_those_of_libm),
    cmocka_unit_test(functions_of_two_arguments),
    cmocka_unit_test(comparisons_give_one_or_zero),
    cmocka_unit_test(if_chooses_by_what_is_not_zero),
    cmocka_unit_test(every_kind_of_input_reaches_its_register),
    cmocka_unit_test(an_undefined_entry_is_not_a_number),
    cmocka_unit_test(no_random_program_gives_a_nan),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
