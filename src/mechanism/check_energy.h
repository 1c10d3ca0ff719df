// check_energy.h -- energies that are not those of their forces.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_CHECK_ENERGY_H
#define BIELLE_MECHANISM_CHECK_ENERGY_H

#include "mechanism/mechanism.h"

enum { ENERGY_PLACES = 16 };  // positions of each comparison, at least

// The generalised forces on a coordinate, at a random position at rest, that do not satisfy
// Q = -dU/dq. Energies written by hand belong to some of the forces that have no energy.
typedef struct WrongEnergy {
  const Energy *energy;
  int coordinate;
  double force;
  double wanted;  // -dU/dq
  bool is_by_hand;
  bool
      is_undecided;  // there are more forces than can be tried in all combinations, or constraints,
                     // by which energy and forces may agree where these hold
} WrongEnergy;

// Owned by the arena; NULL if there are none.
WrongEnergy *mechanism_wrong_energies(const Mechanism *mechanism, Arena *arena, int *count);
// A sentence without its full stop.
void wrong_energy_describe(const Mechanism *mechanism, const WrongEnergy *wrong, Text *out);
// A warning for each.
void mechanism_check_energies(const Mechanism *mechanism, Diagnostics *diagnostics);

#endif
