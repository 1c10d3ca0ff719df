// kinematics.h -- positions, orientations and velocities of every frame, shared by all methods.
//
// Notation (docs/notation.md): R_GF takes F-components to ground components, p_G is the position of
// the frame's origin in ground axes; w_F and v_F are the angular velocity of the frame and the
// velocity of its origin relative to ground, in the frame's own axes, where they are shortest.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_KINEMATICS_H
#define BIELLE_MECHANISM_KINEMATICS_H

#include "base/memory/arena.h"
#include "mechanism/pose.h"

typedef struct FrameMotion {
  Pose pose;  // R_GF and p_G
  Vec3 w_F;
  Vec3 v_F;
} FrameMotion;

// The motion of all frames, expressions in `pool`; lives in `arena`.
FrameMotion *kinematics_of(const Mechanism *mechanism, Pool *pool, Arena *arena);
// The same of the frames from `first` on; those before them are known.
void kinematics_go_on(const Mechanism *mechanism, Pool *pool, FrameMotion motions[], int first);

// The motion of frame `of` relative to frame `seen_from`, which takes the place of ground, along
// the path between the two: angles about parallel axes are added, what both share does not appear.
FrameMotion kinematics_between(const Mechanism *mechanism, Pool *pool, int of, int seen_from);

// Angular velocity of the rotation of Euler parameters, in the turned axes.
Vec3 quaternion_velocity(const Expr *const e[4]);

// Velocity of a point fixed in the frame, in the frame's axes.
Vec3 point_velocity_F(const FrameMotion *frame, Vec3 r_F);

#endif
