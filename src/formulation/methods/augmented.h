// augmented.h -- augmented bodies: every link with the mass of its descendants at its joints.
//
// This follows the 1980 report (section 3.1), generalised to any tree: link j with, at the point
// l_c where child c is attached, the total mass M_c carried by c. About the link's base point O_j,
// in the link's axes, and constant except for displacements of sliding links:
//
//   M_j = m_j + sum M_c                        mass                              (3-2)
//   V_j = m_j d_j + sum M_c l_c                first moment, M_j b_j             (3-3)
//   W_j = m_j d_j d_j^T + sum M_c l_c l_c^T    second moments
//   J_j = I_j + tr(W_j) E - W_j                inertia, I_j at the centre of mass (3-4)
//
// With these constants the kinetic energy of a chain contains no nested sums over bodies: the
// inertia at a joint is J of each link beyond it, and one term V_k . l_c for each lever arm before
// each link.
//
// O_j is fixed on the parent. A sliding link is displaced from it by q_j g_j, as are its masses and
// lever arms: V_j, J_j and l_c are extended by terms in q_j.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_AUGMENTED_H
#define BIELLE_FORMULATION_METHODS_AUGMENTED_H

#include "formulation/derivation.h"

typedef struct AugmentedBody {
  const Expr *mass;  // M_j
  Vec3 moment;       // V_j, including the displacement
  Mat3 inertia;      // J_j, including the displacement
  Vec3 slide;        // q_j g_j; zero for a link that rotates
  Vec3 lever;        // from the parent's base point to O_j, in the parent's axes
  Move *turns;       // rotations, also constant ones, from the parent's axes to the link's
  int turn_count;
} AugmentedBody;

typedef struct AugmentedTree {
  const LinkTree *links;
  AugmentedBody *bodies;   // by link
  AugmentedBody ground;    // what does not move: mass and moment about ground's origin
  const Expr **constants;  // the named values: M, W, V, J
  int constant_count;
} AugmentedTree;

// Computes the augmented bodies and names the constants that are worth it: VY1, WY1, JX1, JXY1, M1,
// numbered by links.
AugmentedTree *augmented_of(Derivation *derivation);

// Transforms the components of a vector from the axes of link `of` to those of link `in`; one of
// the links must carry the other. Rotations about parallel axes are combined before any product is
// formed.
Vec3 augmented_turned(const AugmentedTree *tree, int of, int in, Vec3 v);

#endif
