// rewrite.h -- what every pass has in common: read the old draft in order, write the new one.
//
// A pass decides node by node: copy it (rewrite_plain) or write something of the same value. Every
// old node gets a value in the new draft, links of a chain that was rearranged too; what is no
// longer needed is swept away at the end. A chain is a tree of sums, or of products, whose inner
// nodes have one user, no name, and are no part of a linear form: nobody else sees them, so their
// leaves may be taken in any order.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_REWRITE_H
#define BIELLE_PROGRAM_REWRITE_H

#include "program/draft.h"

typedef struct Rewrite {
  const Draft *old;
  Draft *draft;     // the new one
  Signed *values;   // of the old nodes, in the new draft
  int *uses;        // of the old nodes, by steps and outputs
  bool *is_pinned;  // old nodes of linear forms and their atoms
  bool *is_link;    // old nodes inside a longer chain
  int *stack;       // for walks; holds more than one chain can need
} Rewrite;

Rewrite rewrite_begin(const Draft *old);
// The new draft, finished; releases the rest.
Draft *rewrite_end(Rewrite *rewrite);

Signed rewrite_plain(Rewrite *rewrite, int node);
// Makes `value` the value of the old node; a name of the node goes along.
void rewrite_set(Rewrite *rewrite, int node, Signed value);

static inline bool operator_is_sum(Operator op) { return op == OP_ADD || op == OP_SUB; }

// May the old node be opened by its only user?
bool rewrite_is_private(const Rewrite *rewrite, int node);

// ---- chains

typedef struct ChainLeaf {
  Stage stage;
  Signed value;  // in the new draft; for sums with the sign of the term
  int old_node;
} ChainLeaf;

typedef struct Chain {
  ChainLeaf *leaves;  // as written
  int count;
  int capacity;
  int steps_at[STAGE_COUNT];  // how many links of each stage the chain has as written
} Chain;                      // starts as { 0 }

// The leaves of the chain whose last step is the old node `root`; false if it is none: a link of a
// longer chain, or pinned, or another operator.
bool chain_gather(const Rewrite *rewrite, int root, Chain *chain);
void chain_free(Chain *chain);

#endif
