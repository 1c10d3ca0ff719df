// order.c -- depth-first order with an explicit stack.
// SPDX-License-Identifier: MIT
#include "symbolic/order.h"

#include "base/memory.h"

#include <stdlib.h>

typedef struct Visit {
  const Expr *node;
  int next;  // argument to enter next
} Visit;

// How many arguments of a node are entered.
typedef int (*ArityRule)(const Expr *node);

typedef struct Walk {
  Order order;
  ArityRule arity;
  int item_capacity;
  uint32_t *place_of_id;  // place + 1; 0: not reached. Untouched pages cost nothing.
  Visit *stack;
  int depth;
  int stack_capacity;
} Walk;

static void push(Walk *walk, const Expr *node)
{
  if (walk->depth == walk->stack_capacity) {
    walk->stack_capacity = 2 * walk->stack_capacity + 64;
    walk->stack = memory_grow(walk->stack, (size_t)walk->stack_capacity, sizeof walk->stack[0]);
  }
  walk->stack[walk->depth++] = (Visit){ node, 0 };
}

static void append(Walk *walk, const Expr *node)
{
  Order *order = &walk->order;
  if (order->count == walk->item_capacity) {
    walk->item_capacity = 2 * walk->item_capacity + 64;
    order->items = memory_grow(order->items, (size_t)walk->item_capacity, sizeof order->items[0]);
  }
  OrderItem *item = &order->items[order->count++];
  item->node = node;
  item->op = (Operator)node->op;
  int arity = walk->arity(node);
  for (int k = 0; k < MAX_ARITY; k++) {
    item->arg[k] = k < arity ? (int)walk->place_of_id[node->arg[k]->id] - 1 : -1;
  }
  walk->place_of_id[node->id] = (uint32_t)order->count;
}

static void visit(Walk *walk, const Expr *root)
{
  if (walk->place_of_id[root->id] != 0) return;
  push(walk, root);
  while (walk->depth > 0) {
    Visit *top = &walk->stack[walk->depth - 1];
    if (top->next == walk->arity(top->node)) {
      const Expr *node = top->node;
      walk->depth--;
      // a node may wait on the stack twice; the first to finish places it
      if (walk->place_of_id[node->id] == 0) append(walk, node);
      continue;
    }
    const Expr *arg = top->node->arg[top->next++];
    if (walk->place_of_id[arg->id] == 0) push(walk, arg);
  }
}

static int all_arguments(const Expr *node) { return expr_arity(node); }

static int linear_arguments(const Expr *node)
{
  switch (node->op) {
  case OP_ADD:
  case OP_SUB:
  case OP_NEG:
  case OP_NAMED: return expr_arity(node);
  case OP_MUL: return expr_is_number(node->arg[0]) ? 2 : 0;  // construction puts a number first
  default: return 0;
  }
}

static Order walk_from(const Expr *const roots[], int count, ArityRule arity)
{
  Walk walk = { .arity = arity };
  walk.order.root_count = count;
  walk.order.roots = memory_new((size_t)count, sizeof walk.order.roots[0]);
  if (count > 0) walk.place_of_id = memory_new(pool_node_count(roots[0]->pool), sizeof(uint32_t));
  for (int i = 0; i < count; i++) {
    visit(&walk, roots[i]);
    walk.order.roots[i] = (int)walk.place_of_id[roots[i]->id] - 1;
  }
  free(walk.stack);
  free(walk.place_of_id);
  return walk.order;
}

Order order_of(const Expr *const roots[], int count)
{
  return walk_from(roots, count, all_arguments);
}

Order order_of_linear_part(const Expr *root) { return walk_from(&root, 1, linear_arguments); }

bool order_contains(const Order *order, const Expr *node)
{
  for (int i = 0; i < order->count; i++) {
    if (order->items[i].node == node) return true;
  }
  return false;
}

void order_free(Order *order)
{
  free(order->items);
  free(order->roots);
  *order = (Order){ 0 };
}
