// augmented_path.c -- rotating vectors along the path between two links.
//
// The angles of consecutive rotations about parallel axes are added, also across constant rotations
// that leave the axis where it is or turn it over, so that formulas hold cos(q2 + q3).
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "formulation/methods/augmented.h"
#include "symbolic/algebra.h"

#include <assert.h>
#include <stdlib.h>

bool link_carries(const LinkTree *links, int a, int b)
{
  while (b > a)
    b = links->links[b].parent;
  return a == b;
}

static bool same_vector(Vec3 a, Vec3 b)
{
  return a.at[0] == b.at[0] && a.at[1] == b.at[1] && a.at[2] == b.at[2];
}

static bool is_constant(const Move *turn)
{
  return turn->kind == MOVE_ROTATION && turn->amount->form->stage < STAGE_TIME;
}

// ---- the rotations of a path

typedef struct Path {
  Move *turns;  // from the outer link's axes to the inner one's
  int count;
} Path;

// Adds the turn to an earlier one about the same axis, if only constant ones lie between.
static bool join_turn(Path *path, const Move *turn)
{
  if (turn->kind != MOVE_ROTATION) return false;
  Vec3 axis = turn->axis;
  for (int i = path->count - 1; i >= 0; i--) {
    Move *earlier = &path->turns[i];
    if (earlier->kind != MOVE_ROTATION) return false;
    bool is_opposite = same_vector(earlier->axis, vec3_neg(axis));
    if (is_opposite || same_vector(earlier->axis, axis)) {
      earlier->amount = is_opposite ? difference(earlier->amount, turn->amount)
                                    : sum(earlier->amount, turn->amount);
      return true;
    }
    if (!is_constant(earlier)) return false;
    axis = mat3_mul_vec(move_rotation(earlier), axis);
  }
  return false;
}

static Path path_between(const AugmentedTree *tree, int outer, int inner)
{
  int turn_count = 0, link_count = 0;
  for (int link = inner; link != outer; link = tree->links->links[link].parent) {
    turn_count += tree->bodies[link].turn_count;
    link_count++;
  }
  Path path = { memory_new((size_t)turn_count + 1, sizeof(Move)), 0 };
  int *links = memory_new((size_t)link_count + 1, sizeof links[0]);
  for (int link = inner, i = link_count; link != outer; link = tree->links->links[link].parent)
    links[--i] = link;
  for (int i = 0; i < link_count; i++) {
    const AugmentedBody *body = &tree->bodies[links[i]];
    for (int k = 0; k < body->turn_count; k++) {
      if (!join_turn(&path, &body->turns[k])) path.turns[path.count++] = body->turns[k];
    }
  }
  free(links);
  return path;
}

Vec3 augmented_turned(const AugmentedTree *tree, int of, int in, Vec3 v)
{
  if (of == in || vec3_is_zero(v)) return v;
  bool is_inwards = of < in;  // parents have smaller indices
  assert(link_carries(tree->links, is_inwards ? of : in, is_inwards ? in : of));
  Path path = is_inwards ? path_between(tree, of, in) : path_between(tree, in, of);
  for (int i = 0; i < path.count; i++) {
    Mat3 R = move_rotation(&path.turns[is_inwards ? i : path.count - 1 - i]);
    v = is_inwards ? mat3_mul_vec_transposed(R, v) : mat3_mul_vec(R, v);
  }
  free(path.turns);
  return v;
}
