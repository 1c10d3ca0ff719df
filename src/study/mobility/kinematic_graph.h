// kinematic_graph.h -- a mechanism as links and joints, and how each of them moves in a configuration.
//
// A link is a set of frames that never move against each other; link 0 holds ground. Every frame
// that moves against the one that carries it makes a joint of the tree, every loop a cut one; both
// are alike here. Speeds are twists in ground axes: angular velocity, and the velocity of the
// matter at ground's origin, so that the twists of two links may be subtracted.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MOBILITY_KINEMATIC_GRAPH_H
#define BIELLE_STUDY_MOBILITY_KINEMATIC_GRAPH_H

#include "system/mobility/mobility.h"

typedef struct Twist {
  double w[3];
  double v[3];
} Twist;

typedef enum AxisKind {
  AXIS_UNKNOWN,  // more than one freedom, or a cut joint that does not move here
  AXIS_TURN,
  AXIS_SLIDE,
  AXIS_SCREW,
} AxisKind;

typedef struct SkeletonJoint {
  const char *name;
  int links[2];
  int freedoms;
  int coordinate;  // of a tree joint with one; otherwise -1
  Span span;
  AxisKind kind;
  double direction[3];  // unit vector
  double point[3];      // of the axis that it turns about, nearest to ground's origin
  double *rates;        // with an axis: its speed in each motion of the study
} SkeletonJoint;

typedef struct KinematicGraph {
  Arena *arena;
  const MobilityStudy *study;  // borrowed
  int link_count;
  int *link_of_frame;
  int *frame_of_link;  // the first
  SkeletonJoint *joints;
  int joint_count;
  int motion_count;   // of the study
  Twist *twists;      // of link i in motion k, [k * link_count + i]
  double *rotations;  // of link i's first frame, 3 x 3, row-major: to ground axes
} KinematicGraph;

// The skeleton at study->q. NULL with a sentence in `why` after a bug of ours.
KinematicGraph *kinematic_graph_new(const MobilityStudy *study, Text *why);
void kinematic_graph_free(KinematicGraph *graph);  // NULL is allowed

Twist kinematic_graph_twist(const KinematicGraph *graph, int link, int motion);

#endif
