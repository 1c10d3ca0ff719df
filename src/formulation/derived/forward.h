// forward.h -- accelerations out of forces, two ways. For the files of formulation/ only.
//
//   M qdd = tau + Qe + Qu - h - G
//
// Both ways divide by the same pivots, one for each coordinate, from the ends of the tree to
// ground: the inertia that resists a coordinate when all coordinates behind it are free.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_FORWARD_H
#define BIELLE_FORMULATION_DERIVED_FORWARD_H

#include "formulation/recipes.h"

typedef struct Forward {
  const Expr **qdd;  // by coordinate
  Pivot *pivots;     // in the order of division, one for each freedom
  int pivot_count;
} Forward;

// Articulated bodies, without any matrix (articulated.c); for trees in which every coordinate
// belongs to one move.
bool forward_by_articulated_bodies(Derivation *derivation, Forward *forward, Text *why);
bool articulated_bodies_apply(Derivation *derivation, Text *why);

// tau + Qe + Qu by coordinate: everything that acts but gravity. NULL with a sentence in `why`.
const Expr **acting_forces(Derivation *derivation, Text *why);

// Are accelerations written out, without names for parts of them? For readers, if they are few and
// not too long.
bool forward_is_explicit(Derivation *derivation);
// Is no entry of a quantity longer than so many columns if nothing in it is named?
bool is_short_written_out(const Derivation *derivation, const char *key, uint32_t longest);

// The same without gravity, Coriolis and centrifugal forces: tau + Qe + Qu - h - G, as one or in two
// parts, tau + Qu and h + G - Qe. False, or NULL, with a sentence in `why`.
bool forward_parts(Derivation *derivation, Matrix *acting, Matrix *rest, Text *why);
const Expr **forward_right_hand_side(Derivation *derivation, Text *why);
// Does a drive depend on the accelerations that it is to give? Then `why` says so.
bool forward_reject_acceleration_drives(Derivation *derivation, Text *why);

// Freedoms (constraints/norms.h; NULL: coordinates) in the order in which the tree moves by them,
// parents before children.
int *freedoms_by_tree(Derivation *derivation, const struct Norms *norms);
// The only coordinate that the link's amount holds, by a constant factor; -1: none or no such
// thing.
int coordinate_of_link(const Derivation *derivation, const Link *link);

// Gives a value the name of its coordinate, such as D2; with an F in front as long as the name is
// taken. Names keep quotients apart, which otherwise melt into longer ones and are divided anew.
// What it means stands before and behind the freedom's name.
const Expr *forward_name(const Derivation *derivation, const char *letters, int coordinate,
                         const char *before, const char *freedom, const char *behind,
                         const Expr *value);

// "forward dynamics is not possible: no inertia moves with q6 ...". `is_diagonal`: the entry of the
// mass matrix is zero; otherwise a motion together with coordinates behind it.
void explain_no_inertia(const Derivation *derivation, int coordinate, bool is_diagonal, Text *why);

#endif
