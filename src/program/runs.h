// runs.h -- how the evaluator goes through a program: runs of operations with one operator.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_RUNS_H
#define BIELLE_PROGRAM_RUNS_H

#include "program/program.h"
#include "program/run_order.h"

typedef enum RunKind {
  RUN_MUL,
  RUN_ADD,
  RUN_SUB,
  RUN_SINCOS,  // the sine, and the cosine at b
  RUN_OTHER,
} RunKind;

// An operation by its registers.
typedef struct Operation {
  int out, a, b;
} Operation;

typedef struct Runs {
  Operation *operations;
  Run *list;  // by RunKind
  int count;
  int early_count;  // those of literals and parameters, which come first
} Runs;

const Runs *runs_new(const Program *program);

#endif
