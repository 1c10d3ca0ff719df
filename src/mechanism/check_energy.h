// check_energy.h -- finds energies that are inconsistent with their forces.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_CHECK_ENERGY_H
#define BIELLE_MECHANISM_CHECK_ENERGY_H

#include "mechanism/mechanism.h"

enum { ENERGY_PLACES = 16 };  // minimum number of configurations of each comparison

// A generalised force on a coordinate, at a random configuration at rest, that does not satisfy Q =
// -dU/dq. An energy defined in the description itself must belong to some of the forces that have
// no energy.
typedef struct WrongEnergy {
  const Energy *energy;
  int coordinate;
  double force;
  double wanted;  // -dU/dq
  bool is_by_hand;
  bool is_undecided;  // too many forces to try all combinations, or constraints: energy and
                      // forces may agree wherever the constraints are satisfied
} WrongEnergy;

// Returns the inconsistent energies, owned by the arena; NULL if there are none.
WrongEnergy *mechanism_wrong_energies(const Mechanism *mechanism, Arena *arena, int *count);
// Writes a sentence without its full stop.
void wrong_energy_describe(const Mechanism *mechanism, const WrongEnergy *wrong, Text *out);
// Reports a warning for each inconsistent energy.
void mechanism_check_energies(const Mechanism *mechanism, Diagnostics *diagnostics);

#endif
