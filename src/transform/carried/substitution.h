// substitution.h -- expressions in the place of coordinates, everywhere in a mechanism.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_CARRIED_SUBSTITUTION_H
#define BIELLE_TRANSFORM_CARRIED_SUBSTITUTION_H

#include "mechanism/mechanism.h"

// Symbols and what stands for them.
typedef struct Substitution {
  const Expr **from;
  const Expr **to;
  int count;
} Substitution;

// Room for the coordinates of `mechanism` with their first and second rates, inputs and time.
Substitution substitution_new(const Mechanism *mechanism, Arena *arena);
void substitution_add(Substitution *substitution, const Expr *from, const Expr *to);
// The coordinate and its rates become `value` and its time derivatives.
void substitution_add_coordinate(Substitution *substitution, const Coordinate *coordinate,
                                 const Expr *value);
const Expr *substituted(const Substitution *substitution, const Expr *e);  // NULL stays NULL

// Puts it into moves, definitions, constraints, speeds, forces, tasks, energies, states and events. Constraints that then
// always hold and speeds that are then always zero are gone. Changes the mechanism in place.
void mechanism_substitute(Mechanism *mechanism, const Substitution *substitution);

// Removes coordinates that no expression holds and no event sets any more, with the torques on them; the
// others are numbered anew.
void mechanism_remove_coordinates(Mechanism *mechanism, const bool is_removed[]);

#endif
