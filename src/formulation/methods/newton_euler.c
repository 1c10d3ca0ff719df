// newton_euler.c -- inverse dynamics and its terms by the recursive Newton-Euler algorithm.
//
//   tau   speeds, accelerations, gravity and applied forces
//   h     speeds only
//   G     gravity only
//   reaction:JOINT   the wrench that the parent exerts on the joint's frame
//
// Torques are the wrenches of the links projected on the motions of the coordinates:
//
//   tau_i = sum over links of f . dv/dqd_i + n . dw/dqd_i,   v and w relative to the parent
//
// They use base parameters (base_grouping.h); reactions require the actual masses.
//
// Reference: Featherstone 2008, chapter 5.
// SPDX-License-Identifier: MIT
#include "formulation/methods/newton_euler.h"

#include "formulation/forces.h"
#include "formulation/recipes.h"
#include "symbolic/algebra.h"

// ---- applied forces

// The force or moment of an action on the link that carries its frame, in the link's axes. The
// reaction to a force is transformed from the axes of the link that the force acts on.
static Vec3 vector_on_link(const Newton *newton, const Action *action)
{
  const Force *force = action->force;
  const LinkPlace *places = newton->tree->places, *axes = &places[force->axes];
  int from = axes->link, link = places[action->frame].link;
  Vec3 vector;
  if (action->is_reaction && force->kind == FORCE_AT_POINT) {
    from = places[force->frame].link;
    vector = vector_on_link(newton, action - 1);
  } else {
    vector = mat3_mul_vec(axes->placement.R, action_vector(newton->derivation, action));
  }
  vector = newton_vector(newton, from, vector, link);
  return action->is_reaction ? vec3_neg(vector) : vector;
}

void newton_add_forces(Newton *newton, const bool is_on_frame[])
{
  const ActionList *list = derivation_actions(newton->derivation);
  for (int k = 0; k < list->count; k++) {
    const Action *action = &list->at[k];
    const Force *force = action->force;
    if (force->kind == FORCE_TORQUE || (is_on_frame && !is_on_frame[action->frame])) continue;
    int link = newton->tree->places[action->frame].link;
    NewtonLink *own = &newton->links[link];
    Vec3 vector = vector_on_link(newton, action), moment = vector;
    if (force->kind == FORCE_AT_POINT) {
      const LinkPlace *given = &newton->tree->places[force->frame];
      Vec3 place = vec3_copy(newton->derivation->equations->pool, force->position_F);
      Vec3 r = newton_point(newton, given->link, pose_apply(given->placement, place), link);
      own->f = vec3_sub(own->f, vector);
      moment = vec3_cross(r, vector);
    }
    own->n = vec3_sub(own->n, moment);
  }
}

// ---- projection on the coordinates

static const Expr *along_coordinate(const Newton *newton, int i, int coordinate)
{
  const Equations *equations = newton->derivation->equations;
  const Link *link = &newton->tree->links[i];
  const NewtonLink *own = &newton->links[i];
  if (link->kind == MOVE_QUATERNION) {
    return vec3_dot(own->n, vec3_partial(link->w_L, speed_of(equations, coordinate)));
  }
  const Expr *partial = link_partial(link, equations->coordinates[coordinate].symbol);
  if (is_zero(partial)) return partial;
  return product(partial, vec3_dot(link->kind == MOVE_ROTATION ? own->n : own->f, link->axis));
}

// The generalised forces due to the given terms.
static Matrix terms_of(Derivation *derivation, int terms)
{
  const LinkTree *tree = newton_tree(derivation);
  Vec3 gravity = vec3_copy(derivation->equations->pool, derivation->mechanism->gravity);
  const Moments *moments = base_moments(tree, gravity, derivation->equations->arena);
  Newton newton = newton_outward(derivation, tree, terms);
  if (terms & NEWTON_FORCES) newton_add_forces(&newton, NULL);
  newton_inward(&newton, moments);
  Matrix Q = derivation_zeros(derivation, derivation->equations->coordinate_count, 1);
  for (int l = 0; l < tree->count; l++) {
    for (int i = 0; i < Q.rows; i++)
      Q.at[i] = sum(Q.at[i], along_coordinate(&newton, l, i));
  }
  return Q;
}

// ---- recipes

// Torques are not wrenches of links: they are subtracted from the result.
void newton_subtract_torques(Derivation *derivation, Matrix tau)
{
  const ActionList *list = derivation_actions(derivation);
  for (int k = 0; k < list->count; k++) {
    const Action *action = &list->at[k];
    if (action->force->kind != FORCE_TORQUE || action->is_drive) continue;
    const Expr **entry = &tau.at[action->force->coordinate];
    *entry = difference(*entry, action_amount(derivation, action));
  }
}

static bool derive_tau(Derivation *derivation, const char *key, Text *why)
{
  // torques that depend on accelerations but are not inertias are rejected, as by every method
  if (derivation->mechanism->force_count > 0 && !derivation_quantity(derivation, "Ma", why))
    return false;
  Matrix tau = terms_of(derivation, NEWTON_ALL_TERMS);
  newton_subtract_torques(derivation, tau);
  return put_tau(derivation, key, tau);
}

static bool derive_bias(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  return put_bias(derivation, key, "Coriolis and centrifugal terms, C qd",
                  terms_of(derivation, NEWTON_SPEEDS));
}

static bool derive_gravity(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  return put_gravity(derivation, key, terms_of(derivation, NEWTON_GRAVITY));
}

// ---- reactions

// The links with the bodies of the given frames only.
static const LinkTree *tree_of_frames(Derivation *derivation, const bool is_carried[])
{
  const Mechanism *mechanism = derivation->mechanism;
  Equations *equations = derivation->equations;
  Mechanism part = *mechanism;
  part.bodies = ARENA_ARRAY(equations->arena, Body, mechanism->body_count);
  part.body_count = 0;
  for (int b = 0; b < mechanism->body_count; b++) {
    if (is_carried[mechanism->bodies[b].frame]) {
      part.bodies[part.body_count++] = mechanism->bodies[b];
    }
  }
  return links_of(&part, equations->pool, equations->arena);
}

// Bodies on ground do not move: only their weights are added.
static void add_weights_on_ground(Newton *newton, const bool is_carried[])
{
  Derivation *derivation = newton->derivation;
  Pool *pool = derivation->equations->pool;
  NewtonLink *ground = &newton->links[LINK_GROUND];
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    const Body *body = &derivation->mechanism->bodies[b];
    const LinkPlace *place = &newton->tree->places[body->frame];
    if (place->link != LINK_GROUND || !is_carried[body->frame]) continue;
    Vec3 f = vec3_scale(expr_copy(pool, body->mass), ground->V);
    Vec3 r = pose_apply(place->placement, vec3_copy(pool, body->com_F));
    ground->f = vec3_add(ground->f, f);
    ground->n = vec3_add(ground->n, vec3_cross(r, f));
  }
}

// The reaction is positive as exerted by the parent on the joint's frame, including drives and
// friction of the joint.
static bool derive_reaction(Derivation *derivation, const char *key, Text *why)
{
  const Joint *joint = joint_of_key(derivation, key, why);
  if (!joint) return false;
  const bool *is_carried = frames_carried_by(derivation, joint->frame);
  const LinkTree *tree = tree_of_frames(derivation, is_carried);
  const Moments *moments = standard_moments(tree, derivation->equations->arena);
  Newton newton = newton_outward(derivation, tree, NEWTON_ALL_TERMS);
  newton_add_forces(&newton, is_carried);
  newton_inward(&newton, moments);
  add_weights_on_ground(&newton, is_carried);
  LinkPlace place = tree->places[joint->frame];
  const NewtonLink *link = &newton.links[place.link];
  Vec3 n = vec3_sub(link->n, vec3_cross(place.placement.p, link->f));
  Vec3 f_F = mat3_mul_vec_transposed(place.placement.R, link->f);
  Vec3 n_F = mat3_mul_vec_transposed(place.placement.R, n);
  Matrix reaction = twist_column(derivation->equations->arena, (Twist){ .v = f_F, .w = n_F });
  const Frame *frames = derivation->mechanism->frames, *frame = &frames[joint->frame];
  const char *title =
      arena_format(reaction.arena, "force and moment of %s on %s, at its origin and in its axes",
                   frames[frame->parent].name, frame->name);
  equations_put(derivation->equations, (Quantity){ .key = key, .title = title }, reaction);
  return true;
}

const Recipe NEWTON_EULER_RECIPES[] = {
  { "tau", derive_tau },
  { "h", derive_bias },
  { "G", derive_gravity },
  { "M", derive_composite_mass },
  { "C", derive_christoffel },
  { "dtau/dq", derive_newton_partials },
  { "dtau/dqd", derive_newton_partials },
  { "reaction:", derive_reaction },
  { NULL, NULL },
};
