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
  double *q[SELFTEST_STATES];
  double *qd[SELFTEST_STATES];
  double *qdd[SELFTEST_STATES];
  double *inputs[SELFTEST_STATES];
  double *torques[SELFTEST_STATES];
  double time[SELFTEST_STATES];
} Samples;

Samples selftest_samples(const CModel *model);
ProgramState selftest_state(const Samples *samples, int index);
// C has no arrays of no entries: at least 1.
int selftest_length(int count);

void selftest_put_real(Text *out, const CModel *model, double value);
// The numbers behind one another, in lines that begin at column `indent`; the first has begun.
void selftest_put_reals(Text *out, const CModel *model, int indent, const double values[],
                        int count);
// "{ { value, roundings }, ... }," of one state; roundings are rounded up.
void selftest_put_expected(Text *out, const double values[], const double roundings[], int count);

// Table and check of a function that solves constraints.
void selftest_put_closing(Text *out, const CModel *model, const CClosing *closing,
                          const Samples *samples);

#endif
