// rolling_equations.c -- wheels on a plane: the height of their centre, and the slip of the point
// of contact.
//
// With n the plane's normal, a the axle, sin(e) = n . a the tilt of the axle out of the plane:
//   t = a x n / cos(e)                along the track
//   s = (a - n sin(e)) / cos(e)       sideways, in the plane
//   d = (n - a sin(e)) / cos(e)       in the wheel, away from the plane
// The point of contact is c - r d, where c is the centre. It is in the plane if
//   c . n = r cos(e)
// and the material point of the wheel there has the velocity v - r w x d, in the plane
//   along     v . t - r w . a
//   sideways  v . s + r cos(e) w . t.
// Contact with the plane and absence of slip are separate constraints: `no side slip` omits only
// the slip along the track. cos(e) is positive as long as the wheel does not lie flat. If e is
// determined by an angle of the frames, cos(e) is written by that angle, with the sign of the
// initial configuration, otherwise as a square root.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/constraints.h"
#include "mechanism/default_value.h"
#include "symbolic/algebra.h"

typedef struct Wheel {
  const Rolling *rolling;
  const FrameMotion *motion;
  const Expr *radius;
  Vec3 normal;  // this and the other members in ground axes
  Vec3 axle;
  const Expr *sine;  // of the tilt
  const Expr *cosine;
} Wheel;

// ---- the cosine of the tilt

static const Expr *root_if_known(const Expr *root, const Expr *squared)
{
  return square(root) == squared ? root : NULL;
}

static const Expr *root_of_move(const Derivation *derivation, const Move *move, const Expr *squared)
{
  if (move->kind != MOVE_ROTATION) return NULL;
  const Expr *angle = expr_copy(derivation->equations->pool, move->amount);
  const Expr *root = root_if_known(expr_call(OP_COS, angle), squared);
  return root ? root : root_if_known(expr_call(OP_SIN, angle), squared);
}

static const Expr *positive_root(const Derivation *derivation, int frame, const Expr *squared)
{
  if (expr_is_one(squared)) return squared;
  for (; frame > 0; frame = derivation->mechanism->frames[frame].parent) {
    const Frame *found = &derivation->mechanism->frames[frame];
    for (int m = 0; m < found->move_count; m++) {
      const Expr *root = root_of_move(derivation, &found->moves[m], squared);
      if (root)
        return mechanism_initial_value(derivation->mechanism, root) < 0 ? negative(root) : root;
    }
  }
  return expr_call(OP_SQRT, squared);
}

static Wheel wheel_of(Derivation *derivation, int index)
{
  Pool *pool = derivation->equations->pool;
  const Rolling *rolling = &derivation->mechanism->rollings[index];
  Wheel wheel = { .rolling = rolling, .motion = &derivation_motions(derivation)[rolling->frame] };
  wheel.radius = expr_copy(pool, rolling->radius);
  wheel.normal = vec3_copy(pool, rolling->normal);
  Vec3 axle_F = vec3_copy(pool, rolling->axle_F);
  wheel.axle = mat3_mul_vec(wheel.motion->pose.R, axle_F);
  wheel.sine = vec3_dot(wheel.normal, wheel.axle);
  const Expr *sine_squared = square(wheel.sine);
  wheel.cosine =
      positive_root(derivation, rolling->frame, difference(one(sine_squared), sine_squared));
  return wheel;
}

// ---- equations

static void add_slip(Derivation *derivation, ConstraintList *list, int index, const Expr *residual,
                     const char *what)
{
  if (is_zero(residual)) return;  // the frames allow no slip
  const Rolling *rolling = &derivation->mechanism->rollings[index];
  ConstraintEquation equation = {
    .origin = ORIGIN_WHEEL, .index = index, .residual = residual, .span = rolling->span
  };
  constraints_add(derivation, list, equation, rolling->name, what);
}

void constraints_add_height(Derivation *derivation, ConstraintList *list, int index)
{
  Wheel wheel = wheel_of(derivation, index);
  const Expr *height = vec3_dot(wheel.motion->pose.p, wheel.normal);
  const Expr *residual = difference(height, product(wheel.radius, wheel.cosine));
  // a constant height is enforced by the frames, also in models drawn in the plane
  if (residual->form->stage < STAGE_POSITION) return;
  const Rolling *rolling = wheel.rolling;
  ConstraintEquation equation = { .origin = ORIGIN_WHEEL,
                                  .index = index,
                                  .is_holonomic = true,
                                  .residual = residual,
                                  .span = rolling->span };
  constraints_add(derivation, list, equation, rolling->name, "height");
}

void constraints_add_slip(Derivation *derivation, ConstraintList *list, int index)
{
  Wheel wheel = wheel_of(derivation, index);
  const Expr *over = reciprocal(wheel.cosine);
  Vec3 along = vec3_scale(over, vec3_cross(wheel.axle, wheel.normal));
  Vec3 side = vec3_scale(over, vec3_sub(wheel.axle, vec3_scale(wheel.sine, wheel.normal)));
  Vec3 v = vec3_rate(wheel.motion->pose.p);
  if (!wheel.rolling->may_slide) {
    Vec3 axle_F = vec3_copy(derivation->equations->pool, wheel.rolling->axle_F);
    const Expr *spin = vec3_dot(wheel.motion->w_F, axle_F);
    const Expr *rim = product(wheel.radius, spin);
    add_slip(derivation, list, index, difference(vec3_dot(v, along), rim), "no slip along");
  }
  Vec3 w = mat3_mul_vec(wheel.motion->pose.R, wheel.motion->w_F);
  const Expr *lever = product(wheel.radius, wheel.cosine);
  const Expr *tilting = product(lever, vec3_dot(w, along));
  add_slip(derivation, list, index, sum(vec3_dot(v, side), tilting), "no slip sideways");
}
