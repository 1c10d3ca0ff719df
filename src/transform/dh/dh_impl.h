// dh_impl.h -- declarations shared by the conversion to Denavit-Hartenberg parameters.
//
// The frames of a description may have any number of moves. Here the mechanism is divided at its
// moving moves instead: a Link is the rigid part after one of them. Link 0 is the ground. The axes
// of a link are those immediately after its motion.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_DH_DH_IMPL_H
#define BIELLE_TRANSFORM_DH_DH_IMPL_H

#include "transform/dh/exact_geometry.h"

typedef struct Link {
  const char *name;  // of its motion: the frame's, or frame_1, frame_2 if a frame has several
  int parent;        // a link of smaller index; -1: ground
  int frame;         // that contains the motion
  MoveKind kind;
  Vec3 axis;           // of the motion, unit vector, through the origin; z for ground
  const Expr *amount;  // of the motion
  Pose before;         // the axes before the motion, in the parent's axes
  int first_child;     // -1: none
} Link;

// Pose of a frame in its link.
typedef struct FramePlace {
  int link;
  Pose placement;
} FramePlace;

typedef struct Conversion {
  Mechanism *mechanism;  // becomes the result
  DhConvention convention;
  Diagnostics *diagnostics;
  Arena *scratch;
  Geometry geometry;
  Link *links;
  int link_count;
  FramePlace *places;  // by frame
} Conversion;

// The common normal of two successive axes: its direction x and its feet on both axes, in the axes
// of the parent link.
typedef struct Normal {
  Vec3 x;
  Vec3 foot;          // on the axis of the parent
  Vec3 next_foot;     // on the axis of the link itself
  const Expr *alpha;  // angle between the axes about x
  const Expr *a;      // distance between the feet
} Normal;

typedef struct LinkRow {
  Normal normal;  // from the parent's axis to this link's
  // position of the normal on the parent's axis (gamma, b), in the parent's frame
  const Expr *gamma;
  const Expr *b;
  const Expr *theta;  // along this link's axis, from this normal to the next; without the motion
  const Expr *d;
  Pose frame;  // the frame of the table, in the axes of the link
} LinkRow;

// The rows by link; row 0 (the ground) has a frame only, the base frame of the table.
LinkRow *dh_rows(Conversion *conversion);

#endif
