// described_values.h -- values that the description gives to a state.
//
// An input stays an argument of programs even where the description gives it a value, so that
// somebody else's value can take its place; who evaluates at a state asks here for the one that is
// described: input u1 = 2*sin(3*t). So do coordinates for the value they start at, which may be
// made of parameters: coord x = 2*l.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYSTEM_DESCRIBED_VALUES_H
#define BIELLE_SYSTEM_DESCRIBED_VALUES_H

#include "program/program.h"

typedef struct DescribedValues DescribedValues;

// Borrows the equations. NULL with a sentence in `why` after a bug of ours.
DescribedValues *described_values_new(const Equations *equations, Text *why);
void described_values_free(DescribedValues *values);  // NULL is allowed
// The described values, 0 where there is none: of the inputs at `time`; of coordinates, states and
// discrete variables at the start.
typedef struct DescribedArrays {
  double *inputs;
  double *q;
  double *states;
  double *discretes;
} DescribedArrays;
void described_values_at(const DescribedValues *values, const double parameters[], double time,
                         DescribedArrays arrays);
// How they change along a direction of parameters and time, where they were asked for last.
void described_values_along(const DescribedValues *values, const double parameters[], double time,
                            DescribedArrays arrays);
// An input that is given is held instead of following its law: the rates of a smooth one are then 0
// and count as given, unless they are given themselves.
void described_values_hold(const Equations *equations, double inputs[], bool has_inputs[]);

#endif
