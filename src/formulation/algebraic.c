// algebraic.c -- which operations residues have laws for.
// SPDX-License-Identifier: MIT
#include "formulation/algebraic.h"

#include "symbolic/order.h"

static bool has_law(const OrderItem *item)
{
  switch (item->op) {
  case OP_NUMBER:
  case OP_SYMBOL:
  case OP_NAMED:
  case OP_PI:
  case OP_ADD:
  case OP_SUB:
  case OP_NEG:
  case OP_MUL:
  case OP_DIV:
  case OP_SIN:
  case OP_COS:
  case OP_TAN: return true;
  case OP_SQRT: return item->node->stage == STAGE_LITERAL;
  default: return false;
  }
}

bool entries_are_algebraic(const Expr *const entries[], int count)
{
  Order order = order_of(entries, count);
  bool have_laws = true;
  for (int i = 0; i < order.count; i++)
    have_laws = have_laws && has_law(&order.items[i]);
  order_free(&order);
  return have_laws;
}
