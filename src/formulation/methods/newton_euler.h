// newton_euler.h -- one recursion of Newton and Euler over the links. For the files of formulation/
// only.
//
// Outwards: w, the tensor U = [wd]x + [w]x[w]x and the acceleration V of the link's origin, less
// gravity, all in the link's axes. Inwards: the wrench that the parent must exert on the link about
// its origin, so that it and everything it carries moves like that.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_NEWTON_EULER_H
#define BIELLE_FORMULATION_METHODS_NEWTON_EULER_H

#include "formulation/parameters/base_grouping.h"
#include "formulation/builder.h"
#include "formulation/methods/twist.h"

// What the recursion is to take into account.
typedef enum NewtonTerms {
  NEWTON_SPEEDS = 1,
  NEWTON_ACCELERATIONS = 2,
  NEWTON_GRAVITY = 4,
  NEWTON_FORCES = 8,  // forces and moments of the mechanism
  NEWTON_ALL_TERMS = NEWTON_SPEEDS | NEWTON_ACCELERATIONS | NEWTON_GRAVITY | NEWTON_FORCES
} NewtonTerms;

typedef struct NewtonLink {
  Mat3 turn;  // of the move: components behind it to components before it
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
  NewtonLink *links;  // as those of the tree; links[LINK_GROUND] is ground
} Newton;

// The tree with axes that make recursions short: the origin of a link lies where on the joint's
// axis the fewest levers are not zero, links that slide have the axes of their parent.
const LinkTree *newton_tree(Derivation *derivation);

// The motion of all links; no wrenches yet (zero). Lives in the arena of the equations.
Newton newton_outward(Derivation *derivation, const LinkTree *tree, int terms);
// Adds the wrenches of what the links carry, and hands them down to the parents.
void newton_inward(Newton *newton, const Moments moments[]);
// Adds them, and hands nothing down.
void newton_add_wrenches(Newton *newton, const Moments moments[]);

// A vector in the axes of the parent of link i as one in those of the link, and back.
Vec3 newton_into_link(const Newton *newton, int i, Vec3 v_P);
Vec3 newton_out_of_link(const Newton *newton, int i, Vec3 v_L);
// A tensor in the axes of link i as one in those before its move.
Mat3 newton_tensor_turned(const Newton *newton, int i, Mat3 a_L);
// A wrench about the origin of link i and in its axes as one about that of its parent.
Twist newton_on_parent(const Newton *newton, int i, Twist wrench);
// Components in the axes of a link (or LINK_GROUND) as components in those of another.
Vec3 newton_vector(const Newton *newton, int from, Vec3 v, int to);
Vec3 newton_point(const Newton *newton, int from, Vec3 r, int to);

// Of every link the moments of all that it carries, itself included, in its axes (composite.c).
Moments *newton_composites(const Newton *newton, const Moments own[]);
// sum over the mass of r x U r, with the second moments P.
Vec3 newton_moment_of_tensor(Mat3 U, Mat3 P);

// Sets the tensor and wd of a link whose w is known, from column k of the tensor and component k of
// wd.
void newton_set_tensor(NewtonLink *link, int k, Vec3 of_axis, const Expr *wd_k);

// Takes what acts off the wrenches, before newton_inward(): forces and moments of which
// `is_on_frame` holds the frame they act on (NULL: all).
void newton_add_forces(Newton *newton, const bool is_on_frame[]);
// Takes torques on coordinates, but those of drives, off generalised forces.
void newton_subtract_torques(Derivation *derivation, Matrix tau);

#endif
