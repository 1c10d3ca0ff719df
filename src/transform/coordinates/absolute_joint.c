// absolute_joint.c -- replaces a joint by a loop between two free frames.
//
// The two frames of a loop must have parallel axes: if the joint is rotated relative to its parent,
// a frame fixed to the parent, the mounting frame, replaces it.
// SPDX-License-Identifier: MIT
#include "transform/coordinates/absolute_coordinates.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

static Pool *pool_of(const Absolute *absolute) { return absolute->transform->mechanism->pool; }

static const Move *moves_behind(const CutJoint *cut, int *count)
{
  int end = cut->articulation.first + cut->articulation.count;
  *count = cut->move_count - end;
  return cut->moves + end;
}

// Adds a frame on the original parent, with the orientation of the joint including the rotations
// after it.
static int add_seat(Absolute *absolute, int f)
{
  Transform *transform = absolute->transform;
  Mechanism *mechanism = transform->mechanism;
  const CutJoint *cut = &absolute->cut[f];
  Move *moves = ARENA_ARRAY(mechanism->arena, Move, cut->move_count);
  int count = 0, behind_count = 0;
  for (int m = 0; m < cut->articulation.first; m++)
    moves[count++] = cut->moves[m];
  const Move *behind = moves_behind(cut, &behind_count);
  for (int m = 0; m < behind_count; m++) {
    if (behind[m].kind != MOVE_TRANSLATION) moves[count++] = behind[m];
  }
  const char *wanted = arena_format(transform->scratch, "%s_seat", mechanism->frames[f].name);
  Frame seat = { .name = frame_name(transform, wanted),
                 .parent = cut->parent,
                 .moves = moves,
                 .move_count = count,
                 .span = mechanism->frames[f].span };
  return transform_add_frame(transform, seat);
}

// For a cylindrical or planar joint, the axis of its rotation.
static Vec3 motion_axis(const CutJoint *cut)
{
  const Move *moves = cut->moves + cut->articulation.first;
  for (int m = 0; m < cut->articulation.count; m++) {
    if (moves[m].kind == MOVE_ROTATION) return move_axis(&moves[m]);
  }
  return move_axis(moves);
}

static void place_joint(Absolute *absolute, int f)
{
  CutJoint *cut = &absolute->cut[f];
  Pool *pool = pool_of(absolute);
  int count = 0;
  const Move *behind = moves_behind(cut, &count);
  Pose before = pose_of_moves(pool, cut->moves, cut->articulation.first);
  Pose after = pose_of_moves(pool, behind, count);
  cut->axis = mat3_mul_vec_transposed(after.R, motion_axis(cut));
  cut->second_position = vec3_neg(mat3_mul_vec_transposed(after.R, after.p));
  bool is_pin = cut->articulation.kind == JOINT_REVOLUTE && absolute->transform->plane >= 0;
  Pose turn = pose_identity(pool);
  turn.R = mat3_mul(before.R, after.R);
  cut->first = (FramePoint){ cut->parent, before.p };
  if (is_pin || pose_is_identity(turn)) return;
  cut->first = (FramePoint){ add_seat(absolute, f), vec3_zero(pool) };
}

// Rotation q and translation pitch/(2 pi) q.
static const Expr *pitch_of(const CutJoint *cut)
{
  const Move *turn = &cut->moves[cut->articulation.first], *slide_along = turn + 1;
  const Expr *slope = expr_derivative(slide_along->amount, turn->amount);
  const Expr *half_turn = product(expr_pi(expr_pool(slope)), slope);
  return sum(half_turn, half_turn);
}

void join_frame(Absolute *absolute, int f)
{
  Transform *transform = absolute->transform;
  CutJoint *cut = &absolute->cut[f];
  if (cut->articulation.kind == JOINT_FREE) return;
  place_joint(absolute, f);
  const Frame *frame = &transform->mechanism->frames[f];
  Loop loop = { .name = action_name(transform, frame->name),
                .kind = cut->articulation.kind,
                .axis = cut->axis,
                .first = cut->first,
                .second = { f, cut->second_position },
                .span = frame->span };
  if (!joint_has_axis(loop.kind)) loop.axis = vec3_unit(pool_of(absolute), 2);
  if (loop.kind == JOINT_SCREW) loop.pitch = pitch_of(cut);
  transform_add_loop(transform, loop);
}
