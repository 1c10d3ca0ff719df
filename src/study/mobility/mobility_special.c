// mobility_special.c -- linkages with a name, recognised by the geometry of their joints.
//
// Only mechanisms that were found to move are named, so necessary conditions are sufficient:
// lengths and angles are compared, but not the signs that depend on the directions of axes.
//
//   Bennett 1903   4 axes; opposite sides equal, length / sin(twist) equal for all, no offsets
//   Sarrus 1853    6 axes; three parallel, then three parallel in another direction
//   Bricard 1927   6 axes; trihedral: right angles, no offsets, squares of alternating sides have
//                  equal sums; line-symmetric: opposite sides and offsets equal; plane-symmetric:
//                  the same mirrored at two opposite axes
// SPDX-License-Identifier: MIT
#include "study/mobility/chain_geometry.h"
#include "study/mobility/mobility_findings.h"
#include "base/vector.h"

static const double SAME = 1e-6;

// ---- one loop

static bool sides_are_alike(const ChainGeometry *chain, int i, int j)
{
  i = (i + chain->count) % chain->count;
  j = (j + chain->count) % chain->count;
  return chain_is_zero(chain, chain->length[i] - chain->length[j]) &&
         fabs(chain->sine[i] - chain->sine[j]) < SAME;
}

static bool offsets_are_alike(const ChainGeometry *chain, int i, int j)
{
  i = (i + chain->count) % chain->count;
  j = (j + chain->count) % chain->count;
  return chain_is_zero(chain, chain->offset[i] - chain->offset[j]);
}

static bool has_no_offsets(const ChainGeometry *chain)
{
  for (int i = 0; i < chain->count; i++) {
    if (!chain_is_zero(chain, chain->offset[i])) return false;
  }
  return true;
}

static bool is_bennett(const ChainGeometry *chain)
{
  if (chain->count != 4 || !has_no_offsets(chain) || chain->sine[0] < SAME) return false;
  double difference = chain->length[0] * chain->sine[1] - chain->length[1] * chain->sine[0];
  return sides_are_alike(chain, 0, 2) && sides_are_alike(chain, 1, 3) &&
         chain_is_zero(chain, difference);
}

// Sides 0 1 | 3 4, counted from some axis, are between parallel axes, the others are not.
static bool is_sarrus(const ChainGeometry *chain)
{
  if (chain->count != 6) return false;
  for (int shift = 0; shift < 3; shift++) {
    bool is_good = true;
    for (int i = 0; i < 6; i++)
      is_good = is_good && (chain->sine[(i + shift) % 6] < SAME) == (i % 3 < 2);
    if (is_good) return true;
  }
  return false;
}

static bool is_trihedral(const ChainGeometry *chain)
{
  double sums[2] = { 0, 0 };
  for (int i = 0; i < 6; i++) {
    if (fabs(chain->sine[i] - 1) > SAME) return false;
    sums[i % 2] += chain->length[i] * chain->length[i];
  }
  return has_no_offsets(chain) && chain_is_zero(chain, (sums[0] - sums[1]) / chain->size);
}

static bool is_line_symmetric(const ChainGeometry *chain)
{
  for (int i = 0; i < 3; i++) {
    if (!sides_are_alike(chain, i, i + 3) || !offsets_are_alike(chain, i, i + 3)) return false;
  }
  return true;
}

static bool is_mirrored_at(const ChainGeometry *chain, int axis)
{
  if (!chain_is_zero(chain, chain->offset[axis]) ||
      !chain_is_zero(chain, chain->offset[(axis + 3) % 6]))
    return false;
  for (int i = 0; i < 3; i++) {
    if (!sides_are_alike(chain, axis + i, axis - 1 - i)) return false;
    if (!offsets_are_alike(chain, axis + i, axis - i)) return false;
  }
  return true;
}

static const char *bricard_kind(const ChainGeometry *chain)
{
  if (chain->count != 6) return NULL;
  if (is_trihedral(chain)) return "trihedral";
  if (is_line_symmetric(chain)) return "line-symmetric";
  for (int axis = 0; axis < 3; axis++) {
    if (is_mirrored_at(chain, axis)) return "plane-symmetric";
  }
  return NULL;
}

static const char *name_of_loop(const KinematicGraph *graph, int loop, Arena *arena)
{
  ChainGeometry chain;
  if (!chain_geometry(graph, loop, &chain)) return NULL;
  const char *name = graph->study->mechanism->loops[loop].name;
  const char *what = NULL, *kind = bricard_kind(&chain);
  if (chain.are_parallel) {
    what = "planar: all its axes are parallel";
  } else if (chain.meet_in_a_point) {
    what = "spherical: all its axes meet in one point";
  } else if (is_bennett(&chain)) {
    what = "Bennett's linkage: opposite sides alike, length / sin(twist) the same all around";
  } else if (is_sarrus(&chain)) {
    what = "Sarrus' linkage: two legs of three parallel hinges guide in a straight line";
  } else if (kind) {
    what = arena_format(arena, "Bricard's linkage of six hinges, %s", kind);
  }
  return what ? arena_format(arena, "loop '%s' is %s", name, what) : NULL;
}

// ---- parallel cranks

static double angle_cosine(const SkeletonJoint *a, const SkeletonJoint *b)
{
  return fabs(vector_dot(a->direction, b->direction));
}

// A link with two parallel hinges, and the vector from one to the other, normal to their axes.
typedef struct Crank {
  int ends[2];  // the links at its hinges, the smaller index first
  double way[3];
} Crank;

// Returns the joints of a link, if there are exactly two and both are revolute.
static bool hinges_of(const KinematicGraph *graph, int link, const SkeletonJoint *hinges[2])
{
  int count = 0;
  for (int i = 0; i < graph->joint_count; i++) {
    const SkeletonJoint *joint = &graph->joints[i];
    if (joint->links[0] != link && joint->links[1] != link) continue;
    if (count == 2 || joint->kind != AXIS_TURN) return false;
    hinges[count++] = joint;
  }
  return count == 2;
}

static int other_end(const SkeletonJoint *joint, int link)
{
  return joint->links[joint->links[0] == link];
}

static bool crank_of(const KinematicGraph *graph, int link, Crank *crank)
{
  const SkeletonJoint *hinges[2];
  if (!hinges_of(graph, link, hinges)) return false;
  int first = other_end(hinges[0], link) > other_end(hinges[1], link);
  const SkeletonJoint *from = hinges[first], *to = hinges[1 - first];
  *crank = (Crank){ .ends = { other_end(from, link), other_end(to, link) } };
  vector_add(to->point, -1, from->point, crank->way);
  double along = vector_dot(crank->way, from->direction);
  vector_add(crank->way, -along, from->direction, crank->way);
  return angle_cosine(from, to) > 1 - SAME;
}

static bool is_equal_crank(const Crank *a, const Crank *b)
{
  double difference[3];
  vector_add(a->way, -1, b->way, difference);
  return a->ends[0] == b->ends[0] && a->ends[1] == b->ends[1] &&
         vector_length(difference) <= SAME * vector_length(a->way);
}

// Counts the cranks that are equal and parallel to this one, including itself.
static int count_equal(const KinematicGraph *graph, const Crank *crank)
{
  int count = 0;
  for (int i = 1; i < graph->link_count; i++) {
    Crank other;
    count += crank_of(graph, i, &other) && is_equal_crank(crank, &other);
  }
  return count;
}

static const char *link_name(const KinematicGraph *graph, int link)
{
  return graph->study->mechanism->frames[graph->frame_of_link[link]].name;
}

static const char *name_of_cranks(const KinematicGraph *graph, Arena *arena)
{
  for (int i = 1; i < graph->link_count; i++) {
    Crank crank;
    if (!crank_of(graph, i, &crank)) continue;
    int count = count_equal(graph, &crank);
    if (count < 3) continue;
    return arena_format(arena, "%d equal, parallel cranks carry '%s': a parallelogram with %s",
                        count, link_name(graph, crank.ends[1]),
                        count == 3 ? "a redundant bar" : "redundant bars");
  }
  return NULL;
}

// ---- governors

// Counts the links that are hinged on `shaft` with axes normal to its axis.
static int count_arms(const KinematicGraph *graph, const SkeletonJoint *shaft)
{
  int count = 0;
  for (int i = 0; i < graph->joint_count; i++) {
    const SkeletonJoint *joint = &graph->joints[i];
    bool is_here = joint->links[0] == shaft->links[1] || joint->links[1] == shaft->links[1];
    count +=
        is_here && joint != shaft && joint->kind == AXIS_TURN && angle_cosine(joint, shaft) < SAME;
  }
  return count;
}

// Recognises a shaft that rotates in ground, with arms, and a sleeve that slides along it and
// closes a loop.
static const char *name_of_governor(const KinematicGraph *graph, Arena *arena)
{
  for (int i = 0; i < graph->joint_count; i++) {
    const SkeletonJoint *shaft = &graph->joints[i];
    int arms = shaft->links[0] == 0 && shaft->kind == AXIS_TURN ? count_arms(graph, shaft) : 0;
    for (int k = 0; k < graph->joint_count && arms > 1; k++) {
      const SkeletonJoint *sleeve = &graph->joints[k];
      if (sleeve->kind != AXIS_SLIDE || sleeve->links[0] != shaft->links[1]) continue;
      if (angle_cosine(sleeve, shaft) < 1 - SAME) continue;
      return arena_format(arena,
                          "Watt's governor: %d arms on '%s' move the sleeve '%s'; the other "
                          "freedom is the spin",
                          arms, link_name(graph, shaft->links[1]),
                          link_name(graph, sleeve->links[1]));
    }
  }
  return NULL;
}

const char *special_geometry(const KinematicGraph *graph, Arena *arena)
{
  const MobilityStudy *study = graph->study;
  const char *name = name_of_governor(graph, arena);
  bool is_special =
      mobility_redundant_count(study) > 0 || study->mobility > mechanism_mobility(study->mechanism);
  if (name || study->mobility == 0 || !is_special) return name;
  name = name_of_cranks(graph, arena);
  for (int i = 0; i < study->mechanism->loop_count && !name; i++)
    name = name_of_loop(graph, i, arena);
  if (name || study->mechanism->loop_count == 0) return name;
  return "it moves because of special lengths or directions";
}
