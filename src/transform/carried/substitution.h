// substitution.h -- substitution of expressions for coordinates throughout a mechanism.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_CARRIED_SUBSTITUTION_H
#define BIELLE_TRANSFORM_CARRIED_SUBSTITUTION_H

#include "mechanism/mechanism.h"

// Symbols and the expressions that replace them.
typedef struct Substitution {
  const Expr **from;
  const Expr **to;
  int count;
} Substitution;

// Allocates memory for the coordinates of `mechanism` with their first and second rates, inputs and
// time.
Substitution substitution_new(const Mechanism *mechanism, Arena *arena);
void substitution_add(Substitution *substitution, const Expr *from, const Expr *to);
// Replaces the coordinate and its rates by `value` and its time derivatives.
void substitution_add_coordinate(Substitution *substitution, const Coordinate *coordinate,
                                 const Expr *value);
const Expr *substituted(const Substitution *substitution, const Expr *e);  // NULL remains NULL

// Substitutes in moves, definitions, constraints, speeds, forces, tasks, energies, states and
// events, in place. Constraints and speeds that become identically zero are removed.
void mechanism_substitute(Mechanism *mechanism, const Substitution *substitution);

// Removes coordinates that occur in no expression and are set by no event, with the torques on
// them; the others are renumbered.
void mechanism_remove_coordinates(Mechanism *mechanism, const bool is_removed[]);

#endif
