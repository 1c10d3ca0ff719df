// rewrite.h -- what every pass has in common: read the old list in order, write the new one.
//
// A pass decides step by step: copy it (rewrite_plain) or write something of the same value. Every
// old step gets a value in the new list, links of a chain that was rearranged too; what is no
// longer needed is swept away at the end. A chain is a tree of sums, or of products, whose inner
// steps have one user, no name, and are no part of a linear form: nobody else sees them, so their
// leaves may be taken in any order.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_PASSES_REWRITE_H
#define BIELLE_PROGRAM_PASSES_REWRITE_H

#include "program/passes/signed.h"

typedef struct ChainLeaf {
  Stage stage;
  Signed value;  // in the new list; for sums with the sign of the term
  int old;       // the old step
} ChainLeaf;

typedef struct Chain {
  ChainLeaf *leaves;  // as written
  int count;
  int capacity;
  int steps_at[STAGE_COUNT];  // how many links of each stage the chain has as written
} Chain;                      // starts as { 0 }

typedef struct Rewrite {
  const Steps *old;
  Steps steps;      // the new ones
  Signed *values;   // of the old steps, in the new list
  int *uses;        // of the old steps
  bool *is_pinned;  // old steps of linear forms and their atoms
  bool *is_link;    // old steps inside a longer chain
  int *stack;       // for walks; holds more than one chain can need
  Chain chain;      // for the step at hand, and for a factor of one of its terms
  Chain product;
  uint32_t *marks;  // what a pass notes of the old steps; 0 at first
} Rewrite;

// A new finished list: every old step gets the value that `step` writes; names go along. Before,
// `prepare` may set the marks; NULL: there are none.
typedef Signed (*RewriteStep)(Rewrite *rewrite, int place);
Steps rewrite_list(const Steps *old, void (*prepare)(Rewrite *rewrite), RewriteStep step);

// The step as it is; and if it is an operation.
Signed rewrite_plain(Rewrite *rewrite, int place);
Signed rewrite_operation(Rewrite *rewrite, int place);

static inline bool operator_is_sum(Operator op) { return op == OP_ADD || op == OP_SUB; }

// May the old step be opened by its only user?
bool rewrite_is_private(const Rewrite *rewrite, int place);

// The leaves of the chain whose last step is the old step `root`; false if it is none: a link of a
// longer chain, or pinned, or another operator.
bool chain_collect(const Rewrite *rewrite, int root, Chain *chain);
void chain_sort(Chain *chain);  // by stage, then by place

#endif
