// order.h -- the nodes below some roots, arguments before users, each once.
//
// Every algorithm on expressions walks this list instead of recursing: a sum of a million terms
// is a million levels deep. Names are entered through their definitions.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_ORDER_H
#define BIELLE_SYMBOLIC_ORDER_H

#include "symbolic/expr.h"

// The form of a node may be replaced while nodes are built; op and arg stay those of the walk. Who
// builds while going through the list takes the form from here, not from the node.
typedef struct OrderItem {
  const Expr *node;
  Operator op;
  int arg[MAX_ARITY];  // places of the arguments in the list; -1: none
} OrderItem;

typedef struct Order {
  OrderItem *items;
  int count;
  int *roots;  // place of each root in the list
  int root_count;
} Order;

// The list for `count` roots of one pool. Deterministic: depth first, first argument first.
Order order_of(const Expr *const roots[], int count);
// The same for one root, entering only sums, differences, rational multiples and names: everything
// else is a leaf of the list.
Order order_of_linear_part(const Expr *root);
void order_free(Order *order);

bool order_contains(const Order *order, const Expr *node);

#endif
