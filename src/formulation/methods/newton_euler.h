// newton_euler.h -- one Newton-Euler recursion over the links. For the files of formulation/ only.
//
// Outward pass: w, the tensor U = [wd]x + [w]x[w]x and the acceleration V of the link's origin,
// minus gravity, all in the link's axes. Inward pass: the wrench about the link's origin that the
// parent must exert on the link so that it and everything it carries moves accordingly.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_NEWTON_EULER_H
#define BIELLE_FORMULATION_METHODS_NEWTON_EULER_H

#include "formulation/parameters/base_grouping.h"
#include "formulation/builder.h"
#include "formulation/methods/twist.h"

// The terms included in the recursion.
typedef enum NewtonTerms {
  NEWTON_SPEEDS = 1,
  NEWTON_ACCELERATIONS = 2,
  NEWTON_GRAVITY = 4,
  NEWTON_FORCES = 8,  // applied forces and moments of the mechanism
  NEWTON_ALL_TERMS = NEWTON_SPEEDS | NEWTON_ACCELERATIONS | NEWTON_GRAVITY | NEWTON_FORCES
} NewtonTerms;

typedef struct NewtonLink {
  Mat3 turn;  // of the move: components after it to components before it
  Vec3 p;     // from the parent's origin to the link's, in the parent's axes
  Vec3 w;
  Vec3 wd;
  Mat3 U;
  Vec3 V;
  Vec3 f;  // wrench, about the link's origin and in its axes
  Vec3 n;
} NewtonLink;

typedef struct Newton {
  Derivation *derivation;
  const LinkTree *tree;
  int terms;          // NewtonTerms
  NewtonLink *links;  // indexed as in the tree; links[LINK_GROUND] is ground
} Newton;

// The tree with axes that shorten recursions: the origin of a link is placed on the joint's axis
// such that the number of non-zero lever arms is minimal; links that slide have the axes of their
// parent.
const LinkTree *newton_tree(Derivation *derivation);

// Computes the motion of all links; wrenches are zero. Allocated in the arena of the equations.
Newton newton_outward(Derivation *derivation, const LinkTree *tree, int terms);
// Adds the wrenches of the links' masses, and propagates them to the parents.
void newton_inward(Newton *newton, const Moments moments[]);
// Adds the wrenches without propagating them.
void newton_add_wrenches(Newton *newton, const Moments moments[]);

// Transform a vector from the axes of the parent of link i to those of the link, and back.
Vec3 newton_into_link(const Newton *newton, int i, Vec3 v_P);
Vec3 newton_out_of_link(const Newton *newton, int i, Vec3 v_L);
// Transforms a tensor from the axes of link i to those before its move.
Mat3 newton_tensor_turned(const Newton *newton, int i, Mat3 a_L);
// Transforms a wrench about the origin of link i and in its axes to its parent's origin and axes.
Twist newton_on_parent(const Newton *newton, int i, Twist wrench);
// Transform a vector, and the position of a point, from link `from` to link `to` (or LINK_GROUND).
Vec3 newton_vector(const Newton *newton, int from, Vec3 v, int to);
Vec3 newton_point(const Newton *newton, int from, Vec3 r, int to);

// For every link the moments of all that it carries, itself included, in its axes (composite.c).
Moments *newton_composites(const Newton *newton, const Moments own[]);
// sum over the mass of r x U r, from the second moments P.
Vec3 newton_moment_of_tensor(Mat3 U, Mat3 P);

// Sets the tensor and wd of a link whose w is known, from column k of the tensor and component k of
// wd.
void newton_set_tensor(NewtonLink *link, int k, Vec3 of_axis, const Expr *wd_k);

// Subtracts applied forces and moments from the wrenches; call before newton_inward(). Only those
// with `is_on_frame` true for the frame they act on are included (NULL: all).
void newton_add_forces(Newton *newton, const bool is_on_frame[]);
// Subtracts torques on coordinates, except those of drives, from generalised forces.
void newton_subtract_torques(Derivation *derivation, Matrix tau);

#endif
