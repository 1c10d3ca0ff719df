// derivative.c -- derivatives by the chain rule over the nodes below, each once.
// SPDX-License-Identifier: MIT
#include "symbolic/derivative.h"

#include "base/memory.h"
#include "symbolic/algebra.h"
#include "symbolic/order.h"

#include <stdlib.h>

// The chain rule for one node, given the derivatives d[] of its arguments.
typedef const Expr *(*Rule)(const Expr *e, const Expr *const d[]);

static const Expr *derivative_of_constant(const Expr *e, const Expr *const d[])
{
  (void)d;
  return integer(e, 0);
}

static const Expr *derivative_of_itself(const Expr *e, const Expr *const d[])
{
  (void)d;
  return e;
}

static const Expr *derivative_of_first(const Expr *e, const Expr *const d[])
{
  (void)e;
  return d[0];
}

static const Expr *derivative_of_sum(const Expr *e, const Expr *const d[])
{
  (void)e;
  return sum(d[0], d[1]);
}

static const Expr *derivative_of_difference(const Expr *e, const Expr *const d[])
{
  (void)e;
  return difference(d[0], d[1]);
}

static const Expr *derivative_of_negation(const Expr *e, const Expr *const d[])
{
  (void)e;
  return negative(d[0]);
}

static const Expr *derivative_of_product(const Expr *e, const Expr *const d[])
{
  return sum_of_products(d[0], e->arg[1], e->arg[0], d[1]);
}

static const Expr *derivative_of_quotient(const Expr *e, const Expr *const d[])
{
  return quotient(difference(d[0], product(e, d[1])), e->arg[1]);
}

// d a^b for a constant b is b a^(b-1) da; in general a^b (db ln a + b da / a).
static const Expr *derivative_of_power(const Expr *e, const Expr *const d[])
{
  const Expr *a = e->arg[0], *b = e->arg[1];
  if (is_zero(d[1])) return product(product(b, expr_pow(a, difference(b, one(a)))), d[0]);
  const Expr *of_exponent = product(d[1], expr_call(OP_LOG, a));
  return product(e, sum(of_exponent, quotient(product(b, d[0]), a)));
}

static const Expr *derivative_of_sqrt(const Expr *e, const Expr *const d[])
{
  return product(half(reciprocal(e)), d[0]);
}

static const Expr *derivative_of_sin(const Expr *e, const Expr *const d[])
{
  return product(expr_call(OP_COS, e->arg[0]), d[0]);
}

static const Expr *derivative_of_cos(const Expr *e, const Expr *const d[])
{
  return negative(product(expr_call(OP_SIN, e->arg[0]), d[0]));
}

static const Expr *derivative_of_tan(const Expr *e, const Expr *const d[])
{
  const Expr *unit = one(e);
  return product(sum(square(e), unit), d[0]);
}

// d asin a = da / sqrt(1 - a^2)
static const Expr *derivative_of_asin(const Expr *e, const Expr *const d[])
{
  const Expr *unit = one(e);
  return quotient(d[0], expr_call(OP_SQRT, difference(unit, square(e->arg[0]))));
}

static const Expr *derivative_of_acos(const Expr *e, const Expr *const d[])
{
  return negative(derivative_of_asin(e, d));
}

static const Expr *derivative_of_atan(const Expr *e, const Expr *const d[])
{
  const Expr *unit = one(e);
  return quotient(d[0], sum(square(e->arg[0]), unit));
}

// d atan2(y, x) = (x dy - y dx) / (x^2 + y^2)
static const Expr *derivative_of_atan2(const Expr *e, const Expr *const d[])
{
  const Expr *y = e->arg[0], *x = e->arg[1];
  const Expr *above = difference_of_products(x, d[0], y, d[1]);
  return quotient(above, sum_of_products(x, x, y, y));
}

static const Expr *derivative_of_exp(const Expr *e, const Expr *const d[])
{
  return product(e, d[0]);
}

static const Expr *derivative_of_log(const Expr *e, const Expr *const d[])
{
  return quotient(d[0], e->arg[0]);
}

static const Expr *derivative_of_abs(const Expr *e, const Expr *const d[])
{
  return product(expr_call(OP_SIGN, e->arg[0]), d[0]);
}

static const Expr *derivative_of_min(const Expr *e, const Expr *const d[])
{
  return expr_if(expr_call2(OP_LT, e->arg[0], e->arg[1]), d[0], d[1]);
}

static const Expr *derivative_of_max(const Expr *e, const Expr *const d[])
{
  return expr_if(expr_call2(OP_LT, e->arg[0], e->arg[1]), d[1], d[0]);
}

static const Expr *derivative_of_choice(const Expr *e, const Expr *const d[])
{
  return expr_if(e->arg[0], d[1], d[2]);
}

static const Rule RULES[OP_COUNT] = {
#define OPERATOR(NAME, arity, precedence, text, c, latex, cost, derivative)                        \
  [OP_##NAME] = derivative_of_##derivative,
#include "symbolic/operators.def"
};

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
      d[i] = is_constant ? integer(item->node, 0) : RULES[item->node->op](item->node, args);
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
