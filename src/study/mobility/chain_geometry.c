// chain_geometry.c -- common normals of adjacent axes.
// SPDX-License-Identifier: MIT
#include "study/mobility/chain_geometry.h"

#include "base/vector.h"

#include <string.h>

static const double SAME = 1e-6;
static const double SMALLEST = 1e-6;  // [m]; axes that meet in one point have no size

bool chain_is_zero(const ChainGeometry *chain, double length)
{
  return fabs(length) <= SAME * chain->size;
}

// ---- joints around the loop

static const SkeletonJoint *joint_below(const KinematicGraph *graph, int link)
{
  return &graph->joints[link - 1];  // tree joints come first, by link
}

// Collects the cut joint, then the joints from its second link over the common ancestor back to its
// first link. Links have larger numbers than their parents.
static bool collect(const KinematicGraph *graph, const SkeletonJoint *cut, ChainGeometry *chain)
{
  const SkeletonJoint *down[MAX_AXES];
  int a = cut->links[0], b = cut->links[1], down_count = 0;
  chain->joints[0] = cut;
  chain->count = 1;
  while (a != b) {
    if (chain->count + down_count == MAX_AXES) return false;
    bool is_first = a > b;
    const SkeletonJoint *joint = joint_below(graph, is_first ? a : b);
    *(is_first ? &a : &b) = joint->links[0];
    if (is_first) {
      down[down_count++] = joint;
    } else {
      chain->joints[chain->count++] = joint;
    }
  }
  while (down_count > 0)
    chain->joints[chain->count++] = down[--down_count];
  return true;
}

static bool all_turn(const ChainGeometry *chain)
{
  for (int i = 0; i < chain->count; i++) {
    if (chain->joints[i]->kind != AXIS_TURN) return false;
  }
  return true;
}

// ---- sides

// Positions of the feet of the common normal along two axes.
typedef struct Feet {
  double first;
  double second;
} Feet;

static Feet measure_side(ChainGeometry *chain, int i)
{
  const SkeletonJoint *a = chain->joints[i], *b = chain->joints[(i + 1) % chain->count];
  double normal[3], between[3], across[3];
  vector_cross(a->direction, b->direction, normal);
  vector_add(b->point, -1, a->point, between);
  chain->sine[i] = vector_length(normal);
  if (chain->sine[i] < SAME) {
    vector_cross(a->direction, between, across);
    chain->length[i] = vector_length(across);
    return (Feet){ NAN, NAN };
  }
  double square = chain->sine[i] * chain->sine[i];
  chain->length[i] = fabs(vector_dot(normal, between)) / chain->sine[i];
  vector_cross(between, b->direction, across);
  double first = vector_dot(across, normal) / square;
  vector_cross(between, a->direction, across);
  return (Feet){ first, vector_dot(across, normal) / square };
}

static void measure(ChainGeometry *chain)
{
  Feet feet[MAX_AXES];
  int count = chain->count;
  chain->size = SMALLEST;
  for (int i = 0; i < count; i++) {
    feet[i] = measure_side(chain, i);
    chain->size = fmax(chain->size, chain->length[i]);
  }
  for (int i = 0; i < count; i++) {
    double offset = fabs(feet[i].first - feet[(i + count - 1) % count].second);
    chain->offset[i] = isnan(offset) ? 0 : offset;
    chain->size = fmax(chain->size, chain->offset[i]);
  }
}

static void compare_axes(ChainGeometry *chain)
{
  chain->are_parallel = chain->meet_in_a_point = true;
  for (int i = 0; i < chain->count; i++) {
    bool is_parallel = chain->sine[i] < SAME;
    chain->are_parallel = chain->are_parallel && is_parallel;
    bool meets = !is_parallel && chain_is_zero(chain, chain->length[i]) &&
                 chain_is_zero(chain, chain->offset[i]);
    chain->meet_in_a_point = chain->meet_in_a_point && meets;
  }
}

bool chain_geometry(const KinematicGraph *graph, int loop, ChainGeometry *chain)
{
  memset(chain, 0, sizeof *chain);
  const SkeletonJoint *cut = &graph->joints[graph->link_count - 1 + loop];
  if (!collect(graph, cut, chain) || !all_turn(chain)) return false;
  measure(chain);
  compare_axes(chain);
  return true;
}
