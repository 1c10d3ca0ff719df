// test_batch.c -- batches against one state at a time.
// SPDX-License-Identifier: MIT
#include "sample.h"

#include "base/memory/memory.h"
#include "program/run/batch_plan.h"
#include "symbolic/calculus/table_function.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STRIDE = 120, GUARD = 777 };

typedef struct Batch {
  double p[SAMPLE_VARIABLES];
  double q[SAMPLE_VARIABLES * STRIDE], qd[SAMPLE_VARIABLES * STRIDE];
  double qdd[SAMPLE_VARIABLES * STRIDE], u[SAMPLE_VARIABLES * STRIDE], t[STRIDE];
  double out[STRIDE];
} Batch;

static Batch *batch_new(uint64_t *random)
{
  Batch *batch = memory_new(1, sizeof *batch);
  SampleState common = sample_state(random);
  for (int s = 0; s < STRIDE; s++) {
    SampleState state = sample_state(random);
    for (int i = 0; i < SAMPLE_VARIABLES; i++) {
      batch->p[i] = common.p[i];
      batch->q[i * STRIDE + s] = state.q[i];
      batch->qd[i * STRIDE + s] = state.qd[i];
      batch->qdd[i * STRIDE + s] = state.qdd[i];
      batch->u[i * STRIDE + s] = state.u[i];
    }
    batch->t[s] = state.t;
    batch->out[s] = GUARD;
  }
  return batch;
}

static void run(const Program *program, Batch *batch, int count, int threads)
{
  ProgramBatch at = { .count = count,
                      .stride = STRIDE,
                      .parameters = batch->p,
                      .q = batch->q,
                      .qd = batch->qd,
                      .qdd = batch->qdd,
                      .inputs = batch->u,
                      .time = batch->t };
  void *scratch = memory_new((size_t)threads, program_batch_scratch(program));
  double *out[] = { batch->out };
  program_evaluate_batch(program, &at, scratch, threads, out);
  free(scratch);
}

static SampleState state_of(const Batch *batch, int s)
{
  SampleState state = { .t = batch->t[s] };
  for (int i = 0; i < SAMPLE_VARIABLES; i++) {
    state.p[i] = batch->p[i];
    state.q[i] = batch->q[i * STRIDE + s];
    state.qd[i] = batch->qd[i * STRIDE + s];
    state.qdd[i] = batch->qdd[i * STRIDE + s];
    state.u[i] = batch->u[i * STRIDE + s];
  }
  return state;
}

static void assert_same(double got, double expected)
{
  if (isnan(expected)) {
    assert_true(isnan(got));
  } else {
    assert_memory_equal(&got, &expected, sizeof got);
  }
}

static void compare(bool has_functions, int size, uint64_t seed)
{
  uint64_t random = seed;
  Sample *sample = sample_new();
  const Expr *e = sample_expression(sample, &random, size, has_functions);
  sample_set(sample, expr_add(e, sample->t));
  Program *program = sample_program(sample, "y");
  Batch *batch = batch_new(&random);
  int count = 1 + (int)(seed % STRIDE);
  run(program, batch, count, 1 + (int)(seed % 3));
  for (int s = 0; s < count; s++) {
    SampleState state = state_of(batch, s);
    double expected;
    sample_evaluate(program, &state, &expected);
    assert_same(batch->out[s], expected);
  }
  for (int s = count; s < STRIDE; s++)
    assert_true(batch->out[s] == GUARD);
  free(batch);
  program_free(program);
  sample_free(sample);
}

static void batches_of_arithmetic_have_the_bits_of_single_states(void **unused)
{
  (void)unused;
  for (uint64_t seed = 1; seed < 125; seed++)
    compare(false, 20, seed);
}

static void batches_with_functions_have_the_bits_of_single_states(void **unused)
{
  (void)unused;
  for (uint64_t seed = 1; seed < 125; seed++)
    compare(true, 12, seed);
}

static void every_operator_has_the_same_bits_lane_by_lane(void **unused)
{
  (void)unused;
  for (Operator op = OP_ADD; op < OP_COUNT; op++) {
    if (op == OP_TABLE) continue;  // below
    Sample *sample = sample_new();
    const Expr *args[] = { sample->q[0], sample->q[1], sample->q[2] };
    sample_set(sample, expr_apply(op, args));
    Program *program = sample_program(sample, "y");
    uint64_t random = 3;
    Batch *batch = batch_new(&random);
    batch->q[5] = batch->q[STRIDE + 5] = 0;  // equal arguments, conditions that do not hold
    run(program, batch, STRIDE, 1);
    for (int s = 0; s < STRIDE; s++) {
      SampleState state = state_of(batch, s);
      double expected;
      sample_evaluate(program, &state, &expected);
      assert_same(batch->out[s], expected);
    }
    free(batch);
    program_free(program);
    sample_free(sample);
  }
}

static void huge_angles_go_to_libm(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *sine = expr_call(OP_SIN, sample->q[0]), *cosine = expr_call(OP_COS, sample->q[0]);
  sample_set(sample, expr_sub(sine, expr_mul(sample->p[0], cosine)));
  Program *program = sample_program(sample, "y");
  uint64_t random = 3;
  Batch *batch = batch_new(&random);
  batch->q[1] = 1e9;
  batch->q[20] = -1e300;
  batch->q[40] = INFINITY;
  run(program, batch, STRIDE, 1);
  sample_assert_near(batch->out[1], sin(1e9) - batch->p[0] * cos(1e9), 0);
  sample_assert_near(batch->out[20], sin(-1e300) - batch->p[0] * cos(1e300), 0);
  assert_true(isnan(batch->out[40]));
  free(batch);
  program_free(program);
  sample_free(sample);
}

// A cosine that is computed beside its sine is a term like any other.
static void a_cosine_beside_its_sine_is_a_term(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *sine = expr_call(OP_SIN, sample->q[0]), *cosine = expr_call(OP_COS, sample->q[0]);
  sample_set(sample, expr_mul(sine, expr_sub(sample->q[1], cosine)));
  Program *program = sample_program(sample, "y");
  uint64_t random = 7;
  Batch *batch = batch_new(&random);
  run(program, batch, STRIDE, 1);
  for (int s = 0; s < STRIDE; s++) {
    double q1 = batch->q[s], q2 = batch->q[STRIDE + s];
    sample_assert_near(batch->out[s], sin(q1) * (q2 - cos(q1)), 1e-14);
  }
  free(batch);
  program_free(program);
  sample_free(sample);
}

// Tables run through the check of programs, and lane by lane they have the bits of one state.
static void tables_have_the_bits_of_one_state(void **unused)
{
  (void)unused;
  static const double x[] = { -1.5, -0.2, 0.4, 1.1 }, y[] = { 1, -3, 0.3, 0.7 };
  Sample *sample = sample_new();
  int point;
  Text why = { 0 };
  const TableDescription description = { "damper", 4, x, y, TABLE_CUBIC, OUTSIDE_LINEAR };
  const TableFunction *table = table_function_new(sample->pool, &description, &point, &why);
  sample_set(sample, expr_mul(sample->p[0], expr_table(table, 1, sample->q[0])));
  Program *program = sample_program(sample, "y");
  uint64_t random = 5;
  Batch *batch = batch_new(&random);
  run(program, batch, STRIDE, 1);
  for (int s = 0; s < 40; s++) {
    double expected = batch->p[0] * table_function_value(table, 1, batch->q[s]);
    sample_assert_near(batch->out[s], expected, 0);
    const ProgramState one = { .parameters = batch->p, .q = &batch->q[s] };
    double *registers = memory_new((size_t)program_register_count(program), sizeof registers[0]);
    double single;
    program_evaluate(program, &one, registers, (double *[]){ &single });
    sample_assert_near(single, expected, 0);
    free(registers);
  }
  Text dump = { 0 };
  program_dump(program, &dump);
  assert_non_null(strstr(text_string(&dump), " = damper'(q1)\n"));
  text_free(&dump);
  free(batch);
  program_free(program);
  sample_free(sample);
}

// ((q1*q2 + q3)*q2 + q1)*q2 + ...: a value is needed once, and its place is the next one's.
static void places_are_taken_again(void **unused)
{
  (void)unused;
  enum { TERMS = 100 };
  Sample *sample = sample_new();
  const Expr *y = sample->q[0];
  for (int i = 0; i < TERMS; i++)
    y = expr_add(expr_mul(y, sample->q[1]), sample->q[i % 2 == 0 ? 2 : 0]);
  sample_set(sample, y);
  Program *program = sample_program(sample, "y");
  assert_true(program_register_count(program) > TERMS);
  assert_true(program->batch_plan->place_count < 10);
  uint64_t random = 7;
  Batch *batch = batch_new(&random);
  run(program, batch, STRIDE, 2);
  for (int s = 0; s < STRIDE; s++) {
    double expected = batch->q[s];
    for (int i = 0; i < TERMS; i++)
      expected = expected * batch->q[STRIDE + s] + batch->q[(i % 2 == 0 ? 2 : 0) * STRIDE + s];
    sample_assert_near(batch->out[s], expected, 1e-13 * fabs(expected));
  }
  free(batch);
  program_free(program);
  sample_free(sample);
}

// A sine beside its cosine, what is known before, one result twice, and a chain of results each of
// which the next one needs: they are stored on the way, and few are kept at a time.
static void many_results_have_the_bits_of_single_states(void **unused)
{
  (void)unused;
  enum { TERMS = 200, OTHERS = 6, ENTRIES = TERMS + OTHERS };
  Sample *sample = sample_new();
  const Expr *entries[ENTRIES] = {
    expr_call(OP_SIN, sample->q[0]),      expr_call(OP_COS, sample->q[0]),
    expr_integer(sample->pool, 5),        sample->q[1],
    expr_mul(sample->p[0], sample->p[1]), sample->p[0]
  };
  for (int i = OTHERS; i < ENTRIES; i++) {
    const Expr *scaled = expr_mul(entries[i - 1], sample->q[1]);
    entries[i] = i % 2 == 0 ? expr_add(scaled, sample->q[2]) : expr_sub(scaled, sample->q[0]);
  }
  entries[ENTRIES - 1] = entries[ENTRIES / 2];
  sample_add(sample, "many", ENTRIES, 1, entries);
  Program *program = sample_program(sample, "many");
  assert_true(program->batch_plan->place_count < TERMS / 4);
  uint64_t random = 11;
  Batch *batch = batch_new(&random);
  double *out = memory_new((size_t)ENTRIES * STRIDE, sizeof out[0]), expected[ENTRIES];
  void *scratch = memory_new(1, program_batch_scratch(program));
  ProgramBatch at = { .count = STRIDE, .stride = STRIDE, .parameters = batch->p, .q = batch->q };
  program_evaluate_batch(program, &at, scratch, 1, &out);
  for (int s = 0; s < STRIDE; s++) {
    SampleState state = state_of(batch, s);
    sample_evaluate(program, &state, expected);
    for (int i = 0; i < ENTRIES; i++)
      assert_same(out[i * STRIDE + s], expected[i]);
  }
  free(scratch);
  free(out);
  free(batch);
  program_free(program);
  sample_free(sample);
}

static void time_is_zero_when_it_is_not_given(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  sample_set(sample, expr_add(sample->t, sample->q[0]));
  Program *program = sample_program(sample, "y");
  double q[] = { 1, 2 }, y[2];
  double *out[] = { y };
  void *scratch = memory_new(1, program_batch_scratch(program));
  ProgramBatch at = { .count = 2, .stride = 2, .q = q };
  program_evaluate_batch(program, &at, scratch, 1, out);
  sample_assert_near(y[0], 1, 0);
  sample_assert_near(y[1], 2, 0);
  free(scratch);
  program_free(program);
  sample_free(sample);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(batches_of_arithmetic_have_the_bits_of_single_states),
    cmocka_unit_test(batches_with_functions_have_the_bits_of_single_states),
    cmocka_unit_test(every_operator_has_the_same_bits_lane_by_lane),
    cmocka_unit_test(huge_angles_go_to_libm),
    cmocka_unit_test(a_cosine_beside_its_sine_is_a_term),
    cmocka_unit_test(tables_have_the_bits_of_one_state),
    cmocka_unit_test(places_are_taken_again),
    cmocka_unit_test(many_results_have_the_bits_of_single_states),
    cmocka_unit_test(time_is_zero_when_it_is_not_given),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
