// vehicle_input.h -- external excitations of a vehicle: a steering angle, the height of a road.
//
// An excitation is an input, a smooth input with its rates, or a parameter.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_STUDY_VEHICLE_VEHICLE_INPUT_H
#define BIELLE_STUDY_VEHICLE_VEHICLE_INPUT_H

#include "formulation/equations.h"
#include "mechanism/mechanism.h"

typedef struct Excitation {
  const char *name;
  const char *unit;
  bool is_parameter;
  int index;    // index among the parameters or inputs of the equations
  int columns;  // 1, or 3 if its rates follow it
} Excitation;

// Finds an excitation by name. Returns false if there is none.
bool excitation_find(const Mechanism *mechanism, const Equations *equations, const char *name,
                     Excitation *out);
// Lists the inputs with this unit, "rad" or "m", that are not rates. Returns their number; the
// first `most` are stored in `out`.
int excitation_list(const Mechanism *mechanism, const Equations *equations, const char *unit,
                    Excitation out[], int most);

#endif
