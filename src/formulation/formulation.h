// formulation.h -- mechanism to equations; the table of methods.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_FORMULATION_H
#define BIELLE_FORMULATION_FORMULATION_H

#include "formulation/equations.h"
#include "mechanism/kinematics.h"
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

// Warns, at its place, of every kind of thing that is described but not in the equations. True if
// there is none.
bool formulation_supports(const Mechanism *mechanism, Diagnostics *diagnostics);

// Adds the kinematic quantity `key` to the equations, unless they have it: fk:A and fk:A/B, pos:P,
// jac:P and jac:P/F, jacdot:P, twist:F and twist:F/A, accel:F, det:P (kinematic_quantity.c says
// what they are). False with a sentence in `why` if the key is not one. `motions` are those of the
// mechanism in the equations' pool.
bool kinematics_add_quantity(Equations *equations, const Mechanism *mechanism,
                             const FrameMotion motions[], const char *key, Text *why);

#endif
