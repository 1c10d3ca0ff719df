// c_selftest.h -- what the parts of the self-test's printer share. For the files of codegen/ only.
//
//   c_selftest.c          functions of quantities, and the program around
//   c_selftest_closing.c  functions that solve constraints
//   c_selftest_table.c    tables of numbers
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_C_C_SELFTEST_H
#define BIELLE_CODEGEN_C_C_SELFTEST_H

#include "codegen/c/c_model.h"
#include "codegen/common/code_samples.h"

void selftest_put_real(Text *out, const CodeModel *model, double value);
// The numbers behind one another, in lines that begin at column `indent`; the first has begun.
void selftest_put_reals(Text *out, const CodeModel *model, int indent, const double values[],
                        int count);
// "{ { value, roundings }, ... }," of one state.
void selftest_put_expected(Text *out, const double values[], const double roundings[], int count);
// Ends a check of all states: compares what was got at state s, tells of it by `name`.
void selftest_put_comparison(Text *out, const CodeModel *model, const char *name,
                             const char *short_name, int count);

// Table and check of a function that solves constraints.
void selftest_put_constraint_solver(Text *out, const CodeModel *model,
                                    const CodeConstraintSolver *solver, const Samples *samples);

#endif
