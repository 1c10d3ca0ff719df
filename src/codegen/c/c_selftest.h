// c_selftest.h -- declarations shared by the printer of the self-test; used in codegen/ only.
//
//   c_selftest.c                    functions of quantities, and the main program
//   c_selftest_constraint_solver.c  functions that solve constraints
//   c_selftest_table.c              tables of numbers
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_C_C_SELFTEST_H
#define BIELLE_CODEGEN_C_C_SELFTEST_H

#include "codegen/c/c_model.h"
#include "codegen/common/code_samples.h"

void selftest_put_real(Text *out, const CodeModel *model, double value);
// Puts the numbers separated by commas, in lines that begin at column `indent`; the first line has
// already been started.
void selftest_put_reals(Text *out, const CodeModel *model, int indent, const double values[],
                        int count);
// Puts the table "{ { value, roundings }, ... }," of one state.
void selftest_put_expected(Text *out, const double values[], const double roundings[], int count);
// Ends a check of all states: compares the result at state s and reports differences under `name`.
void selftest_put_comparison(Text *out, const CodeModel *model, const char *name,
                             const char *short_name, int count);

// Puts the table and the check of a function that solves constraints.
void selftest_put_constraint_solver(Text *out, const CodeModel *model,
                                    const CodeConstraintSolver *solver, const Samples *samples);

#endif
