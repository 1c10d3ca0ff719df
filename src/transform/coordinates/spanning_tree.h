// spanning_tree.h -- what the files of the relative parametrisation share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_COORDINATES_SPANNING_TREE_H
#define BIELLE_TRANSFORM_COORDINATES_SPANNING_TREE_H

#include "transform/transform.h"

enum { MAX_COORDINATES = 4 };

// A loop that becomes the joint of a frame.
typedef struct TreeEdge {
  int loop;
  int frame;                          // that is attached
  FramePoint outer;                   // where
  FramePoint inner;                   // on the frame itself, or on one fixed to it
  bool is_reversed;                   // the loop names the attached frame first
  Frame old;                          // as it was in the ground
  Articulation freedom;               // of its moves
  const Expr *seen[MAX_COORDINATES];  // its coordinates, by the old ones
} TreeEdge;

typedef struct SpanningTree {
  Transform *transform;
  bool *is_free;  // by frame, and not attached yet
  TreeEdge *edges;
  int count;
  bool *is_removed;    // by coordinate
  bool *is_used;       // by loop
  Substitution known;  // old coordinates by new ones
} SpanningTree;

typedef struct MoveDraft {
  Move *moves;
  int count;
} MoveDraft;

// ---- tree_joint.c

void draft_slide(MoveDraft *draft, Vec3 axis, const Expr *amount);
// The moves of the joint, with new coordinates that are named after the loop.
void draft_motion(SpanningTree *tree, const TreeEdge *edge, MoveDraft *draft);
// The joint's coordinates, in the order of its moves, seen in the present coordinates.
void see_coordinates(const Transform *transform, TreeEdge *edge);

// ---- tree_measure.c

// The old coordinates of the attached frame by the new ones; false after an error.
bool measure_coordinates(SpanningTree *tree, const TreeEdge *edge);

#endif
