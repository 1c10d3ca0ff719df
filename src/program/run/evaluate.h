// evaluate.h -- parts of the scalar evaluator that the batched one uses too.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_RUN_EVALUATE_H
#define BIELLE_PROGRAM_RUN_EVALUATE_H

#include "program/program.h"

// All operations; constants and inputs are in their registers.
void evaluate_operations(const Program *program, double registers[]);
// Constants, inputs, and what depends on literals and parameters only.
void evaluate_parameter_stage(const Program *program, const ProgramState *state,
                              double registers[]);
// The values of all inputs.
void evaluate_inputs(const Program *program, const ProgramState *state, double values[]);

// All operations, each rounded up or down at random by half a unit in the last place; `registers`
// comes with constants and inputs. Decisions are those of `exact`, a run without that.
void evaluate_shaken(const Program *program, const double exact[], uint64_t *random,
                     double registers[]);
double evaluate_nudged(double value, uint64_t *random);

#endif
