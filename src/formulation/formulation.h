// formulation.h -- mechanism to equations; the table of methods.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_FORMULATION_H
#define BIELLE_FORMULATION_FORMULATION_H

#include "formulation/equations.h"
#include "mechanism/mechanism.h"

typedef Equations *(*FormulationMethod)(const Mechanism *mechanism, uint64_t seed);

typedef struct FormulationInfo {
  const char *name;  // of --method
  FormulationMethod derive;
  const char *reference;
} FormulationInfo;

// Method `index` of the table, NULL behind the last.
const FormulationInfo *formulation_info(int index);
const FormulationInfo *formulation_find(const char *name);  // NULL: none

// Lagrange's equations from the kinetic and potential energy (energy.c). Each formulation derives
// in a pool of its own, so that its operation counts are honest. `seed` chooses the random points.
Equations *formulate_energy(const Mechanism *mechanism, uint64_t seed);

#endif
