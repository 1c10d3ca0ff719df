// sensed_points.c -- positions and velocities of sensed points, preserved while coordinates change.
//
// A law that uses the position of a point contains it as an expression of the old coordinates. The
// point still exists in the new ones: each component becomes a symbol before the change and the
// component in the new coordinates after it. Old coordinates therefore need not be expressed by new
// ones just to locate a point.
// SPDX-License-Identifier: MIT
#include "transform/carried/sensed_points.h"

#include "mechanism/kinematics.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

// Expressions to be replaced for a point: the components of its position in ground, their time
// derivatives, and the components of its velocity as kinematics form them.
typedef struct PlaceMotion {
  Vec3 position;
  Vec3 rate;
  Vec3 velocity;
} PlaceMotion;

static PlaceMotion motion_of(const FrameMotion *frame, const FramePoint *place)
{
  PlaceMotion motion = { .position = pose_apply(frame->pose, place->position_F),
                         .velocity = mat3_mul_vec(frame->pose.R,
                                                  point_velocity_F(frame, place->position_F)) };
  expr_time_derivatives(motion.position.at, 3, motion.rate.at);
  return motion;
}

static bool may_be_replaced(const Expr *e)
{
  return e->form->stage >= STAGE_POSITION && e->form->op != OP_SYMBOL;
}

static const Expr *symbol_of(const Transform *transform, const char *what, int k, int axis,
                             Stage stage)
{
  const char *name = arena_format(transform->scratch, "%s of place %d along %d", what, k, axis);
  return expr_symbol(transform->mechanism->pool, name, stage);
}

static void put(const Expr **e, void *substitution) { *e = substituted(substitution, *e); }

ObservedPlaces observed_places_hide(Transform *transform)
{
  Mechanism *mechanism = transform->mechanism;
  int count = mechanism->observed_count;
  ObservedPlaces observed = { ARENA_ARRAY(transform->scratch, Vec3, count),
                              ARENA_ARRAY(transform->scratch, Vec3, count) };
  Substitution hidden = { ARENA_ARRAY(transform->scratch, const Expr *, 9 * count + 1),
                          ARENA_ARRAY(transform->scratch, const Expr *, 9 * count + 1), 0 };
  const FrameMotion *frames = kinematics_of(mechanism, mechanism->pool, transform->scratch);
  for (int k = 0; k < count; k++) {
    const FramePoint *place = &mechanism->observed[k];
    PlaceMotion motion = motion_of(&frames[place->frame], place);
    for (int i = 0; i < 3; i++) {
      const Expr *position = symbol_of(transform, "position", k, i, STAGE_POSITION);
      const Expr *rate = symbol_of(transform, "velocity", k, i, STAGE_VELOCITY);
      expr_set_rate(position, rate);
      observed.position[k].at[i] = position;
      observed.rate[k].at[i] = rate;
      if (!may_be_replaced(motion.position.at[i])) continue;
      substitution_add(&hidden, motion.position.at[i], position);
      if (may_be_replaced(motion.rate.at[i])) substitution_add(&hidden, motion.rate.at[i], rate);
      if (may_be_replaced(motion.velocity.at[i]))
        substitution_add(&hidden, motion.velocity.at[i], rate);
    }
  }
  mechanism_visit_laws(mechanism, put, &hidden);
  return observed;
}

void observed_places_show(Transform *transform, const ObservedPlaces *observed)
{
  Mechanism *mechanism = transform->mechanism;
  int count = mechanism->observed_count;
  Substitution shown = { ARENA_ARRAY(transform->scratch, const Expr *, 6 * count + 1),
                         ARENA_ARRAY(transform->scratch, const Expr *, 6 * count + 1), 0 };
  const FrameMotion *frames = kinematics_of(mechanism, mechanism->pool, transform->scratch);
  for (int k = 0; k < count; k++) {
    const FramePoint *place = &mechanism->observed[k];
    PlaceMotion motion = motion_of(&frames[place->frame], place);
    for (int i = 0; i < 3; i++) {
      substitution_add(&shown, observed->position[k].at[i], motion.position.at[i]);
      substitution_add(&shown, observed->rate[k].at[i], motion.rate.at[i]);
    }
  }
  mechanism_visit_laws(mechanism, put, &shown);
}
