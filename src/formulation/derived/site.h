// site.h -- position and motion of a site, in the axes of any frame. For the files of formulation/
// only.
//
// A site P is a frame's origin or a point of a frame F. In the axes of a frame A, with r the
// position of P relative to A's origin,
//   velocity          v_P = v_A + w_A x r + dr/dt
//   angular velocity  w_F = w_A + w_F/A
// All components are in A. r and w_F/A follow from the path from A to F, so they are short even if
// A is far from ground; the Jacobian consists of the coefficients of these velocities.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_SITE_H
#define BIELLE_FORMULATION_DERIVED_SITE_H

#include "formulation/derivation.h"
#include "formulation/methods/twist.h"

typedef struct Site {
  const char *name;
  int frame;
  Vec3 r_F;  // relative to the frame's origin
} Site;

Site site_of_frame(Derivation *derivation, int frame);
Site site_of_point(Derivation *derivation, int point);

// The position of P relative to A's origin, the orientation of its frame, and the angular velocity
// along the path between the two; components in A.
typedef struct RelativePose {
  Vec3 r_A;
  Mat3 R_AF;
  Vec3 w_FA;  // angular velocity of F relative to A
} RelativePose;
RelativePose site_relative_pose(Derivation *derivation, const Site *site, int axes);

// The velocity of the site and the angular velocity of its frame relative to ground, components in
// the axes of a frame.
Twist site_twist(Derivation *derivation, const Site *site, int axes);
// The acceleration of the site and the angular acceleration of its frame.
Twist site_acceleration(Derivation *derivation, const Site *site, int axes);

// 6 x n: the coefficients of each speed in site_twist().
Matrix site_jacobian(Derivation *derivation, const Site *site, int axes);

#endif
