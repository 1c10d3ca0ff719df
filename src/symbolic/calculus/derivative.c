// derivative.c -- derivatives by the chain rule, applied once to each node.
// SPDX-License-Identifier: MIT
#include "symbolic/calculus/derivative.h"

#include "base/memory/memory.h"
#include "symbolic/algebra.h"
#include "symbolic/steps.h"
#include "symbolic/calculus/table_function.h"

#include <assert.h>
#include <stdlib.h>

// Derivative of a named expression whose definition has the derivative d. For b = asin(u) it is
// u'/cos(b) instead of u'/sqrt(1 - u^2): a model that names an angle also uses its sine and cosine,
// and sums of angles are expressed with the same two.
static const Expr *by_name(const Expr *named, const Expr *d)
{
  const Form *definition = named->form->named.definition->form;
  bool is_sine = definition->op == OP_ASIN, is_cosine = definition->op == OP_ACOS;
  if (!is_sine && !is_cosine) return d;
  const Expr *root = expr_call(OP_SQRT, difference(one(d), square(definition->arg[0])));
  return quotient(product(d, root), expr_call(is_sine ? OP_COS : OP_SIN, named));
}

// Chain rule for the value e of an operator with arguments a[] and their derivatives d[], which are
// not all zero.
static const Expr *chain_rule(Operator op, const Expr *e, const Expr *const a[],
                              const Expr *const d[])
{
  const Expr *unit = one(e);
  switch (op) {
  case OP_NAMED: return by_name(e, d[0]);
  case OP_ADD: return sum(d[0], d[1]);
  case OP_SUB: return difference(d[0], d[1]);
  case OP_NEG: return negative(d[0]);
  case OP_MUL: return sum_of_products(d[0], a[1], a[0], d[1]);
  case OP_DIV: return quotient(difference(d[0], product(e, d[1])), a[1]);
  case OP_POW: {
    // b a^(b-1) da for a constant b; in general a^b (db ln a + b da / a)
    if (is_zero(d[1])) {
      const Expr *lower = expr_pow(a[0], difference(a[1], unit));
      return product(product(a[1], lower), d[0]);
    }
    const Expr *of_exponent = product(d[1], expr_call(OP_LOG, a[0]));
    return product(e, sum(of_exponent, quotient(product(a[1], d[0]), a[0])));
  }
  case OP_SQRT: return product(half(reciprocal(e)), d[0]);
  case OP_SIN: return product(expr_call(OP_COS, a[0]), d[0]);
  case OP_COS: return negative(product(expr_call(OP_SIN, a[0]), d[0]));
  case OP_TAN: return product(sum(square(e), unit), d[0]);
  case OP_ASIN: return quotient(d[0], expr_call(OP_SQRT, difference(unit, square(a[0]))));
  case OP_ACOS: return negative(chain_rule(OP_ASIN, e, a, d));
  case OP_ATAN: return quotient(d[0], sum(square(a[0]), unit));
  case OP_ATAN2: {  // (x dy - y dx) / (x^2 + y^2)
    const Expr *above = difference_of_products(a[1], d[0], a[0], d[1]);
    return quotient(above, sum_of_products(a[1], a[1], a[0], a[0]));
  }
  case OP_EXP: return product(e, d[0]);
  case OP_LOG: return quotient(d[0], a[0]);
  case OP_SINH: return product(expr_call(OP_COSH, a[0]), d[0]);
  case OP_COSH: return product(expr_call(OP_SINH, a[0]), d[0]);
  case OP_TANH: return product(difference(unit, square(e)), d[0]);
  case OP_ABS: return product(expr_call(OP_SIGN, a[0]), d[0]);
  case OP_TABLE: {
    assert(a[1] && "a table has its points");
    const Form *points = a[1]->form;
    return product(expr_table(points->points.table, points->points.order + 1, a[0]), d[0]);
  }
  case OP_MIN: return expr_if(expr_call2(OP_LT, a[0], a[1]), d[0], d[1]);
  case OP_MAX: return expr_if(expr_call2(OP_LT, a[0], a[1]), d[1], d[0]);
  case OP_IF: return expr_if(a[0], d[1], d[2]);
  case OP_UNDEFINED: return e;
  case OP_NUMBER:
  case OP_SYMBOL:
  case OP_PI:
  case OP_POINTS:
  case OP_SIGN:
  case OP_FLOOR:
  case OP_LT:
  case OP_LE:
  case OP_EQ:
  case OP_NE:
  case OP_COUNT: break;
  }
  return integer(e, 0);
}

// The independent variable: a symbol, or time if `variable` is NULL; symbols of stages after `last`
// are then constant.
typedef struct Differential {
  const Expr *variable;
  Stage last;
} Differential;

static const Differential BY_TIME = { .last = STAGE_INPUT };
static const Differential BY_CLOCK = { .last = STAGE_TIME };

static const Expr *derivative_of_symbol(const Expr *symbol, Differential by)
{
  if (by.variable) return integer(symbol, symbol == by.variable);
  return symbol->form->stage <= by.last ? expr_rate(symbol) : integer(symbol, 0);
}

static void differentiate(const Expr *const e[], int count, Differential by, const Expr *out[])
{
  bool is_symbol = count == 1 && expr_op(e[0]) == OP_SYMBOL;
  if (is_symbol) out[0] = derivative_of_symbol(e[0], by);
  if (is_symbol || count == 0) return;
  Steps steps = steps_of(e, count);
  const Expr **d = memory_new((size_t)steps.count, sizeof(*d));
  for (int i = 0; i < steps.count; i++) {
    const Step *step = &steps.at[i];
    const Expr *args[MAX_ARITY] = { NULL }, *rates[MAX_ARITY] = { NULL };
    bool is_constant = step->op != OP_UNDEFINED;
    for (int k = 0; k < operator_info(step->op)->arity; k++) {
      args[k] = steps.at[step->arg[k]].node;
      rates[k] = d[step->arg[k]];
      is_constant = is_constant && is_zero(rates[k]);
    }
    if (step->op == OP_SYMBOL) {
      d[i] = derivative_of_symbol(step->node, by);
    } else {
      d[i] = is_constant ? integer(step->node, 0) : chain_rule(step->op, step->node, args, rates);
    }
  }
  for (int i = 0; i < count; i++)
    out[i] = d[steps.roots[i]];
  free(d);
  steps_free(&steps);
}

void expr_derivatives(const Expr *const e[], int count, const Expr *symbol, const Expr *out[])
{
  differentiate(e, count, (Differential){ .variable = symbol }, out);
}

const Expr *expr_derivative(const Expr *e, const Expr *symbol)
{
  const Expr *result = NULL;
  differentiate(&e, 1, (Differential){ .variable = symbol }, &result);
  return result;
}

void expr_time_derivatives(const Expr *const e[], int count, const Expr *out[])
{
  differentiate(e, count, BY_TIME, out);
}

const Expr *expr_time_derivative(const Expr *e)
{
  const Expr *result = NULL;
  differentiate(&e, 1, BY_TIME, &result);
  return result;
}

const Expr *expr_partial_time_derivative(const Expr *e)
{
  const Expr *result = NULL;
  differentiate(&e, 1, BY_CLOCK, &result);
  return result;
}

void expr_jacobian(const Expr *const f[], int rows, const Expr *const x[], int columns,
                   const Expr *out[])
{
  const Expr **column = memory_new((size_t)rows, sizeof(*column));
  for (int j = 0; j < columns; j++) {
    differentiate(f, rows, (Differential){ .variable = x[j] }, column);
    for (int i = 0; i < rows; i++)
      out[i * columns + j] = column[i];
  }
  free(column);
}
