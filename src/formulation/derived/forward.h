// forward.h -- forward dynamics by two algorithms. For the files of formulation/ only.
//
//   M qdd = tau + Qe + Qu - h - G
//
// Both divide by the same pivots, one for each coordinate, from the ends of the tree to ground: the
// effective inertia of a coordinate when all coordinates beyond it are free.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_FORWARD_H
#define BIELLE_FORMULATION_DERIVED_FORWARD_H

#include "formulation/recipes.h"

typedef struct Forward {
  const Expr **qdd;  // by coordinate
  Pivot *pivots;     // in the order of the divisions, one for each DOF
  int pivot_count;
} Forward;

// The articulated-body algorithm, without matrices (articulated.c); for trees in which every
// coordinate belongs to one move.
bool forward_by_articulated_bodies(Derivation *derivation, Forward *forward, Text *why);
bool articulated_bodies_apply(Derivation *derivation, Text *why);

// tau + Qe + Qu by coordinate: all applied forces except gravity. NULL with a sentence in `why`.
const Expr **acting_forces(Derivation *derivation, Text *why);

// Returns true if accelerations are written out without named parts: for display, if there are few
// coordinates and the result is not too long.
bool forward_is_explicit(Derivation *derivation);
// Returns true if no entry of a quantity without named parts is longer than `longest` columns.
bool is_short_written_out(const Derivation *derivation, const char *key, uint32_t longest);

// tau + Qe + Qu - h - G, as a whole or in two parts, tau + Qu and h + G - Qe; gravity, Coriolis and
// centrifugal forces are included. Return NULL, or false, with a sentence in `why`.
bool forward_parts(Derivation *derivation, Matrix *acting, Matrix *rest, Text *why);
const Expr **forward_right_hand_side(Derivation *derivation, Text *why);
// Returns true, with a sentence in `why`, if a drive depends on the accelerations that it causes.
bool forward_reject_acceleration_drives(Derivation *derivation, Text *why);

// Degrees of freedom (constraints/norms.h; NULL: coordinates) in tree order, parents before
// children.
int *freedoms_by_tree(Derivation *derivation, const struct Norms *norms);
// The only coordinate that the link's amount depends on, by a constant factor; -1: there is none.
int coordinate_of_link(const Derivation *derivation, const Link *link);

// Names a value by its coordinate, such as D2, with F prefixed as long as the name exists. Names
// keep quotients separate, which would otherwise be combined into longer ones and divided again.
// `before`, `freedom` and `behind` together are the meaning of the name.
const Expr *forward_name(const Derivation *derivation, const char *letters, int coordinate,
                         const char *before, const char *freedom, const char *behind,
                         const Expr *value);

// Prints "forward dynamics is not possible: no inertia moves with q6 ...". `is_diagonal`: the entry
// of the mass matrix is zero; otherwise a combined motion with later coordinates has no inertia.
void explain_no_inertia(const Derivation *derivation, int coordinate, bool is_diagonal, Text *why);

#endif
