// kinematics.c -- forward recursion from the ground, one elementary move at a time.
// SPDX-License-Identifier: MIT
#include "mechanism/kinematics.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

static FrameMotion motion_at_rest(Pool *pool)
{
  return (FrameMotion){ pose_identity(pool), vec3_zero(pool), vec3_zero(pool) };
}

// w_i = 2 (e0 e_i' - e_i e0' + e_k e_j' - e_j e_k').
Vec3 quaternion_velocity(const Expr *const e[4])
{
  const Expr *two = integer(e[0], 2);
  const Expr *rate[4];
  for (int i = 0; i < 4; i++)
    rate[i] = expr_time_derivative(e[i]);
  Vec3 w = vec3_zero(expr_pool(e[0]));
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3 + 1;
    int k = (i + 2) % 3 + 1;
    const Expr *direct = difference_of_products(e[0], rate[i + 1], e[i + 1], rate[0]);
    const Expr *turned = difference_of_products(e[k], rate[j], e[j], rate[k]);
    w.at[i] = product(two, sum(direct, turned));
  }
  return w;
}

// After a rotation velocities are expressed in the rotated axes and the rate of the rotation is
// added. After a translation the velocity of the new origin includes the contribution of the
// rotation and the rate of the translation.
static void apply_move(FrameMotion *motion, const Move *move)
{
  motion->pose = pose_moved(motion->pose, move);
  if (move->kind == MOVE_TRANSLATION) {
    Vec3 r_F = vec3_scale(move->amount, move_axis(move));
    Vec3 own = vec3_scale(expr_time_derivative(move->amount), move_axis(move));
    motion->v_F = vec3_add(vec3_add(motion->v_F, vec3_cross(motion->w_F, r_F)), own);
    return;
  }
  Mat3 R = move_rotation(move);
  Vec3 own = move->kind == MOVE_QUATERNION
                 ? quaternion_velocity(move->at)
                 : vec3_scale(expr_time_derivative(move->amount), move_axis(move));
  motion->w_F = vec3_add(mat3_mul_vec_transposed(R, motion->w_F), own);
  motion->v_F = mat3_mul_vec_transposed(R, motion->v_F);
}

FrameMotion *kinematics_of(const Mechanism *mechanism, Pool *pool, Arena *arena)
{
  FrameMotion *motions = ARENA_ARRAY(arena, FrameMotion, mechanism->frame_count);
  kinematics_go_on(mechanism, pool, motions, FRAME_GROUND);
  return motions;
}

void kinematics_go_on(const Mechanism *mechanism, Pool *pool, FrameMotion motions[], int first)
{
  for (int f = first; f < mechanism->frame_count; f++) {
    const Frame *frame = &mechanism->frames[f];
    motions[f] = f == FRAME_GROUND ? motion_at_rest(pool) : motions[frame->parent];
    for (int m = 0; m < frame->move_count; m++) {
      Move move = move_copy(pool, &frame->moves[m]);
      apply_move(&motions[f], &move);
    }
  }
}

FrameMotion kinematics_between(const Mechanism *mechanism, Pool *pool, int of, int seen_from)
{
  Arena *scratch = arena_new();
  MovePath path = moves_between(mechanism, pool, of, seen_from, scratch);
  FrameMotion motion = motion_at_rest(pool);
  for (int m = 0; m < path.count; m++)
    apply_move(&motion, &path.moves[m]);
  arena_free(scratch);
  return motion;
}

Vec3 point_velocity_F(const FrameMotion *frame, Vec3 r_F)
{
  return vec3_add(frame->v_F, vec3_cross(frame->w_F, r_F));
}
