// parametrise_cartesian.h -- what the files of the cartesian parametrisation share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_PARAMETRISE_CARTESIAN_H
#define BIELLE_MECHANISM_PARAMETRISE_CARTESIAN_H

#include "mechanism/parametrise_impl.h"

// A frame that is freed, as it was, and the loop that takes the place of its joint.
typedef struct Freed {
  bool is_freed;
  Articulation articulation;
  int parent;
  Move *moves;
  int move_count;
  Placement start;       // where it stands at the beginning
  const Expr *angle;     // its turn there, in a plane
  Quaternion turn;       // in space
  JointPlace first;      // on what it sat on
  Vec3 second_position;  // on itself
  Vec3 axis;             // in both
} Freed;

// How an old coordinate is told from the new ones.
typedef struct Told {
  const Expr *value;  // NULL: not yet, or never
  int frame;          // whose joint it moved
  const Expr *slope;  // of that motion; NULL: other coordinates move the joint, too
} Told;

typedef struct Freeing {
  Remake *remake;
  Freed *freed;        // by frame
  Told *told;          // by old coordinate
  bool *is_removed;    // by coordinate
  int old_count;       // of coordinates
  Substitution known;  // what is told so far
} Freeing;

// Puts the loop of its joint in the place of a freed frame's moves (parametrise_cartesian_joint.c).
void join_frame(Freeing *freeing, int frame);

// Tells the old coordinates that moved the frame from the new ones, or makes the constraint that it
// is driven by others; torques on them become forces and moments (parametrise_cartesian_told.c).
// False after an error.
bool tell_frame(Freeing *freeing, int frame);
bool replace_torques(Freeing *freeing);

#endif
