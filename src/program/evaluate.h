// evaluate.h -- parts of the scalar evaluator that the batched one uses too.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_EVALUATE_H
#define BIELLE_PROGRAM_EVALUATE_H

#include "program/program.h"

// The operations of the registers begin..end-1; those before them are known.
void evaluate_operations(const Program *program, int begin, int end, double registers[]);
// The registers before `end`, which is behind the inputs.
void evaluate_until(const Program *program, const ProgramState *state, int end, double registers[]);
// The value of an input.
double evaluate_input(const ProgramInput *input, const ProgramState *state);
// The coordinate's number, from 1, of the first pivot that is not positive; 0: there is none.
// `stride` is the distance between two registers.
int evaluate_pivots(const Output *output, const double registers[], int stride);

#endif
