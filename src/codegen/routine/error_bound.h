// error_bound.h -- bounds of the accumulated rounding error of the values of a program.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_ROUTINE_ERROR_BOUND_H
#define BIELLE_CODEGEN_ROUTINE_ERROR_BOUND_H

#include "program/program.h"

// Computes for each register a first-order bound of the absolute error, in units of the machine
// epsilon. Constants and parameters are assumed to be rounded once, each operation once and each
// call of libm twice. `registers` holds the values computed by program_evaluate().
void error_bounds(const Program *program, const double registers[], double bounds[]);

#endif
