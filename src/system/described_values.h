// described_values.h -- values that the description specifies for a state.
//
// An input remains an argument of programs even if the description specifies its value, so that the
// caller can override it. Code that evaluates at a state obtains the described value here: input u1
// = 2*sin(3*t). Likewise the initial values of coordinates, which may depend on parameters: coord x
// = 2*l.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_DESCRIBED_VALUES_H
#define BIELLE_SYSTEM_DESCRIBED_VALUES_H

#include "program/program.h"

typedef struct DescribedValues DescribedValues;

// Borrows the equations. NULL with a sentence in `why` after an internal error.
DescribedValues *described_values_new(const Equations *equations, Text *why);
void described_values_free(DescribedValues *values);  // NULL is allowed
// The described values, or 0 if there is none: of the inputs at `time`; of coordinates, states and
// discrete variables at the start.
typedef struct DescribedArrays {
  double *inputs;
  double *q;
  double *states;
  double *discretes;
} DescribedArrays;
void described_values_at(const DescribedValues *values, const double parameters[], double time,
                         DescribedArrays arrays);
// Their derivatives along a direction of parameters and time, at the arguments of the last
// described_values_at().
void described_values_along(const DescribedValues *values, const double parameters[], double time,
                            DescribedArrays arrays);
// Inputs given by the caller are held constant instead of following their law: the rates of smooth
// inputs are set to 0 and marked as given, unless they are given.
void described_values_hold(const Equations *equations, double inputs[], bool has_inputs[]);

#endif
