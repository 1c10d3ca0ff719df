// moments.h -- the ten inertial parameters of something rigid as moments of its mass.
//
//   m = sum dm,   s = sum r dm,   P = sum r r^T dm          about the origin of some axes
//
// The inertia matrix is J = tr(P) 1 - P. Recursions take P instead: with the acceleration tensor
// U = [wd]x + [w]x[w]x, under which a point r of the body accelerates by U r, the moment about the
// origin is the skew part of U P, so products of U serve force and moment alike. Moments also move
// from axes to axes without a formula of Huygens: P' = R P R^T + p (R s)^T + (R s) p^T + m p p^T.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_MOMENTS_H
#define BIELLE_FORMULATION_METHODS_MOMENTS_H

#include "formulation/methods/links.h"

typedef struct Moments {
  const Expr *mass;
  Vec3 first;
  Mat3 second;  // symmetric
} Moments;

Moments moments_zero(Pool *pool);
Moments moments_of_inertia(const LinkInertia *inertia);
Mat3 moments_inertia(const Moments *moments);  // tr(P) 1 - P
Moments moments_add(Moments a, Moments b);
Moments moments_sub(Moments a, Moments b);
// The same thing seen from axes in which its own stand at `placement`.
Moments moments_transport(Moments moments, Pose placement);

#endif
