// steps.h -- operations in one list, arguments before users, each once.
//
// Every algorithm on expressions walks such a list instead of recursing: a sum of a million terms
// is a million levels deep. Names are entered through their definitions. A list is a snapshot: the
// forms that the nodes had when it was made.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_STEPS_H
#define BIELLE_SYMBOLIC_STEPS_H

#include "symbolic/expr.h"

typedef struct Step {
  const Expr *node;  // what it computes
  const Form *form;  // of the node when the list was made
  Operator op;
  int arg[MAX_ARITY];  // places of the arguments in the list; -1: none
} Step;

typedef struct Steps {
  Step *at;
  int count;
  int *roots;  // place of each root in the list
  int root_count;
} Steps;

// The list for `count` roots of one pool. Deterministic: depth first, first argument first. Takes
// time and memory for what is listed, however large the pool is.
Steps steps_of(const Expr *const roots[], int count);
// The same for one root, entering only sums, differences, rational multiples and names: everything
// else is a leaf of the list.
Steps steps_of_linear_part(const Expr *root);
void steps_free(Steps *steps);
bool steps_contain(const Steps *steps, const Expr *node);

#endif
