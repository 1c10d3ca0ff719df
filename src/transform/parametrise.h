// parametrise.h -- the same mechanism by other coordinates.
//
//   cartesian  every frame that moves has coordinates of its own, from the ground; all joints are
//              loops: many coordinates, the sparsest equations
//   relative   frames sit on each other, joints have the coordinates; what closes chains are loops
//   minimal    no loops: the coordinates that they determine are functions of the others
//
// What the mechanism is made of (bodies, points, forces) and its motion are the same in all three.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_PARAMETRISE_H
#define BIELLE_TRANSFORM_PARAMETRISE_H

#include "mechanism/mechanism.h"

typedef enum Parametrisation {
  PARAMETRISATION_MINIMAL,
  PARAMETRISATION_RELATIVE,
  PARAMETRISATION_CARTESIAN,
  PARAMETRISATION_COUNT
} Parametrisation;

// "minimal", ...; PARAMETRISATION_COUNT if there is no such word.
Parametrisation parametrisation_of(const char *word);

// Describes the mechanism by coordinates of that kind. A mechanism that has them already stays as
// it is, with a note. False, with errors in `diagnostics` and the mechanism as it was, where that
// cannot be done. Only for a mechanism that nobody reads yet.
bool mechanism_parametrise(Mechanism *mechanism, Parametrisation parametrisation,
                           Diagnostics *diagnostics);

#endif
