// test_merge.c -- values that differ never share a node.
//
// Random expressions are built in a pool and, by the same recipe, in ball arithmetic at random
// points. Whenever construction returns a node that was returned before, both recipes must have
// the same value; and the form that the node ends up with must have it too.
// SPDX-License-Identifier: MIT
#include "support/ball.h"
#include "base/memory.h"
#include "symbolic/steps.h"
#include "symbolic/pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

enum { LEAVES = 12, RING = 96, RESTART = 400, EXPRESSIONS = 300000 };

typedef struct Item {
  const Expr *node;
  arb_struct ball;
} Item;

typedef struct Trial {
  Pool *pool;
  uint64_t random;
  Item leaves[LEAVES];
  Item ring[RING];
  arb_struct **ball_of_id;  // first recipe of each node
  size_t capacity;
  int built;
  int merged;
} Trial;

static uint64_t next_random(Trial *trial)
{
  trial->random = trial->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return trial->random >> 33;
}

static void random_ball(Trial *trial, arb_t ball)
{
  arb_set_si(ball, (slong)(next_random(trial) % 2000001) - 1000000);
  arb_div_ui(ball, ball, 1000003 + next_random(trial) % 1000, BALL_PRECISION);
  arb_mul_ui(ball, ball, 3, BALL_PRECISION);
}

static void start_leaves(Trial *trial)
{
  for (int i = 0; i < LEAVES; i++) {
    Item *leaf = &trial->leaves[i];
    arb_init(&leaf->ball);
    if (i < 8) {
      char name[] = { 'x', (char)('0' + i), '\0' };
      leaf->node = expr_symbol(trial->pool, name, STAGE_POSITION);
      random_ball(trial, &leaf->ball);
    } else if (i == 8) {
      leaf->node = expr_pi(trial->pool);
      arb_const_pi(&leaf->ball, BALL_PRECISION);
    } else {
      static const long NUMBERS[][2] = { { 2, 1 }, { -1, 3 }, { 981, 100 } };
      const long *n = NUMBERS[i - 9];
      leaf->node = expr_rational(trial->pool, n[0], n[1]);
      arb_set_si(&leaf->ball, n[0]);
      arb_div_si(&leaf->ball, &leaf->ball, n[1], BALL_PRECISION);
    }
  }
}

static void restart_ring(Trial *trial)
{
  for (int i = 0; i < RING; i++) {
    const Item *leaf = &trial->leaves[next_random(trial) % LEAVES];
    trial->ring[i].node = leaf->node;
    arb_set(&trial->ring[i].ball, &leaf->ball);
  }
}

// Sums and products are as common as in mechanics; every function has its turn.
static Operator random_operator(Trial *trial)
{
  static const Operator FUNCTIONS[] = { OP_SIN,  OP_COS,  OP_SIN,  OP_COS,   OP_TAN,  OP_SQRT,
                                        OP_ASIN, OP_ACOS, OP_ATAN, OP_EXP,   OP_LOG,  OP_ABS,
                                        OP_SIGN, OP_MIN,  OP_MAX,  OP_ATAN2, OP_LT,   OP_LE,
                                        OP_NE,   OP_IF,   OP_SINH, OP_COSH,  OP_TANH, OP_FLOOR };
  static const Operator ARITHMETIC[] = { OP_ADD, OP_ADD, OP_SUB, OP_MUL, OP_MUL, OP_DIV, OP_NEG };
  uint64_t draw = next_random(trial);
  if (draw % 3 == 0) return FUNCTIONS[(draw / 3) % (sizeof FUNCTIONS / sizeof FUNCTIONS[0])];
  return ARITHMETIC[(draw / 3) % (sizeof ARITHMETIC / sizeof ARITHMETIC[0])];
}

static void report_false_merge(const Trial *trial, Operator op, const arb_t old, const arb_t new)
{
  print_error("false merge after %d expressions, operator %s:\n", trial->built,
              operator_info(op)->name);
  arb_fprintd(stderr, old, 30);
  fputs("\n", stderr);
  arb_fprintd(stderr, new, 30);
  fputs("\n", stderr);
}

// Remembers the first recipe of a node; compares later ones with it.
static void judge(Trial *trial, Operator op, const Expr *node, const arb_t ball)
{
  if (node->id >= trial->capacity) {
    size_t capacity = 2 * (size_t)node->id + 1024;
    trial->ball_of_id = memory_grow(trial->ball_of_id, capacity, sizeof(*trial->ball_of_id));
    for (size_t i = trial->capacity; i < capacity; i++)
      trial->ball_of_id[i] = NULL;
    trial->capacity = capacity;
  }
  arb_struct **known = &trial->ball_of_id[node->id];
  if (*known) {
    trial->merged++;
    if (!arb_overlaps(*known, ball)) report_false_merge(trial, op, *known, ball);
    assert_true(arb_overlaps(*known, ball));
    return;
  }
  *known = memory_new(1, sizeof **known);
  arb_init(*known);
  arb_set(*known, ball);
}

static void build_one(Trial *trial)
{
  Operator op = random_operator(trial);
  const Expr *nodes[MAX_ARITY];
  const arb_struct *balls[MAX_ARITY];
  for (int k = 0; k < operator_info(op)->arity; k++) {
    Item *item = &trial->ring[next_random(trial) % RING];
    nodes[k] = item->node;
    balls[k] = &item->ball;
  }
  arb_t ball;
  arb_init(ball);
  if (ball_apply(op, ball, balls)) {
    const Expr *node = expr_apply(op, nodes);
    assert_false(expr_is_undefined(node));
    judge(trial, op, node, ball);
    Item *target = &trial->ring[next_random(trial) % RING];
    target->node = node;
    arb_set(&target->ball, ball);
    trial->built++;
  }
  arb_clear(ball);
}

// The forms in the end: evaluated from the leaves, they must have the recipes' values.
static void judge_forms(const Trial *trial)
{
  size_t count = pool_node_count(trial->pool);
  const Expr **roots = memory_new(count, sizeof(*roots));
  for (size_t i = 0; i < count; i++)
    roots[i] = pool_node(trial->pool, (uint32_t)i);
  Steps steps = steps_of(roots, (int)count);
  arb_struct *balls = memory_new((size_t)steps.count, sizeof balls[0]);
  bool *is_certain = memory_new((size_t)steps.count, sizeof is_certain[0]);
  int compared = 0;
  for (int i = 0; i < steps.count; i++) {
    const Expr *node = steps.at[i].node;
    arb_init(&balls[i]);
    const arb_struct *args[MAX_ARITY] = { NULL };
    is_certain[i] = true;
    for (int k = 0; k < expr_arity(node); k++) {
      args[k] = &balls[steps.at[i].arg[k]];
      is_certain[i] = is_certain[i] && is_certain[steps.at[i].arg[k]];
    }
    const arb_struct *known = node->id < trial->capacity ? trial->ball_of_id[node->id] : NULL;
    if (expr_is_number(node)) {
      arb_set_fmpq(&balls[i], node->form->number, BALL_PRECISION);
    } else if (node->form->op == OP_PI) {
      arb_const_pi(&balls[i], BALL_PRECISION);
    } else if (node->form->op == OP_SYMBOL) {
      arb_set(&balls[i], &trial->leaves[node->form->symbol->index].ball);
    } else if (is_certain[i]) {
      is_certain[i] = ball_apply((Operator)node->form->op, &balls[i], args);
    }
    if (!known || !is_certain[i] || node->form->op == OP_UNDEFINED) continue;
    assert_true(arb_overlaps(known, &balls[i]));
    compared++;
  }
  assert_true(compared > trial->built / 3);
  for (int i = 0; i < steps.count; i++)
    arb_clear(&balls[i]);
  free(balls);
  free(is_certain);
  free(roots);
  steps_free(&steps);
}

static void free_trial(Trial *trial)
{
  for (size_t i = 0; i < trial->capacity; i++) {
    if (!trial->ball_of_id[i]) continue;
    arb_clear(trial->ball_of_id[i]);
    free(trial->ball_of_id[i]);
  }
  free(trial->ball_of_id);
  for (int i = 0; i < LEAVES; i++)
    arb_clear(&trial->leaves[i].ball);
  for (int i = 0; i < RING; i++)
    arb_clear(&trial->ring[i].ball);
  pool_free(trial->pool);
  flint_cleanup();
}

static void different_values_never_share_a_node(void **state)
{
  (void)state;
  const char *given = getenv("BIELLE_TEST_SEED");
  uint64_t seed = given ? strtoull(given, NULL, 0) : 20261115;
  Trial trial = { .pool = pool_new(seed), .random = seed };
  start_leaves(&trial);
  for (int i = 0; i < RING; i++)
    arb_init(&trial.ring[i].ball);
  for (int i = 0; trial.built < EXPRESSIONS; i++) {
    if (i % RESTART == 0) restart_ring(&trial);
    build_one(&trial);
  }
  judge_forms(&trial);
  // the test says something only if merges happen, and not everything merges
  assert_true(trial.merged > EXPRESSIONS / 20);
  assert_true(pool_node_count(trial.pool) > EXPRESSIONS / 4);
  print_message("seed %llu: %d expressions, %zu nodes, %d merges judged\n",
                (unsigned long long)seed, trial.built, pool_node_count(trial.pool), trial.merged);
  free_trial(&trial);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(different_values_never_share_a_node),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
