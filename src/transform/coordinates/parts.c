// parts.c -- adds elements to a mechanism, with unique names.
// SPDX-License-Identifier: MIT
#include "transform/transform.h"
#include "symbolic/algebra.h"

#include <string.h>

// ---- growing arrays

void *copied_with_room(Arena *arena, const void *array, int count, size_t size)
{
  size_t room = 1;
  while (room <= (size_t)count)
    room *= 2;
  void *copy = arena_alloc(arena, size * room);
  if (count > 0) memcpy(copy, array, size * (size_t)count);
  return copy;
}

// The array, reallocated if it may have no capacity for one more element.
static void *grown(const Transform *transform, void *array, int count, size_t size)
{
  bool may_be_full = (count & (count - 1)) == 0;
  return may_be_full ? copied_with_room(transform->mechanism->arena, array, count, size) : array;
}

int transform_add_frame(Transform *transform, Frame frame)
{
  Mechanism *mechanism = transform->mechanism;
  mechanism->frames = grown(transform, mechanism->frames, mechanism->frame_count, sizeof frame);
  mechanism->frames[mechanism->frame_count] = frame;
  return mechanism->frame_count++;
}

static int add_joint(Transform *transform, Joint joint)
{
  Mechanism *mechanism = transform->mechanism;
  mechanism->joints = grown(transform, mechanism->joints, mechanism->joint_count, sizeof joint);
  mechanism->joints[mechanism->joint_count] = joint;
  return mechanism->joint_count++;
}

void transform_put_joint(Transform *transform, Joint joint)
{
  Mechanism *mechanism = transform->mechanism;
  int j = joint_of_frame(mechanism, joint.frame);
  if (j < 0) j = add_joint(transform, joint);
  mechanism->joints[j] = joint;
  for (int i = 0; i < joint.coordinate_count; i++)
    mechanism->coordinates[joint.coordinate + i].joint = j;
}

int transform_add_loop(Transform *transform, Loop loop)
{
  Mechanism *mechanism = transform->mechanism;
  mechanism->loops = grown(transform, mechanism->loops, mechanism->loop_count, sizeof loop);
  mechanism->loops[mechanism->loop_count] = loop;
  return mechanism->loop_count++;
}

int transform_add_constraint(Transform *transform, Constraint constraint)
{
  Mechanism *mechanism = transform->mechanism;
  int count = mechanism->constraint_count;
  mechanism->constraints = grown(transform, mechanism->constraints, count, sizeof constraint);
  mechanism->constraints[count] = constraint;
  return mechanism->constraint_count++;
}

int transform_add_force(Transform *transform, Force force)
{
  Mechanism *mechanism = transform->mechanism;
  mechanism->forces = grown(transform, mechanism->forces, mechanism->force_count, sizeof force);
  mechanism->forces[mechanism->force_count] = force;
  return mechanism->force_count++;
}

int transform_add_task(Transform *transform, Task task)
{
  Mechanism *mechanism = transform->mechanism;
  mechanism->tasks = grown(transform, mechanism->tasks, mechanism->task_count, sizeof task);
  mechanism->tasks[mechanism->task_count] = task;
  return mechanism->task_count++;
}

const Expr *transform_add_state(Transform *transform, const char *name, const Expr *seen,
                                const Expr *rate, Span span)
{
  Mechanism *mechanism = transform->mechanism;
  const char *own = value_name(transform, name);
  StateVariable state = { .name = own,
                          .symbol = expr_symbol(mechanism->pool, own, STAGE_INPUT),
                          .initial = start_position(&transform->initial, seen),
                          .rate = rate,
                          .dimension = { .is_known = true, .is_angle = true },
                          .span = span };
  mechanism->states = grown(transform, mechanism->states, mechanism->state_count, sizeof state);
  mechanism->states[mechanism->state_count++] = state;
  substitution_add(&transform->counted, state.symbol, seen);
  return state.symbol;
}

static void note_seen(Transform *transform, const Expr *q, const Expr *seen)
{
  Substitution *list = &transform->seen;
  if (list->count == transform->seen_room) {
    transform->seen_room = 2 * transform->seen_room + 8;
    Substitution larger = { ARENA_ARRAY(transform->scratch, const Expr *, transform->seen_room),
                            ARENA_ARRAY(transform->scratch, const Expr *, transform->seen_room),
                            0 };
    for (int i = 0; i < list->count; i++)
      substitution_add(&larger, list->from[i], list->to[i]);
    *list = larger;
  }
  substitution_add(list, q, seen);
}

int transform_add_coordinate(Transform *transform, const char *name, CoordinateKind kind,
                             const Expr *seen, Span span)
{
  Mechanism *mechanism = transform->mechanism;
  const Expr *initial = start_position(&transform->initial, seen);
  Coordinate coordinate = { .q = expr_coordinate(mechanism->pool, value_name(transform, name)),
                            .initial = is_zero(initial) ? NULL : initial,
                            .kind = kind,
                            .joint = -1,
                            .span = span };
  int count = mechanism->coordinate_count;
  note_seen(transform, coordinate.q, seen);
  mechanism->coordinates = grown(transform, mechanism->coordinates, count, sizeof coordinate);
  mechanism->coordinates[count] = coordinate;
  return mechanism->coordinate_count++;
}

// ---- names

static bool is_value(const Mechanism *mechanism, const char *name)
{
  if (expr_find_symbol(mechanism->pool, name)) return true;
  for (int i = 0; i < mechanism->definition_count; i++) {
    if (strcmp(mechanism->definitions[i].name, name) == 0) return true;
  }
  return false;
}

static bool is_frame(const Mechanism *mechanism, const char *name)
{
  return mechanism_find_frame(mechanism, name) >= 0 || mechanism_find_point(mechanism, name) >= 0;
}

static bool is_action(const Mechanism *mechanism, const char *name)
{
  for (int i = 0; i < mechanism->loop_count; i++) {
    if (strcmp(mechanism->loops[i].name, name) == 0) return true;
  }
  for (int i = 0; i < mechanism->constraint_count; i++) {
    if (strcmp(mechanism->constraints[i].name, name) == 0) return true;
  }
  for (int i = 0; i < mechanism->force_count; i++) {
    if (strcmp(mechanism->forces[i].name, name) == 0) return true;
  }
  for (int i = 0; i < mechanism->task_count; i++) {
    if (strcmp(mechanism->tasks[i].name, name) == 0) return true;
  }
  return false;
}

static const char *new_name(const Transform *transform, const char *wanted,
                            bool (*is_taken)(const Mechanism *, const char *))
{
  Arena *arena = transform->mechanism->arena;
  const char *name = arena_copy_text(arena, wanted, strlen(wanted));
  for (int number = 2; is_taken(transform->mechanism, name); number++)
    name = arena_format(arena, "%s_%d", wanted, number);
  return name;
}

const char *value_name(const Transform *transform, const char *wanted)
{
  return new_name(transform, wanted, is_value);
}

const char *frame_name(const Transform *transform, const char *wanted)
{
  return new_name(transform, wanted, is_frame);
}

const char *action_name(const Transform *transform, const char *wanted)
{
  return new_name(transform, wanted, is_action);
}

// ---- queries

int joint_of_frame(const Mechanism *mechanism, int frame)
{
  for (int j = 0; j < mechanism->joint_count; j++) {
    if (mechanism->joints[j].frame == frame) return j;
  }
  return -1;
}

// ---- norms of quaternions

int add_norm(Transform *transform, const char *joint, const Expr *const parameter[4], Span span)
{
  const char *wanted = arena_format(transform->scratch, "%s_norm", joint);
  Constraint norm = { .name = action_name(transform, wanted), .norm = parameter, .span = span };
  return transform_add_constraint(transform, norm);
}

void remove_norm(Mechanism *mechanism, const Expr *const parameter[4])
{
  int kept = 0;
  for (int i = 0; i < mechanism->constraint_count; i++) {
    const Constraint *constraint = &mechanism->constraints[i];
    if (constraint->norm && memcmp(constraint->norm, parameter, 4 * sizeof *parameter) == 0)
      continue;
    mechanism->constraints[kept++] = *constraint;
  }
  mechanism->constraint_count = kept;
}

// ---- motions

// Adds the motion as a constraint: coordinate = law.
static void add_motion_constraint(Transform *transform, const Task *task, const Expr *q)
{
  Constraint constraint = { .name = action_name(transform, arena_format(transform->scratch,
                                                                        "%s_motion", task->name)),
                            .residual = difference(q, task->law),
                            .span = task->span };
  transform_add_constraint(transform, constraint);
}

void constrain_motions(Transform *transform, const bool is_removed[])
{
  Mechanism *mechanism = transform->mechanism;
  int kept = 0;
  for (int k = 0; k < mechanism->task_count; k++) {
    const Task *task = &mechanism->tasks[k];
    bool drives = task->kind == TASK_MOTION && task->law;
    int i = drives ? mechanism_find_coordinate(mechanism, task->name) : -1;
    if (i < 0 || !is_removed[i]) {
      mechanism->tasks[kept++] = *task;
      continue;
    }
    add_motion_constraint(transform, task, mechanism->coordinates[i].q);
  }
  mechanism->task_count = kept;
}
