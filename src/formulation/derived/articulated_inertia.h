// articulated_inertia.h -- the inertia of a body that others hang on, free to move. For the files
// of formulation/ only.
//
// To accelerate the axes of such a body by alpha (angular) and a (of the origin) takes
//   N = J alpha + H a + n,    F = H^T alpha + m a + f
// about the origin, with J and m symmetric. For a rigid body H = skew(first moment), m = mass 1.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_ARTICULATED_INERTIA_H
#define BIELLE_FORMULATION_DERIVED_ARTICULATED_INERTIA_H

#include "formulation/methods/links.h"

typedef struct ArticulatedInertia {
  Mat3 J, H, m;
} ArticulatedInertia;

// A moment and a force, or an angular and a linear acceleration.
typedef struct Pair {
  Vec3 turning;
  Vec3 linear;
} Pair;

Pair pair_zero(Pool *pool);
Pair pair_add(Pair a, Pair b);
Pair pair_scale(const Expr *factor, Pair a);
const Expr *pair_dot(Pair a, Pair b);

ArticulatedInertia articulated_inertia_of(LinkInertia rigid);
ArticulatedInertia articulated_inertia_add(ArticulatedInertia a, ArticulatedInertia b);
// I a
Pair articulated_inertia_apply(const ArticulatedInertia *inertia, Pair acceleration);
// I - u v^T, where v is a multiple of u
ArticulatedInertia articulated_inertia_release(ArticulatedInertia inertia, Pair u, Pair v);
// The same seen from axes in which its own are turned by R, and stand at r.
ArticulatedInertia articulated_inertia_turn(ArticulatedInertia inertia, Mat3 R);
ArticulatedInertia articulated_inertia_shift(ArticulatedInertia inertia, Vec3 r);

#endif
