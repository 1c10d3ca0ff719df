// norms.h -- elimination of the unit norms of quaternions from the equations of motion. For the
// files of formulation/ only.
//
// The four parameters e of a quaternion rotate their link with w = G(e) e', in the link's axes,
// where G G^T = 4 e.e and G e = 0, so that G e'' is the rate of w. With the norm,
// 2 e . e'' = gamma,
//
//   e'' = G^T / (4 e.e) wd + e / (2 e.e) gamma
//
// and for all n coordinates with `count` quaternions, by the accelerations a of n - count degrees
// of freedom,
//
//   qdd = B a + C gamma,     B^T M B a + (J B)^T lambda = B^T (Q - M C gamma)
//
// with the remaining constraints only: a quaternion is three degrees of freedom of a tree, as three
// angles are. This holds for any length of e.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_CONSTRAINTS_NORMS_H
#define BIELLE_FORMULATION_CONSTRAINTS_NORMS_H

#include "formulation/constraints/constraint_method.h"

typedef struct Norms {
  int count;
  int *active;           // rows of the norms
  int *links;            // links of the quaternions, in the tree of newton_tree()
  int (*parameters)[4];  // coordinates of the quaternions
  int *others;           // active constraints that are not such norms
  int other_count;
  int freedom_count;
  int *coordinates;    // by DOF: its coordinate; e1, e2, e3 for rotations about x, y, z
  const char **names;  // by DOF
  Matrix B;            // coordinates x DOFs
  Matrix C;            // coordinates x count
  Matrix gamma;        // of the norms
} Norms;

// Computed once. Without quaternions the degrees of freedom are the coordinates. NULL with a
// sentence in `why` if there are quaternions but no active constraints (constraint_method.h).
const Norms *derivation_norms(Derivation *derivation, Text *why);
// The remaining active constraints, over the degrees of freedom.
const ActiveConstraints *norms_remaining_constraints(const Derivation *derivation,
                                                     const Norms *norms,
                                                     const ActiveConstraints *active);
// Returns true if the norms are the only constraints, so that the mechanism is a tree.
bool is_tied_by_norms(Derivation *derivation);
// The degree of freedom of a coordinate; -1: none, it is e0 of a quaternion.
int freedom_of_coordinate(const Norms *norms, int coordinate);
// The index among the norms of the link's quaternion; -1: it has none.
int norm_of_link(const Norms *norms, int link);
bool is_turn(const Norms *norms, int freedom);

// B^T M B
Matrix norms_mass(const Norms *norms, Matrix M);
// B^T (acting - rest), evaluated as two products: the part due to the links simplifies to their
// moments.
Matrix norms_forces(const Norms *norms, Matrix acting, Matrix rest);
// B a + C gamma
Matrix norms_accelerations(const Norms *norms, Matrix a, Matrix gamma);

#endif
