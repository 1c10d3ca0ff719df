// input_values.h -- values of inputs that the description gives as functions of time. For the files
// of api/ only.
//
// An input stays an argument of programs even where the description gives it a value, so that
// somebody else's value can take its place; who evaluates at a state asks here for the one that is
// described: input u1 = 2*sin(3*t).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_INPUT_VALUES_H
#define BIELLE_API_INPUT_VALUES_H

#include "program/program.h"

typedef struct InputValues InputValues;

// Borrows the equations. NULL with a sentence in `why` after a bug of ours.
InputValues *input_values_new(const Equations *equations, Text *why);
void input_values_free(InputValues *values);  // NULL is allowed
// The described values, 0 where there is none, by input.
void input_values_at(const InputValues *values, const double parameters[], double time,
                     double out[]);

#endif
