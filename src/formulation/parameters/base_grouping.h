// base_grouping.h -- base inertial parameters: the identifiable combinations of inertial
// parameters.
//
// Points on the axis of a revolute joint belong to both links, so mass on the axis may be assigned
// to either; a link that slides rotates with its parent, so its second moments may be assigned to
// the parent; and links near ground have few possible motions. Regrouping whatever is possible to
// the parent, outermost links first, yields the base parameters, in closed form in the dimensions
// of the robot. Torques are unchanged and need far fewer products; reactions are not preserved and
// use the actual parameters. The result is minimal for revolute and prismatic joints with separate
// coordinates, except without gravity if the first axes of a chain intersect in a point: some first
// moments are then kept unnecessarily.
//
// References: M. Gautier, W. Khalil, "Direct calculation of minimum set of inertial parameters of
// serial robots", IEEE Trans. Robotics and Automation 6 (1990); W. Khalil, E. Dombre, "Modeling,
// Identification and Control of Robots" (2002), section 9.4.2.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_PARAMETERS_BASE_GROUPING_H
#define BIELLE_FORMULATION_PARAMETERS_BASE_GROUPING_H

#include "formulation/methods/links.h"

// The regrouped moments of every link: parts that have no effect or are assigned to the parent are
// exactly zero. If the joint's axis is the k-th of the link, the second moment [k][k] of a revolute
// link is zero. `gravity` is in ground axes, in the pool of the links. The result is allocated in
// `arena`.
Moments *base_moments(const LinkTree *tree, Vec3 gravity, Arena *arena);

// The actual moments of every link, without regrouping.
Moments *standard_moments(const LinkTree *tree, Arena *arena);

// A base parameter: its name, such as "XXR2" (element of the inertia matrix of link 2, regrouped)
// or "MX3" (not regrouped), and its value as a function of the standard parameters.
typedef struct BaseParameter {
  const char *name;
  int link;
  int parameter;  // its index among the ten (inertia.h)
  const Expr *value;
} BaseParameter;

// The non-zero base parameters, link by link: inertia matrix, first moments, mass. For a revolute
// link XX - YY has the name XXR, and YY is omitted (if z is its axis; in cyclic order otherwise).
// All are in the axes base_axes().
BaseParameter *base_parameters(const LinkTree *tree, Vec3 gravity, Arena *arena, int *count);

// The axes of the base parameters of a link, relative to the link's axes: the identity, unless the
// link rotates about none of its axes; then z is the joint's axis.
Mat3 base_axes(const Link *link);

#endif
