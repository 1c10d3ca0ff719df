// batch_plan.h -- how the batched evaluator goes through a program.
//
// Storing is what arithmetic on lanes costs most. A product with one use, in a sum, is therefore
// not stored but part of the step of that sum (rounded by itself: the bits are the same), and
// places of values that nobody needs any more are taken again, so that all of them stay in the
// cache. What depends on literals and parameters only is no part of it: it is computed once.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_BATCH_PLAN_H
#define BIELLE_PROGRAM_BATCH_PLAN_H

#include "program/program.h"
#include "program/run_order.h"

// What a step does with its arguments a, b, c, d.
typedef enum BatchKind {
  BATCH_MUL,       // a b
  BATCH_ADD,       // a + b
  BATCH_SUB,       // a - b
  BATCH_MUL_ADD,   // a b + c
  BATCH_MUL_SUB,   // a b - c
  BATCH_SUB_MUL,   // c - a b
  BATCH_MULS_ADD,  // a b + c d
  BATCH_MULS_SUB,  // a b - c d
  BATCH_SINCOS,    // sin a, and cos a at the second place
  BATCH_OTHER,     // the operation of the program's step
} BatchKind;

enum { BATCH_ARGUMENTS = 4 };

// What one of these kinds does it to; of what kind it is, is said of the run.
typedef struct BatchStep {
  int args[BATCH_ARGUMENTS];  // places; the first one again where there are fewer
  int out;                    // place
  int second;                 // of sincos: place of the cosine
  int step;                   // of the program
} BatchStep;

typedef struct BatchPlan {
  BatchStep *steps;
  Run *runs;  // by BatchKind
  int run_count;
  int late;         // the first register that a batch computes for each state
  int place_count;  // how many values are kept at a time
  int *places;      // by register: of what is known before, and of results; -1: it has none
} BatchPlan;

const BatchPlan *batch_plan_new(const Program *program);

#endif
