// carried_starts.c -- converts the initial values of experiments.
//
// A position or a speed that an experiment gives to an old coordinate determines new ones, as does
// the time where it moves frames. If no experiment has initial values, and the new coordinates have
// initial speeds, an experiment is added, because a coordinate has an initial position but no
// initial speed.
// SPDX-License-Identifier: MIT
#include "transform/transform.h"

#include "mechanism/default_value.h"
#include "symbolic/algebra.h"

#include <math.h>
#include <string.h>

static const char START[] = "start ";

static bool is_start(const TaskOption *option)
{
  return strncmp(option->name, START, strlen(START)) == 0;
}

static const Expr *seen_of(const Transform *transform, const Expr *q)
{
  return substituted(&transform->seen, q);
}

// The coordinate named by "start q" or "start q'"; -1: none.
static int started_coordinate(const Mechanism *mechanism, const TaskOption *option)
{
  const char *name = option->name + strlen(START);
  size_t length = strcspn(name, "'");
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const char *own = coordinate_name(&mechanism->coordinates[i]);
    if (strlen(own) == length && memcmp(own, name, length) == 0) return i;
  }
  return -1;
}

// An option with one value.
static TaskOption option_of(Arena *arena, const char *name, const Expr *value, Dimension dimension,
                            Span span)
{
  const Expr **values = ARENA_ARRAY(arena, const Expr *, 1);
  values[0] = value;
  return (TaskOption){
    .name = name, .values = values, .value_count = 1, .dimension = dimension, .span = span
  };
}

// ---- one experiment

typedef struct Carrying {
  Transform *transform;
  const Mechanism *old;
  Start start;
  Task *task;
  TaskOption *options;
  int count;
} Carrying;

// Keeps options that are not initial values of old coordinates.
static void keep_options(Carrying *carrying)
{
  const Task *task = carrying->task;
  for (int k = 0; k < task->option_count; k++) {
    const TaskOption *option = &task->options[k];
    if (!is_start(option) || started_coordinate(carrying->old, option) < 0)
      carrying->options[carrying->count++] = *option;
  }
}

static void put_start(Carrying *carrying, int i, int order, const Expr *value)
{
  const Mechanism *mechanism = carrying->transform->mechanism;
  const Coordinate *coordinate = &mechanism->coordinates[i];
  Arena *arena = mechanism->arena;
  const char *name =
      arena_format(arena, "%s%s%s", START, coordinate_name(coordinate), order == 1 ? "'" : "");
  bool is_given = task_option(carrying->task, name);
  const Expr *usual = order == 1 ? expr_integer(mechanism->pool, 0) : coordinate_start(coordinate);
  if (!is_given && value == usual) return;
  carrying->options[carrying->count++] =
      option_of(arena, name, value, coordinate_dimension(coordinate, order), carrying->task->span);
}

// Adds initial values of states that count revolutions.
static void put_counted(Carrying *carrying)
{
  const Transform *transform = carrying->transform;
  Arena *arena = transform->mechanism->arena;
  const Dimension angle = { .is_known = true, .is_angle = true };
  for (int i = 0; i < transform->counted.count; i++) {
    const char *name = transform->counted.from[i]->form->symbol->name;
    const Expr *value = start_position(&carrying->start, transform->counted.to[i]);
    if (value == start_position(&transform->initial, transform->counted.to[i])) continue;
    carrying->options[carrying->count++] = option_of(
        arena, arena_format(arena, "%s%s", START, name), value, angle, carrying->task->span);
  }
}

static void carry_experiment(Carrying *carrying)
{
  const Mechanism *mechanism = carrying->transform->mechanism;
  Task *task = carrying->task;
  int room =
      task->option_count + 2 * mechanism->coordinate_count + carrying->transform->counted.count;
  carrying->options = ARENA_ARRAY(mechanism->arena, TaskOption, room);
  keep_options(carrying);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Expr *seen = seen_of(carrying->transform, mechanism->coordinates[i].q);
    put_start(carrying, i, 0, start_position(&carrying->start, seen));
    put_start(carrying, i, 1, start_speed(&carrying->start, seen));
  }
  put_counted(carrying);
  task->options = carrying->options;
  task->option_count = carrying->count;
}

// ---- descriptions without an experiment

static bool starts_at_rest(const Transform *transform)
{
  const Mechanism *mechanism = transform->mechanism;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Expr *seen = seen_of(transform, mechanism->coordinates[i].q);
    if (!is_zero(start_speed(&transform->initial, seen))) return false;
  }
  return true;
}

// Adds the default experiment of a simulation, from 0 to 10 s.
static void add_experiment(Transform *transform)
{
  static const Dimension SECONDS = { .is_known = true, .power = { 0, 0, 1 } };
  Mechanism *mechanism = transform->mechanism;
  const Expr **range = ARENA_ARRAY(mechanism->arena, const Expr *, 2);
  range[0] = expr_integer(mechanism->pool, 0);
  range[1] = expr_integer(mechanism->pool, 10);
  TaskOption *time = ARENA_NEW(mechanism->arena, TaskOption);
  *time = (TaskOption){ .name = "time", .values = range, .value_count = 2, .dimension = SECONDS };
  transform_add_task(transform, (Task){ .kind = TASK_EXPERIMENT,
                                        .name = action_name(transform, "start"),
                                        .word = "",
                                        .options = time,
                                        .option_count = 1 });
}

// ---- branches

// Checks that an experiment starts on the branch for which the closed forms were chosen, that of
// the initial values.
static bool check_branches(const Carrying *carrying, const ClosedStart *closed)
{
  static const double SAME = 1e-6;
  const Transform *transform = carrying->transform;
  const Mechanism *old = carrying->old;
  for (int i = 0; i < old->coordinate_count && closed; i++) {
    const Coordinate *coordinate = &old->coordinates[i];
    const Expr *reported = substituted(&transform->reported, coordinate->q);
    if (reported == coordinate->q) continue;
    reported = start_position(&carrying->start, substituted(&transform->seen, reported));
    double way = mechanism_value_with(old, closed->parameters, reported) - closed->q[i];
    if (coordinate->kind == COORDINATE_ANGLE) way = remainder(way, 2 * acos(-1.0));
    if (!(fabs(way) > SAME * fmax(1, fabs(closed->q[i])))) continue;
    diagnostics_add(transform->diagnostics, SEVERITY_ERROR, carrying->task->span,
                    "give the coordinates initial values on the branch of the experiment",
                    "the experiment '%s' starts on another branch of the loops than the initial "
                    "values: '%s' is %.9g there",
                    carrying->task->name, coordinate_name(coordinate), closed->q[i]);
    return false;
  }
  return true;
}

// ---- experiments

bool carry_starts(Transform *transform, const Mechanism *old, const ClosedStarts *closed)
{
  Mechanism *mechanism = transform->mechanism;
  int experiments = 0;
  for (int k = 0; k < mechanism->task_count; k++)
    experiments += mechanism->tasks[k].kind == TASK_EXPERIMENT;
  if (experiments == 0 && !starts_at_rest(transform)) add_experiment(transform);
  for (int k = 0; k < mechanism->task_count; k++) {
    Task *task = &mechanism->tasks[k];
    if (task->kind != TASK_EXPERIMENT) continue;
    const char *name = experiments > 0 ? task->name : NULL;
    const ClosedStart *start = closed_start_of(closed, name);
    Carrying carrying = { .transform = transform,
                          .old = old,
                          .start = start_new(old, task, start, transform->scratch),
                          .task = task };
    carry_experiment(&carrying);
    if (!check_branches(&carrying, start)) return false;
  }
  return true;
}
