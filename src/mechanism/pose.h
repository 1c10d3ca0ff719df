// pose.h -- where a frame stands in another, exactly: the one algebra of rotations and places.
//
// A pose takes components of the inner frame to the outer: r_outer = p + R r_inner. What the moves
// between two frames do together is a pose, a quaternion, or a motion (kinematics.h): all three go
// along the same list of moves.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_POSE_H
#define BIELLE_MECHANISM_POSE_H

#include "mechanism/mechanism.h"

typedef struct Pose {
  Mat3 R;
  Vec3 p;
  // Rotations about parallel axes are added before any product is formed, so that formulas hold
  // cos(q2 + q3) and never its expansion: R = before_last * rotation(last_axis, last_angle).
  // Who changes R by hand begins a new pose with it.
  Mat3 before_last;
  Vec3 last_axis;          // in the axes that before_last leads to
  const Expr *last_angle;  // NULL: R does not end with a rotation about an axis
} Pose;

Pose pose_identity(Pool *pool);
Pose pose_product(Pose outer, Pose inner);
Pose pose_inverse(Pose pose);
Pose pose_between(Pose from, Pose to);  // from^-1 to, both seen from the same frame
Vec3 pose_apply(Pose pose, Vec3 r);
bool pose_is_identity(Pose pose);
// `pose` and one more move behind it, in the pool of `pose`.
Pose pose_moved(Pose pose, const Move *move);
Pose pose_of_moves(Pool *pool, const Move moves[], int count);
// Of frame `of` in frame `seen_from`, along the path between the two: what both share does not
// appear.
Pose pose_of_frame(const Mechanism *mechanism, Pool *pool, int of, int seen_from);

// In numbers, at a trial place (default_value.h): a point of frame `a` with directions behind it,
// `count` vectors together, and as many of frame `b`, given in the axes of their frames, are seen
// from the last frame that carries both. How long the ways are, all moves added up.
double trial_place(const Mechanism *mechanism, int place, int a, double of_a[][3], int b,
                   double of_b[][3], int count);

// ---- moves

Move move_copy(Pool *pool, const Move *move);
Move move_inverse(const Move *move);
Mat3 move_rotation(const Move *move);  // identity of a translation

typedef struct MovePath {
  Move *moves;
  int count;
} MovePath;
// The moves that lead from `seen_from` to `of`, copies in `pool`: inverse ones down to the frame
// that carries both, last one first, then those up to `of`.
MovePath moves_between(const Mechanism *mechanism, Pool *pool, int of, int seen_from, Arena *arena);

// ---- quaternions e0 + e1 i + e2 j + e3 k (Euler parameters)

typedef struct Quaternion {
  const Expr *e[4];
} Quaternion;

// The rotation of a quaternion, divided by its length if it is constant, otherwise taken to have
// length 1.
Mat3 quaternion_matrix(const Expr *const e[4]);
Quaternion quaternion_product(Quaternion a, Quaternion b);  // b behind a
Quaternion quaternion_conjugate(Quaternion a);
// A turn by a about the unit vector n is cos(a/2) + sin(a/2) n; one turn behind another is their
// product. So the quaternion of exact angles is exact, without roots of sums.
Quaternion quaternion_of_moves(Pool *pool, const Move moves[], int count);
Quaternion quaternion_of_frame(const Mechanism *mechanism, int of, int seen_from);

#endif
