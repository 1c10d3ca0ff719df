// kinematic_graph.h -- a mechanism as a graph of links and joints, with their motions at a
// configuration.
//
// A link is a set of frames without relative motion; link 0 contains ground. Every frame that moves
// relative to its parent defines a tree joint, every loop a cut joint; both are treated alike here.
// Velocities are twists in ground axes (spatial velocities: Featherstone): the angular velocity,
// and the velocity of the body-fixed point at the origin of ground, so that the twists of two links
// may be subtracted.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_MOBILITY_KINEMATIC_GRAPH_H
#define BIELLE_STUDY_MOBILITY_KINEMATIC_GRAPH_H

#include "system/mobility/mobility.h"

typedef struct Twist {
  double w[3];
  double v[3];
} Twist;

typedef enum AxisKind {
  AXIS_UNKNOWN,  // more than one degree of freedom, or a cut joint that does not move here
  AXIS_TURN,
  AXIS_SLIDE,
  AXIS_SCREW,
} AxisKind;

typedef struct SkeletonJoint {
  const char *name;
  int links[2];
  int freedoms;
  int coordinate;  // of a tree joint with one degree of freedom; otherwise -1
  Span span;
  AxisKind kind;
  double direction[3];  // unit vector
  // For AXIS_TURN and AXIS_SCREW: the point of the axis nearest to the origin of ground.
  double point[3];
  double *rates;  // by motion of the study: its rate, if it has an axis
} SkeletonJoint;

typedef struct KinematicGraph {
  Arena *arena;
  const MobilityStudy *study;  // borrowed
  int link_count;
  int *link_of_frame;
  int *frame_of_link;  // the first frame of the link
  SkeletonJoint *joints;
  int joint_count;
  int motion_count;   // of the study
  Twist *twists;      // of link i in motion k: [k * link_count + i]
  double *rotations;  // 3 x 3, row-major: rotation of the first frame of link i to ground axes
} KinematicGraph;

// Returns the graph at study->q, or NULL with a message in `why` after an internal error.
KinematicGraph *kinematic_graph_new(const MobilityStudy *study, Text *why);
void kinematic_graph_free(KinematicGraph *graph);  // NULL is allowed

Twist kinematic_graph_twist(const KinematicGraph *graph, int link, int motion);

#endif
