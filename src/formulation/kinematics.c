// kinematics.c -- from ground outwards, one elementary move after the other.
// SPDX-License-Identifier: MIT
#include "formulation/kinematics.h"

#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

static FrameMotion ground_motion(Pool *pool)
{
  return (FrameMotion){
    .R_GF = mat3_identity(pool),
    .p_G = vec3_zero(pool),
    .w_F = vec3_zero(pool),
    .v_F = vec3_zero(pool),
    .before_last = mat3_identity(pool),
    .last_axis = vec3_zero(pool),
    .last_angle = NULL,
  };
}

static bool same_vector(Vec3 a, Vec3 b) { return vec3_is_zero(vec3_sub(a, b)); }

// Adds the angle to the last rotation if the axes are parallel, otherwise begins a new one.
static void extend_rotation(FrameMotion *motion, Vec3 axis, const Expr *angle)
{
  if (motion->last_angle && same_vector(motion->last_axis, axis)) {
    motion->last_angle = sum(motion->last_angle, angle);
  } else if (motion->last_angle && same_vector(motion->last_axis, vec3_neg(axis))) {
    motion->last_angle = difference(motion->last_angle, angle);
  } else {
    motion->before_last = motion->R_GF;
    motion->last_axis = axis;
    motion->last_angle = angle;
  }
  motion->R_GF =
      mat3_mul(motion->before_last, mat3_rotation(motion->last_axis, motion->last_angle));
}

// Rotation by `angle` about `axis`: velocities are seen from the turned axes, and the frame turns.
static void rotate(FrameMotion *motion, Vec3 axis, const Expr *angle)
{
  Mat3 R = mat3_rotation(axis, angle);
  extend_rotation(motion, axis, angle);
  Vec3 own = vec3_scale(expr_time_derivative(angle), axis);
  motion->w_F = vec3_add(mat3_mul_vec_transposed(R, motion->w_F), own);
  motion->v_F = mat3_mul_vec_transposed(R, motion->v_F);
}

// Translation along `axis`: the new origin is carried by the rotation, and slides.
static void translate(FrameMotion *motion, Vec3 axis, const Expr *length)
{
  Vec3 r_F = vec3_scale(length, axis);
  Vec3 own = vec3_scale(expr_time_derivative(length), axis);
  motion->p_G = vec3_add(motion->p_G, mat3_mul_vec(motion->R_GF, r_F));
  motion->v_F = vec3_add(vec3_add(motion->v_F, vec3_cross(motion->w_F, r_F)), own);
}

FrameMotion *kinematics_of(const Mechanism *mechanism, Pool *pool, Arena *arena)
{
  FrameMotion *motions = ARENA_ARRAY(arena, FrameMotion, mechanism->frame_count);
  motions[FRAME_GROUND] = ground_motion(pool);
  for (int f = 1; f < mechanism->frame_count; f++) {
    const Frame *frame = &mechanism->frames[f];
    motions[f] = motions[frame->parent];
    for (int m = 0; m < frame->move_count; m++) {
      const Move *move = &frame->moves[m];
      Vec3 axis = vec3_copy(pool, move->axis);
      const Expr *amount = expr_copy(pool, move->amount);
      if (move->kind == MOVE_ROTATION) {
        rotate(&motions[f], axis, amount);
      } else {
        translate(&motions[f], axis, amount);
      }
    }
  }
  return motions;
}

Vec3 point_velocity_F(const FrameMotion *frame, Vec3 r_F)
{
  return vec3_add(frame->v_F, vec3_cross(frame->w_F, r_F));
}

Vec3 point_position_G(const FrameMotion *frame, Vec3 r_F)
{
  return vec3_add(frame->p_G, mat3_mul_vec(frame->R_GF, r_F));
}
