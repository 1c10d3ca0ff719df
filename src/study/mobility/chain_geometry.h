// chain_geometry.h -- the axes around a loop: how far apart, how twisted, how shifted.
//
// Denavit and Hartenberg's numbers of a closed chain of joints that turn, by side (from an axis to
// the next) and by axis. Which way an axis points is nobody's choice here, so twists and offsets
// have no sign.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MOBILITY_CHAIN_GEOMETRY_H
#define BIELLE_STUDY_MOBILITY_CHAIN_GEOMETRY_H

#include "study/mobility/kinematic_graph.h"

enum { MAX_AXES = 12 };

typedef struct ChainGeometry {
  int count;
  const SkeletonJoint *joints[MAX_AXES];  // in the order around the loop; the cut one is the first
  double size;                            // the largest distance
  double length[MAX_AXES];                // between axes i and i + 1
  double sine[MAX_AXES];                  // of the angle between them, not negative
  double offset[MAX_AXES];  // on axis i, between the common normals of its sides; 0 if parallel
  bool meet_in_a_point;     // all axes
  bool are_parallel;        // all of them
} ChainGeometry;

// Of the loop with this index; false if it has other joints than such that turn, or too many.
bool chain_geometry(const KinematicGraph *graph, int loop, ChainGeometry *chain);

// Is it zero, as a length of this chain?
bool chain_is_zero(const ChainGeometry *chain, double length);

#endif
