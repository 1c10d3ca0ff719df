// mobility_internal.c -- internal (idle) degrees of freedom: a rod between two ball joints rotates
// about its own axis while nothing else moves.
//
// An internal motion is a motion of the mechanism in which only one link moves, and this link
// connects others (the last link of an open chain, or a door on two hinges, also moves alone, but
// as intended). These motions are the null space of the matrix whose columns are the twists of all
// other links, one column per motion.
// SPDX-License-Identifier: MIT
#include "study/mobility/mobility_findings.h"
#include "base/vector.h"

#include <string.h>

static const double STILL = 1e-7;

static bool is_between_others(const KinematicGraph *graph, int link)
{
  int first = -1;
  for (int i = 0; i < graph->joint_count; i++) {
    const SkeletonJoint *joint = &graph->joints[i];
    if (joint->links[0] != link && joint->links[1] != link) continue;
    int other = joint->links[joint->links[0] == link];
    if (first >= 0 && other != first) return true;
    first = other;
  }
  return false;
}

// Fills six rows for every other link, and one column for every motion.
static double *twists_of_others(const KinematicGraph *graph, int link, Arena *arena)
{
  int columns = graph->motion_count;
  double *matrix = ARENA_ARRAY(arena, double, 6 * graph->link_count * columns);
  for (int i = 1; i < graph->link_count; i++) {
    for (int k = 0; k < columns && i != link; k++) {
      Twist twist = kinematic_graph_twist(graph, i, k);
      for (int r = 0; r < 3; r++) {
        matrix[(6 * i + r) * columns + k] = twist.w[r];
        matrix[(6 * i + 3 + r) * columns + k] = twist.v[r];
      }
    }
  }
  return matrix;
}

static Twist combined(const KinematicGraph *graph, int link, const double weights[])
{
  Twist result = { { 0 }, { 0 } };
  for (int k = 0; k < graph->motion_count; k++) {
    Twist twist = kinematic_graph_twist(graph, link, k);
    vector_add(result.w, weights[k], twist.w, result.w);
    vector_add(result.v, weights[k], twist.v, result.v);
  }
  return result;
}

// Returns the axis of rotation or the direction of translation, in the axes of the link.
static InternalMotion motion_of(const KinematicGraph *graph, int link, Twist twist)
{
  InternalMotion motion = { .link = link, .is_turn = vector_length(twist.w) > STILL };
  const double *along = motion.is_turn ? twist.w : twist.v;
  const double *R = graph->rotations + 9 * link;
  for (int i = 0; i < 3; i++) {
    const double axis[] = { R[i], R[3 + i], R[6 + i] };
    motion.direction[i] = vector_dot(axis, along) / vector_length(along);
  }
  return motion;
}

NumericStatus internal_motions(const KinematicGraph *graph, Arena *arena, InternalMotions *out)
{
  int columns = graph->motion_count;
  *out = (InternalMotions){ ARENA_ARRAY(arena, InternalMotion, columns), 0 };
  double *weights = ARENA_ARRAY(arena, double, columns *columns);
  for (int link = 1; link < graph->link_count && columns > 0; link++) {
    if (!is_between_others(graph, link)) continue;
    NumericRank rank;
    NumericStatus status =
        numeric_null_space(6 * graph->link_count, columns, twists_of_others(graph, link, arena),
                           STILL, NULL, weights, &rank);
    if (status != NUMERIC_OK) return status;
    for (int k = 0; k < columns - rank.rank; k++) {
      Twist twist = combined(graph, link, weights + k * columns);
      out->motions[out->count++] = motion_of(graph, link, twist);
    }
  }
  return NUMERIC_OK;
}
