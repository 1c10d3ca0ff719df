// regressor_motion.c -- axes of parameters, motion of the links, response to an inertia.
// SPDX-License-Identifier: MIT
#include "formulation/parameters/regressor.h"
#include "symbolic/algebra.h"

// ---- axes

// How far the origin of link i is from that of its frame, if that is along the joint's axis and the
// frame is not turned; otherwise zero.
static Vec3 shift_to_frame(const LinkTree *tree, int i)
{
  const Link *link = &tree->links[i];
  LinkPlace place = tree->places[link->frame];
  Vec3 zero = vec3_zero(expr_pool(place.placement.p.at[0]));
  Pose turned = { .R = place.placement.R, .p = zero };
  if (place.link != i || !pose_is_identity(turned)) return zero;
  if (link->kind == MOVE_TRANSLATION) return place.placement.p;
  if (link->kind == MOVE_QUATERNION) return zero;
  bool is_on_axis = vec3_is_zero(vec3_cross(place.placement.p, link->axis));
  return is_on_axis ? place.placement.p : zero;
}

static void shift_link(Link *link, Vec3 parent_shift, Vec3 shift)
{
  Pool *pool = expr_pool(link->inertia.mass);
  Vec3 moved = vec3_add(link->before.p, mat3_mul_vec(link->before.R, shift));
  link->before.p = vec3_sub(moved, parent_shift);
  Pose back = { .R = mat3_identity(pool), .p = vec3_neg(shift) };
  link->inertia = link_inertia_transport(link->inertia, back);
  link_set_pose(link);
}

const LinkTree *regressor_tree(Derivation *derivation)
{
  const LinkTree *old = derivation_links(derivation);
  Arena *arena = derivation->equations->arena;
  Vec3 zero = vec3_zero(derivation->equations->pool);
  LinkTree *tree = ARENA_NEW(arena, LinkTree);
  Vec3 *shifts = ARENA_ARRAY(arena, Vec3, old->count);
  tree->count = old->count;
  tree->links = ARENA_ARRAY(arena, Link, old->count);
  for (int i = 0; i < old->count; i++) {
    Link *link = &tree->links[i];
    *link = old->links[i];
    shifts[i] = shift_to_frame(old, i);
    shift_link(link, link->parent == LINK_GROUND ? zero : shifts[link->parent], shifts[i]);
    link_make_axis_positive(link);
  }
  int frame_count = derivation->mechanism->frame_count;
  tree->places = ARENA_ARRAY(arena, LinkPlace, frame_count);
  for (int f = 0; f < frame_count; f++) {
    LinkPlace *place = &tree->places[f];
    *place = old->places[f];
    if (place->link == LINK_GROUND) continue;
    place->placement.p = vec3_sub(place->placement.p, shifts[place->link]);
  }
  return tree;
}

// ---- motion

// Adds to w and v, those of the parent seen from link i, what the move itself does.
static void add_own_motion(const Newton *newton, int i, int coordinate, Vec3 *w, Vec3 *v)
{
  const Link *link = &newton->tree->links[i];
  const Equations *equations = newton->derivation->equations;
  const Expr *speed = speed_of(equations, coordinate);
  if (link->kind == MOVE_TRANSLATION) {
    *v = vec3_add(*v, vec3_partial(link->v_L, speed));
  } else {
    *w = vec3_add(*w, vec3_partial(link->w_L, speed));
  }
}

RegressorMotion regressor_motion(Derivation *derivation, const LinkTree *tree)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  Vec3 zero = vec3_zero(equations->pool);
  RegressorMotion motion = {
    .newton =
        newton_outward(derivation, tree, NEWTON_SPEEDS | NEWTON_ACCELERATIONS | NEWTON_GRAVITY),
    .w = ARENA_ARRAY(equations->arena, Vec3, tree->count * n),
    .v = ARENA_ARRAY(equations->arena, Vec3, tree->count * n),
  };
  for (int i = 0; i < tree->count; i++) {
    int parent = tree->links[i].parent;
    for (int j = 0; j < n; j++) {
      Vec3 *w = &motion.w[i * n + j], *v = &motion.v[i * n + j];
      *w = *v = zero;
      if (parent != LINK_GROUND) {
        Vec3 w_P = motion.w[parent * n + j];
        Vec3 lever = vec3_cross(w_P, motion.newton.links[i].p);
        *w = newton_into_link(&motion.newton, i, w_P);
        *v = newton_into_link(&motion.newton, i, vec3_add(motion.v[parent * n + j], lever));
      }
      add_own_motion(&motion.newton, i, j, w, v);
    }
  }
  return motion;
}

// f = m V + U s,  n = J wd + w x J w + s x V
void regressor_response(const RegressorMotion *motion, int link, const LinkInertia *inertia,
                        const Expr *out[])
{
  const NewtonLink *own = &motion->newton.links[link];
  int n = motion->newton.derivation->equations->coordinate_count;
  Vec3 f = vec3_scale(inertia->mass, own->V);
  f = vec3_add(f, mat3_mul_vec(own->U, inertia->first_moment));
  Vec3 spin = mat3_mul_vec(inertia->inertia, own->w);
  Vec3 moment = mat3_mul_vec(inertia->inertia, own->wd);
  moment = vec3_add(moment, vec3_cross(own->w, spin));
  moment = vec3_add(moment, vec3_cross(inertia->first_moment, own->V));
  for (int j = 0; j < n; j++) {
    const Expr *of_force = vec3_dot(f, motion->v[link * n + j]);
    out[j] = sum(of_force, vec3_dot(moment, motion->w[link * n + j]));
  }
}
