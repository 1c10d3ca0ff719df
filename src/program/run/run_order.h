// run_order.h -- an order of operations in which many of one kind follow each other.
//
// An evaluator that finds out once what a run of operations does is faster than one that asks at
// each of them: processors cannot guess the answers of a long program. What most others wait for
// comes first, so that something else can be computed meanwhile. The order changes no bit.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_RUN_RUN_ORDER_H
#define BIELLE_PROGRAM_RUN_RUN_ORDER_H

enum { RUN_ARGUMENTS = 4, RUN_KINDS = 16 };

typedef struct RunItem {
  int kind;                 // below RUN_KINDS
  int args[RUN_ARGUMENTS];  // items before it; negative: none, or known
} RunItem;

// Items of one kind that follow each other.
typedef struct Run {
  int kind;
  int end;  // behind the last one in the order; the first one is the end of the run before
} Run;

// Fills order[] with all places: arguments first, no item `window` places or more before one that is
// still missing, which keeps together what was together. Returns how many runs that makes; `runs`
// has room for `count`.
int run_order(const RunItem items[], int count, int window, int order[], Run runs[]);

#endif
