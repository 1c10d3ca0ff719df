// orientation.c -- where frames stand to each other, exactly, by angles and by quaternions.
//
// A turn by a about the unit vector n is the quaternion cos(a/2) + sin(a/2) n; one turn behind
// another is their product. So a quaternion of exact angles is exact, without roots of sums.
// SPDX-License-Identifier: MIT
#include "mechanism/kinematics.h"
#include "transform/transform.h"
#include "symbolic/algebra.h"

// ---- in the plane

const Expr *plane_turn(const Transform *transform, const Move *move)
{
  const Expr *zero = expr_integer(transform->mechanism->pool, 0);
  return move->kind == MOVE_ROTATION ? product(move->axis.at[transform->plane], move->amount)
                                     : zero;
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

// ---- quaternions

static Quaternion no_turn(Pool *pool)
{
  const Expr *zero = expr_integer(pool, 0);
  return (Quaternion){ { expr_integer(pool, 1), zero, zero, zero } };
}

Quaternion quaternion_opposite(Quaternion a)
{
  for (int i = 1; i < 4; i++)
    a.e[i] = negative(a.e[i]);
  return a;
}

// (a0 + a)(b0 + b) = a0 b0 - a . b  +  a0 b + b0 a + a x b
Quaternion quaternion_product(Quaternion a, Quaternion b)
{
  Vec3 va = { { a.e[1], a.e[2], a.e[3] } }, vb = { { b.e[1], b.e[2], b.e[3] } };
  const Expr *scalar = product(a.e[0], b.e[0]);
  Vec3 v = vec3_cross(va, vb);
  v = vec3_add(v, vec3_scale(a.e[0], vb));
  v = vec3_add(v, vec3_scale(b.e[0], va));
  return (Quaternion){ { difference(scalar, vec3_dot(va, vb)), v.at[0], v.at[1], v.at[2] } };
}

// Euler parameters may be given with any length; coordinates have length 1.
static Quaternion turn_of_parameters(const Move *move)
{
  Quaternion turn = { { move->parameter[0], move->parameter[1], move->parameter[2],
                        move->parameter[3] } };
  if (move_is_moving(move)) return turn;
  const Expr *squared = integer(turn.e[0], 0);
  for (int i = 0; i < 4; i++)
    squared = sum(squared, square(turn.e[i]));
  const Expr *length = expr_call(OP_SQRT, squared);
  for (int i = 0; i < 4; i++)
    turn.e[i] = quotient(turn.e[i], length);
  return turn;
}

static Quaternion turn_of_move(const Move *move)
{
  if (move->kind == MOVE_TRANSLATION) return no_turn(expr_pool(move->amount));
  if (move->kind == MOVE_QUATERNION) return turn_of_parameters(move);
  const Expr *angle = half(move->amount);
  const Expr *sine = expr_call(OP_SIN, angle);
  Vec3 v = vec3_scale(sine, move->axis);
  return (Quaternion){ { expr_call(OP_COS, angle), v.at[0], v.at[1], v.at[2] } };
}

Quaternion quaternion_of_moves(Pool *pool, const Move moves[], int count)
{
  Quaternion turn = no_turn(pool);
  for (int m = 0; m < count; m++)
    turn = quaternion_product(turn, turn_of_move(&moves[m]));
  return turn;
}

// From the ground.
static Quaternion turn_of_frame(const Transform *transform, int frame)
{
  const Mechanism *mechanism = transform->mechanism;
  Quaternion turn = no_turn(mechanism->pool);
  for (; frame > 0; frame = mechanism->frames[frame].parent) {
    const Frame *f = &mechanism->frames[frame];
    Quaternion outer = quaternion_of_moves(mechanism->pool, f->moves, f->move_count);
    turn = quaternion_product(outer, turn);
  }
  return turn;
}

Quaternion quaternion_between(const Transform *transform, int frame, int seen_from)
{
  Quaternion outer = quaternion_opposite(turn_of_frame(transform, seen_from));
  return quaternion_product(outer, turn_of_frame(transform, frame));
}

// ---- positions, matrices, moves

Vec3 position_in(const Transform *transform, int frame, int seen_from, Vec3 r_F)
{
  const Mechanism *mechanism = transform->mechanism;
  FrameMotion motion = kinematics_between(mechanism, mechanism->pool, frame, seen_from);
  return point_position_G(&motion, r_F);
}

Mat3 rotation_in(const Transform *transform, int frame, int seen_from)
{
  const Mechanism *mechanism = transform->mechanism;
  return kinematics_between(mechanism, mechanism->pool, frame, seen_from).R_GF;
}

Move opposite_move(const Move *move)
{
  Move opposite = *move;
  opposite.amount = negative(move->amount);
  for (int i = 1; i < 4 && move->kind == MOVE_QUATERNION; i++)
    opposite.parameter[i] = negative(move->parameter[i]);
  return opposite;
}

Placement placement_of_moves(Pool *pool, const Move moves[], int count)
{
  Placement placement = placement_identity(pool);
  for (int m = 0; m < count; m++)
    placement = placement_move(placement, &moves[m]);
  return placement;
}
