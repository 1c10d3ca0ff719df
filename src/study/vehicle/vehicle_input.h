// vehicle_input.h -- what a vehicle is moved by from outside: a steering angle, the height of a road.
//
// An input, a smooth input with its rates, or a parameter.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_VEHICLE_VEHICLE_INPUT_H
#define BIELLE_STUDY_VEHICLE_VEHICLE_INPUT_H

#include "formulation/equations.h"
#include "mechanism/mechanism.h"

typedef struct Excitation {
  const char *name;
  const char *unit;
  bool is_parameter;
  int index;    // among the equations' parameters or inputs
  int columns;  // 1, or 3 with the rates, which stand behind it
} Excitation;

// By its name; false: there is none.
bool excitation_find(const Mechanism *mechanism, const Equations *equations, const char *name,
                     Excitation *out);
// Inputs that may be one: those of this unit, "rad" or "m", that are no rates. Their number; the
// first `most` are in `out`.
int excitation_list(const Mechanism *mechanism, const Equations *equations, const char *unit,
                    Excitation out[], int most);

#endif
