// batch_plan.h -- how the batched evaluator goes through a program.
//
// What depends on literals and parameters only is no part of it: it is computed once. Places of
// values that nobody needs any more are taken again, so that all of them stay in the cache.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_BATCH_PLAN_H
#define BIELLE_PROGRAM_BATCH_PLAN_H

#include "program/compound.h"

// A compound step by the places of its values; products in sums have none.
typedef struct BatchStep {
  int args[COMPOUND_ARGUMENTS];  // the first one again where there are fewer
  int out;
  int second;  // of the cosine
  int step;    // of the program
} BatchStep;

typedef struct BatchPlan {
  BatchStep *steps;
  const Run *runs;  // by CompoundKind
  int run_count;
  int late;         // the first register that a batch computes for each state
  int place_count;  // how many values are kept at a time
  int *places;      // by register: of what is known before, and of results; -1: it has none
} BatchPlan;

const BatchPlan *batch_plan_new(const Program *program);

#endif
