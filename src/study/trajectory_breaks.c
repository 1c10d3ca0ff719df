// trajectory_breaks.c -- moments at which a law of motion goes over from one formula to the next.
//
// Between them the way is smooth. At them speeds, accelerations or jerks may jump, and the greatest
// value may be that of one side alone.
// SPDX-License-Identifier: MIT
#include "study/trajectory_impl.h"

#include "base/memory.h"
#include "mechanism/default_value.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/table_function.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Breaks {
  TrajectoryWork *work;
  const Expr *t;
  double *times;  // owned
  int count, capacity;
  const Expr **seen;  // nodes below the law, owned
  int seen_count, seen_capacity;
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

// When e = a t + b takes the value; nothing where e is not of this form.
static void add_passage(Breaks *breaks, const Expr *e, double value)
{
  const Expr *slope = expr_derivative(e, breaks->t), *nothing = expr_integer(expr_pool(e), 0);
  if (slope->form->stage >= STAGE_TIME || expr_is_zero(slope)) return;
  double offset = value_of(breaks, expr_substitute(e, &breaks->t, &nothing, 1));
  add_time(breaks, (value - offset) / value_of(breaks, slope));
}

static void add_points(Breaks *breaks, const Expr *table)
{
  const TableFunction *function = table->form->arg[1]->form->points.table;
  for (int i = 0; i < function->count; i++)
    add_passage(breaks, table->form->arg[0], function->x[i]);
}

static void add_node(Breaks *breaks, const Expr *e)
{
  const Expr *const *arg = e->form->arg;
  switch (expr_op(e)) {
  case OP_LT:
  case OP_LE:
  case OP_MIN:
  case OP_MAX: add_passage(breaks, difference(arg[0], arg[1]), 0); break;
  case OP_ABS:
  case OP_SIGN: add_passage(breaks, arg[0], 0); break;
  case OP_TABLE: add_points(breaks, e); break;
  default: break;
  }
}

static bool is_seen(Breaks *breaks, const Expr *e)
{
  for (int i = 0; i < breaks->seen_count; i++) {
    if (breaks->seen[i] == e) return true;
  }
  MEMORY_ROOM(breaks->seen, breaks->seen_count, breaks->seen_capacity);
  breaks->seen[breaks->seen_count++] = e;
  return false;
}

static void collect(Breaks *breaks, const Expr *e)
{
  if (e->form->stage < STAGE_TIME || is_seen(breaks, e)) return;
  add_node(breaks, e);
  for (int i = 0; i < expr_arity(e); i++)
    collect(breaks, e->form->arg[i]);
}

static int compare(const void *a, const void *b)
{
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

int trajectory_breaks(TrajectoryWork *work, double **times)
{
  static const double SAME = 1e-9;  // part of the whole time
  const Trajectory *trajectory = work->trajectory;
  double span = trajectory->end - trajectory->begin;
  Breaks breaks = { .work = work, .t = expr_symbol(trajectory->own->pool, "t", STAGE_TIME) };
  for (int i = 0; i < work->motion_count; i++) {
    const FollowedMotion *motion = &work->motions[i];
    const Expr *law = motion->part ? motion->part : motion->task->law;
    if (law) collect(&breaks, law);
  }
  if (breaks.count > 0) qsort(breaks.times, (size_t)breaks.count, sizeof breaks.times[0], compare);
  *times = ARENA_ARRAY(work->arena, double, breaks.count + 2);
  int count = 0;
  (*times)[count++] = trajectory->begin;
  for (int i = 0; i < breaks.count; i++) {
    double time = breaks.times[i];
    bool is_new = time - (*times)[count - 1] > SAME * span && trajectory->end - time > SAME * span;
    if (is_new) (*times)[count++] = time;
  }
  (*times)[count++] = trajectory->end;
  free(breaks.times);
  free(breaks.seen);
  return count;
}
