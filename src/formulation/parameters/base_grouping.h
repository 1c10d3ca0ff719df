// base_grouping.h -- base inertial parameters: which combinations the motion can tell apart.
//
// Points on the axis of a revolute joint belong to both links, so mass on the axis may be counted
// with either; a link that slides turns as its parent does, so its second moments may be counted
// with the parent's; and links near ground move in few ways. Moving what can be moved to the
// parent, outermost links first, leaves the base parameters, in closed form in the lengths of the
// robot. Torques come out the same with far fewer products; reactions do not, and take the real
// ones. Minimal for revolute and prismatic joints with coordinates of their own, except without
// gravity where the first axes of a chain meet in a point: first moments show there that need not.
//
// References: M. Gautier, W. Khalil, "Direct calculation of minimum set of inertial parameters of
// serial robots", IEEE Trans. Robotics and Automation 6 (1990); W. Khalil, E. Dombre, "Modeling,
// Identification and Control of Robots" (2002), section 9.4.2.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_PARAMETERS_BASE_GROUPING_H
#define BIELLE_FORMULATION_PARAMETERS_BASE_GROUPING_H

#include "formulation/methods/links.h"

// Moments of every link, regrouped: what has no effect or is counted with the parent is exactly
// zero. The joint's axis being the k-th of the link, the second moment [k][k] of a revolute link is
// among the zeros. `gravity` in ground axes, in the pool of the links. Lives in `arena`.
Moments *base_moments(const LinkTree *tree, Vec3 gravity, Arena *arena);

// The real ones.
Moments *standard_moments(const LinkTree *tree, Arena *arena);

// One base parameter: its name, such as "XXR2" (element of the inertia matrix of link 2, regrouped)
// or "MX3" (nothing was added to it), and what it is in the standard parameters.
typedef struct BaseParameter {
  const char *name;
  int link;
  int parameter;  // its place among the ten (inertia.h)
  const Expr *value;
} BaseParameter;

// Those that are not zero, link by link: inertia matrix, first moments, mass. Revolute links keep
// XX - YY under the name XXR and have no YY (their axis being z; in cyclic order otherwise).
// All of them in the axes base_axes().
BaseParameter *base_parameters(const LinkTree *tree, Vec3 gravity, Arena *arena, int *count);

// Axes of the base parameters of a link, seen from its own: the same, unless it turns about none of
// them; then z is the joint's axis.
Mat3 base_axes(const Link *link);

#endif
