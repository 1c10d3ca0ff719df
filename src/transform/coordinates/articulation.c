// articulation.c -- determines the joint of a frame, and splits frames with several joints.
//
// A joint statement specifies its kind. A frame written by moves is a joint if a single move of it
// moves, or if it is free. Any other frame is split into massless frames after each motion.
// SPDX-License-Identifier: MIT
#include "transform/transform.h"
#include "symbolic/algebra.h"

#include <string.h>

// ---- moving moves

static bool is_moved_by_coordinate(const Move *move)
{
  if (move->kind != MOVE_QUATERNION) return move->amount->form->stage >= STAGE_POSITION;
  return move->at[0]->form->stage >= STAGE_POSITION;
}

bool move_holds(const Move *move, const Expr *q)
{
  for (int i = 0; i < 4 && move->kind == MOVE_QUATERNION; i++) {
    if (move->at[i] == q) return true;
  }
  return move->kind != MOVE_QUATERNION && expr_depends_on(move->amount, q);
}

// Returns true if each amount is exactly a coordinate.
static bool are_coordinates(const Mechanism *mechanism, const Move moves[], int count)
{
  for (int m = 0; m < count; m++) {
    const Move *move = &moves[m];
    const Expr *first = move->kind == MOVE_QUATERNION ? move->at[0] : move->amount;
    if (mechanism_coordinate_of(mechanism, first) < 0) return false;
  }
  return true;
}

// ---- free frames

static int count_kind(const Move moves[], int count, MoveKind kind)
{
  int found = 0;
  for (int m = 0; m < count; m++)
    found += moves[m].kind == kind;
  return found;
}

// Returns true for translations along three orthogonal axes, or two in planar mechanisms, followed
// by all rotations.
static bool is_free(const Transform *transform, const Move moves[], int count)
{
  int slides = transform->plane >= 0 ? 2 : 3;
  if (count <= slides || count_kind(moves, slides, MOVE_TRANSLATION) != slides) return false;
  for (int a = 0; a < slides; a++) {
    for (int b = 0; b < a; b++) {
      if (!is_zero(vec3_dot(move_axis(&moves[a]), move_axis(&moves[b])))) return false;
    }
  }
  const Move *turns = moves + slides;
  int rest = count - slides;
  if (transform->plane >= 0) return rest == 1 && turns->kind == MOVE_ROTATION;
  bool is_quaternion = rest == 1 && turns->kind == MOVE_QUATERNION;
  return is_quaternion || (rest == 3 && count_kind(turns, 3, MOVE_ROTATION) == 3);
}

// Kind of a joint statement with several coordinates; a planar joint in a planar mechanism is free.
static JointKind kind_of_joint(const Transform *transform, int frame, int moving_count)
{
  int j = joint_of_frame(transform->mechanism, frame);
  if (j < 0) return JOINT_KIND_COUNT;
  const Joint *joint = &transform->mechanism->joints[j];
  bool is_quaternion = joint->kind == JOINT_SPHERICAL && moving_count == 1;
  bool is_whole = moving_count == joint_info(joint->kind)->coordinate_count || is_quaternion;
  bool is_several = joint_info(joint->kind)->coordinate_count > 1;
  return is_whole && is_several && joint->kind != JOINT_FREE ? joint->kind : JOINT_KIND_COUNT;
}

// Returns true for a screw: its translation is proportional to its rotation.
static bool is_screw(const Transform *transform, int frame, const Move moves[], int count)
{
  const Mechanism *mechanism = transform->mechanism;
  int j = joint_of_frame(mechanism, frame);
  return count == 2 && j >= 0 && mechanism->joints[j].kind == JOINT_SCREW &&
         mechanism_coordinate_of(mechanism, moves[0].amount) >= 0;
}

static JointKind kind_of_move(const Move *move)
{
  if (move->kind == MOVE_QUATERNION) return JOINT_SPHERICAL;
  return move->kind == MOVE_ROTATION ? JOINT_REVOLUTE : JOINT_PRISMATIC;
}

Articulation articulation_of(const Transform *transform, int index)
{
  const Frame *frame = &transform->mechanism->frames[index];
  Articulation result = { .kind = JOINT_FIXED };
  int last = -1;
  bool has_coordinate = false;
  for (int m = 0; m < frame->move_count; m++) {
    if (!move_is_moving(&frame->moves[m])) continue;
    has_coordinate = has_coordinate || is_moved_by_coordinate(&frame->moves[m]);
    if (last < 0) result.first = m;
    last = m;
    result.count++;
  }
  if (!has_coordinate) return result;
  const Move *moves = &frame->moves[result.first];
  bool is_together = last - result.first + 1 == result.count;
  if (result.count == 1) {
    result.kind = kind_of_move(moves);
  } else if (is_together && is_screw(transform, index, moves, result.count)) {
    result.kind = JOINT_SCREW;
  } else if (!is_together || !are_coordinates(transform->mechanism, moves, result.count)) {
    result.kind = JOINT_KIND_COUNT;
  } else {
    result.kind = is_free(transform, moves, result.count)
                      ? JOINT_FREE
                      : kind_of_joint(transform, index, result.count);
  }
  return result;
}

bool is_free_in_ground(const Transform *transform, int frame)
{
  const Mechanism *mechanism = transform->mechanism;
  if (articulation_of(transform, frame).kind != JOINT_FREE) return false;
  for (int f = mechanism->frames[frame].parent; f > 0; f = mechanism->frames[f].parent) {
    for (int m = 0; m < mechanism->frames[f].move_count; m++) {
      if (move_is_moving(&mechanism->frames[f].moves[m])) return false;
    }
  }
  return true;
}

// ---- other uses of a coordinate

static bool depends(const Expr *e, const Expr *q)
{
  if (!e || e->form->stage < STAGE_POSITION) return false;
  const Expr *rate = expr_rate(q);
  return expr_depends_on(e, q) || expr_depends_on(e, rate) || expr_depends_on(e, expr_rate(rate));
}

static bool is_in_moves(const Transform *transform, int frame, const Expr *q)
{
  const Mechanism *mechanism = transform->mechanism;
  for (int f = 1; f < mechanism->frame_count; f++) {
    for (int m = 0; f != frame && m < mechanism->frames[f].move_count; m++) {
      if (depends(mechanism->frames[f].moves[m].amount, q)) return true;
    }
  }
  return false;
}

static bool is_in_task(const Mechanism *mechanism, const Task *task, const Expr *q)
{
  int i = mechanism_coordinate_of(mechanism, q);
  if (task->kind == TASK_MOTION &&
      strcmp(task->name, coordinate_name(&mechanism->coordinates[i])) == 0) {
    return true;
  }
  for (int o = 0; o < task->option_count; o++) {
    for (int v = 0; v < task->options[o].value_count; v++) {
      if (depends(task->options[o].values[v], q)) return true;
    }
  }
  return false;
}

typedef struct Requirement {
  const Expr *q;
  bool is_found;
} Requirement;

static void find(const Expr **e, void *context)
{
  Requirement *wanted = context;
  wanted->is_found = wanted->is_found || depends(*e, wanted->q);
}

bool is_used_elsewhere(const Transform *transform, int frame, const Expr *q)
{
  Mechanism *mechanism = transform->mechanism;
  if (is_in_moves(transform, frame, q)) return true;
  for (int i = 0; i < mechanism->force_count; i++) {
    const Force *force = &mechanism->forces[i];
    if (force->kind == FORCE_TORQUE && mechanism->coordinates[force->coordinate].q == q)
      return true;
  }
  for (int i = 0; i < mechanism->task_count; i++) {
    if (is_in_task(mechanism, &mechanism->tasks[i], q)) return true;
  }
  Requirement wanted = { .q = q };
  mechanism_visit_laws(mechanism, find, &wanted);
  return wanted.is_found;
}

// ---- several joints

// Index after the next moving move at `from` or later.
static int behind_next_motion(const Frame *frame, int from)
{
  while (!move_is_moving(&frame->moves[from]))
    from++;
  return from + 1;
}

void split_frame(Transform *transform, int index)
{
  Frame whole = transform->mechanism->frames[index];
  int moving_count = 0;
  for (int m = 0; m < whole.move_count; m++)
    moving_count += move_is_moving(&whole.moves[m]);
  int parent = whole.parent, start = 0;
  for (int number = 1; number < moving_count; number++) {
    int end = behind_next_motion(&whole, start);
    const char *wanted = arena_format(transform->scratch, "%s_%d", whole.name, number);
    Frame part = { .name = frame_name(transform, wanted),
                   .parent = parent,
                   .moves = whole.moves + start,
                   .move_count = end - start,
                   .span = whole.span };
    parent = transform_add_frame(transform, part);
    start = end;
  }
  Frame *last = &transform->mechanism->frames[index];
  last->parent = parent;
  last->moves = whole.moves + start;
  last->move_count = whole.move_count - start;
}
