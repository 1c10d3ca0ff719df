// kinematics.c -- from ground outwards, one elementary move after the other.
// SPDX-License-Identifier: MIT
#include "mechanism/kinematics.h"

#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

static FrameMotion motion_at_rest(Pool *pool)
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

typedef enum Direction { OUTWARDS, BACK } Direction;

// a b + sign c d, one product after the other
static const Expr *pair(const Expr *a, const Expr *b, int sign, const Expr *c, const Expr *d)
{
  return sign > 0 ? sum_of_products(a, b, c, d) : difference_of_products(a, b, c, d);
}

// 2, or 2 / |e|^2 of constants, whose length may be any: rational numbers give a rational matrix.
static const Expr *twice_by_norm(const Expr *const e[4])
{
  const Expr *squared = integer(e[0], 0);
  for (int i = 0; i < 4; i++) {
    if (e[i]->form->stage >= STAGE_TIME) return integer(e[0], 2);
    squared = sum(squared, square(e[i]));
  }
  return quotient(integer(e[0], 2), squared);
}

// R_ii = 1 - 2 (e_j^2 + e_k^2), R_ij = 2 (e_i e_j - e0 e_k), R_ji = 2 (e_i e_j + e0 e_k)
// for (i, j, k) = (1, 2, 3) and turned round.
Mat3 quaternion_matrix(const Expr *const e[4])
{
  const Expr *two = twice_by_norm(e);
  Mat3 R = mat3_identity(expr_pool(e[0]));
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    int k = (i + 2) % 3;
    const Expr *ei = e[i + 1];
    const Expr *ej = e[j + 1];
    const Expr *ek = e[k + 1];
    R.at[i][i] = difference(R.at[i][i], product(two, pair(ej, ej, 1, ek, ek)));
    R.at[i][j] = product(two, pair(ei, ej, -1, e[0], ek));
    R.at[j][i] = product(two, pair(ei, ej, 1, e[0], ek));
  }
  return R;
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
    const Expr *direct = pair(e[0], rate[i + 1], -1, e[i + 1], rate[0]);
    const Expr *turned = pair(e[k], rate[j], -1, e[j], rate[k]);
    w.at[i] = product(two, sum(direct, turned));
  }
  return w;
}

// Back: the conjugate. The next rotation begins afresh.
static void rotate_by_quaternion(FrameMotion *motion, Pool *pool, const Move *move,
                                 Direction direction)
{
  const Expr *e[4];
  for (int i = 0; i < 4; i++) {
    e[i] = expr_copy(pool, move->parameter[i]);
    if (direction == BACK && i > 0) e[i] = negative(e[i]);
  }
  Mat3 R = quaternion_matrix(e);
  motion->R_GF = mat3_mul(motion->R_GF, R);
  motion->last_angle = NULL;
  Vec3 carried = mat3_mul_vec_transposed(R, motion->w_F);
  motion->w_F = vec3_add(carried, quaternion_velocity(e));
  motion->v_F = mat3_mul_vec_transposed(R, motion->v_F);
}

// Back: the same axis, the opposite amount.
static void apply_move(FrameMotion *motion, Pool *pool, const Move *move, Direction direction)
{
  if (move->kind == MOVE_QUATERNION) {
    rotate_by_quaternion(motion, pool, move, direction);
    return;
  }
  Vec3 axis = vec3_copy(pool, move->axis);
  const Expr *amount = expr_copy(pool, move->amount);
  if (direction == BACK) amount = negative(amount);
  if (move->kind == MOVE_ROTATION) {
    rotate(motion, axis, amount);
  } else {
    translate(motion, axis, amount);
  }
}

FrameMotion *kinematics_of(const Mechanism *mechanism, Pool *pool, Arena *arena)
{
  FrameMotion *motions = ARENA_ARRAY(arena, FrameMotion, mechanism->frame_count);
  motions[FRAME_GROUND] = motion_at_rest(pool);
  for (int f = 1; f < mechanism->frame_count; f++) {
    const Frame *frame = &mechanism->frames[f];
    motions[f] = motions[frame->parent];
    for (int m = 0; m < frame->move_count; m++)
      apply_move(&motions[f], pool, &frame->moves[m], OUTWARDS);
  }
  return motions;
}

// The frames from `frame` (first) up to, without, `ancestor`; returns their number.
static int path_up(const Mechanism *mechanism, int frame, int ancestor, int path[])
{
  int count = 0;
  for (; frame != ancestor; frame = mechanism->frames[frame].parent)
    path[count++] = frame;
  return count;
}

// Parents have smaller indices: of two different frames the larger is not the common ancestor.
static int common_ancestor(const Mechanism *mechanism, int a, int b)
{
  while (a != b) {
    if (a > b) {
      a = mechanism->frames[a].parent;
    } else {
      b = mechanism->frames[b].parent;
    }
  }
  return a;
}

FrameMotion kinematics_between(const Mechanism *mechanism, Pool *pool, int of, int seen_from)
{
  Arena *scratch = arena_new();
  int *path = ARENA_ARRAY(scratch, int, mechanism->frame_count);
  int ancestor = common_ancestor(mechanism, of, seen_from);
  FrameMotion motion = motion_at_rest(pool);
  int count = path_up(mechanism, seen_from, ancestor, path);
  for (int i = 0; i < count; i++) {
    const Frame *frame = &mechanism->frames[path[i]];
    for (int m = frame->move_count - 1; m >= 0; m--)
      apply_move(&motion, pool, &frame->moves[m], BACK);
  }
  count = path_up(mechanism, of, ancestor, path);
  for (int i = count - 1; i >= 0; i--) {
    const Frame *frame = &mechanism->frames[path[i]];
    for (int m = 0; m < frame->move_count; m++)
      apply_move(&motion, pool, &frame->moves[m], OUTWARDS);
  }
  arena_free(scratch);
  return motion;
}

Vec3 point_velocity_F(const FrameMotion *frame, Vec3 r_F)
{
  return vec3_add(frame->v_F, vec3_cross(frame->w_F, r_F));
}

Vec3 point_position_G(const FrameMotion *frame, Vec3 r_F)
{
  return vec3_add(frame->p_G, mat3_mul_vec(frame->R_GF, r_F));
}
