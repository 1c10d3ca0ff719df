// poses.c -- where frames and points are, and how the speeds move them.
// SPDX-License-Identifier: MIT
#include "formulation/builder.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

// Homogeneous transform, ground from frame: [R p; 0 1].
static void add_transform(Equations *equations, const char *name, Mat3 R_GF, Vec3 p_G)
{
  Arena *arena = equations->arena;
  Quantity quantity = {
    .key = arena_format(arena, "fk:%s", name),
    .function = arena_format(arena, "position_%s", name),
    .title = arena_format(arena, "pose of %s in ground, homogeneous transform", name),
    .unit = "",
    .rows = 4,
    .columns = 4,
  };
  const Expr **H = equations_add(equations, quantity);
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      if (i == 3) {
        H[4 * i + j] = expr_integer(equations->pool, j == 3);
      } else {
        H[4 * i + j] = j == 3 ? p_G.at[i] : R_GF.at[i][j];
      }
    }
  }
}

// The columns are the partial velocities: coefficients of each speed in v and w.
static void add_jacobian(Equations *equations, const char *name, const FrameMotion *frame, Vec3 r_F)
{
  int n = equations->coordinate_count;
  Arena *arena = equations->arena;
  Quantity quantity = {
    .key = arena_format(arena, "jac:%s", name),
    .function = arena_format(arena, "jacobian_%s", name),
    .title =
        arena_format(arena, "Jacobian of %s: velocity, then angular velocity, ground axes", name),
    .unit = "",
    .rows = 6,
    .columns = n,
  };
  const Expr **J = equations_add(equations, quantity);
  Vec3 p_G = point_position_G(frame, r_F);
  Vec3 w_G = mat3_mul_vec(frame->R_GF, frame->w_F);
  const Expr **q = ARENA_ARRAY(arena, const Expr *, n);
  const Expr **qd = ARENA_ARRAY(arena, const Expr *, n);
  for (int j = 0; j < n; j++) {
    q[j] = equations->coordinates[j].symbol;
    qd[j] = expr_rate(q[j]);
  }
  expr_jacobian(p_G.at, 3, q, n, J);
  expr_jacobian(w_G.at, 3, qd, n, J + 3 * n);
}

void add_poses(Equations *equations, const Mechanism *mechanism, const FrameMotion motions[])
{
  for (int f = 1; f < mechanism->frame_count; f++) {
    add_transform(equations, mechanism->frames[f].name, motions[f].R_GF, motions[f].p_G);
  }
  for (int p = 0; p < mechanism->point_count; p++) {
    const Point *point = &mechanism->points[p];
    const FrameMotion *frame = &motions[point->frame];
    Vec3 r_F = vec3_copy(equations->pool, point->position_F);
    add_transform(equations, point->name, frame->R_GF, point_position_G(frame, r_F));
    add_jacobian(equations, point->name, frame, r_F);
  }
}
