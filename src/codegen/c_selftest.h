// c_selftest.h -- what the parts of the self-test's printer share. For the files of codegen/ only.
//
//   c_selftest.c          functions of quantities, and the program around
//   c_selftest_closing.c  functions that solve constraints
//   c_selftest_table.c    states and numbers
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_C_SELFTEST_H
#define BIELLE_CODEGEN_C_SELFTEST_H

#include "codegen/c_model.h"

enum { SELFTEST_STATES = 3 };

// States are multiples of 1/512 and invented parameters multiples of 1/128, so that float holds
// them exactly.
typedef struct Samples {
  double *parameters;
  double *arrays[SOURCE_COUNT][SELFTEST_STATES];  // q, qd, qdd, torques, inputs, ...
  double time[SELFTEST_STATES];
} Samples;

Samples selftest_samples(const CModel *model);
ProgramState selftest_state(const Samples *samples, int index);
// Of an array; C has none of no entries: at least 1.
int selftest_length(const CModel *model, ValueSource source);

void selftest_put_real(Text *out, const CModel *model, double value);
// The numbers behind one another, in lines that begin at column `indent`; the first has begun.
void selftest_put_reals(Text *out, const CModel *model, int indent, const double values[],
                        int count);
// "{ { value, roundings }, ... }," of one state; roundings are rounded up.
void selftest_put_expected(Text *out, const double values[], const double roundings[], int count);
// Ends a check of all states: compares what was got at state s, tells of it by `name`.
void selftest_put_comparison(Text *out, const CModel *model, const char *name,
                             const char *short_name, int count);

// Table and check of a function that solves constraints.
void selftest_put_closing(Text *out, const CModel *model, const CClosing *closing,
                          const Samples *samples);

#endif
