// pose.h -- where something sits in a frame: a translation, then turns, kept as text.
//
// Quarter turns are followed exactly: through them, positions and inertias are carried over by
// permuting and negating decimals.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_POSE_H
#define BIELLE_IMPORT_POSE_H

#include "base/arena.h"
#include "base/text.h"
#include "import/angle.h"

#include <stdbool.h>

enum { POSE_TURNS = 12 };  // a pose from a file has 3; composed ones stop here

typedef struct Turn {
  const char *text;  // the move: "RX(90 deg)"
  int axis;          // 0 x, 1 y, 2 z; -1: any other
  Angle angle;
  double unit[3];  // the axis in numbers
} Turn;

typedef struct Pose {
  const char *position[3];  // decimals, m
  Turn turns[POSE_TURNS];   // each about an axis reached by those before
  int turn_count;
} Pose;

Pose pose_zero(void);
// Adds a turn about axis 0, 1, 2; a zero angle adds none.
void pose_turn(Pose *pose, Arena *arena, int axis, Angle angle);
// The same about any axis (decimals); `text` is the angle in the language, a product at most, and
// `value` its size.
void pose_turn_about(Pose *pose, Arena *arena, const char *const axis[3], const char *text,
                     double value);
// By a quaternion w, x, y, z (decimals) of any length but zero.
void pose_turn_by_quaternion(Pose *pose, Arena *arena, const char *const q[4]);
// Turns z into the direction of `axis`, by the shortest way.
void pose_turn_z_to(Pose *pose, Arena *arena, const char *const axis[3]);
// Turns by a rotation matrix: exactly by quarters, otherwise to 15 digits; nothing for the unit
// matrix.
void pose_turn_by_matrix(Pose *pose, Arena *arena, double R[3][3]);

bool pose_is_zero(const Pose *pose);
bool pose_is_shift(const Pose *pose);    // no turns
bool pose_is_quarter(const Pose *pose);  // quarter turns only
bool pose_has_position(const Pose *pose);

// `inner` seen from the frame that `outer` is given in. False if that cannot be said exactly:
// `outer` has other than quarter turns, or there are too many turns.
bool pose_compose(Arena *arena, const Pose *outer, const Pose *inner, Pose *composed);
// xx xy xz yy yz zz in the axes of the frame that a pose with quarter turns is given in.
void pose_rotate_inertia(Arena *arena, const Pose *pose, const char *const inertia[6],
                         const char *rotated[6]);
// Of its turns, w >= 0 first.
void pose_quaternion(const Pose *pose, double q[4]);
void pose_matrix(const Pose *pose, double rotation[3][3], double position[3]);

// "[0, 0, 1.5] m"
void pose_put_vector(Text *out, const char *const vector[3], const char *unit);
// Adds a part of a statement, behind a blank or, where the line would be too long, behind `wrap`:
// for a joint that is POSE_NEXT_LINE.
#define POSE_NEXT_LINE ",\n      "
void pose_put_part(Text *out, const char *part, const char *wrap);
// " at [0, 0, 1] m rotated RX(90 deg)", as far as there is something to say; such parts.
void pose_put_parts(Text *out, const Pose *pose);
// " rotated RX(90 deg) at [0, 0, 1] m": for shapes, whose turns must not come before
// the comma of another part of the body.
void pose_put_shape_parts(Text *out, const Pose *pose, bool is_last);
// "T([0, 0, 1] m), RX(90 deg)"; nothing for a zero pose.
void pose_put_moves(Text *out, const Pose *pose);

#endif
