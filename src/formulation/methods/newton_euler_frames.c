// newton_euler_frames.c -- axes that shorten the recursion.
//
// A link may be described in any axes fixed to it as long as its move remains about or along an
// axis through the origin: the origin of a revolute link may be moved along its axis, a prismatic
// link may have any axes. The axes with the fewest non-zero lever arms are chosen; among equals the
// origin nearest to ground, because an origin at rest needs no force.
// SPDX-License-Identifier: MIT
#include "formulation/methods/newton_euler.h"
#include "symbolic/algebra.h"

// ---- revolute links

static int count_levers(Vec3 p)
{
  int count = 0;
  for (int i = 0; i < 3; i++)
    count += !is_zero(p.at[i]);
  return count;
}

// The number of non-zero lever arms if the origin of link i is moved by `shift` along its axis.
// Lever arms on ground cost nothing: ground does not accelerate.
static int count_with_shift(const LinkTree *tree, int i, Vec3 p, Vec3 axis_P, const Expr *shift)
{
  const Link *link = &tree->links[i];
  int count = 0;
  if (link->parent != LINK_GROUND) {
    count = count_levers(vec3_add(p, vec3_scale(shift, axis_P)));
  }
  Vec3 back = vec3_scale(negative(shift), link->axis);
  for (int c = i + 1; c < tree->count; c++) {
    const Link *child = &tree->links[c];
    if (child->parent == i) count += count_levers(vec3_add(child->before.p, back));
  }
  return count;
}

// The shift nearest to the parent with the fewest lever arms. `p` and `axis_P` are the position and
// axis of the joint on its parent, in the parent's new axes.
static const Expr *best_shift(const LinkTree *tree, int i, Vec3 p, Vec3 axis_P)
{
  const Link *link = &tree->links[i];
  const Expr *best = negative(vec3_dot(p, axis_P));
  int fewest = count_with_shift(tree, i, p, axis_P, best);
  const Expr *none = expr_integer(expr_pool(p.at[0]), 0);
  int count = count_with_shift(tree, i, p, axis_P, none);
  if (count < fewest) {
    best = none;
    fewest = count;
  }
  for (int c = i + 1; c < tree->count; c++) {
    if (tree->links[c].parent != i) continue;
    const Expr *at_child = vec3_dot(tree->links[c].before.p, link->axis);
    count = count_with_shift(tree, i, p, axis_P, at_child);
    if (count >= fewest) continue;
    best = at_child;
    fewest = count;
  }
  return best;
}

// ---- links

static Pose new_axes(const LinkTree *tree, int i, Pose before)
{
  const Link *link = &tree->links[i];
  Pose result = pose_identity(expr_pool(before.p.at[0]));
  if (link->kind == MOVE_ROTATION) {
    Vec3 axis_P = mat3_mul_vec(before.R, link->axis);
    result.p = vec3_scale(best_shift(tree, i, before.p, axis_P), link->axis);
  } else if (link->kind == MOVE_TRANSLATION) {
    result.R = mat3_transpose(before.R);
  }
  return result;
}

const LinkTree *newton_tree(Derivation *derivation)
{
  return link_tree_reframed(derivation_links(derivation), derivation->mechanism->frame_count,
                            new_axes, derivation->equations->arena);
}
