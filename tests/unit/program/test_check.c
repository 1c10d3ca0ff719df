// test_check.c -- the translation check against programs that are wrong on purpose.
// SPDX-License-Identifier: MIT
#include "sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum Damage { SWAP_DIFFERENCE, OTHER_CONSTANT, LOST_TERM, COSINE_FOR_SINE, DAMAGES } Damage;

static bool is_target(const Step *step, Damage damage)
{
  switch (damage) {
  case SWAP_DIFFERENCE: return step->op == OP_SUB;
  case OTHER_CONSTANT: return step->op == OP_NUMBER;
  case LOST_TERM: return step->op == OP_ADD || step->op == OP_SUB;
  case COSINE_FOR_SINE: return step->op == OP_SIN || step->op == OP_COS;
  case DAMAGES: break;
  }
  return false;
}

// A random step that this damage can be done to, or -1.
static int find_target(const Program *program, Damage damage, uint64_t random)
{
  int count = program->steps.count;
  int start = (int)(sample_random(&random) % (uint64_t)count);
  for (int i = 0; i < count; i++) {
    int place = (start + i) % count;
    if (is_target(&program->steps.at[place], damage)) return place;
  }
  return -1;
}

static void redirect(Steps *steps, int from, int to)
{
  for (int i = from + 1; i < steps->count; i++) {
    for (int k = 0; k < MAX_ARITY; k++) {
      if (steps->at[i].arg[k] == from) steps->at[i].arg[k] = to;
    }
  }
  for (int i = 0; i < steps->root_count; i++) {
    if (steps->roots[i] == from) steps->roots[i] = to;
  }
}

static void damage_step(Program *program, int target, Damage damage)
{
  Step *step = &program->steps.at[target];
  int first = step->arg[0];
  switch (damage) {
  case SWAP_DIFFERENCE:
    step->arg[0] = step->arg[1];
    step->arg[1] = first;
    break;
  case OTHER_CONSTANT:
    step->node = expr_add(step->node, expr_rational(program->literals, 1, 1000));
    step->form = step->node->form;
    program->constants[target] += 0.001;
    break;
  case LOST_TERM: redirect(&program->steps, target, first); break;
  case COSINE_FOR_SINE: step->op = step->op == OP_SIN ? OP_COS : OP_SIN; break;
  case DAMAGES: break;
  }
}

// A program in which something is wrong; NULL if there was nothing to break.
static Program *sabotaged_program(const Sample *sample, Damage damage, uint64_t random)
{
  Program *program = sample_program(sample, "y");
  int target = find_target(program, damage, random);
  if (target >= 0) damage_step(program, target, damage);
  if (target >= 0) return program;
  program_free(program);
  return NULL;
}

// Do two programs give the same numbers, up to rounding, at ten states?
static bool agree_in_numbers(const Program *a, const Program *b, uint64_t *random)
{
  for (int i = 0; i < 10; i++) {
    SampleState state = sample_state(random);
    double from_a, from_b;
    sample_evaluate(a, &state, &from_a);
    sample_evaluate(b, &state, &from_b);
    if (!(fabs(from_a - from_b) <= 1e-9 * (fabs(from_a) + fabs(from_b)))) return false;
  }
  return true;
}

static void every_sabotage_is_caught_or_changes_nothing(void **unused)
{
  (void)unused;
  uint64_t random = 31;
  int caught[DAMAGES] = { 0 }, harmless = 0;
  for (int trial = 0; trial < 400; trial++) {
    Sample *sample = sample_new();
    sample_set(sample, sample_expression(sample, &random, 4 + trial % 30, true));
    Damage damage = (Damage)(trial % DAMAGES);
    Program *wrong = sabotaged_program(sample, damage, random);
    if (wrong) {
      Text why = { 0 };
      bool is_caught = !program_check(wrong, random, &why);
      if (is_caught) assert_non_null(strstr(text_string(&why), "(1, 1)"));
      text_free(&why);
      Program *right = sample_program(sample, "y");
      if (!is_caught && !agree_in_numbers(wrong, right, &random)) {
        fail_msg("trial %d: damage %d was not seen", trial, (int)damage);
      }
      caught[damage] += is_caught;
      harmless += !is_caught;
      program_free(right);
    }
    program_free(wrong);
    sample_free(sample);
  }
  int all = 0;
  for (int damage = 0; damage < DAMAGES; damage++) {
    all += caught[damage];
    assert_true(caught[damage] >= 40);
  }
  print_message("caught %d, harmless %d\n", all, harmless);
  assert_true(all >= 200);
}

static void assert_check_passes(const Sample *sample, const Expr *e)
{
  Sample *mutable_sample = (Sample *)(uintptr_t)sample;
  sample_set(mutable_sample, e);
  program_free(sample_program(sample, "y"));
}

// Each of these has a linear form that must be read off the steps as off the expression.
static void linear_forms_of_angles_are_read_off_the_steps(void **unused)
{
  (void)unused;
  Sample *sample = sample_new();
  Pool *pool = sample->pool;
  const Expr *q1 = sample->q[0], *q2 = sample->q[1], *p1 = sample->p[0];
  const Expr *root = expr_call(OP_SQRT, expr_integer(pool, 2));
  const Expr *seventh = expr_rational(pool, 1, 7);
  const Expr *turn = expr_mul(expr_rational(pool, 2, 7), expr_pi(pool));
  const Expr *named = expr_name("angle", expr_add(expr_mul(seventh, q1), turn));
  const Expr *angles[] = {
    expr_sub(expr_mul(expr_integer(pool, 3), q1), q2),
    expr_add(expr_mul(seventh, expr_add(q1, root)), expr_mul(p1, q2)),
    expr_sub(named, expr_mul(expr_rational(pool, 1, 2), root)),
    expr_add(expr_add(expr_add(q1, expr_mul(seventh, root)), q2), expr_mul(named, q2)),
    expr_mul(expr_sub(q1, q2), expr_sub(q2, q1)),
    expr_neg(expr_mul(expr_mul(p1, q1), expr_sub(q2, q1))),
    expr_sub(expr_integer(pool, 1), expr_mul(p1, q1)),
    expr_pow_integer(expr_sub(q1, q2), 100),
    expr_div(q1, p1),
  };
  for (size_t i = 0; i < sizeof angles / sizeof angles[0]; i++) {
    const Expr *sine = expr_call(OP_SIN, angles[i]), *cosine = expr_call(OP_COS, angles[i]);
    const Expr *others = expr_mul(expr_call(OP_TAN, angles[i]), expr_call(OP_EXP, angles[i]));
    const Expr *reused = expr_mul(angles[i], expr_sub(q2, q1));
    assert_check_passes(sample,
                        expr_add(expr_add(expr_mul(sine, q1), cosine), expr_add(others, reused)));
  }
  sample_free(sample);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_sabotage_is_caught_or_changes_nothing),
    cmocka_unit_test(linear_forms_of_angles_are_read_off_the_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
