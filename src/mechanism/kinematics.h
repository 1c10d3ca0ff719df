// kinematics.h -- positions, orientations and velocities of all frames, used by all methods.
//
// Notation (docs/notation.md): R_GF transforms F-components to ground components, p_G is the
// position of the frame's origin in ground axes; w_F and v_F are the angular velocity of the frame
// and the velocity of its origin relative to ground, expressed in the frame's own axes, where they
// are shortest.
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

// Returns the motion of all frames; expressions are in `pool`, the array is allocated in `arena`.
FrameMotion *kinematics_of(const Mechanism *mechanism, Pool *pool, Arena *arena);
// Computes the motion of the frames from `first` on; those before must be known.
void kinematics_go_on(const Mechanism *mechanism, Pool *pool, FrameMotion motions[], int first);

// Motion of frame `of` relative to frame `seen_from`, which replaces the ground, along the path
// between the two: angles about parallel axes are added, and common ancestors do not appear.
FrameMotion kinematics_between(const Mechanism *mechanism, Pool *pool, int of, int seen_from);

// Angular velocity of the rotation given by Euler parameters, in the rotated axes.
Vec3 quaternion_velocity(const Expr *const e[4]);

// Velocity of a point fixed in the frame, expressed in the frame's axes.
Vec3 point_velocity_F(const FrameMotion *frame, Vec3 r_F);

#endif
