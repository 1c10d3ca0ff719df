// links.c -- folding what is constant, one link for every move that is not.
// SPDX-License-Identifier: MIT
#include "formulation/links.h"

#include "mechanism/kinematics.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

// ---- inertias

LinkInertia link_inertia_zero(Pool *pool)
{
  return (LinkInertia){ expr_integer(pool, 0), vec3_zero(pool), mat3_zero(pool) };
}

LinkInertia link_inertia_add(LinkInertia a, LinkInertia b)
{
  return (LinkInertia){
    .mass = sum(a.mass, b.mass),
    .first_moment = vec3_add(a.first_moment, b.first_moment),
    .inertia = mat3_add(a.inertia, b.inertia),
  };
}

// (a . b) 1 - 1/2 (a b^T + b a^T), twice: what a first moment a at a distance b adds to an inertia.
static Mat3 shift_of_first_moment(Vec3 a, Vec3 b)
{
  const Expr *twice_dot = product(integer(a.at[0], 2), vec3_dot(a, b));
  Mat3 result = mat3_diagonal(twice_dot, twice_dot, twice_dot);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const Expr *pair = sum_of_products(a.at[i], b.at[j], b.at[i], a.at[j]);
      result.at[i][j] = difference(result.at[i][j], pair);
    }
  }
  return result;
}

// |p|^2 1 - p p^T
static Mat3 shift_of_mass(Vec3 p)
{
  return mat3_scale(expr_rational(p.at[0]->pool, 1, 2), shift_of_first_moment(p, p));
}

// Huygens and Steiner, from any point to any other:
//   I' = R I R^T + shift(R s, p) + m shift(p),   s' = R s + m p
LinkInertia link_inertia_transport(LinkInertia inertia, Placement placement)
{
  Mat3 R = placement.R;
  Vec3 s = mat3_mul_vec(R, inertia.first_moment);
  Mat3 RI = mat3_mul(R, inertia.inertia);
  Mat3 turned = mat3_mul(RI, mat3_transpose(R));
  Mat3 moved = mat3_add(turned, shift_of_first_moment(s, placement.p));
  Mat3 of_mass = mat3_scale(inertia.mass, shift_of_mass(placement.p));
  return (LinkInertia){
    .mass = inertia.mass,
    .first_moment = vec3_add(s, vec3_scale(inertia.mass, placement.p)),
    .inertia = mat3_add(moved, of_mass),
  };
}

LinkInertia link_inertia_of_body(const Body *body, Pool *pool)
{
  const Expr *mass = expr_copy(pool, body->mass);
  Vec3 com = vec3_copy(pool, body->com_F);
  Mat3 of_mass = mat3_scale(mass, shift_of_mass(com));
  return (LinkInertia){
    .mass = mass,
    .first_moment = vec3_scale(mass, com),
    .inertia = mat3_add(mat3_copy(pool, body->inertia_F), of_mass),
  };
}

// ---- moves

static bool is_constant(const Expr *e) { return e->stage < STAGE_TIME; }

static bool move_is_constant(const Move *move)
{
  if (move->kind != MOVE_QUATERNION) return is_constant(move->amount);
  bool result = true;
  for (int i = 0; i < 4; i++)
    result = result && is_constant(move->parameter[i]);
  return result;
}

static Move move_copy(Pool *pool, const Move *move)
{
  Move copy = { .kind = move->kind };
  if (move->kind == MOVE_QUATERNION) {
    for (int i = 0; i < 4; i++)
      copy.parameter[i] = expr_copy(pool, move->parameter[i]);
    return copy;
  }
  copy.axis = vec3_copy(pool, move->axis);
  copy.amount = expr_copy(pool, move->amount);
  return copy;
}

// The link that `move` begins on `place`; `place` becomes its origin.
static void begin_link(LinkTree *tree, LinkPlace *place, const Frame *frame, const Move *move,
                       Pool *pool)
{
  Link *link = &tree->links[tree->count];
  *link = (Link){
    .name = frame->name,
    .parent = place->link,
    .before = place->placement,
    .kind = move->kind,
    .axis = move->axis,
    .amount = move->amount,
    .w_L = vec3_zero(pool),
    .v_L = vec3_zero(pool),
    .inertia = link_inertia_zero(pool),
  };
  for (int i = 0; i < 4; i++)
    link->parameter[i] = move->parameter[i];
  Placement moved = placement_move(place->placement, move);
  link->R_PL = moved.R;
  link->p_P = moved.p;
  if (move->kind == MOVE_ROTATION) {
    link->w_L = vec3_scale(expr_time_derivative(move->amount), move->axis);
  } else if (move->kind == MOVE_TRANSLATION) {
    link->v_L = vec3_scale(expr_time_derivative(move->amount), move->axis);
  } else {
    link->w_L = quaternion_velocity(move->parameter);
  }
  *place = (LinkPlace){ tree->count++, placement_identity(pool) };
}

static int count_moves(const Mechanism *mechanism)
{
  int count = 0;
  for (int f = 1; f < mechanism->frame_count; f++)
    count += mechanism->frames[f].move_count;
  return count;
}

static void add_frame(LinkTree *tree, const Mechanism *mechanism, int f, Pool *pool)
{
  const Frame *frame = &mechanism->frames[f];
  LinkPlace place = tree->places[frame->parent];
  for (int m = 0; m < frame->move_count; m++) {
    Move move = move_copy(pool, &frame->moves[m]);
    if (move_is_constant(&move)) {
      place.placement = placement_move(place.placement, &move);
    } else {
      begin_link(tree, &place, frame, &move, pool);
      tree->links[tree->count - 1].frame = f;
    }
  }
  tree->places[f] = place;
}

LinkTree *links_of(const Mechanism *mechanism, Pool *pool, Arena *arena)
{
  LinkTree *tree = ARENA_NEW(arena, LinkTree);
  tree->links = ARENA_ARRAY(arena, Link, count_moves(mechanism));
  tree->places = ARENA_ARRAY(arena, LinkPlace, mechanism->frame_count);
  tree->places[FRAME_GROUND] = (LinkPlace){ LINK_GROUND, placement_identity(pool) };
  for (int f = 1; f < mechanism->frame_count; f++)
    add_frame(tree, mechanism, f, pool);
  for (int b = 0; b < mechanism->body_count; b++) {
    const Body *body = &mechanism->bodies[b];
    const LinkPlace *place = &tree->places[body->frame];
    if (place->link == LINK_GROUND) continue;
    Link *link = &tree->links[place->link];
    LinkInertia own = link_inertia_of_body(body, pool);
    link->inertia = link_inertia_add(link->inertia, link_inertia_transport(own, place->placement));
  }
  return tree;
}

Vec3 vec3_partial(Vec3 v, const Expr *qd)
{
  Vec3 result;
  expr_derivatives(v.at, 3, qd, result.at);
  return result;
}
