// code_samples.h -- states at which self-tests call functions, and what they must give there.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_COMMON_CODE_SAMPLES_H
#define BIELLE_CODEGEN_COMMON_CODE_SAMPLES_H

#include "codegen/common/code_model.h"

enum { SELFTEST_STATES = 3, SELFTEST_MAX_ENTRIES = 1000 };

// A larger result is tested at one state, and a symmetric one by its upper half: its numbers would be
// more text than the code.
static inline bool selftest_is_large(const CodeFunction *function)
{
  return function->size > SELFTEST_MAX_ENTRIES;
}

static inline int selftest_state_count(const CodeFunction *function)
{
  return selftest_is_large(function) ? 1 : SELFTEST_STATES;
}

// States are multiples of 1/512 and invented parameters multiples of 1/128, so that float holds
// them exactly.
typedef struct Samples {
  double *parameters;
  double *arrays[SOURCE_COUNT][SELFTEST_STATES];  // q, qd, qdd, torques, inputs, ...
  double time[SELFTEST_STATES];
} Samples;

Samples selftest_samples(const CodeModel *model);
ProgramState selftest_state(const Samples *samples, int index);
// Of an array; C has none of no entries: at least 1.
int selftest_length(const CodeModel *model, ValueSource source);
// The values of a function at state s, and how many roundings each may be away, as powers of two:
// errors passed on from step to step (error_bound.h).
void selftest_expected(const CodeModel *model, const CodeFunction *function, const Samples *samples,
                       int s, double values[], double roundings[]);
double selftest_rounded_up(double bound);

// Where a function that solves constraints starts, and what it must leave there.
typedef struct ConstraintSolverCase {
  double *q;      // where speeds are solved for
  double *start;  // of what is solved for
  int *held;
  double *expected;  // and behind the last, whether there is no solution
  double *roundings;
} ConstraintSolverCase;
ConstraintSolverCase selftest_constraint_solver_case(const CodeModel *model,
                                                     const CodeConstraintSolver *solver,
                                                     const Samples *samples, int s);

#endif
