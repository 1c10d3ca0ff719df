// sample.h -- equations made by hand, random expressions, and an evaluator of expressions that
// shares nothing with programs.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TESTS_PROGRAM_SAMPLE_H
#define BIELLE_TESTS_PROGRAM_SAMPLE_H

#include "program/program_impl.h"

enum { SAMPLE_VARIABLES = 3, SAMPLE_QUANTITIES = 4 };

// Parameters p1..p3, coordinates q1..q3 with rates, inputs u1..u3, time t.
typedef struct Sample {
  Equations equations;
  Pool *pool;
  const Expr *p[SAMPLE_VARIABLES];
  const Expr *q[SAMPLE_VARIABLES];
  const Expr *qd[SAMPLE_VARIABLES];
  const Expr *qdd[SAMPLE_VARIABLES];
  const Expr *u[SAMPLE_VARIABLES];
  const Expr *t;
} Sample;

Sample *sample_new(void);
void sample_free(Sample *sample);

// Adds a quantity; `entries` are copied.
void sample_add(Sample *sample, const char *key, int rows, int columns,
                const Expr *const entries[]);
// One quantity "y" of one entry.
void sample_set(Sample *sample, const Expr *entry);
// The checked program of one key; fails the test with the reason if there is none.
Program *sample_program(const Sample *sample, const char *key);
// The same with these passes, unchecked.
Program *sample_program_with(const Sample *sample, const char *key, ProgramPasses passes);
ProgramPasses sample_one_pass(const ProgramPass *pass);

// ---- random things

// A random number generator of 64 bits; any seed.
uint64_t sample_random(uint64_t *state);
double sample_random_number(uint64_t *state);  // in (-2, 2), away from 0

// A random expression of about `size` operations. Without `has_functions` only + - * and numbers.
const Expr *sample_expression(const Sample *sample, uint64_t *state, int size, bool has_functions);

typedef struct SampleState {
  double p[SAMPLE_VARIABLES], q[SAMPLE_VARIABLES], qd[SAMPLE_VARIABLES], qdd[SAMPLE_VARIABLES];
  double u[SAMPLE_VARIABLES];
  double t;
} SampleState;

SampleState sample_state(uint64_t *random);
// Evaluates a program of one output; `out` has room for its entries.
void sample_evaluate(const Program *program, const SampleState *state, double out[]);

// Fails unless the two are numbers that differ by at most the tolerance.
void sample_assert_near(double value, double expected, double tolerance);

// ---- numbers of expressions, by recursion over the tree

typedef struct Estimate {
  double value;
  double error;  // first-order bound of the rounding errors of any order of evaluation
} Estimate;

Estimate sample_estimate(const Sample *sample, const Expr *e, const SampleState *state);

#endif
