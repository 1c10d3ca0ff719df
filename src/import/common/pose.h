// pose.h -- where something sits in a frame, as moves of the language: a translation, then turns.
//
// The language multiplies exactly; numbers are kept only to know directions and where a free body
// starts.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_POSE_H
#define BIELLE_IMPORT_COMMON_POSE_H

#include "base/memory/arena.h"
#include "import/common/angle.h"

#include <stdbool.h>

typedef struct Pose {
  const char *at[3];     // expressions, m
  const char *turns;     // "RZ(90 deg), RX(0.1 rad)", each about an axis reached by those before
  const char *back;      // the turns undone: "RX(-0.1 rad), RZ(-90 deg)"
  double quaternion[4];  // of the turns, of length 1
} Pose;

Pose pose_zero(void);
bool pose_is_zero(const Pose *pose);
bool pose_has_place(const Pose *pose);
bool pose_has_turns(const Pose *pose);

// The only component that is not zero; -1: there are several, or none.
int single_axis(const char *const vector[3]);
// Adds a turn about axis 0, 1, 2; a zero angle adds none.
void pose_turn(Pose *pose, Arena *arena, int axis, Angle angle);
// The same about any axis but zero (decimals).
void pose_turn_about(Pose *pose, Arena *arena, const char *const axis[3], Angle angle);
// By a quaternion w, x, y, z (decimals) of any length but zero.
void pose_turn_by_quaternion(Pose *pose, Arena *arena, const char *const q[4]);
// Turns z into the direction of `axis` (expressions and their values), by the shortest way.
void pose_turn_z_to(Pose *pose, Arena *arena, const char *const axis[3], const double value[3]);
// Turns x and y into two directions, the second only roughly; false if they are none.
bool pose_turn_to_axes(Pose *pose, Arena *arena, const char *const xy[6]);

// A pose in that around it, both of decimals, as one; its place in numbers of 16 digits.
Pose pose_composed(Arena *arena, const Pose *outer, const Pose *inner);

// "[0, 0, 1.5] m"
const char *vector_text(Arena *arena, const char *const vector[3], const char *unit);
// "a, b" of two lists of moves
const char *moves_joined(Arena *arena, const char *a, const char *b);
// "T([0, 0, 1] m), RX(90 deg)"; "" for a zero pose. Back: from the inner frame to the outer.
const char *pose_moves(Arena *arena, const Pose *pose);
const char *pose_moves_back(Arena *arena, const Pose *pose);

// Poses in a tree: node i sits in node `parent` < i, -1 for none.
typedef struct PoseNode {
  int parent;
  Pose pose;
  bool is_back;  // the pose is that of the parent in the node
} PoseNode;
// The moves from one node to another, up to what carries both and down again; or the turns of them.
const char *pose_path(Arena *arena, const PoseNode nodes[], int from, int to, bool only_turns);

#endif
