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

// Where loops and constraints close the mechanism at a start that is given roughly, and what a state
// gives to inputs.
typedef struct ClosedStart {
  const char *experiment;    // NULL: the start of the description alone
  const double *parameters;  // values with which it is closed
  const double *q, *qd;      // by coordinate; NULL: nothing has to be closed
  const double *inputs;      // by input, where the state gives it
  const bool *has_inputs;    // NULL: it gives none
} ClosedStart;
typedef struct ClosedStarts {
  ClosedStart *at;
  int count;
} ClosedStarts;
// The start of that experiment, or of the description; NULL: it is not known.
const ClosedStart *closed_start_of(const ClosedStarts *starts, const char *experiment);

// Describes the mechanism by coordinates of that kind. A mechanism that has them already stays as
// it is, with a note. False, with errors in `diagnostics` and the mechanism unchanged, where that
// cannot be done. `closed` (may be NULL) has starts that were closed by numbers. Only for a mechanism
// without readers.
bool mechanism_parametrise(Mechanism *mechanism, Parametrisation parametrisation,
                           const ClosedStarts *closed, Diagnostics *diagnostics);

#endif
