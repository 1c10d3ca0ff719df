// site.c -- sight, twist, acceleration and Jacobian of a site.
// SPDX-License-Identifier: MIT
#include "formulation/site.h"

Site site_of_frame(Scene *scene, int frame)
{
  return (Site){ scene->mechanism->frames[frame].name, frame, vec3_zero(scene->equations->pool) };
}

Site site_of_point(Scene *scene, int point)
{
  const Point *found = &scene->mechanism->points[point];
  Vec3 r_F = vec3_copy(scene->equations->pool, found->position_F);
  return (Site){ found->name, found->frame, r_F };
}

Sight site_seen_from(Scene *scene, const Site *site, int axes)
{
  FrameMotion motion =
      axes == FRAME_GROUND
          ? scene_motions(scene)[site->frame]
          : kinematics_between(scene->mechanism, scene->equations->pool, site->frame, axes);
  Vec3 r_A = pose_apply(motion.pose, site->r_F);
  return (Sight){ r_A, motion.pose.R, mat3_mul_vec(motion.pose.R, motion.w_F) };
}

// The rate of a vector whose components in turning axes are given: da/dt + w x a.
static Vec3 rate_in_turning_axes(Vec3 a, Vec3 w)
{
  Vec3 own = vec3_rate(a);
  return vec3_add(vec3_cross(w, a), own);
}

Twist site_twist(Scene *scene, const Site *site, int axes)
{
  const FrameMotion *A = &scene_motions(scene)[axes];
  Sight sight = site_seen_from(scene, site, axes);
  Vec3 relative = rate_in_turning_axes(sight.r_A, A->w_F);
  return (Twist){ .v = vec3_add(A->v_F, relative), .w = vec3_add(A->w_F, sight.w_FA) };
}

Twist site_acceleration(Scene *scene, const Site *site, int axes)
{
  Vec3 w_A = scene_motions(scene)[axes].w_F;
  Twist twist = site_twist(scene, site, axes);
  return (Twist){ .v = rate_in_turning_axes(twist.v, w_A),
                  .w = rate_in_turning_axes(twist.w, w_A) };
}

void site_jacobian(Scene *scene, const Site *site, int axes, const Expr *J[])
{
  const Equations *equations = scene->equations;
  const FrameMotion *A = &scene_motions(scene)[axes];
  Sight sight = site_seen_from(scene, site, axes);
  int n = equations->coordinate_count;
  for (int j = 0; j < n; j++) {
    const Expr *q = equations->coordinates[j].symbol, *qd = expr_rate(q);
    Vec3 w_A = vec3_partial(A->w_F, qd);
    Vec3 v_A = vec3_partial(A->v_F, qd);
    Vec3 carried = vec3_add(v_A, vec3_cross(w_A, sight.r_A));
    Vec3 v = vec3_add(carried, vec3_partial(sight.r_A, q));
    Vec3 w = vec3_add(w_A, vec3_partial(sight.w_FA, qd));
    for (int i = 0; i < 3; i++) {
      J[i * n + j] = v.at[i];
      J[(3 + i) * n + j] = w.at[i];
    }
  }
}
