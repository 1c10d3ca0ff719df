// derivative.c -- derivatives by the chain rule over the nodes below, each once.
// SPDX-License-Identifier: MIT
#include "symbolic/derivative.h"

#include "base/memory.h"
#include "symbolic/algebra.h"
#include "symbolic/order.h"

#include <stdlib.h>

// The chain rule for one node, given its arguments a[] and their derivatives d[]. Only the value of
// e counts: its form may be another by now (order.h).
typedef const Expr *(*Rule)(const Expr *e, const Expr *const a[], const Expr *const d[]);

static const Expr *derivative_of_constant(const Expr *e, const Expr *const a[],
                                          const Expr *const d[])
{
  (void)a;
  (void)d;
  return integer(e, 0);
}

static const Expr *derivative_of_itself(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)a;
  (void)d;
  return e;
}

static const Expr *derivative_of_first(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)a;
  (void)e;
  return d[0];
}

static const Expr *derivative_of_sum(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)a;
  (void)e;
  return sum(d[0], d[1]);
}

static const Expr *derivative_of_difference(const Expr *e, const Expr *const a[],
                                            const Expr *const d[])
{
  (void)a;
  (void)e;
  return difference(d[0], d[1]);
}

static const Expr *derivative_of_negation(const Expr *e, const Expr *const a[],
                                          const Expr *const d[])
{
  (void)a;
  (void)e;
  return negative(d[0]);
}

static const Expr *derivative_of_product(const Expr *e, const Expr *const a[],
                                         const Expr *const d[])
{
  (void)e;
  return sum_of_products(d[0], a[1], a[0], d[1]);
}

static const Expr *derivative_of_quotient(const Expr *e, const Expr *const a[],
                                          const Expr *const d[])
{
  return quotient(difference(d[0], product(e, d[1])), a[1]);
}

// d a^b for a constant b is b a^(b-1) da; in general a^b (db ln a + b da / a).
static const Expr *derivative_of_power(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  const Expr *base = a[0], *exponent = a[1];
  if (is_zero(d[1])) {
    const Expr *less = difference(exponent, one(base));
    return product(product(exponent, expr_pow(base, less)), d[0]);
  }
  const Expr *of_exponent = product(d[1], expr_call(OP_LOG, base));
  return product(e, sum(of_exponent, quotient(product(exponent, d[0]), base)));
}

static const Expr *derivative_of_sqrt(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)a;
  return product(half(reciprocal(e)), d[0]);
}

static const Expr *derivative_of_sin(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)e;
  return product(expr_call(OP_COS, a[0]), d[0]);
}

static const Expr *derivative_of_cos(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)e;
  return negative(product(expr_call(OP_SIN, a[0]), d[0]));
}

static const Expr *derivative_of_tan(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)a;
  const Expr *unit = one(e);
  return product(sum(square(e), unit), d[0]);
}

// d asin a = da / sqrt(1 - a^2)
static const Expr *derivative_of_asin(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  const Expr *unit = one(e);
  return quotient(d[0], expr_call(OP_SQRT, difference(unit, square(a[0]))));
}

static const Expr *derivative_of_acos(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  return negative(derivative_of_asin(e, a, d));
}

static const Expr *derivative_of_atan(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  const Expr *unit = one(e);
  return quotient(d[0], sum(square(a[0]), unit));
}

// d atan2(y, x) = (x dy - y dx) / (x^2 + y^2)
static const Expr *derivative_of_atan2(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)e;
  const Expr *y = a[0], *x = a[1];
  const Expr *above = difference_of_products(x, d[0], y, d[1]);
  return quotient(above, sum_of_products(x, x, y, y));
}

static const Expr *derivative_of_exp(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)a;
  return product(e, d[0]);
}

static const Expr *derivative_of_log(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)e;
  return quotient(d[0], a[0]);
}

static const Expr *derivative_of_abs(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)e;
  return product(expr_call(OP_SIGN, a[0]), d[0]);
}

static const Expr *derivative_of_min(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)e;
  return expr_if(expr_call2(OP_LT, a[0], a[1]), d[0], d[1]);
}

static const Expr *derivative_of_max(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)e;
  return expr_if(expr_call2(OP_LT, a[0], a[1]), d[1], d[0]);
}

static const Expr *derivative_of_choice(const Expr *e, const Expr *const a[], const Expr *const d[])
{
  (void)e;
  return expr_if(a[0], d[1], d[2]);
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
    const Expr *args[MAX_ARITY] = { NULL }, *rates[MAX_ARITY] = { NULL };
    bool is_constant = item->op != OP_UNDEFINED;
    for (int k = 0; k < operator_info(item->op)->arity; k++) {
      args[k] = order.items[item->arg[k]].node;
      rates[k] = d[item->arg[k]];
      is_constant = is_constant && is_zero(rates[k]);
    }
    if (item->op == OP_SYMBOL) {
      d[i] = derivative_of_symbol(item->node, variable);
    } else {
      d[i] = is_constant ? integer(item->node, 0) : RULES[item->op](item->node, args, rates);
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
