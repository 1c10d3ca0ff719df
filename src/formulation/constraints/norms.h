// norms.h -- the unit norms of quaternions taken out of the equations of motion. For the files of
// formulation/ only.
//
// The four parameters e of a quaternion turn their link with w = G(e) e', in its axes, where
// G G^T = 4 e.e and G e = 0, so that G e'' is the rate of w. With the norm, 2 e . e'' = gamma,
//
//   e'' = G^T / (4 e.e) wd + e / (2 e.e) gamma
//
// and for all coordinates, n of them with `count` quaternions, by n - count freedoms a,
//
//   qdd = B a + C gamma,     B^T M B a + (J B)^T lambda = B^T (Q - M C gamma)
//
// with the other constraints alone: a quaternion is three freedoms of a tree, as three angles are. All
// this holds whatever the length of e is.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_CONSTRAINTS_NORMS_H
#define BIELLE_FORMULATION_CONSTRAINTS_NORMS_H

#include "formulation/constraints/constraint_method.h"

typedef struct Norms {
  int count;
  int *active;           // of the norms
  int *links;            // of the quaternions, in the tree of newton_tree()
  int (*parameters)[4];  // their coordinates
  int *others;           // with quaternions: bonds that are no such norm
  int other_count;
  int freedom_count;
  int *coordinates;    // by freedom: the coordinate that it is; of turns about x, y, z e1, e2, e3
  const char **names;  // by freedom
  Matrix B;            // coordinates x freedoms
  Matrix C;            // coordinates x count
  Matrix gamma;        // of the norms
} Norms;

// Made once. Without quaternions the freedoms are the coordinates. NULL with a sentence in `why` where
// there are quaternions and no bonds (treatment.h).
const Norms *derivation_norms(Derivation *derivation, Text *why);
// The other bonds, over the freedoms.
const ActiveConstraints *norms_remaining_constraints(const Derivation *derivation,
                                                     const Norms *norms,
                                                     const ActiveConstraints *active);
// Do norms tie the coordinates, and nothing else? Then it is a tree.
bool is_tied_by_norms(Derivation *derivation);
// -1: it has none, being e0 of a quaternion.
int freedom_of_coordinate(const Norms *norms, int coordinate);
// The place among the norms of the link's quaternion; -1: it has none.
int norm_of_link(const Norms *norms, int link);
bool is_turn(const Norms *norms, int freedom);

// B^T M B
Matrix norms_mass(const Norms *norms, Matrix M);
// B^T (acting - rest), in two parts: that of the links is their moments themselves.
Matrix norms_forces(const Norms *norms, Matrix acting, Matrix rest);
// B a + C gamma
Matrix norms_accelerations(const Norms *norms, Matrix a, Matrix gamma);

#endif
