// test_passes.c -- every pass on a sum or product where its gain is known by hand.
// SPDX-License-Identifier: MIT
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static const ProgramPass FACTORS = pass_factors;
static const ProgramPass PRODUCTS = pass_products;
static const ProgramPass SUMS = pass_sums;
static const ProgramPass RECIPROCALS = pass_reciprocals;
static const ProgramPass SIGNS = pass_negations;
static const ProgramPass ANGLE_SUMS = pass_angle_sums;
static const ProgramPasses NONE = { NULL, 0, 0, false };

static OperationCount count_with(const Sample *sample, ProgramPasses passes, Stage stage)
{
  Program *program = sample_program_with(sample, "y", passes);
  Text why = { 0 };
  if (!program_check(program, 99, &why)) fail_msg("%s", text_string(&why));
  OperationCount count = program_count_stage(program, stage);
  program_free(program);
  text_free(&why);
  return count;
}

// The pool shares common factors when it builds a sum term by term, so these come in an order in
// which it does not see them: x1*y1 + x2*y2 + x1*z1 + x2*z2.
static const Expr *sum_of_four_products(const Sample *s, const Expr *x1, const Expr *x2)
{
  const Expr *sum = expr_add(expr_mul(x1, s->qd[0]), expr_mul(x2, s->qd[1]));
  return expr_add(expr_add(sum, expr_mul(x1, s->qd[2])), expr_mul(x2, s->u[0]));
}

static void factors_common_to_terms_are_taken_out(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  sample_set(sample, sum_of_four_products(sample, sample->q[0], sample->q[1]));
  OperationCount before = count_with(sample, NONE, STAGE_INPUT);
  OperationCount velocity = count_with(sample, NONE, STAGE_VELOCITY);
  assert_int_equal(before.multiplications + velocity.multiplications, 4);
  ProgramPasses factors = sample_one_pass(&FACTORS);
  before = count_with(sample, factors, STAGE_INPUT);
  velocity = count_with(sample, factors, STAGE_VELOCITY);
  assert_int_equal(before.multiplications + velocity.multiplications, 2);
  assert_int_equal(before.additions + velocity.additions, 3);
  sample_free(sample);
}

static void parameters_stay_inside_when_taking_them_out_costs_more(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *p12 = expr_mul(sample->p[0], sample->p[1]);
  const Expr *p13 = expr_mul(sample->p[0], sample->p[2]);
  sample_set(sample, expr_add(expr_add(expr_mul(p12, sample->q[0]), sample->q[2]),
                              expr_mul(p13, sample->q[1])));
  OperationCount count = count_with(sample, sample_one_pass(&FACTORS), STAGE_POSITION);
  assert_int_equal(count.multiplications, 2);
  sample_free(sample);
}

static void a_product_with_another_use_is_not_taken_apart(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *first = expr_mul(sample->q[0], sample->qd[0]);
  const Expr *second = expr_mul(sample->q[0], sample->qd[1]);
  const Expr *sum = expr_add(expr_add(first, sample->qd[2]), second);
  sample_add(sample, "y", 3, 1, (const Expr *[]){ sum, first, second });
  OperationCount count = count_with(sample, sample_one_pass(&FACTORS), STAGE_VELOCITY);
  assert_int_equal(count.multiplications, 2);
  sample_free(sample);
}

// Sums with a term that is a product and has no other use: what processors compute in one operation.
static int fused_sums(const Program *program)
{
  const Steps *steps = &program->steps;
  int *uses = steps_uses(steps), count = 0;
  for (int i = 0; i < steps->count; i++) {
    const Step *step = &steps->at[i];
    if (step->op != OP_ADD && step->op != OP_SUB) continue;
    bool is_fused = false;
    for (int k = 0; k < 2; k++)
      is_fused = is_fused || (steps->at[step->arg[k]].op == OP_MUL && uses[step->arg[k]] == 1);
    count += is_fused;
  }
  free(uses);
  return count;
}

// a a + b b + c, so often that the program is long: unless c comes first, a product is computed apart
// from its sum.
static void sums_of_long_programs_begin_with_what_is_no_product(void **unused)
{
  (void)unused;
  enum { ENTRIES = 600 };
  Sample *sample = sample_new();
  const Expr *entries[ENTRIES], *grown = sample->q[0];
  for (int i = 0; i < ENTRIES; i++) {
    grown = expr_call(OP_SIN, grown);
    const Expr *one = expr_mul(grown, sample->q[1]), *other = expr_mul(grown, sample->q[2]);
    const Expr *squares = expr_add(expr_mul(one, one), expr_mul(other, other));
    entries[i] = expr_add(squares, expr_call(OP_COS, grown));
  }
  sample_add(sample, "y", ENTRIES, 1, entries);
  Program *plain = sample_program_with(sample, "y", NONE);
  Program *fused = sample_program_with(sample, "y", sample_one_pass(&SIGNS));
  Text why = { 0 };
  if (!program_check(fused, 99, &why)) fail_msg("%s", text_string(&why));
  assert_int_equal(fused->steps.count, plain->steps.count);
  assert_int_equal(fused_sums(fused), 2 * ENTRIES);
  assert_true(fused_sums(plain) < 2 * ENTRIES);
  program_free(plain);
  program_free(fused);
  text_free(&why);
  sample_free(sample);
}

// How many operations follow one another at most.
static int depth_of(const Program *program)
{
  const Steps *steps = &program->steps;
  int *depths = calloc((size_t)steps->count, sizeof depths[0]), deepest = 0;
  assert_non_null(depths);
  for (int i = 0; i < steps->count; i++) {
    const Step *step = &steps->at[i];
    for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++) {
      if (depths[step->arg[k]] >= depths[i]) depths[i] = depths[step->arg[k]] + 1;
    }
    if (depths[i] > deepest) deepest = depths[i];
  }
  free(depths);
  return deepest;
}

// x' = (x a + sin b) + cos b: as written x goes through a product and two sums to the next one, and
// through a product and one sum where it is added last.
static void what_comes_last_is_added_last(void **unused)
{
  (void)unused;
  enum { LINKS = 60 };
  Sample *sample = sample_new();
  const Expr *x = sample->q[2];
  for (int i = 1; i <= LINKS; i++) {
    const Expr *angle = expr_mul(expr_integer(sample->pool, i), sample->q[1]);
    const Expr *sum = expr_add(expr_mul(x, sample->q[0]), expr_call(OP_SIN, angle));
    x = expr_add(sum, expr_call(OP_COS, angle));
  }
  sample_set(sample, x);
  Program *plain = sample_program_with(sample, "y", NONE);
  Program *timed = sample_program_with(sample, "y", sample_one_pass(&SIGNS));
  Text why = { 0 };
  if (!program_check(timed, 99, &why)) fail_msg("%s", text_string(&why));
  assert_int_equal(timed->steps.count, plain->steps.count);
  assert_true(depth_of(plain) >= 3 * LINKS);
  assert_true(depth_of(timed) <= 2 * LINKS + 3);  // the angle, its sine, the first sum
  program_free(plain);
  program_free(timed);
  text_free(&why);
  sample_free(sample);
}

static void parameters_are_multiplied_before_coordinates(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *first = expr_mul(sample->p[0], sample->q[0]);
  sample_set(sample, expr_mul(expr_mul(first, sample->p[1]), sample->p[2]));
  assert_int_equal(count_with(sample, NONE, STAGE_POSITION).multiplications, 3);
  ProgramPasses products = sample_one_pass(&PRODUCTS);
  assert_int_equal(count_with(sample, products, STAGE_POSITION).multiplications, 1);
  assert_int_equal(count_with(sample, products, STAGE_PARAMETER).multiplications, 2);
  sample_free(sample);
}

static void parameters_are_added_before_coordinates(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *first = expr_sub(sample->p[0], sample->q[0]);
  sample_set(sample, expr_sub(expr_add(first, sample->p[1]), sample->p[2]));
  assert_int_equal(count_with(sample, NONE, STAGE_POSITION).additions, 3);
  ProgramPasses sums = sample_one_pass(&SUMS);
  assert_int_equal(count_with(sample, sums, STAGE_POSITION).additions, 1);
  assert_int_equal(count_with(sample, sums, STAGE_PARAMETER).additions, 2);
  sample_free(sample);
}

// ((q1 - q2) + q3) + q2, which the pool keeps as it is written.
static void terms_that_cancel_vanish(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *first = expr_add(expr_sub(sample->q[0], sample->q[1]), sample->q[2]);
  sample_set(sample, expr_add(first, sample->q[1]));
  assert_int_equal(count_with(sample, NONE, STAGE_POSITION).additions, 3);
  assert_int_equal(count_with(sample, sample_one_pass(&SUMS), STAGE_POSITION).additions, 1);
  sample_free(sample);
}

static void divisors_of_an_earlier_stage_become_reciprocals(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  sample_set(sample, expr_div(sample->q[0], sample->p[0]));
  assert_int_equal(count_with(sample, NONE, STAGE_POSITION).divisions, 1);
  ProgramPasses reciprocals = sample_one_pass(&RECIPROCALS);
  assert_int_equal(count_with(sample, reciprocals, STAGE_POSITION).divisions, 0);
  assert_int_equal(count_with(sample, reciprocals, STAGE_PARAMETER).divisions, 1);
  sample_free(sample);
}

static void a_sign_is_carried_by_a_literal_or_a_difference(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *twice = expr_mul(expr_integer(sample->pool, 2), sample->q[0]);
  const Expr *gap = expr_sub(sample->q[0], sample->q[1]);
  const Expr *product = expr_mul(sample->q[2], gap);
  sample_add(sample, "y", 2, 1, (const Expr *[]){ expr_neg(twice), expr_neg(product) });
  OperationCount before = count_with(sample, NONE, STAGE_POSITION);
  OperationCount after = count_with(sample, sample_one_pass(&SIGNS), STAGE_POSITION);
  assert_int_equal(before.additions, 3);  // q1 - q2 and two sign changes
  assert_int_equal(after.additions, 1);
  assert_int_equal(after.multiplications, 2);
  sample_free(sample);
}

static void arguments_of_sines_are_left_as_written(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *first = expr_mul(expr_mul(sample->p[0], sample->q[0]), sample->p[1]);
  const Expr *angle = expr_add(sum_of_four_products(sample, sample->q[0], sample->q[1]), first);
  sample_set(sample, expr_mul(expr_call(OP_SIN, angle), expr_call(OP_EXP, angle)));
  Program *program = sample_program(sample, "y");  // checked
  OperationCount input = program_count_stage(program, STAGE_INPUT);
  OperationCount velocity = program_count_stage(program, STAGE_VELOCITY);
  assert_int_equal(input.multiplications - 1 + velocity.multiplications, 4);
  program_free(program);
  sample_free(sample);
}

// Both components of a vector (x, y) that is turned by q1 and then by q2, the second time with the
// opposite sense if asked for: four products of the turn by both angles instead of eight.
static void turn_twice(Sample *sample, int count, bool is_back)
{
  const Expr *entries[2 * SAMPLE_VARIABLES];
  const Expr *s1 = expr_call(OP_SIN, sample->q[0]), *c1 = expr_call(OP_COS, sample->q[0]);
  const Expr *s2 = expr_call(OP_SIN, sample->q[1]), *c2 = expr_call(OP_COS, sample->q[1]);
  if (is_back) s2 = expr_neg(s2);
  for (int k = 0; k < count; k++) {
    const Expr *x = sample->qd[k], *y = sample->u[k];
    const Expr *x1 = expr_sub(expr_mul(c1, x), expr_mul(s1, y));
    const Expr *y1 = expr_add(expr_mul(s1, x), expr_mul(c1, y));
    entries[2 * k] = expr_sub(expr_mul(c2, x1), expr_mul(s2, y1));
    entries[2 * k + 1] = expr_add(expr_mul(s2, x1), expr_mul(c2, y1));
  }
  sample_add(sample, "y", 2 * count, 1, entries);
}

static OperationCount count_all(const Sample *sample, ProgramPasses passes)
{
  count_with(sample, passes, STAGE_POSITION);  // checked
  Program *program = sample_program_with(sample, "y", passes);
  OperationCount count = program_count(program);
  program_free(program);
  return count;
}

static void turns_about_parallel_axes_are_one(void **unused)
{
  (void)unused;
  for (int is_back = 0; is_back < 2; is_back++) {
    Sample *sample = sample_new();
    turn_twice(sample, SAMPLE_VARIABLES, is_back);
    OperationCount before = count_all(sample, NONE);
    OperationCount after = count_all(sample, sample_one_pass(&ANGLE_SUMS));
    assert_int_equal(before.multiplications, 24);
    assert_int_equal(after.multiplications, 12);
    assert_int_equal(after.additions, 7);  // and that of the angles
    assert_int_equal(after.sincos_pairs, 1);
    sample_free(sample);
  }
}

// sin q2 (cos q1 x + z) + cos q2 (sin q1 x - cos q1 y): y has no partner, one vector is too few.
static void a_single_component_stays_turned_twice(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  const Expr *s1 = expr_call(OP_SIN, sample->q[0]), *c1 = expr_call(OP_COS, sample->q[0]);
  const Expr *s2 = expr_call(OP_SIN, sample->q[1]), *c2 = expr_call(OP_COS, sample->q[1]);
  const Expr *one = expr_add(expr_mul(c1, sample->qd[0]), sample->u[1]);
  const Expr *other = expr_sub(expr_mul(s1, sample->qd[0]), expr_mul(c1, sample->u[0]));
  sample_set(sample, expr_add(expr_mul(s2, one), expr_mul(c2, other)));
  assert_int_equal(count_all(sample, sample_one_pass(&ANGLE_SUMS)).sincos_pairs, 2);
  sample_free(sample);
}

static long late_cost(const Sample *sample, ProgramPasses passes)
{
  Program *program = sample_program_with(sample, "y", passes);
  OperationCount count = program_count(program);
  program_free(program);
  return 2L * count.multiplications + 2L * count.additions + 6L * count.divisions +
         8L * count.roots;
}

static void passes_never_make_a_program_dearer(void **unused)
{
  (void)unused;
  uint64_t random = 21;
  long before = 0, after = 0;
  for (int trial = 0; trial < 40; trial++) {
    Sample *sample = sample_new();
    sample_set(sample, sample_expression(sample, &random, 40, true));
    long plain = late_cost(sample, NONE), better = late_cost(sample, program_default_passes());
    // sign changes weigh less in a pass than they count here
    assert_true(better <= plain + 2);
    before += plain;
    after += better;
    sample_free(sample);
  }
  assert_true(10 * after < 9 * before);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(factors_common_to_terms_are_taken_out),
    cmocka_unit_test(parameters_stay_inside_when_taking_them_out_costs_more),
    cmocka_unit_test(a_product_with_another_use_is_not_taken_apart),
    cmocka_unit_test(sums_of_long_programs_begin_with_what_is_no_product),
    cmocka_unit_test(what_comes_last_is_added_last),
    cmocka_unit_test(parameters_are_multiplied_before_coordinates),
    cmocka_unit_test(parameters_are_added_before_coordinates),
    cmocka_unit_test(terms_that_cancel_vanish),
    cmocka_unit_test(divisors_of_an_earlier_stage_become_reciprocals),
    cmocka_unit_test(a_sign_is_carried_by_a_literal_or_a_difference),
    cmocka_unit_test(arguments_of_sines_are_left_as_written),
    cmocka_unit_test(turns_about_parallel_axes_are_one),
    cmocka_unit_test(a_single_component_stays_turned_twice),
    cmocka_unit_test(passes_never_make_a_program_dearer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
