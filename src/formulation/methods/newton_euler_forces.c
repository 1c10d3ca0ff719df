// newton_euler_forces.c -- what acts on the links, as wrenches.
//
// Forces, moments and their reactions are taken off the wrench that the parent must exert, in the axes of the link they act on. Torques on coordinates are not wrenches:
// newton_euler.c takes them off the result.
// SPDX-License-Identifier: MIT
#include "formulation/methods/newton_euler.h"

#include "formulation/recipes.h"

// A force at a place of a frame, both in the axes of the frame's link.
typedef struct Wrench {
  int frame;
  Vec3 f;
  Vec3 n;  // about the link's origin
} Wrench;

static int link_of(const Newton *newton, int frame) { return newton->tree->places[frame].link; }

static Vec3 place_on_link(const Newton *newton, int frame, Vec3 r_F)
{
  return pose_apply(newton->tree->places[frame].placement, r_F);
}

static void take_off(Newton *newton, const bool is_on_frame[], Wrench wrench)
{
  int link = link_of(newton, wrench.frame);
  if (is_on_frame && !is_on_frame[wrench.frame]) return;
  NewtonLink *own = &newton->links[link];
  own->f = vec3_sub(own->f, wrench.f);
  own->n = vec3_sub(own->n, wrench.n);
}

// `vector` of the force in the axes of the link that carries `frame`.
static Vec3 vector_on(const Newton *newton, const Force *force, int frame)
{
  const LinkPlace *given = &newton->tree->places[force->axes];
  Vec3 on_given = mat3_mul_vec(given->placement.R, force_vector(newton->derivation, force));
  return newton_vector(newton, given->link, on_given, link_of(newton, frame));
}

static void add_moment(Newton *newton, const bool is_on_frame[], const Force *force)
{
  Vec3 zero = vec3_zero(newton->derivation->equations->pool);
  Vec3 n = vector_on(newton, force, force->frame);
  take_off(newton, is_on_frame, (Wrench){ force->frame, zero, n });
  n = vec3_neg(vector_on(newton, force, force->second_frame));
  take_off(newton, is_on_frame, (Wrench){ force->second_frame, zero, n });
}

// Force f on `frame` at r, both in the axes of its link, and the opposite on `second` in the same
// place of space.
static void add_pair(Newton *newton, const bool is_on_frame[], int frame, Vec3 r, Vec3 f,
                     int second)
{
  take_off(newton, is_on_frame, (Wrench){ frame, f, vec3_cross(r, f) });
  int link = link_of(newton, frame), other = link_of(newton, second);
  Vec3 f_second = vec3_neg(newton_vector(newton, link, f, other));
  Vec3 r_second = newton_point(newton, link, r, other);
  take_off(newton, is_on_frame, (Wrench){ second, f_second, vec3_cross(r_second, f_second) });
}

static void add_force(Newton *newton, const bool is_on_frame[], const Force *force)
{
  Vec3 r_F = vec3_copy(newton->derivation->equations->pool, force->position_F);
  Vec3 r = place_on_link(newton, force->frame, r_F);
  Vec3 f = vector_on(newton, force, force->frame);
  add_pair(newton, is_on_frame, force->frame, r, f, force->second_frame);
}

void newton_add_forces(Newton *newton, const bool is_on_frame[])
{
  const Mechanism *mechanism = newton->derivation->mechanism;
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    switch (force->kind) {
    case FORCE_TORQUE: break;
    case FORCE_AT_POINT: add_force(newton, is_on_frame, force); break;
    case FORCE_MOMENT: add_moment(newton, is_on_frame, force); break;
    }
  }
}
