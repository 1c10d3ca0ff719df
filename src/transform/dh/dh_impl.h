// dh_impl.h -- what the files of the conversion to Denavit and Hartenberg share.
//
// The frames of a description may hold any number of moves. Here the mechanism is cut at its moving
// moves instead: a Link is what moves rigidly behind one of them. Link 0 is the ground. The axes of
// a link are those that stand right behind its motion.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_DH_DH_IMPL_H
#define BIELLE_TRANSFORM_DH_DH_IMPL_H

#include "transform/dh/exact_geometry.h"

typedef struct Link {
  const char *name;  // of its motion: the frame's, or frame_1, frame_2 where a frame has several
  int parent;        // link, smaller than its own index; -1: ground
  int frame;         // in which the motion stands
  MoveKind kind;
  Vec3 axis;           // of the motion, unit, through the origin; for ground z
  const Expr *amount;  // of the motion
  Pose before;         // the axes in front of the motion, in the parent's axes
  int first_child;     // -1: none
} Link;

// Where a frame stands in its link.
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

// Between two neighbouring axes lies their common normal: its direction x and its feet on both
// axes, in the axes of the parent link.
typedef struct Normal {
  Vec3 x;
  Vec3 foot;          // on the axis of the parent
  Vec3 next_foot;     // on the axis of the link itself
  const Expr *alpha;  // angle between the axes about x
  const Expr *a;      // from one foot to the other
} Normal;

typedef struct LinkRow {
  Normal normal;      // from the parent's axis to this link's
  const Expr *gamma;  // where the normal leaves the parent's axis, seen from the parent's frame
  const Expr *b;
  const Expr *theta;  // along this link's axis, from this normal to the next; without the motion
  const Expr *d;
  Pose frame;  // the table's frame, in the axes of the link
} LinkRow;

// By link; row 0 (the ground) has a frame only: where the table begins.
LinkRow *dh_rows(Conversion *conversion);

#endif
