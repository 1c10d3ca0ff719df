// fused_step.h -- operations of a program in the form used by the evaluators: fused steps in runs
// of one kind.
//
// A product with one use, in a sum, becomes part of the step of that sum but is rounded separately:
// the bits are those of two steps, without storing and reloading the product. A cosine becomes part
// of the step of its sine. Steps of one kind are grouped by run_order().
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_PASSES_FUSED_STEP_H
#define BIELLE_PROGRAM_PASSES_FUSED_STEP_H

#include "program/program.h"
#include "program/run/run_order.h"

// The function of a step of the arguments a, b, c, d.
typedef enum CompoundKind {
  COMPOUND_MUL,       // a b
  COMPOUND_ADD,       // a + b
  COMPOUND_SUB,       // a - b
  COMPOUND_MUL_ADD,   // a b + c
  COMPOUND_MUL_SUB,   // a b - c
  COMPOUND_SUB_MUL,   // c - a b
  COMPOUND_MULS_ADD,  // a b + c d
  COMPOUND_MULS_SUB,  // a b - c d
  COMPOUND_SINCOS,    // sin a and cos a
  COMPOUND_OTHER,     // the operation of the program's step
} CompoundKind;

enum { COMPOUND_ARGUMENTS = 4, COMPOUND_PARTS = 2 };

// The operands of a fused step; its kind is that of the run.
typedef struct FusedStep {
  int args[COMPOUND_ARGUMENTS];  // registers; -1: unused
  int out;                       // register, which is also the index of the operation in the
                                 // program
  int parts[COMPOUND_PARTS];     // registers of a b and c d, or of the cosine; -1: unused
} FusedStep;

typedef struct FusedSteps {
  FusedStep *steps;
  Run *runs;  // by CompoundKind
  int count;
  int run_count;
} FusedSteps;

// Builds the fused steps of the registers begin..end-1, in the program's arena.
const FusedSteps *fused_steps_new(const Program *program, int begin, int end);

#endif
