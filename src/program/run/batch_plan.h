// batch_plan.h -- how the batched evaluator goes through a program.
//
// What depends on literals and parameters only is no part of it: it is computed once. Results are
// stored behind the run that computes them, and places of values that nobody needs any more are
// taken again, so that all of them stay in the cache.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_RUN_BATCH_PLAN_H
#define BIELLE_PROGRAM_RUN_BATCH_PLAN_H

#include "program/passes/fused_step.h"

// A compound step by the places of its values; products in sums have none.
typedef struct BatchStep {
  int args[COMPOUND_ARGUMENTS];  // the first one again where there are fewer
  int out;
  int second;  // of the cosine
  int step;    // of the program
} BatchStep;

// The memory of an entry is fetched so many stores before it is written.
enum { STORES_AHEAD = 4 };

// An entry of a result, and where its value is.
typedef struct BatchOutput {
  int output;
  int entry;
  int reg;
  int place;
} BatchOutput;

typedef struct BatchPlan {
  BatchStep *steps;
  const Run *runs;  // by CompoundKind
  int run_count;
  BatchOutput
      *stores;      // by the run that computes them, last what is known before; then the last one
                    // again, STORES_AHEAD times
  int *store_ends;  // by run: behind its stores; one more: how many there are in all
  int late;         // the first register that a batch computes for each state
  int place_count;  // how many values are kept at a time
  int *places;      // by register: of what is known before, and of pivots; -1: it has none
} BatchPlan;

const BatchPlan *batch_plan_new(const Program *program);

#endif
