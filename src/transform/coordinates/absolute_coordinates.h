// absolute_coordinates.h -- what the files of the cartesian parametrisation share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_COORDINATES_ABSOLUTE_COORDINATES_H
#define BIELLE_TRANSFORM_COORDINATES_ABSOLUTE_COORDINATES_H

#include "transform/transform.h"

// A frame that is cut, as it was, and the loop that takes the place of its joint.
typedef struct CutJoint {
  bool is_cut;
  Articulation articulation;
  int parent;
  Move *moves;
  int move_count;
  Pose place;            // where it is in the ground, by the old coordinates
  const Expr *angle;     // its turn there, in a plane
  Quaternion turn;       // in space
  FramePoint first;      // on what it sat on
  Vec3 second_position;  // on itself
  Vec3 axis;             // in both
} CutJoint;

// How an old coordinate is told from the new ones.
typedef struct Measure {
  const Expr *value;  // NULL: not yet, or never
  int frame;          // whose joint it moved
  const Expr *slope;  // of that motion; NULL: other coordinates move the joint, too
} Measure;

// An old coordinate that moves a joint in space about its axis.
typedef struct CountedTurn {
  const Expr *q;
  const Expr *shifted;  // q, and what is a whole turn of the joint
  const Expr *value;    // with whole turns counted; `known` has it without them
} CountedTurn;

typedef struct Absolute {
  Transform *transform;
  CutJoint *cut;       // by frame
  Measure *measures;   // by old coordinate
  bool *is_removed;    // by coordinate
  int old_count;       // of coordinates
  Substitution known;  // what is known so far
  CountedTurn *turns;  // in space
  int turn_count;
} Absolute;

// Puts the loop of its joint in the place of a cut frame's moves (absolute_joint.c).
void join_frame(Absolute *absolute, int frame);

// Tells the old coordinates that moved the frame from the new ones, or makes the constraint that it
// is driven by others; torques on them become forces and moments (absolute_measure.c).
// False after an error.
bool measure_frame(Absolute *absolute, int frame);
// Sine and cosine of the turn of a joint in space.
void turn_in_space(const Absolute *absolute, int frame, const Expr **sine, const Expr **cosine);
bool replace_torques(Absolute *absolute);

// Counts the whole turns of a joint in space, if laws depend on them (absolute_turns.c). The turn is
// slope q + rest.
void count_turns(Absolute *absolute, int frame, const Coordinate *coordinate, const Expr *slope,
                 const Expr *rest);
// Puts what is known of the old coordinates everywhere.
void put_measures(Absolute *absolute);

#endif
