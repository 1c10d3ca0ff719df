// links.c -- builds the tree: one link for every non-constant move, constant parts folded.
// SPDX-License-Identifier: MIT
#include "formulation/methods/links.h"

#include "mechanism/kinematics.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

const Expr *link_partial(const Link *link, const Expr *q)
{
  if (link->amount == q) return one(q);
  if (link->amount->form->op == OP_SYMBOL) return integer(q, 0);
  return expr_derivative(link->amount, q);
}

// Computes R_PL and p_P from the pose before the move, and the move.
static void link_set_pose(Link *link)
{
  bool is_quaternion = link->kind == MOVE_QUATERNION;
  Move move = { link->kind, link->amount, is_quaternion ? link->parameter : link->axis.at };
  Pose moved = pose_moved(link->before, &move);
  link->R_PL = moved.R;
  link->p_P = moved.p;
}

// Begins the link of `move` at `place`; `place` becomes the link's origin.
static void begin_link(LinkTree *tree, LinkPlace *place, const Frame *frame, const Move *move,
                       Pool *pool)
{
  Link *link = &tree->links[tree->count];
  *link = (Link){
    .name = frame->name,
    .parent = place->link,
    .before = place->placement,
    .kind = move->kind,
    .axis = move->kind == MOVE_QUATERNION ? vec3_zero(pool) : move_axis(move),
    .amount = move->amount,
    .w_L = vec3_zero(pool),
    .v_L = vec3_zero(pool),
    .inertia = link_inertia_zero(pool),
  };
  for (int i = 0; i < 4 && move->kind == MOVE_QUATERNION; i++)
    link->parameter[i] = move->at[i];
  link_set_pose(link);
  if (move->kind == MOVE_ROTATION) {
    link->w_L = vec3_scale(expr_time_derivative(move->amount), move_axis(move));
  } else if (move->kind == MOVE_TRANSLATION) {
    link->v_L = vec3_scale(expr_time_derivative(move->amount), move_axis(move));
  } else {
    link->w_L = quaternion_velocity(move->at);
  }
  *place = (LinkPlace){ tree->count++, pose_identity(pool) };
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
    if (!move_is_moving(&move)) {
      place.placement = pose_moved(place.placement, &move);
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
  tree->places[FRAME_GROUND] = (LinkPlace){ LINK_GROUND, pose_identity(pool) };
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

// ---- changed axes

static void make_axis_positive(Link *link)
{
  if (link->kind == MOVE_QUATERNION) return;
  for (int k = 0; k < 3; k++) {
    if (!expr_is_integer(link->axis.at[k], -1)) continue;
    link->axis = vec3_neg(link->axis);
    link->amount = negative(link->amount);
  }
}

// The pose of the new axes of each link relative to the old ones, and vice versa.
typedef struct NewAxes {
  Pose in_old;
  Pose of_old;
} NewAxes;

static void renew_link(Link *link, Pose before, const NewAxes *axes)
{
  Mat3 R = axes->of_old.R;
  link->before = pose_product(before, axes->in_old);
  if (link->kind != MOVE_QUATERNION) link->axis = mat3_mul_vec(R, link->axis);
  link->w_L = mat3_mul_vec(R, link->w_L);
  link->v_L = mat3_mul_vec(R, link->v_L);
  link->inertia = link_inertia_transport(link->inertia, axes->of_old);
  link_set_pose(link);
}

LinkTree *link_tree_reframed(const LinkTree *old, int frame_count, AxesChoice *choose, Arena *arena)
{
  LinkTree *tree = ARENA_NEW(arena, LinkTree);
  tree->count = old->count;
  tree->links = ARENA_ARRAY(arena, Link, old->count);
  tree->places = ARENA_ARRAY(arena, LinkPlace, frame_count);
  NewAxes *axes = ARENA_ARRAY(arena, NewAxes, old->count);
  for (int i = 0; i < old->count; i++) {
    Link *link = &tree->links[i];
    *link = old->links[i];
    Pose before = link->before;
    if (link->parent != LINK_GROUND) before = pose_product(axes[link->parent].of_old, before);
    axes[i].in_old = choose(old, i, before);
    axes[i].of_old = pose_inverse(axes[i].in_old);
    renew_link(link, before, &axes[i]);
    make_axis_positive(link);
  }
  for (int f = 0; f < frame_count; f++) {
    LinkPlace place = old->places[f];
    if (place.link != LINK_GROUND)
      place.placement = pose_product(axes[place.link].of_old, place.placement);
    tree->places[f] = place;
  }
  return tree;
}

// ---- queries

bool link_carries(const LinkTree *tree, int a, int b)
{
  while (b > a)
    b = tree->links[b].parent;
  return a == b;
}

const Frame *frame_driven_by_time(const Mechanism *mechanism)
{
  for (int f = 1; f < mechanism->frame_count; f++) {
    const Frame *frame = &mechanism->frames[f];
    for (int m = 0; m < frame->move_count; m++) {
      const Expr *amount = frame->moves[m].amount;
      bool is_moving = amount && amount->form->stage >= STAGE_TIME;
      if (is_moving && !expr_is_zero(expr_partial_time_derivative(amount))) return frame;
    }
  }
  return NULL;
}
