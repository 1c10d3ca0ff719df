// test_program.c -- programs against closed forms and against numbers of their expressions.
// SPDX-License-Identifier: MIT
#include "sample.h"

#include "base/memory/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void double_pendulum_has_its_textbook_mass_matrix(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *m = sample->p[0], *l = sample->p[1], *k = sample->p[2];
  const Expr *cosine = expr_call(OP_COS, sample->q[1]);
  const Expr *coupling = expr_mul(expr_mul(m, l), expr_mul(k, cosine));
  const Expr *inner = expr_mul(m, expr_mul(k, k));
  const Expr *corner = expr_add(inner, coupling);
  const Expr *outer = expr_add(expr_mul(m, expr_mul(l, l)), expr_add(corner, coupling));
  sample_add(sample, "M", 2, 2, (const Expr *[]){ outer, corner, corner, inner });
  Program *program = sample_program(sample, "M");
  SampleState state = { .p = { 1.5, 0.7, 0.4 }, .q = { 0.3, 1.1 } };
  double out[4];
  sample_evaluate(program, &state, out);
  double c = 1.5 * 0.7 * 0.4 * cos(1.1), i = 1.5 * 0.4 * 0.4;
  sample_assert_near(out[0], 1.5 * 0.7 * 0.7 + i + 2 * c, 8 * DBL_EPSILON);
  sample_assert_near(out[1], i + c, 8 * DBL_EPSILON);
  sample_assert_near(out[3], i, 8 * DBL_EPSILON);
  assert_int_equal(program->outputs[0].registers[1], program->outputs[0].registers[2]);
  program_free(program);
  sample_free(sample);
}

static void compare_with_estimate(const Sample *sample, const Program *program, const Expr *e,
                                  uint64_t *random)
{
  for (int k = 0; k < 5; k++) {
    SampleState state = sample_state(random);
    double value;
    sample_evaluate(program, &state, &value);
    Estimate expected = sample_estimate(sample, e, &state);
    // both ways err by at most the bound; factoring may add a few operations more
    double tolerance = 8 * expected.error + DBL_MIN;
    if (!(fabs(value - expected.value) <= tolerance)) {
      fail_msg("program gives %.17g, expression %.17g +- %.3g", value, expected.value, tolerance);
    }
  }
}

static void random_programs_give_the_numbers_of_their_expressions(void **unused)
{
  (void)unused;
  uint64_t random = 11;
  for (int trial = 0; trial < 300; trial++) {
    Sample *sample = sample_new();
    const Expr *e = sample_expression(sample, &random, 3 + trial % 15, trial % 3 != 0);
    sample_set(sample, e);
    Program *program = sample_program(sample, "y");
    compare_with_estimate(sample, program, e, &random);
    program_free(program);
    sample_free(sample);
  }
}

static int count_of(const Program *program, Operator op)
{
  int count = 0;
  for (int i = 0; i < program->steps.count; i++)
    count += program->steps.at[i].op == op;
  return count;
}

static int operation_count(const Program *program)
{
  return program->steps.count - program_first_operation(program);
}

static void what_no_output_needs_is_not_there(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  sample_add(sample, "big", 1, 1, (const Expr *[]){ expr_call(OP_TAN, sample->q[2]) });
  sample_add(sample, "y", 1, 1, (const Expr *[]){ expr_mul(sample->q[0], sample->p[1]) });
  Program *program = sample_program(sample, "y");
  assert_int_equal(operation_count(program), 1);
  assert_int_equal(program->input_count, 2);
  assert_string_equal(program->inputs[0].name, "p2");
  assert_int_equal(program->inputs[0].index, 1);
  assert_string_equal(program->inputs[1].name, "q1");
  program_free(program);
  sample_free(sample);
}

static void a_shared_value_is_one_step(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *angle = expr_add(sample->q[0], sample->q[1]);
  const Expr *sine = expr_call(OP_SIN, angle), *cosine = expr_call(OP_COS, angle);
  const Expr *entries[] = { expr_mul(sine, cosine), sine, expr_neg(sine) };
  sample_add(sample, "y", 3, 1, entries);
  Program *program = sample_program(sample, "y");
  assert_int_equal(count_of(program, OP_SIN), 1);
  assert_int_equal(count_of(program, OP_COS), 1);
  assert_int_equal(count_of(program, OP_ADD), 1);
  assert_int_equal(count_of(program, OP_NEG), 1);
  assert_int_equal(operation_count(program), 5);
  program_free(program);
  sample_free(sample);
}

static void names_stand_on_the_steps_that_compute_them(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *moment = expr_name("moment", expr_mul(sample->p[0], sample->p[1]));
  sample_set(sample, expr_mul(moment, expr_call(OP_COS, sample->q[0])));
  Program *program = sample_program(sample, "y");
  assert_int_equal(program->steps.at[program_first_operation(program)].op, OP_MUL);
  assert_string_equal(steps_name(&program->steps, program_first_operation(program)), "moment");
  assert_int_equal(steps_stage(&program->steps, program_first_operation(program)), STAGE_PARAMETER);
  program_free(program);
  sample_free(sample);
}

static void literals_are_constants_and_never_steps(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *root = expr_call(OP_SQRT, expr_integer(sample->pool, 3));
  const Expr *literal =
      expr_add(expr_mul(expr_rational(sample->pool, 1, 2), root), expr_pi(sample->pool));
  sample_add(sample, "y", 2, 1, (const Expr *[]){ literal, expr_mul(literal, sample->q[0]) });
  Program *program = sample_program(sample, "y");
  assert_int_equal(program->constant_count, 1);
  assert_int_equal(operation_count(program), 1);
  sample_assert_near(program->constants[0], sqrt(3) / 2 + acos(-1), 4 * DBL_EPSILON);
  program_free(program);
  sample_free(sample);
}

static void integer_powers_are_products(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *base = expr_add(sample->q[0], expr_integer(sample->pool, 1));
  sample_set(sample, expr_pow_integer(base, -100));
  Program *program = sample_program(sample, "y");
  assert_int_equal(count_of(program, OP_POW), 0);
  assert_int_equal(count_of(program, OP_DIV), 1);
  assert_true(count_of(program, OP_MUL) <= 8);
  SampleState state = { .q = { 0.01 } };
  double value;
  sample_evaluate(program, &state, &value);
  sample_assert_near(value, pow(1.01, -100), 200 * DBL_EPSILON);
  program_free(program);
  sample_free(sample);
}

static void steps_come_by_stage_and_arguments_first(void **unused)
{
  (void)unused;
  uint64_t random = 5;
  for (int trial = 0; trial < 20; trial++) {
    Sample *sample = sample_new();
    sample_set(sample, sample_expression(sample, &random, 60, true));
    Program *program = sample_program(sample, "y");
    int first = program_first_operation(program);
    for (int i = first; i < program->steps.count; i++) {
      const Steps *steps = &program->steps;
      if (i > first) assert_true(steps->stages[i] >= steps->stages[i - 1]);
      for (int k = 0; k < MAX_ARITY; k++)
        assert_true(steps->at[i].arg[k] < i);
    }
    program_free(program);
    sample_free(sample);
  }
}

static void sine_and_cosine_of_one_angle_stand_side_by_side(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *sum = sample->u[0];
  for (int i = 0; i < SAMPLE_VARIABLES; i++) {
    sum = expr_add(expr_mul(sum, expr_call(OP_COS, sample->q[i])), sample->qd[i]);
  }
  for (int i = 0; i < SAMPLE_VARIABLES; i++) {
    sum = expr_add(expr_mul(sum, expr_call(OP_SIN, sample->q[i])), sample->p[i]);
  }
  sample_set(sample, sum);
  Program *program = sample_program(sample, "y");
  const Step *steps = program->steps.at + program_first_operation(program);
  for (int i = 0; i < 6; i += 2) {
    assert_int_equal(steps[i].op, OP_SIN);
    assert_int_equal(steps[i + 1].op, OP_COS);
    assert_int_equal(steps[i].arg[0], steps[i + 1].arg[0]);
  }
  program_free(program);
  sample_free(sample);
}

// Sines are evaluated several at once; one inside another waits for it.
static void sines_of_sines_have_their_values(void **unused)
{
  (void)unused;
  enum { DEEP = 3, ENTRIES = 2 * DEEP * SAMPLE_VARIABLES };
  Sample *sample = sample_new();
  SampleState state = { .q = { 0.3, 1.1, -2.4 } };
  const Expr *entries[ENTRIES];
  double expected[ENTRIES], out[ENTRIES];
  int count = 0;
  for (int i = 0; i < SAMPLE_VARIABLES; i++) {
    const Expr *angle = sample->q[i];
    double value = state.q[i];
    for (int k = 0; k < DEEP; k++, count += 2) {
      entries[count] = expr_call(OP_SIN, angle);
      entries[count + 1] = expr_call(OP_COS, angle);
      expected[count] = sin(value);
      expected[count + 1] = cos(value);
      angle = entries[count + k % 2];
      value = expected[count + k % 2];
    }
  }
  sample_add(sample, "y", ENTRIES, 1, entries);
  Program *program = sample_program(sample, "y");
  sample_evaluate(program, &state, out);
  for (int k = 0; k < ENTRIES; k++)
    sample_assert_near(out[k], expected[k], 8 * DBL_EPSILON);
  program_free(program);
  sample_free(sample);
}

static void dump_random_program(Text *out)
{
  uint64_t random = 77;
  Sample *sample = sample_new();
  sample_set(sample, sample_expression(sample, &random, 200, true));
  Program *program = sample_program(sample, "y");
  program_dump(program, out);
  program_free(program);
  sample_free(sample);
}

static void two_builds_give_the_same_program(void **unused)
{
  (void)unused;
  Text first = { 0 }, second = { 0 };
  dump_random_program(&first);
  dump_random_program(&second);
  assert_true(first.length > 1000);
  assert_string_equal(text_string(&first), text_string(&second));
  text_free(&first);
  text_free(&second);
}

// What grew with the square of the terms would run into the time limit of the tests.
static void a_hundred_thousand_terms_take_no_recursion(void **unused)
{
  (void)unused;
  enum { TERMS = 100000 };
  Sample *sample = sample_new();
  const Expr *sum = expr_integer(sample->pool, 0), *power = sample->q[0];
  const Expr *other = sample->qd[0];
  for (int i = 0; i < TERMS; i++) {
    // the two chains of values grow side by side, so no term is a multiple of another
    power = expr_add(expr_mul(power, sample->p[i % 2]), sample->q[1]);
    other = expr_add(other, sample->p[2]);
    sum = expr_add(sum, expr_mul(i % 2 ? power : other, sample->qd[i % 3]));
  }
  sample_set(sample, sum);
  Program *program = sample_program(sample, "y");
  assert_true(operation_count(program) > TERMS);
  program_free(program);
  sample_free(sample);
}

static void an_unknown_key_and_a_foreign_symbol_are_named(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  sample_set(sample, expr_add(sample->q[0], expr_symbol(sample->pool, "alien", STAGE_PARAMETER)));
  Text why = { 0 };
  assert_null(program_new(&sample->equations, (const char *[]){ "z" }, 1, &why));
  assert_non_null(strstr(text_string(&why), "'z'"));
  text_clear(&why);
  assert_null(program_new(&sample->equations, (const char *[]){ "y" }, 1, &why));
  assert_non_null(strstr(text_string(&why), "'alien'"));
  text_free(&why);
  sample_free(sample);
}

static void a_program_of_nothing_is_a_program(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  Text why = { 0 };
  Program *program = program_new(&sample->equations, NULL, 0, &why);
  assert_non_null(program);
  assert_int_equal(program_register_count(program), 0);
  program_free(program);
  text_free(&why);
  sample_free(sample);
}

// (q + pi/2) - (q + 1) is a number, and its node may be written with q.
static void a_number_that_is_written_with_symbols_is_no_literal_of_them(void **unused)
{
  (void)unused;
  const Operator ops[] = { OP_SQRT, OP_LOG, OP_ASIN, OP_ABS, OP_EXP, OP_COS };
  for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
    Sample *sample = sample_new();
    const Expr *q = sample->q[0];
    const Expr *quarter = expr_mul(expr_rational(sample->pool, 1, 2), expr_pi(sample->pool));
    const Expr *left = expr_add(q, quarter), *right = expr_add(q, expr_integer(sample->pool, 1));
    const Expr *e = expr_call(ops[i], expr_sub(left, right));
    sample_set(sample, expr_call2(OP_MIN, e, expr_call2(OP_ATAN2, e, expr_sub(left, right))));
    Program *program = sample_program(sample, "y");
    uint64_t random = 3 + i;
    SampleState state = sample_state(&random);
    double value, argument = acos(0) - 1;
    sample_evaluate(program, &state, &value);
    const double expected[] = { sqrt(argument), log(argument), asin(argument),
                                argument,       exp(argument), cos(argument) };
    sample_assert_near(value, fmin(expected[i], atan2(expected[i], argument)), 1e-14);
    program_free(program);
    sample_free(sample);
  }
}

// What is asked for besides changes neither the operations of a quantity nor their order.
static void a_quantity_needs_the_same_steps_alone_and_among_others(void **unused)
{
  (void)unused;
  uint64_t random = 11;
  for (int trial = 0; trial < 20; trial++) {
    Sample *sample = sample_new();
    const Expr *first = sample_expression(sample, &random, 40, true);
    const Expr *second = expr_mul(first, sample_expression(sample, &random, 40, true));
    sample_add(sample, "a", 1, 1, &first);
    sample_add(sample, "b", 1, 1, &second);
    size_t nodes = pool_node_count(sample->pool);
    Text why = { 0 };
    Program *both = program_new(&sample->equations, (const char *[]){ "a", "b" }, 2, &why);
    Program *alone = sample_program(sample, "b");
    OperationCount among = program_count_output(both, 1), by_itself = program_count(alone);
    assert_memory_equal(&among, &by_itself, sizeof among);
    SampleState state = sample_state(&random);
    ProgramState numbers = { .parameters = state.p,
                             .q = state.q,
                             .qd = state.qd,
                             .qdd = state.qdd,
                             .inputs = state.u,
                             .time = state.t };
    double *registers = memory_new((size_t)program_register_count(both), sizeof registers[0]);
    double a, b, b_alone;
    program_evaluate(both, &numbers, registers, (double *[]){ &a, &b });
    sample_evaluate(alone, &state, &b_alone);
    assert_true(b == b_alone || (isnan(b) && isnan(b_alone)));
    assert_int_equal(pool_node_count(sample->pool), nodes);  // the equations are only read
    free(registers);
    program_free(alone);
    program_free(both);
    sample_free(sample);
  }
}

// Two quantities use cos(q1); a name that only the second was built with is not shown in the first.
static void a_name_is_shown_where_it_was_known(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *cosine = expr_call(OP_COS, sample->q[0]);
  const Expr *before = expr_mul(cosine, sample->qd[0]);
  sample_add(sample, "a", 1, 1, &before);
  const Expr *after = expr_mul(expr_name("L64", cosine), sample->qd[1]);
  sample_add(sample, "b", 1, 1, &after);
  Text why = { 0 };
  Program *program = program_new(&sample->equations, (const char *[]){ "a", "b" }, 2, &why);
  assert_null(program->outputs[0].names);
  int named = 0;
  for (int i = 0; i < program->steps.count; i++)
    named += program->outputs[1].names[i] && program->steps.at[i].op == OP_COS;
  assert_int_equal(named, 1);
  program_free(program);
  sample_free(sample);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(double_pendulum_has_its_textbook_mass_matrix),
    cmocka_unit_test(random_programs_give_the_numbers_of_their_expressions),
    cmocka_unit_test(what_no_output_needs_is_not_there),
    cmocka_unit_test(a_number_that_is_written_with_symbols_is_no_literal_of_them),
    cmocka_unit_test(a_quantity_needs_the_same_steps_alone_and_among_others),
    cmocka_unit_test(a_name_is_shown_where_it_was_known),
    cmocka_unit_test(a_shared_value_is_one_step),
    cmocka_unit_test(names_stand_on_the_steps_that_compute_them),
    cmocka_unit_test(literals_are_constants_and_never_steps),
    cmocka_unit_test(integer_powers_are_products),
    cmocka_unit_test(steps_come_by_stage_and_arguments_first),
    cmocka_unit_test(sine_and_cosine_of_one_angle_stand_side_by_side),
    cmocka_unit_test(sines_of_sines_have_their_values),
    cmocka_unit_test(two_builds_give_the_same_program),
    cmocka_unit_test(a_hundred_thousand_terms_take_no_recursion),
    cmocka_unit_test(an_unknown_key_and_a_foreign_symbol_are_named),
    cmocka_unit_test(a_program_of_nothing_is_a_program),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
