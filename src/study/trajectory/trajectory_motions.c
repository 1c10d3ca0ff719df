// trajectory_motions.c -- which motions are followed, and when.
// SPDX-License-Identifier: MIT
#include "study/trajectory/trajectory_impl.h"

#include "mechanism/default_value.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/calculus/table_function.h"

#include <math.h>
#include <string.h>

// ---- choice of the motions

static bool lists_name(const char *list, const char *name)
{
  size_t length = strlen(name);
  for (const char *at = list; *at;) {
    at += strspn(at, ", ");
    size_t word = strcspn(at, ", ");
    if (word == length && memcmp(at, name, length) == 0) return true;
    at += word;
  }
  return false;
}

static bool moves_something(const Mechanism *mechanism, const Task *task)
{
  if (task->kind != TASK_MOTION) return false;
  return motion_is_of_place(task) || mechanism_find_coordinate(mechanism, task->name) >= 0;
}

static bool check_names(TrajectoryWork *work, const char *list)
{
  const Mechanism *mechanism = work->described;
  Text names = { 0 };
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (moves_something(mechanism, task))
      text_format(&names, "%s%s", names.length > 0 ? ", " : "", task->name);
  }
  bool is_good = true;
  for (const char *at = list; is_good && *(at += strspn(at, ", "));) {
    size_t length = strcspn(at, ", ");
    const char *name = arena_copy_text(work->arena, at, length);
    is_good = names.length > 0 && lists_name(text_string(&names), name);
    if (!is_good) {
      trajectory_fail(work, (Span){ 0 }, NULL, "there is no motion of '%s'%s%s", name,
                      names.length > 0 ? "; choose one of: " : "", text_string(&names));
    }
    at += length;
  }
  text_free(&names);
  return is_good;
}

static void find_place(FollowedMotion *motion, const Mechanism *mechanism)
{
  motion->point = mechanism_find_point(mechanism, motion->task->name);
  motion->frame = motion->point >= 0 ? mechanism->points[motion->point].frame
                                     : mechanism_find_frame(mechanism, motion->task->name);
}

// If there are motions of coordinates, lines and arcs are followed only if they are named: both
// together would usually prescribe more than the degrees of freedom.
static bool is_left_out(TrajectoryWork *work, const Task *task, bool has_coordinates)
{
  const char *list = work->trajectory->options.motions;
  if (task->kind != TASK_MOTION) return false;
  if (list) return !lists_name(list, task->name);
  if (!has_coordinates || !motion_is_of_place(task)) return false;
  if (!work->trajectory->left_out) work->trajectory->left_out = task->name;
  return true;
}

static bool moves_coordinates(const Mechanism *mechanism)
{
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (moves_something(mechanism, task) && !motion_is_of_place(task)) return true;
  }
  return false;
}

bool trajectory_choose(TrajectoryWork *work)
{
  Mechanism *own = mechanism_copy(work->described);
  work->trajectory->own = own;
  const char *list = work->trajectory->options.motions;
  if (list && !check_names(work, list)) return false;
  work->motions = ARENA_ARRAY(work->arena, FollowedMotion, own->task_count + 1);
  int kept = 0;
  bool has_coordinates = moves_coordinates(own);
  for (int i = 0; i < own->task_count; i++) {
    Task *task = &own->tasks[kept];
    *task = own->tasks[i];
    if (is_left_out(work, task, has_coordinates)) continue;
    kept++;
    if (!moves_something(own, task)) continue;
    FollowedMotion *motion = &work->motions[work->motion_count++];
    *motion = (FollowedMotion){ .task = task, .frame = -1, .point = -1 };
    motion->coordinate = motion_is_of_place(task) ? -1 : mechanism_find_coordinate(own, task->name);
    if (motion->coordinate < 0) find_place(motion, own);
  }
  own->task_count = kept;
  if (work->motion_count > 0) return true;
  return trajectory_fail(work, (Span){ 0 }, NULL,
                         "no motion to follow; declare one, e.g. 'motion q1 : "
                         "quintic to 90 deg in 2 s'");
}

// ---- times

static double value_of(const TrajectoryWork *work, const Expr *e)
{
  return mechanism_value_with(work->trajectory->own, work->state.parameters, e);
}

static const TableFunction *table_of(const Task *task)
{
  const Expr *law = task->law;
  return law && law->form->op == OP_TABLE ? law->form->arg[1]->form->points.table : NULL;
}

static void read_time(const TrajectoryWork *work, FollowedMotion *motion)
{
  const Task *task = motion->task;
  const TaskOption *at = task_option(task, "at");
  const TableFunction *table = table_of(task);
  motion->begin = at ? value_of(work, at->values[0]) : 0;
  if (motion->coordinate < 0) return;  // its path is not planned yet
  motion->duration = task->end ? value_of(work, task->end) - motion->begin : NAN;
  if (!table) return;
  motion->begin = table->x[0];
  motion->duration = table->x[table->count - 1] - table->x[0];
}

// Returns true if no motion specifies its duration: the shortest time is then implied.
static bool are_all_limited(const TrajectoryWork *work)
{
  for (int i = 0; i < work->motion_count; i++) {
    const FollowedMotion *motion = &work->motions[i];
    if (task_option(motion->task, "in") || !isfinite(motion->duration) || table_of(motion->task))
      return false;
  }
  return true;
}

const Expr *trajectory_number(Pool *pool, double value)
{
  Text out = { 0 };
  text_put_double_17(&out, fabs(value));
  const Expr *result = expr_decimal(pool, text_string(&out), out.length);
  text_free(&out);
  return value < 0 ? negative(result) : result;
}

// Scales all motions to begin together and to end with the longest.
static void join_times(TrajectoryWork *work, double begin, double duration)
{
  Pool *pool = work->trajectory->own->pool;
  const Expr *t = expr_symbol(pool, "t", STAGE_TIME);
  for (int i = 0; i < work->motion_count; i++) {
    FollowedMotion *motion = &work->motions[i];
    const Expr *since = difference(t, trajectory_number(pool, begin));
    const Expr *clock = sum(trajectory_number(pool, motion->begin),
                            product(trajectory_number(pool, motion->duration / duration), since));
    Task *task = motion->task;
    if (task->law) task->law = expr_substitute(task->law, &t, &clock, 1);
    if (!motion->part) continue;
    motion->part = expr_substitute(motion->part, &t, &clock, 1);
    motion->place->demand *= motion->duration / duration;
  }
}

// The trajectory begins with the first motion and ends with the last.
static bool set_span(TrajectoryWork *work)
{
  Trajectory *trajectory = work->trajectory;
  double begin = INFINITY, end = -INFINITY;
  for (int i = 0; i < work->motion_count; i++) {
    const FollowedMotion *motion = &work->motions[i];
    begin = fmin(begin, motion->begin);
    if (isfinite(motion->duration)) end = fmax(end, motion->begin + motion->duration);
  }
  if (isfinite(trajectory->options.end)) end = trajectory->options.end;
  if (end == -INFINITY) {
    return trajectory_fail(work, work->motions[0].task->span, "say how long, such as --until 5s",
                           "the motion of '%s' has no end", work->motions[0].task->name);
  }
  trajectory->begin = begin;
  trajectory->end = end;
  if (end > begin) return true;
  return trajectory_fail(work, (Span){ 0 }, NULL,
                         "this is not a trajectory: it ends at %g s, before it begins", end);
}

bool trajectory_set_times(TrajectoryWork *work)
{
  Trajectory *trajectory = work->trajectory;
  for (int i = 0; i < work->motion_count; i++)
    read_time(work, &work->motions[i]);
  trajectory->options.is_shortest = trajectory->options.is_shortest ||
                                    (are_all_limited(work) && !isfinite(trajectory->options.end));
  if (!set_span(work)) return false;
  if (!trajectory->options.is_shortest) return true;
  double duration = 0;
  for (int i = 0; i < work->motion_count; i++) {
    const FollowedMotion *motion = &work->motions[i];
    if (!(motion->duration > 0)) {
      return trajectory_fail(work, motion->task->span, "leave --shortest out, or give it a law",
                             "the motion of '%s' has no end: there is no shortest time",
                             motion->task->name);
    }
    duration = fmax(duration, motion->duration);
  }
  join_times(work, trajectory->begin, duration);
  trajectory->end = trajectory->begin + duration;
  return true;
}
