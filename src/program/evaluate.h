// evaluate.h -- parts of the scalar evaluator that the batched one uses too.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_EVALUATE_H
#define BIELLE_PROGRAM_EVALUATE_H

#include "program/program.h"

// All operations; constants and inputs are in their registers.
void evaluate_operations(const Program *program, double registers[]);
// Constants, inputs, and what depends on literals and parameters only.
void evaluate_early(const Program *program, const ProgramState *state, double registers[]);
// The values of all inputs.
void evaluate_inputs(const Program *program, const ProgramState *state, double values[]);

#endif
