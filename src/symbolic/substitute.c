// substitute.c -- expressions rebuilt with some leaves replaced, or in another pool.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "symbolic/derivative.h"
#include "symbolic/order.h"
#include "symbolic/pool.h"

#include <stdlib.h>

static const Expr *replacement(const Expr *node, const Expr *const from[], const Expr *const to[],
                               int count)
{
  if (node->op != OP_SYMBOL && node->op != OP_NAMED) return NULL;
  for (int i = 0; i < count; i++) {
    if (from[i] == node) return to[i];
  }
  return NULL;
}

// The node over new arguments. An unchanged node stays itself; a name whose definition changed is
// replaced by the new definition.
static const Expr *rebuild(const Order *order, const OrderItem *item, const Expr *const built[])
{
  const Expr *args[MAX_ARITY] = { NULL };
  bool is_changed = false;
  for (int k = 0; k < operator_info(item->op)->arity; k++) {
    args[k] = built[item->arg[k]];
    is_changed = is_changed || args[k] != order->items[item->arg[k]].node;
  }
  if (!is_changed) return item->node;
  return item->op == OP_NAMED ? args[0] : expr_apply(item->op, args);
}

void expr_substitute_all(const Expr *const e[], int expression_count, const Expr *const from[],
                         const Expr *const to[], int count, const Expr *out[])
{
  Order order = order_of(e, expression_count);
  const Expr **built = memory_new((size_t)order.count + 1, sizeof(*built));
  for (int i = 0; i < order.count; i++) {
    const Expr *given = replacement(order.items[i].node, from, to, count);
    built[i] = given ? given : rebuild(&order, &order.items[i], built);
  }
  for (int i = 0; i < expression_count; i++)
    out[i] = built[order.roots[i]];
  free(built);
  order_free(&order);
}

const Expr *expr_substitute(const Expr *e, const Expr *const from[], const Expr *const to[],
                            int count)
{
  const Expr *result;
  expr_substitute_all(&e, 1, from, to, count, &result);
  return result;
}

static const Expr *copy_symbol(Pool *pool, const Symbol *symbol)
{
  const Expr *copy = expr_symbol(pool, symbol->name, symbol->stage);
  const Symbol *last = symbol;
  const Expr *copied = copy;
  while (last->rate && !copied->symbol->rate) {  // q -> q' -> q''
    const Expr *rate = expr_symbol(pool, last->rate->name, last->rate->stage);
    expr_set_rate(copied, rate);
    last = last->rate;
    copied = rate;
  }
  return copy;
}

static const Expr *copy_node(Pool *pool, const OrderItem *item, const Expr *const built[])
{
  const Expr *node = item->node;
  const Expr *args[MAX_ARITY] = { NULL };
  for (int k = 0; k < expr_arity(node); k++)
    args[k] = built[item->arg[k]];
  switch (node->op) {
  case OP_NUMBER: return expr_fraction(pool, node->number);
  case OP_SYMBOL: return copy_symbol(pool, node->symbol);
  case OP_PI: return pool->pi;
  case OP_UNDEFINED: return pool->undefined;
  case OP_NAMED: return expr_name(node->named.name, args[0]);
  default: return expr_apply((Operator)node->op, args);
  }
}

const Expr *expr_copy_with(Pool *pool, const Expr *e, const Expr *const from[],
                           const Expr *const to[], int count)
{
  Order order = order_of(&e, 1);
  const Expr **built = memory_new((size_t)order.count, sizeof(*built));
  for (int i = 0; i < order.count; i++) {
    const Expr *given = replacement(order.items[i].node, from, to, count);
    built[i] = given ? given : copy_node(pool, &order.items[i], built);
  }
  const Expr *result = built[order.roots[0]];
  free(built);
  order_free(&order);
  return result;
}

const Expr *expr_copy(Pool *pool, const Expr *e)
{
  return e->pool == pool ? e : expr_copy_with(pool, e, NULL, NULL, 0);
}
