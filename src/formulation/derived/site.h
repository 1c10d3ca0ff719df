// site.h -- where a site is and how it moves, in the axes of any frame. For the files of
// formulation/ only.
//
// A site P is a frame's origin or a point of a frame F. Seen from the axes of a frame A, with r
// the position of P relative to A's origin,
//   velocity          v_P = v_A + w_A x r + dr/dt
//   angular velocity  w_F = w_A + w_F/A
// all of them components in A. r and w_F/A come from the motion along the path from A to F, so they
// are short however far A is from ground; the Jacobian is this, coefficient by coefficient.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_SITE_H
#define BIELLE_FORMULATION_DERIVED_SITE_H

#include "formulation/derivation.h"
#include "formulation/methods/twist.h"

typedef struct Site {
  const char *name;
  int frame;
  Vec3 r_F;  // from the frame's origin
} Site;

Site site_of_frame(Derivation *derivation, int frame);
Site site_of_point(Derivation *derivation, int point);

// Position of P relative to A's origin and orientation of its frame, and the rates of the path
// between the two; components in A.
typedef struct RelativePose {
  Vec3 r_A;
  Mat3 R_AF;
  Vec3 w_FA;  // angular velocity of F relative to A
} RelativePose;
RelativePose site_relative_pose(Derivation *derivation, const Site *site, int axes);

// Motion relative to ground, components in the axes of a frame.
Twist site_twist(Derivation *derivation, const Site *site, int axes);
// Acceleration of the site and angular acceleration.
Twist site_acceleration(Derivation *derivation, const Site *site, int axes);

// 6 x n: what each speed contributes to site_twist().
Matrix site_jacobian(Derivation *derivation, const Site *site, int axes);

#endif
