// kane_wrench.c -- what the joints do to each body, and the matrices M and W of all bodies.
//
//   omega_c = M v' + W M v - omega_a
//
// Force and moment about the centre of mass, in the body's axes. omega_a is the weight and every
// force, moment and spring that acts on the body; what acts on something rigid that several bodies
// are part of counts for the first of them, and on what is fixed to ground for the nearest that
// carries the place. What acts on a link without mass goes through its joint: that is part of
// omega_c. Torques on coordinates act inside joints: they are part of it, too, as are the torques
// that inverse dynamics answers.
// SPDX-License-Identifier: MIT
#include "formulation/methods/kane.h"

#include "symbolic/algebra.h"

typedef struct Target {
  Derivation *derivation;
  const Body *body;
  Twist wrench;  // sum so far
} Target;

// ---- what acts

// The first body on the frame, or on the nearest in front of it that has one; NULL: none has.
static const Body *nearest_body(const Mechanism *mechanism, int frame)
{
  for (int f = frame;; f = mechanism->frames[f].parent) {
    for (int b = 0; b < mechanism->body_count; b++) {
      if (mechanism->bodies[b].frame == f) return &mechanism->bodies[b];
    }
    if (f == FRAME_GROUND) return NULL;
  }
}

// Is it this body that answers for what acts on the frame?
static bool is_carried_by(const Target *target, int frame)
{
  const Mechanism *mechanism = target->derivation->mechanism;
  const LinkTree *tree = derivation_links(target->derivation);
  int link = tree->places[frame].link;
  if (link == LINK_GROUND) return nearest_body(mechanism, frame) == target->body;
  for (int b = 0; b < mechanism->body_count; b++) {
    if (tree->places[mechanism->bodies[b].frame].link == link)
      return &mechanism->bodies[b] == target->body;
  }
  return false;
}

// `vector` in the axes of `frame`, seen from the body's.
static Vec3 in_body_axes(const Target *target, Vec3 vector, int frame)
{
  Pool *pool = target->derivation->equations->pool;
  if (frame == target->body->frame) return vector;
  Pose pose = pose_of_frame(target->derivation->mechanism, pool, frame, target->body->frame);
  return mat3_mul_vec(pose.R, vector);
}

// From the centre of mass to a point given in `frame`.
static Vec3 lever(const Target *target, int frame, Vec3 r_F)
{
  Pool *pool = target->derivation->equations->pool;
  Pose pose = pose_of_frame(target->derivation->mechanism, pool, frame, target->body->frame);
  return vec3_sub(pose_apply(pose, r_F), vec3_copy(pool, target->body->com_F));
}

static void add_force_at(Target *target, Vec3 force, Vec3 r)
{
  target->wrench.v = vec3_add(target->wrench.v, force);
  target->wrench.w = vec3_add(target->wrench.w, vec3_cross(r, force));
}

static void add_force(Target *target, const Force *force)
{
  Pool *pool = target->derivation->equations->pool;
  Vec3 vector = force_vector(target->derivation, force);
  Vec3 place = vec3_copy(pool, force->position_F);
  if (is_carried_by(target, force->frame)) {
    Vec3 f = in_body_axes(target, vector, force->axes);
    add_force_at(target, f, lever(target, force->frame, place));
  }
  if (force->second_frame != FRAME_GROUND && is_carried_by(target, force->second_frame)) {
    Vec3 reaction = vec3_neg(in_body_axes(target, vector, force->axes));
    add_force_at(target, reaction, lever(target, force->frame, place));
  }
}

static void add_moment(Target *target, const Force *force)
{
  Vec3 vector = force_vector(target->derivation, force);
  if (is_carried_by(target, force->frame)) {
    target->wrench.w = vec3_add(target->wrench.w, in_body_axes(target, vector, force->axes));
  }
  if (force->second_frame != FRAME_GROUND && is_carried_by(target, force->second_frame)) {
    target->wrench.w = vec3_sub(target->wrench.w, in_body_axes(target, vector, force->axes));
  }
}

static Twist applied_wrench(Derivation *derivation, const Body *body)
{
  const Mechanism *mechanism = derivation->mechanism;
  Target target = { derivation, body, kane_weight(derivation, (int)(body - mechanism->bodies)) };
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    switch (force->kind) {
    case FORCE_TORQUE: break;
    case FORCE_AT_POINT: add_force(&target, force); break;
    case FORCE_MOMENT: add_moment(&target, force); break;
    }
  }
  return target.wrench;
}

// ---- quantities

bool derive_constraint_wrench(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  const Body *body = body_of_key(derivation, key, why);
  if (!body) return false;
  KaneBody own = kane_body(derivation, (int)(body - derivation->mechanism->bodies));
  Twist needed = kane_inertia_force(&own, own.velocity, twist_rate(own.velocity));
  Twist applied = applied_wrench(derivation, body);
  const Expr **wrench = equations_add(equations, (Quantity){ .key = key });
  for (int i = 0; i < 3; i++) {
    wrench[i] = difference(needed.v.at[i], applied.v.at[i]);
    wrench[3 + i] = difference(needed.w.at[i], applied.w.at[i]);
  }
  return true;
}

// A square matrix with six rows and columns for each body, two blocks each, zero so far.
static const Expr **add_blocks(Derivation *derivation, const char *key)
{
  int size = 6 * derivation->mechanism->body_count;
  const Expr **entries =
      equations_add(derivation->equations, (Quantity){ .key = key, .rows = size, .columns = size });
  for (int e = 0; e < size * size; e++)
    entries[e] = expr_integer(derivation->equations->pool, 0);
  return entries;
}

// Block `index` (two for each body) on the diagonal.
static void set_block(Derivation *derivation, const Expr *entries[], int index, Mat3 block)
{
  int size = 6 * derivation->mechanism->body_count;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      entries[(3 * index + i) * size + 3 * index + j] = block.at[i][j];
  }
}

bool derive_body_masses(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const Expr **M = add_blocks(derivation, key);
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    KaneBody body = kane_body(derivation, b);
    set_block(derivation, M, 2 * b, mat3_diagonal(body.mass, body.mass, body.mass));
    set_block(derivation, M, 2 * b + 1, body.inertia);
  }
  return true;
}

bool derive_body_rotations(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  const Expr **W = add_blocks(derivation, key);
  for (int b = 0; b < derivation->mechanism->body_count; b++) {
    Mat3 skew = mat3_skew(kane_body(derivation, b).velocity.w);
    set_block(derivation, W, 2 * b, skew);
    set_block(derivation, W, 2 * b + 1, skew);
  }
  return true;
}
