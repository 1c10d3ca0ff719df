// pose.h -- poses in a frame, as moves of the language: a translation, then rotations.
//
// The language computes them exactly; numerical values are stored only to determine directions and
// the initial pose of a free body.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_POSE_H
#define BIELLE_IMPORT_COMMON_POSE_H

#include "base/memory/arena.h"
#include "import/common/angle.h"

#include <stdbool.h>

typedef struct Pose {
  const char *at[3];     // expressions, m
  const char *turns;     // "RZ(90 deg), RX(0.1 rad)", each in the axes reached by those before
  const char *back;      // the inverse rotations: "RX(-0.1 rad), RZ(-90 deg)"
  double quaternion[4];  // of the rotations, unit length
} Pose;

Pose pose_zero(void);
bool pose_is_zero(const Pose *pose);
bool pose_has_place(const Pose *pose);
bool pose_has_turns(const Pose *pose);

// Returns the index of the only nonzero component; -1 if there is none or more than one.
int single_axis(const char *const vector[3]);
// Adds a rotation about axis 0, 1 or 2; nothing for a zero angle.
void pose_turn(Pose *pose, Arena *arena, int axis, Angle angle);
// The same about any nonzero axis (decimals).
void pose_turn_about(Pose *pose, Arena *arena, const char *const axis[3], Angle angle);
// Adds the rotation of a nonzero quaternion w, x, y, z (decimals) of any length.
void pose_turn_by_quaternion(Pose *pose, Arena *arena, const char *const q[4]);
// Rotates z to the direction of `axis` (expressions and their values) by the smallest angle.
void pose_turn_z_to(Pose *pose, Arena *arena, const char *const axis[3], const double value[3]);
// Rotates x and y to two directions, the second only approximately; returns false if they do not
// define axes.
bool pose_turn_to_axes(Pose *pose, Arena *arena, const char *const xy[6]);

// Returns `inner`, which is relative to `outer`, as one pose; its position is computed in 16
// digits.
Pose pose_composed(Arena *arena, const Pose *outer, const Pose *inner);

// "[0, 0, 1.5] m"
const char *vector_text(Arena *arena, const char *const vector[3], const char *unit);
// Returns "a, b" for two lists of moves.
const char *moves_joined(Arena *arena, const char *a, const char *b);
// Returns "T([0, 0, 1] m), RX(90 deg)"; "" for a zero pose. Back: from the inner frame to the
// outer.
const char *pose_moves(Arena *arena, const Pose *pose);
const char *pose_moves_back(Arena *arena, const Pose *pose);

// Poses in a tree: node i is relative to node `parent` < i; -1: none.
typedef struct PoseNode {
  int parent;
  Pose pose;
  bool is_back;  // the pose is that of the parent relative to the node
} PoseNode;
// Returns the moves from one node to another through their common ancestor; or only the rotations.
const char *pose_path(Arena *arena, const PoseNode nodes[], int from, int to, bool only_turns);

#endif
