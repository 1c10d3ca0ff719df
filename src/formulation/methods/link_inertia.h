// link_inertia.h -- the ten inertial parameters of something rigid.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_LINK_INERTIA_H
#define BIELLE_FORMULATION_METHODS_LINK_INERTIA_H

#include "mechanism/mechanism.h"
#include "mechanism/pose.h"

// In one set of axes and about their origin.
typedef struct LinkInertia {
  const Expr *mass;
  Vec3 first_moment;  // mass times centre of mass
  Mat3 inertia;       // about the origin
} LinkInertia;

LinkInertia link_inertia_zero(Pool *pool);
// Of a body, in the axes of its frame and about its origin.
LinkInertia link_inertia_of_body(const Body *body, Pool *pool);
LinkInertia link_inertia_add(LinkInertia a, LinkInertia b);
// The same thing seen from axes in which its own stand at `placement`.
LinkInertia link_inertia_transport(LinkInertia inertia, Pose placement);

// One by one, 0 .. 9: XX XY XZ YY YZ ZZ MX MY MZ M.
enum { LINK_PARAMETERS = 10 };
const char *link_parameter_letters(int parameter);
const Expr *link_parameter(const LinkInertia *inertia, int parameter);
void link_parameter_set(LinkInertia *inertia, int parameter, const Expr *value);

#endif
