// error_bound.h -- how far rounding can carry the values of a program.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_ROUTINE_ERROR_BOUND_H
#define BIELLE_CODEGEN_ROUTINE_ERROR_BOUND_H

#include "program/program.h"

// For each register, the absolute error to first order in units of the machine epsilon, when
// constants and parameters are rounded once, each operation once and each call of libm twice.
// `registers` holds the values that program_evaluate() left there.
void error_bounds(const Program *program, const double registers[], double bounds[]);

#endif
