// site.c -- relative pose, twist, acceleration and Jacobian of a site.
// SPDX-License-Identifier: MIT
#include "formulation/derived/site.h"

Site site_of_frame(Derivation *derivation, int frame)
{
  return (Site){ derivation->mechanism->frames[frame].name, frame,
                 vec3_zero(derivation->equations->pool) };
}

Site site_of_point(Derivation *derivation, int point)
{
  const Point *found = &derivation->mechanism->points[point];
  Vec3 r_F = vec3_copy(derivation->equations->pool, found->position_F);
  return (Site){ found->name, found->frame, r_F };
}

RelativePose site_relative_pose(Derivation *derivation, const Site *site, int axes)
{
  FrameMotion motion = axes == FRAME_GROUND
                           ? derivation_motions(derivation)[site->frame]
                           : kinematics_between(derivation->mechanism, derivation->equations->pool,
                                                site->frame, axes);
  Vec3 r_A = pose_apply(motion.pose, site->r_F);
  return (RelativePose){ r_A, motion.pose.R, mat3_mul_vec(motion.pose.R, motion.w_F) };
}

// The rate of a vector whose components are given in rotating axes: da/dt + w x a.
static Vec3 rate_in_turning_axes(Vec3 a, Vec3 w)
{
  Vec3 own = vec3_rate(a);
  return vec3_add(vec3_cross(w, a), own);
}

Twist site_twist(Derivation *derivation, const Site *site, int axes)
{
  const FrameMotion *A = &derivation_motions(derivation)[axes];
  RelativePose sight = site_relative_pose(derivation, site, axes);
  Vec3 relative = rate_in_turning_axes(sight.r_A, A->w_F);
  return (Twist){ .v = vec3_add(A->v_F, relative), .w = vec3_add(A->w_F, sight.w_FA) };
}

Twist site_acceleration(Derivation *derivation, const Site *site, int axes)
{
  Vec3 w_A = derivation_motions(derivation)[axes].w_F;
  Twist twist = site_twist(derivation, site, axes);
  return (Twist){ .v = rate_in_turning_axes(twist.v, w_A),
                  .w = rate_in_turning_axes(twist.w, w_A) };
}

Matrix site_jacobian(Derivation *derivation, const Site *site, int axes)
{
  const FrameMotion *A = &derivation_motions(derivation)[axes];
  RelativePose sight = site_relative_pose(derivation, site, axes);
  Matrix J = derivation_zeros(derivation, 6, derivation->equations->coordinate_count);
  for (int j = 0; j < J.columns; j++) {
    const Expr *q = derivation->equations->coordinates[j].symbol, *qd = expr_rate(q);
    Vec3 w_A = vec3_partial(A->w_F, qd);
    Vec3 v_A = vec3_partial(A->v_F, qd);
    Vec3 carried = vec3_add(v_A, vec3_cross(w_A, sight.r_A));
    Vec3 v = vec3_add(carried, vec3_partial(sight.r_A, q));
    Vec3 w = vec3_add(w_A, vec3_partial(sight.w_FA, qd));
    twist_put((Twist){ v, w }, J, 0, j);
  }
  return J;
}
