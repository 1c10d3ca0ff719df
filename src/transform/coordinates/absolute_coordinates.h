// absolute_coordinates.h -- declarations shared by the cartesian parametrisation.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_COORDINATES_ABSOLUTE_COORDINATES_H
#define BIELLE_TRANSFORM_COORDINATES_ABSOLUTE_COORDINATES_H

#include "transform/transform.h"

// A detached frame in its original form, and the loop that replaces its joint.
typedef struct CutJoint {
  bool is_cut;
  Articulation articulation;
  int parent;
  Move *moves;
  int move_count;
  Pose place;            // its pose in ground, as a function of the old coordinates
  const Expr *angle;     // its rotation in ground, planar
  Quaternion turn;       // its rotation in ground, spatial
  FramePoint first;      // on the original parent
  Vec3 second_position;  // on the frame itself
  Vec3 axis;             // in both frames
} CutJoint;

// An old coordinate as a function of the new ones.
typedef struct Measure {
  const Expr *value;  // NULL: not yet known, or not determined
  int frame;          // frame whose joint it moved
  const Expr *slope;  // derivative of that motion; NULL: several coordinates move the joint
} Measure;

// An old coordinate that rotates a joint in space about its axis.
typedef struct CountedTurn {
  const Expr *q;
  const Expr *shifted;  // q plus one full revolution of the joint
  const Expr *value;    // with full revolutions counted; `known` has it without them
} CountedTurn;

typedef struct Absolute {
  Transform *transform;
  CutJoint *cut;       // by frame
  Measure *measures;   // by old coordinate
  bool *is_removed;    // by coordinate
  int old_count;       // number of old coordinates
  Substitution known;  // values known so far
  CountedTurn *turns;  // spatial
  int turn_count;
} Absolute;

// Replaces the moves of a detached frame by the loop of its joint (absolute_joint.c).
void join_frame(Absolute *absolute, int frame);

// Expresses the old coordinates that moved the frame by the new ones, or adds the constraint that
// others drive it; torques on them become forces and moments (absolute_measure.c). Returns false
// after an error.
bool measure_frame(Absolute *absolute, int frame);
// Sine and cosine of the rotation angle of a joint in space.
void turn_in_space(const Absolute *absolute, int frame, const Expr **sine, const Expr **cosine);
bool replace_torques(Absolute *absolute);

// Counts the full revolutions of a joint in space, if laws depend on them (absolute_turns.c). The
// angle is slope q + rest.
void count_turns(Absolute *absolute, int frame, const Coordinate *coordinate, const Expr *slope,
                 const Expr *rest);
// Substitutes the known values of the old coordinates everywhere.
void put_measures(Absolute *absolute);

#endif
