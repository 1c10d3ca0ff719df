// orientation.c -- exact poses of frames relative to each other.
// SPDX-License-Identifier: MIT
#include "transform/transform.h"
#include "symbolic/algebra.h"

const Expr *plane_turn(const Transform *transform, const Move *move)
{
  const Expr *zero = expr_integer(transform->mechanism->pool, 0);
  return move->kind == MOVE_ROTATION ? product(move->at[transform->plane], move->amount) : zero;
}

const Expr *plane_angle(const Transform *transform, int frame)
{
  const Mechanism *mechanism = transform->mechanism;
  const Expr *angle = expr_integer(mechanism->pool, 0);
  for (; frame > 0; frame = mechanism->frames[frame].parent) {
    for (int m = 0; m < mechanism->frames[frame].move_count; m++)
      angle = sum(angle, plane_turn(transform, &mechanism->frames[frame].moves[m]));
  }
  return angle;
}

Vec3 position_in(const Transform *transform, int frame, int seen_from, Vec3 r_F)
{
  const Mechanism *mechanism = transform->mechanism;
  return pose_apply(pose_of_frame(mechanism, mechanism->pool, frame, seen_from), r_F);
}
