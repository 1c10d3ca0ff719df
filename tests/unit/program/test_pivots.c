// test_pivots.c -- outputs that do not exist at every state, and torques among the inputs.
// SPDX-License-Identifier: MIT
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

enum { COUNT = 40 };  // more than two blocks of lanes

typedef struct Fixture {
  Sample *sample;
  Variable torques[SAMPLE_VARIABLES];
  Pivot pivots[2];
} Fixture;

// y = tau2 / q2 / q1 divides by q2 (of coordinate 1), then by q1; w = u2 + q1 exists everywhere.
static void fixture_open(Fixture *fixture)
{
  Sample *sample = fixture->sample = sample_new();
  static const char *const NAMES[SAMPLE_VARIABLES] = { "tau[q1]", "tau[q2]", "tau[q3]" };
  for (int i = 0; i < SAMPLE_VARIABLES && NAMES[i]; i++)
    fixture->torques[i] =
        (Variable){ .name = NAMES[i], .symbol = expr_symbol(sample->pool, NAMES[i], STAGE_INPUT) };
  sample->equations.torques = fixture->torques;
  const Expr *first = expr_div(fixture->torques[1].symbol, sample->q[1]);
  const Expr *y = expr_div(first, sample->q[0]);
  const Expr *w = expr_add(sample->u[1], sample->q[0]);
  sample_add(sample, "y", 1, 1, &y);
  sample_add(sample, "w", 1, 1, &w);
  fixture->pivots[0] = (Pivot){ .value = sample->q[1], .coordinate = 1 };
  fixture->pivots[1] = (Pivot){ .value = sample->q[0], .coordinate = 0 };
  sample->equations.quantities[0].pivots = fixture->pivots;
  sample->equations.quantities[0].pivot_count = 2;
}

static Program *program_of_both(const Fixture *fixture)
{
  static const char *const KEYS[] = { "y", "w" };
  Text why = { 0 };
  Program *program = program_new(&fixture->sample->equations, KEYS, 2, &why);
  assert_non_null(program);
  text_free(&why);
  return program;
}

static void torques_and_inputs_have_arrays_of_their_own(void **state)
{
  (void)state;
  Fixture fixture;
  fixture_open(&fixture);
  Program *program = program_of_both(&fixture);
  const double q[SAMPLE_VARIABLES] = { 2, 4 }, u[SAMPLE_VARIABLES] = { 0, 5 };
  const double tau[SAMPLE_VARIABLES] = { 0, 24 };
  double registers[64], y, w;
  double *const out[] = { &y, &w };
  ProgramState at = { .q = q, .inputs = u, .torques = tau };
  assert_int_equal(program_evaluate(program, &at, registers, out), 0);
  assert_true(y == 3 && w == 7);
  at.inputs = NULL;
  at.torques = NULL;
  assert_int_equal(program_evaluate(program, &at, registers, out), 0);
  assert_true(y == 0 && w == 2);
  program_free(program);
  sample_free(fixture.sample);
}

static void the_first_pivot_that_is_not_positive_is_named(void **state)
{
  (void)state;
  static const struct {
    double q1, q2;
    int number;
  } CASES[] = { { 1, 1, 0 }, { 0, 1, 1 }, { -1, 1, 1 }, { 1, 0, 2 }, { 0, -3, 2 }, { NAN, 1, 1 } };
  Fixture fixture;
  fixture_open(&fixture);
  Program *program = program_of_both(&fixture);
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    const double q[SAMPLE_VARIABLES] = { CASES[i].q1, CASES[i].q2 };
    double registers[64], y, w;
    double *const out[] = { &y, &w };
    ProgramState at = { .q = q };
    assert_int_equal(program_evaluate(program, &at, registers, out), CASES[i].number);
    assert_int_equal(isnan(y) != 0, CASES[i].number != 0);
    assert_true(w == CASES[i].q1 || isnan(CASES[i].q1));
  }
  program_free(program);
  sample_free(fixture.sample);
}

static void a_batch_says_it_state_by_state(void **state)
{
  (void)state;
  Fixture fixture;
  fixture_open(&fixture);
  Program *program = program_of_both(&fixture);
  double q[SAMPLE_VARIABLES * COUNT] = { 0 }, tau[SAMPLE_VARIABLES * COUNT] = { 0 };
  double y[COUNT], w[COUNT];
  int failed[COUNT];
  for (int s = 0; s < COUNT; s++) {
    q[s] = s % 5 == 0 ? 0 : s;
    q[COUNT + s] = s % 7 == 0 ? -1 : 2;
    tau[COUNT + s] = 4 * s;
    failed[s] = 99;
  }
  void *scratch = test_malloc(program_batch_scratch(program));
  double *const out[] = { y, w };
  ProgramBatch batch = {
    .count = COUNT, .stride = COUNT, .q = q, .torques = tau, .failed = failed
  };
  program_evaluate_batch(program, &batch, scratch, 1, out);
  for (int s = 0; s < COUNT; s++) {
    assert_int_equal(failed[s], s % 7 == 0 ? 2 : s % 5 == 0 ? 1 : 0);
    if (failed[s]) assert_true(isnan(y[s]));
    if (!failed[s]) assert_true(y[s] == 2);
    assert_true(w[s] == q[s]);
  }
  test_free(scratch);
  program_free(program);
  sample_free(fixture.sample);
}

static void a_wrong_pivot_does_not_pass_the_check(void **state)
{
  (void)state;
  Fixture fixture;
  fixture_open(&fixture);
  Program *program = program_of_both(&fixture);
  Text why = { 0 };
  assert_true(program_check(program, 5, &why));
  ((int *)(uintptr_t)program->outputs[0].pivots)[1] = program->outputs[0].pivots[0];
  assert_false(program_check(program, 5, &why));
  assert_string_equal(text_string(&why), "the program for y does not give its pivot 2");
  text_free(&why);
  program_free(program);
  sample_free(fixture.sample);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(torques_and_inputs_have_arrays_of_their_own),
    cmocka_unit_test(the_first_pivot_that_is_not_positive_is_named),
    cmocka_unit_test(a_batch_says_it_state_by_state),
    cmocka_unit_test(a_wrong_pivot_does_not_pass_the_check),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
