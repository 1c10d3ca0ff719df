// trajectory_breaks.c -- times at which a law of motion changes from one formula to the next.
//
// Between them the path is smooth. At them positions, speeds, accelerations or jerks may jump, and
// an extreme value may be attained on one side only.
// SPDX-License-Identifier: MIT
#include "study/trajectory/trajectory_impl.h"

#include "base/memory/memory.h"
#include "mechanism/default_value.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/calculus/table_function.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A formula changes wherever the state of `e` changes: its sign, its integer part, or the interval
// between two points of a table.
typedef struct Condition {
  const Expr *e;
  bool is_floor;
  const TableFunction *table;  // NULL: none
} Condition;

typedef struct Visited {
  const Expr **nodes;  // owned
  int count, capacity;
} Visited;

enum { MAX_BREAKS = 10000 };

typedef struct Breaks {
  TrajectoryWork *work;
  const Expr *t;
  double *times;  // owned
  int count, capacity;
  Visited seen;           // visited nodes of the laws
  Condition *conditions;  // conditions that are not linear in t; owned
  int condition_count, condition_capacity;
  Evaluator evaluator;  // of the conditions
  double *values;       // outputs of the evaluator, by condition
} Breaks;

static double value_of(const Breaks *breaks, const Expr *e)
{
  const TrajectoryWork *work = breaks->work;
  return mechanism_value_with(work->trajectory->own, work->state.parameters, e);
}

static void add_time(Breaks *breaks, double time)
{
  const Trajectory *trajectory = breaks->work->trajectory;
  if (!(time > trajectory->begin && time < trajectory->end)) return;
  MEMORY_ROOM(breaks->times, breaks->count, breaks->capacity);
  breaks->times[breaks->count++] = time;
}

// Marks the node. Returns true if it was already marked.
static bool is_visited(Visited *visited, const Expr *e)
{
  for (int i = 0; i < visited->count; i++) {
    if (visited->nodes[i] == e) return true;
  }
  MEMORY_ROOM(visited->nodes, visited->count, visited->capacity);
  visited->nodes[visited->count++] = e;
  return false;
}

// Returns true if e contains a step function. Its slope is 0: t - floor(t) is not linear, although
// its slope is constant.
static bool finds_step(Visited *visited, const Expr *e)
{
  if (e->form->stage < STAGE_TIME || is_visited(visited, e)) return false;
  Operator op = expr_op(e);
  bool result = op == OP_FLOOR || op == OP_SIGN || op == OP_IF || op == OP_TABLE;
  for (int i = 0; i < expr_arity(e) && !result; i++)
    result = finds_step(visited, e->form->arg[i]);
  return result;
}

static bool has_steps(const Expr *e)
{
  Visited visited = { 0 };
  bool result = finds_step(&visited, e);
  free(visited.nodes);
  return result;
}

static void add_condition(Breaks *breaks, Condition condition)
{
  MEMORY_ROOM(breaks->conditions, breaks->condition_count, breaks->condition_capacity);
  breaks->conditions[breaks->condition_count++] = condition;
}

// Adds the time at which e = a t + b takes the value. Returns false if e does not have this form.
static bool add_passage(Breaks *breaks, const Expr *e, double value)
{
  const Expr *slope = expr_derivative(e, breaks->t), *nothing = expr_integer(expr_pool(e), 0);
  if (slope->form->stage >= STAGE_TIME || has_steps(e)) return false;
  if (expr_is_zero(slope)) return true;
  double offset = value_of(breaks, expr_substitute(e, &breaks->t, &nothing, 1));
  add_time(breaks, (value - offset) / value_of(breaks, slope));
  return true;
}

static void add_change_of_sign(Breaks *breaks, const Expr *e)
{
  if (!add_passage(breaks, e, 0)) add_condition(breaks, (Condition){ .e = e });
}

static void add_points(Breaks *breaks, const Expr *table)
{
  const TableFunction *function = table->form->arg[1]->form->points.table;
  const Expr *x = table->form->arg[0];
  bool is_linear = true;
  for (int i = 0; i < function->count && is_linear; i++)
    is_linear = add_passage(breaks, x, function->x[i]);
  if (!is_linear) add_condition(breaks, (Condition){ .e = x, .table = function });
}

static void add_node(Breaks *breaks, const Expr *e)
{
  const Expr *const *arg = e->form->arg;
  switch (expr_op(e)) {
  case OP_LT:
  case OP_LE:
  case OP_MIN:
  case OP_MAX: add_change_of_sign(breaks, difference(arg[0], arg[1])); break;
  case OP_ABS:
  case OP_SIGN: add_change_of_sign(breaks, arg[0]); break;
  case OP_FLOOR: add_condition(breaks, (Condition){ .e = arg[0], .is_floor = true }); break;
  case OP_TABLE: add_points(breaks, e); break;
  default: break;
  }
}

static void collect(Breaks *breaks, const Expr *e)
{
  if (e->form->stage < STAGE_TIME || is_visited(&breaks->seen, e)) return;
  add_node(breaks, e);
  for (int i = 0; i < expr_arity(e); i++)
    collect(breaks, e->form->arg[i]);
}

// ---- conditions that are not linear in t

static double side_at(Breaks *breaks, int place, double t)
{
  const Condition *condition = &breaks->conditions[place];
  ProgramState state = breaks->work->state;
  state.time = t;
  evaluator_evaluate(&breaks->evaluator, &state);
  double value = breaks->values[place];
  if (condition->is_floor) return isfinite(value) ? floor(value) : 0;
  if (!condition->table) return value > 0;
  int below = 0;
  while (below < condition->table->count && condition->table->x[below] <= value)
    below++;
  return below;
}

// Finds all changes between a and b by bisection to rounding accuracy. A state that is left and
// entered again in between is not detected.
static void add_changes(Breaks *breaks, int place, double a, double b)
{
  double side = side_at(breaks, place, a), last = side_at(breaks, place, b);
  while (side != last && breaks->count < MAX_BREAKS) {
    double before = a, after = b;
    for (;;) {
      double middle = before + (after - before) / 2;
      if (middle <= before || middle >= after) break;
      *(side_at(breaks, place, middle) == side ? &before : &after) = middle;
    }
    add_time(breaks, after);
    side = side_at(breaks, place, after);
    a = after;
  }
}

static bool search_conditions(Breaks *breaks)
{
  enum { INTERVALS = 4096 };
  TrajectoryWork *work = breaks->work;
  const Trajectory *trajectory = work->trajectory;
  double span = trajectory->end - trajectory->begin;
  if (breaks->condition_count == 0) return true;
  const Expr **formulas = ARENA_ARRAY(work->arena, const Expr *, breaks->condition_count);
  for (int i = 0; i < breaks->condition_count; i++)
    formulas[i] = breaks->conditions[i].e;
  breaks->evaluator = evaluator_of_expressions(trajectory->system->derivation, work->arena,
                                               formulas, breaks->condition_count, &breaks->values);
  bool is_good = evaluator_compile(&breaks->evaluator, work->why);
  for (int i = 0; i < breaks->condition_count && is_good; i++) {
    for (int k = 0; k < INTERVALS; k++) {
      add_changes(breaks, i, trajectory->begin + k * span / INTERVALS,
                  trajectory->begin + (k + 1) * span / INTERVALS);
    }
  }
  evaluator_free(&breaks->evaluator);
  return is_good;
}

// ---- complete list

static int compare(const void *a, const void *b)
{
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

static bool find_breaks(Breaks *breaks)
{
  TrajectoryWork *work = breaks->work;
  for (int i = 0; i < work->motion_count; i++) {
    const FollowedMotion *motion = &work->motions[i];
    const Expr *law = motion->part ? motion->part : motion->task->law;
    if (law) collect(breaks, law);
  }
  if (!search_conditions(breaks)) return false;
  if (breaks->count < MAX_BREAKS) return true;
  return trajectory_fail(work, work->motions[0].task->span, "follow less of it: --until",
                         "the motions go over from one formula to the next more than %d times",
                         MAX_BREAKS);
}

// Sorts the times and removes duplicates.
static int sort_breaks(Breaks *breaks, double **times)
{
  static const double SAME = 1e-9;  // relative to the total time
  const Trajectory *trajectory = breaks->work->trajectory;
  double span = trajectory->end - trajectory->begin;
  if (breaks->count > 0)
    qsort(breaks->times, (size_t)breaks->count, sizeof breaks->times[0], compare);
  *times = ARENA_ARRAY(breaks->work->arena, double, breaks->count + 2);
  int count = 0;
  (*times)[count++] = trajectory->begin;
  for (int i = 0; i < breaks->count; i++) {
    double time = breaks->times[i];
    bool is_new = time - (*times)[count - 1] > SAME * span && trajectory->end - time > SAME * span;
    if (is_new) (*times)[count++] = time;
  }
  (*times)[count++] = trajectory->end;
  return count;
}

int trajectory_breaks(TrajectoryWork *work, double **times)
{
  Breaks breaks = { .work = work, .t = expr_symbol(work->trajectory->own->pool, "t", STAGE_TIME) };
  int count = find_breaks(&breaks) ? sort_breaks(&breaks, times) : 0;
  free(breaks.times);
  free(breaks.seen.nodes);
  free(breaks.conditions);
  return count;
}
