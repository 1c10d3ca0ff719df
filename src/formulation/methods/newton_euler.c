// newton_euler.c -- inverse dynamics by Newton and Euler's recursion, and what it is made of.
//
//   tau   speeds, accelerations, gravity and what acts
//   h     speeds only
//   G     gravity only
//   reaction:JOINT   the wrench that the parent exerts on the joint's frame
//
// Torques are the wrenches of the links along what the coordinates do: tau_i = sum over links of
// f . dv/dqd_i + n . dw/dqd_i, v and w relative to the parent. They come from base parameters
// (base_grouping.h); reactions need the real masses.
// SPDX-License-Identifier: MIT
#include "formulation/methods/newton_euler.h"

#include "formulation/recipes.h"
#include "symbolic/algebra.h"

// ---- along the coordinates

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

static void put_generalised(const Newton *newton, const Expr *out[])
{
  int n = newton->derivation->equations->coordinate_count;
  for (int i = 0; i < n; i++)
    out[i] = expr_integer(newton->derivation->equations->pool, 0);
  for (int l = 0; l < newton->tree->count; l++) {
    for (int i = 0; i < n; i++)
      out[i] = sum(out[i], along_coordinate(newton, l, i));
  }
}

static void derive_terms(Derivation *derivation, int terms, const Expr *out[])
{
  const LinkTree *tree = newton_tree(derivation);
  Vec3 gravity = vec3_copy(derivation->equations->pool, derivation->mechanism->gravity);
  const Moments *moments = base_moments(tree, gravity, derivation->equations->arena);
  Newton newton = newton_outward(derivation, tree, terms);
  if (terms & NEWTON_FORCES) newton_add_forces(&newton, NULL);
  newton_inward(&newton, moments);
  put_generalised(&newton, out);
}

// ---- recipes

static void take_off_torques(Derivation *derivation, const Expr *tau[])
{
  const Mechanism *mechanism = derivation->mechanism;
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    if (force->kind != FORCE_TORQUE || force_is_drive(derivation, force)) continue;
    const Expr *amount = derivation_expression(derivation, force->amount);
    tau[force->coordinate] = difference(tau[force->coordinate], amount);
  }
}

static bool derive_tau(Derivation *derivation, const char *key, Text *why)
{
  // torques against accelerations that are no inertia are refused, as by every method
  if (derivation->mechanism->force_count > 0 && !derivation_quantity(derivation, "Ma", why))
    return false;
  const Expr **tau = add_tau(derivation, key);
  derive_terms(derivation, NEWTON_ALL_TERMS, tau);
  take_off_torques(derivation, tau);
  return true;
}

static bool derive_bias(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  derive_terms(derivation, NEWTON_SPEEDS,
               add_bias(derivation, key, "Coriolis and centrifugal terms, C qd"));
  return true;
}

static bool derive_gravity(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  derive_terms(derivation, NEWTON_GRAVITY, add_gravity(derivation, key));
  return true;
}

// ---- reactions

// The links with the bodies of some frames only.
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

static const Expr **add_reaction(Derivation *derivation, const char *key, const Joint *joint)
{
  Equations *equations = derivation->equations;
  Arena *arena = equations->arena;
  const Frame *frame = &derivation->mechanism->frames[joint->frame];
  const char *parent = derivation->mechanism->frames[frame->parent].name;
  const char *title = arena_format(
      arena, "force and moment of %s on %s, at its origin and in its axes", parent, frame->name);
  return equations_add(equations, (Quantity){ .key = key, .title = title });
}

// Bodies on ground do not move: their weight only.
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

// Positive: what the parent does to the joint's frame, drives and friction of the joint included.
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
  const Expr **reaction = add_reaction(derivation, key, joint);
  for (int i = 0; i < 3; i++) {
    reaction[i] = f_F.at[i];
    reaction[3 + i] = n_F.at[i];
  }
  return true;
}

const Recipe NEWTON_EULER_RECIPES[] = {
  { "tau", derive_tau },
  { "h", derive_bias },
  { "G", derive_gravity },
  { "M", derive_composite_mass },
  { "C", derive_christoffel },
  { "reaction:", derive_reaction },
  { NULL, NULL },
};
