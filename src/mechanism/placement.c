// placement.c -- placements.
// SPDX-License-Identifier: MIT
#include "mechanism/placement.h"

#include "mechanism/kinematics.h"
#include "symbolic/algebra.h"
#include "symbolic/literal.h"

Placement placement_identity(Pool *pool)
{
  return (Placement){ mat3_identity(pool), vec3_zero(pool) };
}

Vec3 placement_apply(Placement pose, Vec3 r) { return vec3_add(pose.p, mat3_mul_vec(pose.R, r)); }

Placement placement_compose(Placement outer, Placement inner)
{
  Vec3 p = placement_apply(outer, inner.p);
  return (Placement){ mat3_mul(outer.R, inner.R), p };
}

Placement placement_between(Placement from, Placement to)
{
  Mat3 back = mat3_transpose(from.R);
  Vec3 p = mat3_mul_vec(back, vec3_sub(to.p, from.p));
  return (Placement){ mat3_mul(back, to.R), p };
}

bool placement_is_identity(Placement pose)
{
  for (int i = 0; i < 3; i++) {
    if (!is_zero(pose.p.at[i])) return false;
    for (int j = 0; j < 3; j++) {
      if (!expr_is_integer(pose.R.at[i][j], i == j)) return false;
    }
  }
  return true;
}

Placement placement_move(Placement pose, const Move *move)
{
  Pool *pool = expr_pool(pose.p.at[0]);
  Placement step = placement_identity(pool);
  if (move->kind == MOVE_QUATERNION) {
    const Expr *e[4];
    for (int i = 0; i < 4; i++)
      e[i] = expr_copy(pool, move->parameter[i]);
    step.R = quaternion_matrix(e);
    return placement_compose(pose, step);
  }
  Vec3 axis = vec3_copy(pool, move->axis);
  const Expr *amount = expr_copy(pool, move->amount);
  if (move->kind == MOVE_ROTATION) {
    step.R = mat3_rotation(axis, amount);
  } else {
    step.p = vec3_scale(amount, axis);
  }
  return placement_compose(pose, step);
}

bool looks_negative(const Expr *e)
{
  if (e->form->stage == STAGE_LITERAL) return expr_literal_value(e) < 0;
  if (e->form->op == OP_NEG) return true;
  return e->form->op == OP_MUL && expr_is_number(e->form->arg[0]) &&
         expr_number_sign(e->form->arg[0]) < 0;
}
