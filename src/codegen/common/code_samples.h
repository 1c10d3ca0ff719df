// code_samples.h -- states at which self-tests call the functions, and the expected results.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_COMMON_CODE_SAMPLES_H
#define BIELLE_CODEGEN_COMMON_CODE_SAMPLES_H

#include "codegen/common/code_model.h"

enum { SELFTEST_STATES = 3, SELFTEST_MAX_ENTRIES = 1000 };

// A large result is tested at one state only, and a symmetric one by its upper triangle; otherwise
// its numbers would be longer than the code.
static inline bool selftest_is_large(const CodeFunction *function)
{
  return function->size > SELFTEST_MAX_ENTRIES;
}

static inline int selftest_state_count(const CodeFunction *function)
{
  return selftest_is_large(function) ? 1 : SELFTEST_STATES;
}

// States are multiples of 1/512 unless they were moved to where the functions are defined, and
// random parameters multiples of 1/128; float represents all of them exactly.
typedef struct Samples {
  double *parameters;
  double *arrays[SOURCE_COUNT][SELFTEST_STATES];  // q, qd, qdd, torques, inputs, ...
  double time[SELFTEST_STATES];
} Samples;

Samples selftest_samples(const CodeModel *model);
ProgramState selftest_state(const Samples *samples, int index);
// Returns the length of an array, at least 1 because C has no empty arrays.
int selftest_length(const CodeModel *model, ValueSource source);
// Computes the values of a function at state s and the tolerance of each in units of rounding, as
// powers of two: a propagated error bound (error_bound.h).
void selftest_expected(const CodeModel *model, const CodeFunction *function, const Samples *samples,
                       int s, double values[], double roundings[]);
double selftest_rounded_up(double bound);

// Input and expected result of a function that solves constraints.
typedef struct ConstraintSolverCase {
  double *q;      // coordinates at which velocities are solved for
  double *start;  // initial values of the unknowns
  int *held;
  double *expected;  // expected unknowns; then one entry, 1 if there is no solution
  double *roundings;
} ConstraintSolverCase;
ConstraintSolverCase selftest_constraint_solver_case(const CodeModel *model,
                                                     const CodeConstraintSolver *solver,
                                                     const Samples *samples, int s);

#endif
