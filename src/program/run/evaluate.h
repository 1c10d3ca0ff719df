// evaluate.h -- parts of the scalar evaluator that the batched evaluator also uses.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_RUN_EVALUATE_H
#define BIELLE_PROGRAM_RUN_EVALUATE_H

#include "program/program.h"

// Evaluates all operations; constants and inputs must be in their registers.
void evaluate_operations(const Program *program, double registers[]);
// Sets constants and inputs, and evaluates the steps that depend on literals and parameters only.
void evaluate_parameter_stage(const Program *program, const ProgramState *state,
                              double registers[]);
// Reads the values of all inputs.
void evaluate_inputs(const Program *program, const ProgramState *state, double values[]);

// Evaluates all operations, each rounded randomly up or down by half a unit in the last place.
// `registers` contains constants and inputs. Discontinuous operations take their values from
// `exact`, an unperturbed evaluation.
void evaluate_shaken(const Program *program, const double exact[], uint64_t *random,
                     double registers[]);
double evaluate_nudged(double value, uint64_t *random);

#endif
