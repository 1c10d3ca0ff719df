// parametrise_cartesian_joint.c -- a joint as a loop between two free frames.
//
// What a loop joins must have parallel axes: where the joint is turned against the frame that it
// sat on, a frame fixed there, the seat, takes its place.
// SPDX-License-Identifier: MIT
#include "mechanism/parametrise_cartesian.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

static Pool *pool_of(const Freeing *freeing) { return freeing->remake->mechanism->pool; }

static const Move *moves_behind(const Freed *freed, int *count)
{
  int end = freed->articulation.first + freed->articulation.count;
  *count = freed->move_count - end;
  return freed->moves + end;
}

// A frame on the old parent, turned as the joint is, and by the turns behind it.
static int add_seat(Freeing *freeing, int f)
{
  Remake *remake = freeing->remake;
  Mechanism *mechanism = remake->mechanism;
  const Freed *freed = &freeing->freed[f];
  Move *moves = ARENA_ARRAY(mechanism->arena, Move, freed->move_count);
  int count = 0, behind_count = 0;
  for (int m = 0; m < freed->articulation.first; m++)
    moves[count++] = freed->moves[m];
  const Move *behind = moves_behind(freed, &behind_count);
  for (int m = 0; m < behind_count; m++) {
    if (behind[m].kind != MOVE_TRANSLATION) moves[count++] = behind[m];
  }
  const char *wanted = arena_format(remake->scratch, "%s_seat", mechanism->frames[f].name);
  Frame seat = { .name = frame_name(remake, wanted),
                 .parent = freed->parent,
                 .moves = moves,
                 .move_count = count,
                 .span = mechanism->frames[f].span };
  return remake_add_frame(remake, seat);
}

// Of a cylinder or a plane the axis of its turn.
static Vec3 motion_axis(const Freed *freed)
{
  const Move *moves = freed->moves + freed->articulation.first;
  for (int m = 0; m < freed->articulation.count; m++) {
    if (moves[m].kind == MOVE_ROTATION) return moves[m].axis;
  }
  return moves->axis;
}

static void place_joint(Freeing *freeing, int f)
{
  Freed *freed = &freeing->freed[f];
  Pool *pool = pool_of(freeing);
  int count = 0;
  const Move *behind = moves_behind(freed, &count);
  Placement before = placement_of_moves(pool, freed->moves, freed->articulation.first);
  Placement after = placement_of_moves(pool, behind, count);
  freed->axis = mat3_mul_vec_transposed(after.R, motion_axis(freed));
  freed->second_position = vec3_neg(mat3_mul_vec_transposed(after.R, after.p));
  bool is_pin = freed->articulation.kind == JOINT_REVOLUTE && freeing->remake->plane >= 0;
  Placement turn = placement_identity(pool);
  turn.R = mat3_mul(before.R, after.R);
  freed->first = (JointPlace){ freed->parent, before.p };
  if (is_pin || placement_is_identity(turn)) return;
  freed->first = (JointPlace){ add_seat(freeing, f), vec3_zero(pool) };
}

// turn q and slide pitch/(2 pi) q
static const Expr *pitch_of(const Freed *freed)
{
  const Move *turn = &freed->moves[freed->articulation.first], *slide_along = turn + 1;
  const Expr *slope = expr_derivative(slide_along->amount, turn->amount);
  const Expr *half_turn = product(expr_pi(expr_pool(slope)), slope);
  return sum(half_turn, half_turn);
}

void join_frame(Freeing *freeing, int f)
{
  Remake *remake = freeing->remake;
  Freed *freed = &freeing->freed[f];
  if (freed->articulation.kind == JOINT_FREE) return;
  place_joint(freeing, f);
  const Frame *frame = &remake->mechanism->frames[f];
  Loop loop = { .name = action_name(remake, frame->name),
                .kind = freed->articulation.kind,
                .axis = freed->axis,
                .first = freed->first,
                .second = { f, freed->second_position },
                .span = frame->span };
  if (!joint_has_axis(loop.kind)) loop.axis = vec3_unit(pool_of(freeing), 2);
  if (loop.kind == JOINT_SCREW) loop.pitch = pitch_of(freed);
  remake_add_loop(remake, loop);
}
