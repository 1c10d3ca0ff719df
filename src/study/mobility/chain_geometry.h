// chain_geometry.h -- geometry of the axes around a loop: distances, twist angles, offsets.
//
// These are the Denavit-Hartenberg parameters of a closed chain of revolute joints, by side (from
// an axis to the next) and by axis. The sense of an axis is arbitrary here, so twists and offsets
// have no sign.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MOBILITY_CHAIN_GEOMETRY_H
#define BIELLE_STUDY_MOBILITY_CHAIN_GEOMETRY_H

#include "study/mobility/kinematic_graph.h"

enum { MAX_AXES = 12 };

typedef struct ChainGeometry {
  int count;
  const SkeletonJoint *joints[MAX_AXES];  // in order around the loop; the cut joint is the first
  double size;                            // the largest distance
  double length[MAX_AXES];                // between axes i and i + 1
  double sine[MAX_AXES];                  // sine of the angle between them, not negative
  double offset[MAX_AXES];  // on axis i, between the common normals of its sides; 0 if parallel
  bool meet_in_a_point;     // all axes
  bool are_parallel;        // all axes
} ChainGeometry;

// Computes the geometry of the loop with this index. Returns false if it has joints other than
// revolute ones, or too many.
bool chain_geometry(const KinematicGraph *graph, int loop, ChainGeometry *chain);

// Returns true if `length` is zero relative to the size of the chain.
bool chain_is_zero(const ChainGeometry *chain, double length);

#endif
