// augmented.h -- augmented bodies: every link with the mass of what it carries at its joints.
//
// The idea of the 1980 report (its section 3.1), for any tree: link j with, at the point l_c where
// child c is fixed, the mass M_c of everything that c carries. About the link's base point O_j, in
// its own axes, and constant but for what slides:
//
//   M_j = m_j + sum M_c                        mass                              (3-2)
//   V_j = m_j d_j + sum M_c l_c                first moment, M_j b_j             (3-3)
//   W_j = m_j d_j d_j^T + sum M_c l_c l_c^T    second moments
//   J_j = I_j + tr(W_j) E - W_j                inertia, I_j at the centre of mass (3-4)
//
// With these the kinetic energy of a chain has no sums over bodies behind bodies left: what a joint
// feels is J of each link beyond it, and one term V_k . l_c for each lever before each link.
//
// O_j is fixed on the parent. A sliding link moves away from it by q_j g_j, and so do its masses
// and levers: V_j, J_j and l_c grow by terms in q_j.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_METHODS_AUGMENTED_H
#define BIELLE_FORMULATION_METHODS_AUGMENTED_H

#include "formulation/derivation.h"

typedef struct AugmentedBody {
  const Expr *mass;  // M_j
  Vec3 moment;       // V_j, with what slides
  Mat3 inertia;      // J_j, with what slides
  Vec3 slide;        // q_j g_j; zero for a link that turns
  Vec3 lever;        // from the parent's base point to O_j, in the parent's axes
  Move *turns;       // rotations from the parent's axes to the link's, constant ones too, in order
  int turn_count;
} AugmentedBody;

typedef struct AugmentedTree {
  const LinkTree *links;
  AugmentedBody *bodies;   // by link
  AugmentedBody ground;    // what stands still: mass and moment about ground's origin
  const Expr **constants;  // the values that got a name: M, W, V, J
  int constant_count;
} AugmentedTree;

// Gives the constants that are worth a name theirs: VY1, WY1, JX1, JXY1, M1, numbered by links.
AugmentedTree *augmented_of(Derivation *derivation);

// Components in the axes of link `in` of a vector given in those of link `of`, of which one carries
// the other. Rotations about parallel axes are added before any product is formed.
Vec3 augmented_turned(const AugmentedTree *tree, int of, int in, Vec3 v);

#endif
