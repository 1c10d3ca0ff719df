// parametrise_relative.h -- what the files of the relative parametrisation share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_PARAMETRISE_RELATIVE_H
#define BIELLE_MECHANISM_PARAMETRISE_RELATIVE_H

#include "mechanism/parametrise_impl.h"

enum { MOST_COORDINATES = 4 };

// A loop that becomes the joint of a frame.
typedef struct Attachment {
  int loop;
  int frame;             // that is attached
  JointPlace outer;      // where
  JointPlace inner;      // on the frame itself, or on one fixed to it
  bool is_reversed;      // the loop names the attached frame first
  Frame old;             // as it was in the ground
  Articulation freedom;  // of its moves
  const Expr *initial[MOST_COORDINATES];
} Attachment;

typedef struct Rooting {
  Remake *remake;
  bool *is_free;  // by frame, and not attached yet
  Attachment *attachments;
  int count;
  bool *is_removed;    // by coordinate
  bool *is_used;       // by loop
  Substitution known;  // old coordinates by new ones
} Rooting;

typedef struct MoveDraft {
  Move *moves;
  int count;
} MoveDraft;

// ---- parametrise_relative_motion.c

void draft_slide(MoveDraft *draft, Vec3 axis, const Expr *amount);
// The moves of the joint, with new coordinates that are named after the loop.
void draft_motion(Rooting *rooting, const Attachment *attachment, MoveDraft *draft);
// The joint's coordinates, in the order of its moves, seen in the present coordinates.
void see_coordinates(const Remake *remake, Attachment *attachment);

// ---- parametrise_relative_told.c

// The old coordinates of the attached frame by the new ones; false after an error.
bool tell_coordinates(Rooting *rooting, const Attachment *attachment);

#endif
