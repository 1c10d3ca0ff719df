// fresh.c -- values of expressions at points that construction did not use.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "symbolic/order.h"
#include "symbolic/value.h"

#include <stdlib.h>

static Value value_of_trig(const Expr *node, uint64_t seed, const Value values[])
{
  Angle angle;
  angle_init(&angle);
  angle_of(node->arg[0], values, &angle);
  Value value = value_of_angle(seed, (Operator)node->op, &angle);
  angle_clear(&angle);
  return value;
}

static bool has_integer_exponent(const Expr *power)
{
  return expr_is_number(power->arg[1]) && fmpz_is_one(fmpq_denref(power->arg[1]->number));
}

static Value value_of_operation(const Expr *node, uint64_t seed, const Value values[])
{
  Value args[MAX_ARITY] = { 0 };
  for (int k = 0; k < expr_arity(node); k++)
    args[k] = values[node->arg[k]->id];
  if (node->op == OP_SQRT && expr_is_number(node->arg[0])) {
    return value_of_number_root(seed, fmpq_numref(node->arg[0]->number));
  }
  if (node->op == OP_POW && has_integer_exponent(node)) {
    return value_power(args[0], fmpq_numref(node->arg[1]->number));
  }
  return value_of_operator(seed, (Operator)node->op, args);
}

// `values` holds the values of the arguments, by node id.
static Value value_of_node(const Expr *node, uint64_t seed, const Value values[])
{
  switch (node->op) {
  case OP_NUMBER: return value_of_fraction(node->number);
  case OP_SYMBOL: return value_of_symbol(seed, node->symbol->name);
  case OP_PI: return value_of_pi(seed);
  case OP_UNDEFINED: return value_of_undefined(seed);
  case OP_NAMED: return values[node->named.definition->id];
  case OP_SIN:
  case OP_COS:
  case OP_TAN:
  case OP_EXP: return value_of_trig(node, seed, values);
  default: return value_of_operation(node, seed, values);
  }
}

void expr_values_at(const Expr *const roots[], int count, uint64_t seed, Value out[])
{
  if (count == 0) return;
  Order order = order_of(roots, count);
  Value *values = memory_new(pool_node_count(roots[0]->pool), sizeof values[0]);
  for (int i = 0; i < order.count; i++) {
    const Expr *node = order.items[i].node;
    values[node->id] = value_of_node(node, seed, values);
  }
  for (int i = 0; i < count; i++)
    out[i] = values[roots[i]->id];
  free(values);
  order_free(&order);
}
