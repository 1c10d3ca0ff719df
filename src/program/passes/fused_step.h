// fused_step.h -- a program's operations as evaluators take them: sums with their products, in runs.
//
// A product with one use, in a sum, is part of the step of that sum, rounded by itself: the bits are
// those of two steps, but nobody waits for it to be stored and read again. A cosine is part of the
// step of its sine. Steps of one kind follow each other as run_order.h has it.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_PASSES_FUSED_STEP_H
#define BIELLE_PROGRAM_PASSES_FUSED_STEP_H

#include "program/program.h"
#include "program/run/run_order.h"

// What a step does with its arguments a, b, c, d.
typedef enum CompoundKind {
  COMPOUND_MUL,       // a b
  COMPOUND_ADD,       // a + b
  COMPOUND_SUB,       // a - b
  COMPOUND_MUL_ADD,   // a b + c
  COMPOUND_MUL_SUB,   // a b - c
  COMPOUND_SUB_MUL,   // c - a b
  COMPOUND_MULS_ADD,  // a b + c d
  COMPOUND_MULS_SUB,  // a b - c d
  COMPOUND_SINCOS,    // sin a, and cos a
  COMPOUND_OTHER,     // the operation of the program's step
} CompoundKind;

enum { COMPOUND_ARGUMENTS = 4, COMPOUND_PARTS = 2 };

// What one of these kinds does it to; of what kind it is, is said of the run.
typedef struct FusedStep {
  int args[COMPOUND_ARGUMENTS];  // registers; -1: there are fewer
  int out;                       // register, and place of the operation in the program
  int parts[COMPOUND_PARTS];     // registers of a b and c d, of the cosine; -1: there are fewer
} FusedStep;

typedef struct FusedSteps {
  FusedStep *steps;
  Run *runs;  // by CompoundKind
  int count;
  int run_count;
} FusedSteps;

// The operations of the registers begin..end-1; it lies in the program's arena.
const FusedSteps *fused_steps_new(const Program *program, int begin, int end);

#endif
