// parametrise.h -- change of coordinates of a mechanism.
//
//   cartesian  every moving frame has its own coordinates with respect to ground; all joints are
//              loops: many coordinates, the sparsest equations
//   relative   frames are attached to each other, joints have the coordinates; loops close chains
//   minimal    no loops: the dependent coordinates are functions of the others
//
// The contents of the mechanism (bodies, points, forces) and its motion are the same in all three.
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

// Parametrisation of this name, "minimal", ...; PARAMETRISATION_COUNT if there is none.
Parametrisation parametrisation_of(const char *word);

// An initial state after loop closure, for an approximate start of the description, with the inputs
// given by a state.
typedef struct ClosedStart {
  const char *experiment;    // NULL: the start of the description
  const double *parameters;  // values with which it is assembled
  const double *q, *qd;      // by coordinate; NULL: no loops to close
  const double *inputs;      // by input, if given by the state
  const bool *has_inputs;    // NULL: none given
} ClosedStart;
typedef struct ClosedStarts {
  ClosedStart *at;
  int count;
} ClosedStarts;
// The start of that experiment, or of the description; NULL if there is none.
const ClosedStart *closed_start_of(const ClosedStarts *starts, const char *experiment);

// Converts the mechanism to coordinates of this kind. A mechanism that already has them is left
// unchanged, with a note. Returns false, with errors in `diagnostics` and the mechanism unchanged,
// if the conversion is not possible. `closed` (may be NULL) has starts that were assembled
// numerically. No other code may read the mechanism during the call.
bool mechanism_parametrise(Mechanism *mechanism, Parametrisation parametrisation,
                           const ClosedStarts *closed, Diagnostics *diagnostics);

#endif
