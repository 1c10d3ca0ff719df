// test_merge.c -- values that differ never share a node.
//
// Random expressions are built in a pool and, by the same recipe, in ball arithmetic at several real
// points, inside and outside of the domains of roots and arc functions. Whenever construction
// returns a node that was returned before, both recipes must have the same value at every point
// where both have one; and the form that the node ends up with must have it too.
// SPDX-License-Identifier: MIT
#include "support/ball.h"
#include "base/memory/memory.h"
#include "symbolic/steps.h"
#include "symbolic/pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

enum {
  LEAVES = 12,
  POINTS = 4,
  RING = 96,
  RESTART = 400,
  EXPRESSIONS = 600000,
  MAX_RECIPE_LENGTH = 5
};

// The value of a recipe at each point.
typedef struct Balls {
  arb_struct at[POINTS];
  bool is_known[POINTS];  // it has a value there, and a certain one
} Balls;

typedef struct Item {
  const Expr *node;
  Balls balls;
} Item;

typedef struct Trial {
  Pool *pool;
  uint64_t random;
  Item leaves[LEAVES];
  Item ring[RING];
  Balls **balls_of_id;  // recipes of each node: where the first has no value, the next
  size_t capacity;
  int built;
  int merged;
  int judged;   // points
  int outside;  // points without a value of expressions that have one at another
} Trial;

static void balls_init(Balls *balls)
{
  for (int p = 0; p < POINTS; p++) {
    arb_init(&balls->at[p]);
    balls->is_known[p] = false;
  }
}

static void balls_clear(Balls *balls)
{
  for (int p = 0; p < POINTS; p++)
    arb_clear(&balls->at[p]);
}

static void balls_set(Balls *balls, const Balls *from)
{
  for (int p = 0; p < POINTS; p++) {
    arb_set(&balls->at[p], &from->at[p]);
    balls->is_known[p] = from->is_known[p];
  }
}

// Of a choice only the branch that is taken needs a value.
static bool has_arguments(Operator op, const Balls *const args[], int point)
{
  for (int k = 0; k < operator_info(op)->arity; k++) {
    bool is_idle = op == OP_IF && k > 0 && args[0]->is_known[point] &&
                   arb_is_zero(&args[0]->at[point]) == (k == 1);
    if (!is_idle && !args[k]->is_known[point]) return false;
  }
  return true;
}

// Is there a value at any point?
static bool balls_apply(Operator op, Balls *out, const Balls *const args[])
{
  bool is_any_known = false;
  for (int p = 0; p < POINTS; p++) {
    const arb_struct *at_point[MAX_ARITY] = { NULL };
    for (int k = 0; k < operator_info(op)->arity; k++)
      at_point[k] = &args[k]->at[p];
    out->is_known[p] = has_arguments(op, args, p) && ball_apply(op, &out->at[p], at_point);
    is_any_known = is_any_known || out->is_known[p];
  }
  return is_any_known;
}

static uint64_t next_random(Trial *trial)
{
  trial->random = trial->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return trial->random >> 33;
}

// In -1 .. 1 at every second point, where roots and arcs have values, in -3 .. 3 at the others.
static void random_ball(Trial *trial, int point, arb_t ball)
{
  arb_set_si(ball, (slong)(next_random(trial) % 2000001) - 1000000);
  arb_div_ui(ball, ball, 1000003 + next_random(trial) % 1000, BALL_PRECISION);
  if (point % 2 != 0) arb_mul_ui(ball, ball, 3, BALL_PRECISION);
}

static void leaf_ball(Trial *trial, int leaf, int point, arb_t ball)
{
  static const long NUMBERS[][2] = { { 2, 1 }, { -1, 3 }, { 981, 100 } };
  if (leaf < 8) {
    random_ball(trial, point, ball);
  } else if (leaf == 8) {
    arb_const_pi(ball, BALL_PRECISION);
  } else {
    arb_set_si(ball, NUMBERS[leaf - 9][0]);
    arb_div_si(ball, ball, NUMBERS[leaf - 9][1], BALL_PRECISION);
  }
}

static const Expr *leaf_node(Pool *pool, int leaf)
{
  const char name[] = { 'x', (char)('0' + leaf), '\0' };
  if (leaf < 8) return expr_symbol(pool, name, STAGE_POSITION);
  if (leaf == 8) return expr_pi(pool);
  return leaf == 9    ? expr_integer(pool, 2)
         : leaf == 10 ? expr_rational(pool, -1, 3)
                      : expr_rational(pool, 981, 100);
}

static void start_leaves(Trial *trial)
{
  for (int i = 0; i < LEAVES; i++) {
    Item *leaf = &trial->leaves[i];
    leaf->node = leaf_node(trial->pool, i);
    balls_init(&leaf->balls);
    for (int p = 0; p < POINTS; p++) {
      leaf_ball(trial, i, p, &leaf->balls.at[p]);
      leaf->balls.is_known[p] = true;
    }
  }
}

static void restart_ring(Trial *trial)
{
  for (int i = 0; i < RING; i++) {
    const Item *leaf = &trial->leaves[next_random(trial) % LEAVES];
    trial->ring[i].node = leaf->node;
    balls_set(&trial->ring[i].balls, &leaf->balls);
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

static Balls *known_balls(Trial *trial, const Expr *node)
{
  if (node->id >= trial->capacity) {
    size_t capacity = 2 * (size_t)node->id + 1024;
    trial->balls_of_id = memory_grow(trial->balls_of_id, capacity, sizeof(*trial->balls_of_id));
    for (size_t i = trial->capacity; i < capacity; i++)
      trial->balls_of_id[i] = NULL;
    trial->capacity = capacity;
  }
  Balls **known = &trial->balls_of_id[node->id];
  if (!*known) {
    *known = memory_new(1, sizeof **known);
    balls_init(*known);
  } else {
    trial->merged++;
  }
  return *known;
}

// Remembers the first recipe of a node; compares later ones with it.
static void judge(Trial *trial, Operator op, const Expr *node, const Balls *balls)
{
  Balls *known = known_balls(trial, node);
  for (int p = 0; p < POINTS; p++) {
    trial->outside += !balls->is_known[p];
    if (!balls->is_known[p]) continue;
    if (known->is_known[p]) {
      trial->judged++;
      if (!arb_overlaps(&known->at[p], &balls->at[p]))
        report_false_merge(trial, op, &known->at[p], &balls->at[p]);
      assert_true(arb_overlaps(&known->at[p], &balls->at[p]));
    } else {
      known->is_known[p] = true;
      arb_set(&known->at[p], &balls->at[p]);
    }
  }
}

// The result takes the place of some item of the ring; its place, or -1: it has no value.
static int build(Trial *trial, Operator op, const int items[])
{
  const Expr *nodes[MAX_ARITY] = { NULL };
  const Balls *args[MAX_ARITY] = { NULL };
  for (int k = 0; k < operator_info(op)->arity; k++) {
    nodes[k] = trial->ring[items[k]].node;
    args[k] = &trial->ring[items[k]].balls;
  }
  int place = -1;
  Balls balls;
  balls_init(&balls);
  if (balls_apply(op, &balls, args)) {
    const Expr *node = expr_apply(op, nodes);
    assert_false(expr_is_undefined(node));
    judge(trial, op, node, &balls);
    place = (int)(next_random(trial) % RING);
    trial->ring[place].node = node;
    balls_set(&trial->ring[place].balls, &balls);
    trial->built++;
  }
  balls_clear(&balls);
  return place;
}

static void build_one(Trial *trial)
{
  int items[MAX_ARITY];
  for (int k = 0; k < MAX_ARITY; k++)
    items[k] = (int)(next_random(trial) % RING);
  build(trial, random_operator(trial), items);
}

// What rules know of roots, arcs and absolute values, of x and y: random recipes hardly meet it.
// Operators act on the last result (0), the one before (1), x (2), y (3), 1 (4) or a number (5).
typedef struct Recipe {
  Operator op;
  int arg[MAX_ARITY];
} Recipe;

static const Recipe RECIPES[][MAX_RECIPE_LENGTH] = {
  { { OP_ASIN, { 2 } }, { OP_COS, { 0 } }, { OP_MUL, { 0, 0 } } },
  { { OP_ACOS, { 2 } }, { OP_SIN, { 0 } }, { OP_MUL, { 0, 0 } } },
  { { OP_ASIN, { 2 } }, { OP_TAN, { 0 } }, { OP_ABS, { 0 } } },
  { { OP_ACOS, { 2 } }, { OP_TAN, { 0 } }, { OP_MUL, { 0, 2 } } },
  { { OP_MUL, { 2, 2 } }, { OP_SUB, { 4, 0 } }, { OP_ABS, { 0 } } },
  { { OP_MUL, { 2, 2 } }, { OP_SUB, { 4, 0 } }, { OP_SQRT, { 0 } }, { OP_MUL, { 0, 0 } } },
  { { OP_MUL, { 2, 2 } }, { OP_SUB, { 4, 0 } }, { OP_SQRT, { 0 } }, { OP_DIV, { 1, 0 } } },
  { { OP_MUL, { 2, 2 } }, { OP_SUB, { 4, 0 } }, { OP_SQRT, { 0 } }, { OP_DIV, { 0, 1 } } },
  { { OP_LT, { 2, 4 } }, { OP_ASIN, { 2 } }, { OP_COS, { 0 } } },
  { { OP_SQRT, { 2 } }, { OP_MUL, { 0, 0 } }, { OP_ABS, { 0 } } },
  { { OP_MUL, { 2, 3 } }, { OP_SQRT, { 0 } }, { OP_SQRT, { 2 } }, { OP_MUL, { 0, 1 } } },
  { { OP_ABS, { 2 } }, { OP_MUL, { 0, 2 } }, { OP_SQRT, { 0 } }, { OP_MUL, { 0, 0 } } },
  { { OP_ATAN2, { 2, 3 } }, { OP_SIN, { 0 } }, { OP_ABS, { 0 } } },
  { { OP_ATAN2, { 2, 3 } }, { OP_TAN, { 0 } }, { OP_ABS, { 0 } } },
  { { OP_LOG, { 2 } }, { OP_EXP, { 0 } }, { OP_ABS, { 0 } } },
  { { OP_SUB, { 2, 4 } }, { OP_ADD, { 2, 5 } }, { OP_SUB, { 0, 1 } }, { OP_ABS, { 0 } } },
  { { OP_SUB, { 2, 4 } }, { OP_ADD, { 2, 5 } }, { OP_SUB, { 1, 0 } }, { OP_ABS, { 0 } } },
  { { OP_SUB, { 2, 3 } }, { OP_ADD, { 0, 5 } }, { OP_SUB, { 0, 1 } }, { OP_SQRT, { 0 } } },
  { { OP_MIN, { 2, 3 } }, { OP_MAX, { 2, 3 } }, { OP_SUB, { 0, 1 } }, { OP_ABS, { 0 } } },
  { { OP_SIGN, { 2 } }, { OP_MUL, { 0, 2 } }, { OP_ABS, { 0 } } },
};

static void put_number(Trial *trial, int place, long hundredths)
{
  Item *item = &trial->ring[place];
  item->node = expr_rational(trial->pool, hundredths, 100);
  for (int p = 0; p < POINTS; p++) {
    arb_set_si(&item->balls.at[p], hundredths);
    arb_div_ui(&item->balls.at[p], &item->balls.at[p], 100, BALL_PRECISION);
    item->balls.is_known[p] = true;
  }
}

// Of leaves in place of any results: that the same x comes again is the point. The number is mostly
// a new one.
static void build_recipe(Trial *trial)
{
  enum { X, Y, ONE, NUMBER, INPUTS };
  const Recipe *recipe = RECIPES[next_random(trial) % (sizeof RECIPES / sizeof RECIPES[0])];
  int places[] = { X, X, X, Y, ONE, NUMBER };
  for (int k = X; k <= Y; k++) {
    const Item *leaf = &trial->leaves[next_random(trial) % LEAVES];
    trial->ring[k].node = leaf->node;
    balls_set(&trial->ring[k].balls, &leaf->balls);
  }
  put_number(trial, ONE, 100);
  put_number(trial, NUMBER, (long)(next_random(trial) % 1000000) - 500000);
  for (int i = 0; i < MAX_RECIPE_LENGTH && recipe[i].op != OP_NUMBER; i++) {
    int items[MAX_ARITY];
    for (int k = 0; k < MAX_ARITY; k++)
      items[k] = places[recipe[i].arg[k]];
    int result = build(trial, recipe[i].op, items);
    if (result < INPUTS) return;  // none, or one that took the place of x
    places[1] = places[0];
    places[0] = result;
  }
}

typedef struct Forms {
  Steps steps;
  arb_struct *balls;
  bool *is_certain;
} Forms;

static void evaluate_form(const Trial *trial, Forms *forms, int step, int point)
{
  const Expr *node = forms->steps.at[step].node;
  arb_struct *ball = &forms->balls[step];
  const arb_struct *args[MAX_ARITY] = { NULL };
  bool is_certain = true;
  for (int k = 0; k < expr_arity(node); k++) {
    args[k] = &forms->balls[forms->steps.at[step].arg[k]];
    is_certain = is_certain && forms->is_certain[forms->steps.at[step].arg[k]];
  }
  if (expr_is_number(node)) {
    arb_set_fmpq(ball, node->form->number, BALL_PRECISION);
  } else if (node->form->op == OP_PI) {
    arb_const_pi(ball, BALL_PRECISION);
  } else if (node->form->op == OP_SYMBOL) {
    arb_set(ball, &trial->leaves[node->form->symbol->index].balls.at[point]);
  } else if (is_certain) {
    is_certain = ball_apply((Operator)node->form->op, ball, args);
  }
  forms->is_certain[step] = is_certain;
}

static int judge_forms_at(const Trial *trial, Forms *forms, int point)
{
  int compared = 0;
  for (int i = 0; i < forms->steps.count; i++) {
    const Expr *node = forms->steps.at[i].node;
    evaluate_form(trial, forms, i, point);
    const Balls *known = node->id < trial->capacity ? trial->balls_of_id[node->id] : NULL;
    bool is_known = known && known->is_known[point] && node->form->op != OP_UNDEFINED;
    if (!is_known || !forms->is_certain[i]) continue;
    assert_true(arb_overlaps(&known->at[point], &forms->balls[i]));
    compared++;
  }
  return compared;
}

// The forms in the end: evaluated from the leaves, they must have the recipes' values.
static void judge_forms(const Trial *trial)
{
  size_t count = pool_node_count(trial->pool);
  const Expr **roots = memory_new(count, sizeof(*roots));
  for (size_t i = 0; i < count; i++)
    roots[i] = pool_node(trial->pool, (uint32_t)i);
  Forms forms = { .steps = steps_of(roots, (int)count) };
  forms.balls = memory_new((size_t)forms.steps.count, sizeof forms.balls[0]);
  forms.is_certain = memory_new((size_t)forms.steps.count, sizeof forms.is_certain[0]);
  for (int i = 0; i < forms.steps.count; i++)
    arb_init(&forms.balls[i]);
  for (int p = 0; p < POINTS; p++)
    assert_true(judge_forms_at(trial, &forms, p) > trial->built / 4);
  for (int i = 0; i < forms.steps.count; i++)
    arb_clear(&forms.balls[i]);
  free(forms.balls);
  free(forms.is_certain);
  free(roots);
  steps_free(&forms.steps);
}

static void free_trial(Trial *trial)
{
  for (size_t i = 0; i < trial->capacity; i++) {
    if (!trial->balls_of_id[i]) continue;
    balls_clear(trial->balls_of_id[i]);
    free(trial->balls_of_id[i]);
  }
  free(trial->balls_of_id);
  for (int i = 0; i < LEAVES; i++)
    balls_clear(&trial->leaves[i].balls);
  for (int i = 0; i < RING; i++)
    balls_clear(&trial->ring[i].balls);
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
    balls_init(&trial.ring[i].balls);
  for (int i = 0; trial.built < EXPRESSIONS; i++) {
    if (i % RESTART == 0) restart_ring(&trial);
    if (i % 8 == 0) build_recipe(&trial);
    build_one(&trial);
  }
  judge_forms(&trial);
  // the test says something only if merges happen, not everything merges, and domains are left
  assert_true(trial.merged > EXPRESSIONS / 20);
  assert_true(trial.judged > EXPRESSIONS / 10);
  assert_true(trial.outside > EXPRESSIONS / 10);
  assert_true(pool_node_count(trial.pool) > EXPRESSIONS / 4);
  print_message("seed %llu: %d expressions, %zu nodes, %d merges judged at %d points\n",
                (unsigned long long)seed, trial.built, pool_node_count(trial.pool), trial.merged,
                trial.judged);
  free_trial(&trial);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(different_values_never_share_a_node),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
