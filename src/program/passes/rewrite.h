// rewrite.h -- common framework of the passes: reads the old list in order and writes a new one.
//
// A pass decides for each step whether to copy it (rewrite_plain) or to write something of the same
// value. Every old step has a value in the new list, including the links of a rearranged chain;
// steps that are no longer needed are removed at the end. A chain is a tree of sums, or of
// products, whose inner steps have one user, no name, and do not belong to a linear form: no other
// step uses them, so the leaves may be combined in any order.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_PASSES_REWRITE_H
#define BIELLE_PROGRAM_PASSES_REWRITE_H

#include "program/passes/signed.h"

typedef struct ChainLeaf {
  Stage stage;
  Signed value;  // step in the new list; in a sum with the sign of the term
  int old;       // old step
} ChainLeaf;

typedef struct Chain {
  ChainLeaf *leaves;  // in the original order
  int count;
  int capacity;
  int steps_at[STAGE_COUNT];  // number of links of each stage in the original chain
} Chain;                      // initialise with { 0 }

typedef struct Rewrite {
  const Steps *old;
  Steps steps;      // new list
  Signed *values;   // by old step: its value in the new list
  int *uses;        // by old step: number of uses
  bool *is_pinned;  // old steps of linear forms, and their atoms
  bool *is_link;    // old steps inside a longer chain
  int *stack;       // stack for traversals; large enough for any chain
  Chain chain;      // leaves of the current step; `product`: of a factor of one of its terms
  Chain product;
  uint32_t *marks;  // by old step: data of the pass; initially 0
} Rewrite;

// Builds a new finished list: every old step gets the value that `step` writes, and keeps its name.
// `prepare` is called first and may set the marks; NULL: none.
typedef Signed (*RewriteStep)(Rewrite *rewrite, int place);
Steps rewrite_list(const Steps *old, void (*prepare)(Rewrite *rewrite), RewriteStep step);

// Copies the step unchanged; the second function requires an operation.
Signed rewrite_plain(Rewrite *rewrite, int place);
Signed rewrite_operation(Rewrite *rewrite, int place);

static inline bool operator_is_sum(Operator op) { return op == OP_ADD || op == OP_SUB; }

// Returns true if the old step may be expanded in its only user.
bool rewrite_is_private(const Rewrite *rewrite, int place);

// Collects the leaves of the chain whose last step is the old step `root`. Returns false if it is
// not the root of a chain: a link of a longer chain, pinned, or another operator.
bool chain_collect(const Rewrite *rewrite, int root, Chain *chain);
void chain_sort(Chain *chain);  // by stage, then by index

#endif
