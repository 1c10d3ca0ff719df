// inertia.h -- the ten inertial parameters of a rigid body, as an inertia or as moments of mass.
//
//   m = sum dm,   s = sum r dm,   P = sum r r^T dm,   J = tr(P) 1 - P,
//
// about the origin of some axes.
//
// Input and output use J, the inertia matrix. Recursions use P instead: with the acceleration
// tensor U = [wd]x + [w]x[w]x, a point r of the body has the acceleration U r, and the moment about
// the origin is the skew part of U P, so products of U serve force and moment alike. Moments are
// also transformed between axes without the parallel-axis theorem:
//
//   P' = R P R^T + p (R s)^T + (R s) p^T + m p p^T
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_INERTIA_H
#define BIELLE_FORMULATION_METHODS_INERTIA_H

#include "mechanism/mechanism.h"
#include "mechanism/pose.h"

// Inertial parameters in one set of axes and about their origin.
typedef struct LinkInertia {
  const Expr *mass;
  Vec3 first_moment;  // mass times centre of mass
  Mat3 inertia;       // about the origin
} LinkInertia;

LinkInertia link_inertia_zero(Pool *pool);
// The parameters of a body, in the axes of its frame and about its origin.
LinkInertia link_inertia_of_body(const Body *body, Pool *pool);
LinkInertia link_inertia_add(LinkInertia a, LinkInertia b);
// Transforms to axes relative to which the original axes have the pose `placement`.
LinkInertia link_inertia_transport(LinkInertia inertia, Pose placement);

// The parameters by number, 0 .. 9: XX XY XZ YY YZ ZZ MX MY MZ M.
enum { LINK_PARAMETERS = 10 };
const char *link_parameter_letters(int parameter);
const Expr *link_parameter(const LinkInertia *inertia, int parameter);
void link_parameter_set(LinkInertia *inertia, int parameter, const Expr *value);

// ---- moments

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
// Transforms to axes relative to which the original axes have the pose `placement`.
Moments moments_transport(Moments moments, Pose placement);

// R A R^T for a rotation about axis k (0, 1, 2) with cosine c and sine s.
Mat3 mat3_turned_about(Mat3 A, int k, const Expr *c, const Expr *s);

#endif
