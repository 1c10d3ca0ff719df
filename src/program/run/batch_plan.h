// batch_plan.h -- evaluation plan of the batched evaluator.
//
// Steps that depend on literals and parameters only are not included: they are computed once.
// Results are stored after the run that computes them, and the memory of values that are no longer
// needed is reused, so that all values stay in the cache.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_RUN_BATCH_PLAN_H
#define BIELLE_PROGRAM_RUN_BATCH_PLAN_H

#include "program/passes/fused_step.h"

// A fused step in terms of memory slots; products inside sums have none.
typedef struct BatchStep {
  int args[COMPOUND_ARGUMENTS];  // unused ones repeat the first
  int out;
  int second;  // slot of the cosine
  int step;    // index in the program
} BatchStep;

// The memory of an entry is prefetched this many stores before it is written.
enum { STORES_AHEAD = 4 };

// An entry of a result and the slot of its value.
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
  BatchOutput *stores;  // by the run that computes them, precomputed ones last; then the last one
                        // again, STORES_AHEAD times
  int *store_ends;      // by run: end of its stores; the last element is the total number
  int late;             // first register that a batch computes for each state
  int place_count;      // number of values stored at a time
  int *places;          // by register: slot of precomputed values and of pivots; -1: none
} BatchPlan;

const BatchPlan *batch_plan_new(const Program *program);

#endif
