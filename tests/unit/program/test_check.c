// test_check.c -- the translation check against passes that are wrong on purpose.
// SPDX-License-Identifier: MIT
#include "sample.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum Damage { SWAP_DIFFERENCE, OTHER_CONSTANT, LOST_TERM, COSINE_FOR_SINE, DAMAGES } Damage;

typedef struct Sabotage {
  Damage damage;
  uint64_t random;
  bool is_done;
} Sabotage;

static Draft *copy_of(const Draft *draft)
{
  Draft *copy = draft_new(draft->pool, draft->output_count);
  copy->nodes = memory_grow(NULL, (size_t)draft->count, sizeof copy->nodes[0]);
  memcpy(copy->nodes, draft->nodes, (size_t)draft->count * sizeof copy->nodes[0]);
  copy->count = copy->capacity = draft->count;
  memcpy(copy->outputs, draft->outputs, (size_t)draft->output_count * sizeof copy->outputs[0]);
  return copy;
}

static bool is_target(const DraftNode *node, Damage damage)
{
  switch (damage) {
  case SWAP_DIFFERENCE: return node->op == OP_SUB;
  case OTHER_CONSTANT: return node->op == OP_NUMBER;
  case LOST_TERM: return node->op == OP_ADD || node->op == OP_SUB;
  case COSINE_FOR_SINE: return node->op == OP_SIN || node->op == OP_COS;
  case DAMAGES: break;
  }
  return false;
}

// A random node that this damage can be done to, or -1.
static int find_target(const Draft *draft, Sabotage *sabotage)
{
  int start = (int)(sample_random(&sabotage->random) % (uint64_t)draft->count);
  for (int i = 0; i < draft->count; i++) {
    int node = (start + i) % draft->count;
    if (is_target(&draft->nodes[node], sabotage->damage)) return node;
  }
  return -1;
}

static void redirect(Draft *draft, int from, int to)
{
  for (int i = from + 1; i < draft->count; i++) {
    for (int k = 0; k < MAX_ARITY; k++) {
      if (draft->nodes[i].arg[k] == from) draft->nodes[i].arg[k] = to;
    }
  }
  for (int i = 0; i < draft->output_count; i++) {
    if (draft->outputs[i] == from) draft->outputs[i] = to;
  }
}

static Draft *broken_pass(const Draft *draft, void *context)
{
  Sabotage *sabotage = context;
  Draft *copy = copy_of(draft);
  int target = find_target(copy, sabotage);
  sabotage->is_done = target >= 0;
  if (target >= 0) {
    DraftNode *node = &copy->nodes[target];
    int first = node->arg[0];
    switch (sabotage->damage) {
    case SWAP_DIFFERENCE:
      node->arg[0] = node->arg[1];
      node->arg[1] = first;
      break;
    case OTHER_CONSTANT:
      node->leaf = expr_add(node->leaf, expr_rational(draft->pool, 1, 1000));
      break;
    case LOST_TERM: redirect(copy, target, first); break;
    case COSINE_FOR_SINE: node->op = node->op == OP_SIN ? OP_COS : OP_SIN; break;
    case DAMAGES: break;
    }
  }
  draft_finish(copy);
  return copy;
}

// A program with the default passes and then one that is wrong; NULL if there was nothing to break.
static Program *sabotaged_program(const Sample *sample, Damage damage, uint64_t seed)
{
  Sabotage sabotage = { .damage = damage, .random = seed };
  ProgramPasses good = program_default_passes();
  ProgramPass list[16];
  memcpy(list, good.list, (size_t)good.count * sizeof list[0]);
  list[good.count] = (ProgramPass){ "broken", broken_pass, &sabotage, false };
  Program *program = sample_program_with(sample, "y", (ProgramPasses){ list, good.count + 1, 1 });
  if (sabotage.is_done) return program;
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
