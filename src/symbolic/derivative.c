// derivative.c -- derivatives by the chain rule over the nodes below, each once.
// SPDX-License-Identifier: MIT
#include "symbolic/derivative.h"

#include "base/memory.h"
#include "symbolic/algebra.h"
#include "symbolic/order.h"

#include <stdlib.h>

// d a^b for a constant b is b a^(b-1) da; in general a^b (db ln a + b da / a).
static const Expr *derivative_of_power(const Expr *e, const Expr *da, const Expr *db)
{
  const Expr *a = e->arg[0], *b = e->arg[1];
  if (is_zero(db)) return product(product(b, expr_pow(a, difference(b, one(a)))), da);
  const Expr *of_exponent = product(db, expr_call(OP_LOG, a));
  return product(e, sum(of_exponent, quotient(product(b, da), a)));
}

// d atan2(y, x) = (x dy - y dx) / (x^2 + y^2)
static const Expr *derivative_of_atan2(const Expr *y, const Expr *x, const Expr *dy, const Expr *dx)
{
  const Expr *above = difference_of_products(x, dy, y, dx);
  return quotient(above, sum_of_products(x, x, y, y));
}

// f'(a) of a function of one argument.
static const Expr *slope(const Expr *e)
{
  const Expr *a = e->arg[0], *unit = one(a);
  switch (e->op) {
  case OP_SQRT: return half(reciprocal(e));
  case OP_SIN: return expr_call(OP_COS, a);
  case OP_COS: return negative(expr_call(OP_SIN, a));
  case OP_TAN: return sum(square(e), unit);
  case OP_ASIN: return reciprocal(expr_call(OP_SQRT, difference(unit, square(a))));
  case OP_ACOS: return negative(slope(expr_call(OP_ASIN, a)));
  case OP_ATAN: return reciprocal(sum(square(a), unit));
  case OP_EXP: return e;
  case OP_LOG: return reciprocal(a);
  case OP_ABS: return expr_call(OP_SIGN, a);
  default: return integer(a, 0);  // sign: constant where it is smooth
  }
}

static const Expr *derivative_of_extremum(const Expr *e, const Expr *da, const Expr *db)
{
  const Expr *a_is_less = expr_call2(OP_LT, e->arg[0], e->arg[1]);
  return e->op == OP_MIN ? expr_if(a_is_less, da, db) : expr_if(a_is_less, db, da);
}

// The chain rule for one node, given the derivatives d[] of its arguments.
static const Expr *derivative_of_node(const Expr *e, const Expr *const d[])
{
  switch ((Operator)e->op) {
  case OP_ADD: return sum(d[0], d[1]);
  case OP_SUB: return difference(d[0], d[1]);
  case OP_NEG: return negative(d[0]);
  case OP_MUL: return sum_of_products(d[0], e->arg[1], e->arg[0], d[1]);
  case OP_DIV: return quotient(difference(d[0], product(e, d[1])), e->arg[1]);
  case OP_POW: return derivative_of_power(e, d[0], d[1]);
  case OP_ATAN2: return derivative_of_atan2(e->arg[0], e->arg[1], d[0], d[1]);
  case OP_MIN:
  case OP_MAX: return derivative_of_extremum(e, d[0], d[1]);
  case OP_IF: return expr_if(e->arg[0], d[1], d[2]);
  case OP_NAMED: return d[0];
  case OP_UNDEFINED: return e;
  case OP_SQRT:
  case OP_SIN:
  case OP_COS:
  case OP_TAN:
  case OP_ASIN:
  case OP_ACOS:
  case OP_ATAN:
  case OP_EXP:
  case OP_LOG:
  case OP_ABS: return product(slope(e), d[0]);
  case OP_SIGN:
  case OP_LT:
  case OP_LE:
  case OP_EQ:
  case OP_NE:
  case OP_NUMBER:
  case OP_SYMBOL:
  case OP_PI:
  case OP_COUNT: break;
  }
  return integer(e, 0);
}

// Derivative of a symbol: by `variable`, or by time when it is NULL.
static const Expr *derivative_of_symbol(const Expr *symbol, const Expr *variable)
{
  if (!variable) return expr_rate(symbol);
  return integer(symbol, symbol == variable);
}

static void differentiate(const Expr *const e[], int count, const Expr *variable, const Expr *out[])
{
  if (count == 0) return;
  Order order = order_of(e, count);
  const Expr **d = memory_new((size_t)order.count, sizeof(*d));
  for (int i = 0; i < order.count; i++) {
    const OrderItem *item = &order.items[i];
    const Expr *args[MAX_ARITY] = { NULL };
    bool is_constant = item->node->op != OP_UNDEFINED;
    for (int k = 0; k < expr_arity(item->node); k++) {
      args[k] = d[item->arg[k]];
      is_constant = is_constant && is_zero(args[k]);
    }
    if (item->node->op == OP_SYMBOL) {
      d[i] = derivative_of_symbol(item->node, variable);
    } else {
      d[i] = is_constant ? integer(item->node, 0) : derivative_of_node(item->node, args);
    }
  }
  for (int i = 0; i < count; i++)
    out[i] = d[order.roots[i]];
  free(d);
  order_free(&order);
}

void expr_derivatives(const Expr *const e[], int count, const Expr *symbol, const Expr *out[])
{
  differentiate(e, count, symbol, out);
}

const Expr *expr_derivative(const Expr *e, const Expr *symbol)
{
  const Expr *result = NULL;
  differentiate(&e, 1, symbol, &result);
  return result;
}

void expr_time_derivatives(const Expr *const e[], int count, const Expr *out[])
{
  differentiate(e, count, NULL, out);
}

const Expr *expr_time_derivative(const Expr *e)
{
  const Expr *result = NULL;
  differentiate(&e, 1, NULL, &result);
  return result;
}

void expr_jacobian(const Expr *const f[], int rows, const Expr *const x[], int columns,
                   const Expr *out[])
{
  const Expr **column = memory_new((size_t)rows, sizeof(*column));
  for (int j = 0; j < columns; j++) {
    differentiate(f, rows, x[j], column);
    for (int i = 0; i < rows; i++)
      out[i * columns + j] = column[i];
  }
  free(column);
}
