// spanning_tree.h -- declarations shared by the relative parametrisation.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_COORDINATES_SPANNING_TREE_H
#define BIELLE_TRANSFORM_COORDINATES_SPANNING_TREE_H

#include "transform/transform.h"

enum { MAX_COORDINATES = 4 };

// A loop that becomes the joint of a frame.
typedef struct TreeEdge {
  int loop;
  int frame;                          // the attached frame
  FramePoint outer;                   // point on the parent
  FramePoint inner;                   // point on the frame itself, or on one fixed to it
  bool is_reversed;                   // the loop names the attached frame first
  Frame old;                          // the frame as it was in ground
  Articulation freedom;               // of its moves
  const Expr *seen[MAX_COORDINATES];  // its coordinates, as functions of the old ones
} TreeEdge;

typedef struct SpanningTree {
  Transform *transform;
  bool *is_free;  // by frame: free and not yet attached
  TreeEdge *edges;
  int count;
  bool *is_removed;    // by coordinate
  bool *is_used;       // by loop
  Substitution known;  // old coordinates as functions of the new ones
} SpanningTree;

typedef struct MoveDraft {
  Move *moves;
  int count;
} MoveDraft;

// ---- tree_joint.c

void draft_slide(MoveDraft *draft, Vec3 axis, const Expr *amount);
// Appends the moves of the joint, with new coordinates named after the loop.
void draft_motion(SpanningTree *tree, const TreeEdge *edge, MoveDraft *draft);
// Expresses the coordinates of the joint, in the order of its moves, by the present coordinates.
void see_coordinates(const Transform *transform, TreeEdge *edge);

// ---- tree_measure.c

// Expresses the old coordinates of the attached frame by the new ones. Returns false after an
// error.
bool measure_coordinates(SpanningTree *tree, const TreeEdge *edge);

#endif
