// absolute_coordinates.h -- what the files of the cartesian parametrisation share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_ABSOLUTE_COORDINATES_H
#define BIELLE_TRANSFORM_ABSOLUTE_COORDINATES_H

#include "transform/transform.h"

// A frame that is cut, as it was, and the loop that takes the place of its joint.
typedef struct CutJoint {
  bool is_cut;
  Articulation articulation;
  int parent;
  Move *moves;
  int move_count;
  Pose start;            // where it stands at the beginning
  const Expr *angle;     // its turn there, in a plane
  Quaternion turn;       // in space
  JointPlace first;      // on what it sat on
  Vec3 second_position;  // on itself
  Vec3 axis;             // in both
} CutJoint;

// How an old coordinate is told from the new ones.
typedef struct Measure {
  const Expr *value;  // NULL: not yet, or never
  int frame;          // whose joint it moved
  const Expr *slope;  // of that motion; NULL: other coordinates move the joint, too
} Measure;

typedef struct Absolute {
  Transform *transform;
  CutJoint *cut;       // by frame
  Measure *measures;   // by old coordinate
  bool *is_removed;    // by coordinate
  int old_count;       // of coordinates
  Substitution known;  // what is known so far
} Absolute;

// Puts the loop of its joint in the place of a cut frame's moves (absolute_joint.c).
void join_frame(Absolute *absolute, int frame);

// Tells the old coordinates that moved the frame from the new ones, or makes the constraint that it
// is driven by others; torques on them become forces and moments (absolute_measure.c).
// False after an error.
bool measure_frame(Absolute *absolute, int frame);
bool replace_torques(Absolute *absolute);

#endif
