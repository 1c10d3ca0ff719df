// run_order.h -- an order of operations that groups many of one kind.
//
// An evaluator that dispatches once per run of equal operations is faster than one that dispatches
// at each operation, because processors cannot predict the branches of a long program. Operations
// on the longest dependency chains come first, to allow parallel execution. The order does not
// change any bit of the results.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_RUN_RUN_ORDER_H
#define BIELLE_PROGRAM_RUN_RUN_ORDER_H

enum { RUN_ARGUMENTS = 4, RUN_KINDS = 16 };

typedef struct RunItem {
  int kind;                 // below RUN_KINDS
  int args[RUN_ARGUMENTS];  // indices of earlier items; negative: none, or already known
} RunItem;

// Consecutive items of one kind.
typedef struct Run {
  int kind;
  int end;  // one past the last item in the order; a run begins at the end of the preceding one
} Run;

// Fills order[] with a permutation of the items: arguments come first, and no item is placed while
// one that is `window` or more places before it is still unplaced, which preserves locality.
// Returns the number of runs; `runs` has space for `count`.
int run_order(const RunItem items[], int count, int window, int order[], Run runs[]);

#endif
