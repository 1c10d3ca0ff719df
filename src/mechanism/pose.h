// pose.h -- exact pose of a frame relative to another: rotations and positions.
//
// A pose transforms components of the inner frame to the outer: r_outer = p + R r_inner. The moves
// between two frames combine to a pose, a quaternion, or a motion (kinematics.h); all three are
// computed from the same list of moves.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_POSE_H
#define BIELLE_MECHANISM_POSE_H

#include "mechanism/mechanism.h"

typedef struct Pose {
  Mat3 R;
  Vec3 p;
  // Rotations about parallel axes are added before any product is formed, so that formulas contain
  // cos(q2 + q3) and never its expansion: R = before_last * rotation(last_axis, last_angle). Code
  // that changes R directly must start a new pose with it.
  Mat3 before_last;
  Vec3 last_axis;          // in the axes after before_last
  const Expr *last_angle;  // NULL: R does not end with a rotation about an axis
} Pose;

Pose pose_identity(Pool *pool);
Pose pose_product(Pose outer, Pose inner);
Pose pose_inverse(Pose pose);
Pose pose_between(Pose from, Pose to);  // from^-1 to, both relative to the same frame
Vec3 pose_apply(Pose pose, Vec3 r);
bool pose_is_identity(Pose pose);
// Returns `pose` followed by another move, in the pool of `pose`.
Pose pose_moved(Pose pose, const Move *move);
Pose pose_of_moves(Pool *pool, const Move moves[], int count);
// Pose of frame `of` relative to frame `seen_from`, along the path between the two: common
// ancestors do not appear.
Pose pose_of_frame(const Mechanism *mechanism, Pool *pool, int of, int seen_from);

// Numerical transformation at a trial configuration `place` (default_value.h): expresses `count`
// vectors of frame `a`, a point followed by directions, and as many of frame `b`, in the axes of
// the closest common ancestor of both frames. On input they are in the axes of their frames.
// Returns the sum of all translations along both paths.
double trial_place(const Mechanism *mechanism, int place, int a, double of_a[][3], int b,
                   double of_b[][3], int count);

// ---- moves

Move move_copy(Pool *pool, const Move *move);
Move move_inverse(const Move *move);
Mat3 move_rotation(const Move *move);  // identity for a translation

typedef struct MovePath {
  Move *moves;
  int count;
} MovePath;
// The moves from `seen_from` to `of`, copied to `pool`: inverse moves to the closest common
// ancestor, last one first, then the moves to `of`.
MovePath moves_between(const Mechanism *mechanism, Pool *pool, int of, int seen_from, Arena *arena);

// ---- quaternions e0 + e1 i + e2 j + e3 k (Euler parameters)

typedef struct Quaternion {
  const Expr *e[4];
} Quaternion;

// Rotation matrix of a quaternion. A constant quaternion is divided by its norm, any other is
// assumed to have norm 1.
Mat3 quaternion_matrix(const Expr *const e[4]);
Quaternion quaternion_product(Quaternion a, Quaternion b);  // b after a
Quaternion quaternion_conjugate(Quaternion a);
// A rotation by a about the unit vector n is cos(a/2) + sin(a/2) n; successive rotations are
// products. The quaternion of exact angles is therefore exact, without roots of sums.
Quaternion quaternion_of_moves(Pool *pool, const Move moves[], int count);
Quaternion quaternion_of_frame(const Mechanism *mechanism, int of, int seen_from);

#endif
