// default_value.c -- numbers of expressions where the description fixes them.
//
// For checks and summaries: a plain walk over the nodes in double precision. A parameter is
// replaced by the value of its own expression, which depends on nothing. For choices between two
// forms that the initial configuration decides: exact values put in.
// SPDX-License-Identifier: MIT
#include "mechanism/default_value.h"

#include "base/memory.h"
#include "symbolic/derivative.h"
#include "symbolic/literal.h"
#include "symbolic/steps.h"

#include <math.h>
#include <stdlib.h>

static double value_of(const Mechanism *mechanism, const double parameters[], const Expr *e);

static double leaf_value(const Mechanism *mechanism, const double parameters[], const Expr *leaf)
{
  if (leaf->form->op == OP_NUMBER) return expr_number_value(leaf);
  if (leaf->form->op == OP_PI) return acos(-1.0);
  if (leaf->form->op == OP_POINTS) return leaf->form->points.order;
  if (leaf->form->op != OP_SYMBOL || !mechanism) return NAN;
  int index = mechanism_find_parameter(mechanism, leaf->form->symbol->name);
  if (index >= 0 && parameters) return parameters[index];
  const Expr *given = index >= 0 ? mechanism->parameters[index].value : NULL;
  return given ? value_of(NULL, NULL, given) : NAN;
}

// A comparison of unknown numbers is unknown, too, so the arguments are looked at first.
static double known_value(const Steps *steps, const Step *item, const double values[])
{
  for (int k = 0; k < MAX_ARITY && item->arg[k] >= 0; k++)
    if (isnan(values[item->arg[k]])) return NAN;
  return operation_value(steps, item, values);
}

// Of one of the many small expressions, which need no list of steps; false: it is none.
static bool small_value(const Mechanism *mechanism, const double parameters[], const Expr *e,
                        double *value)
{
  const Form *form = e->form;
  double args[MAX_ARITY] = { 0 };
  if (form->op == OP_NAMED || form->op == OP_TABLE) return false;
  int arity = expr_arity(e);
  *value = arity == 0 ? leaf_value(mechanism, parameters, e) : NAN;
  for (int k = 0; k < arity; k++) {
    if (!small_value(mechanism, parameters, form->arg[k], &args[k])) return false;
    if (isnan(args[k])) return true;
  }
  if (arity > 0) *value = operator_value((Operator)form->op, args);
  return true;
}

// `mechanism` NULL: symbols have no value; `parameters` NULL: those of the description.
static double value_of(const Mechanism *mechanism, const double parameters[], const Expr *e)
{
  enum { SMALL_COST = 200 };
  double small;
  bool is_small = e->form->cost <= SMALL_COST;
  if (is_small && small_value(mechanism, parameters, e, &small)) return small;
  Steps steps = steps_of(&e, 1);
  double *values = memory_new((size_t)steps.count, sizeof *values);
  for (int i = 0; i < steps.count; i++) {
    const Step *item = &steps.at[i];
    values[i] = expr_arity(item->node) == 0 ? leaf_value(mechanism, parameters, item->node)
                                            : known_value(&steps, item, values);
  }
  double result = values[steps.roots[0]];
  free(values);
  steps_free(&steps);
  return result;
}

double mechanism_default_value(const Mechanism *mechanism, const Expr *e)
{
  return value_of(mechanism, NULL, e);
}

double mechanism_value_with(const Mechanism *mechanism, const double parameters[], const Expr *e)
{
  return value_of(mechanism, parameters, e);
}

// ---- the initial configuration

// The value that the symbol has there, 0 of a coordinate without any; NULL: none.
static const Expr *initial_value(const Mechanism *mechanism, const char *symbol)
{
  int i = mechanism_find_parameter(mechanism, symbol);
  if (i >= 0) return mechanism->parameters[i].value;
  i = mechanism_find_coordinate(mechanism, symbol);
  const Expr *initial = i >= 0 ? mechanism->coordinates[i].initial : NULL;
  return i < 0 || initial ? initial : expr_integer(mechanism->pool, 0);
}

static const Expr *with_initial_values(const Mechanism *mechanism, const Expr *e)
{
  Steps steps = steps_of(&e, 1);
  const Expr **from = memory_new(2 * (size_t)steps.count, sizeof *from), **to = from + steps.count;
  int count = 0;
  for (int i = 0; i < steps.count; i++) {
    if (steps.at[i].op != OP_SYMBOL) continue;
    const Expr *value = initial_value(mechanism, steps.at[i].form->symbol->name);
    if (!value) continue;
    from[count] = steps.at[i].node;
    to[count++] = expr_copy(expr_pool(e), value);
  }
  e = expr_substitute(e, from, to, count);
  free(from);
  steps_free(&steps);
  return e;
}

double mechanism_initial_value(const Mechanism *mechanism, const Expr *e)
{
  e = with_initial_values(mechanism, with_initial_values(mechanism, e));  // made of parameters, too
  return e->form->stage == STAGE_LITERAL ? expr_literal_value(e) : NAN;
}

// ---- sizes

static double symbol_size(const Mechanism *mechanism, const Expr *symbol)
{
  int coordinate = mechanism_coordinate_of(mechanism, symbol);
  const Expr *initial = coordinate >= 0 ? mechanism->coordinates[coordinate].initial : NULL;
  double value = mechanism_default_value(mechanism, initial ? initial : symbol);
  return isfinite(value) ? fabs(value) : 0;
}

// Sums add up; sines, angles and truth values are of the size 1.
static double operation_size(Operator op, const double sizes[])
{
  switch (op) {
  case OP_NAMED:
  case OP_NEG:
  case OP_ABS: return sizes[0];
  case OP_ADD:
  case OP_SUB: return sizes[0] + sizes[1];
  case OP_MIN:
  case OP_MAX: return fmax(sizes[0], sizes[1]);
  case OP_IF: return fmax(sizes[1], sizes[2]);
  case OP_MUL:
  case OP_DIV:
  case OP_POW:
  case OP_SQRT:
  case OP_EXP: return operator_value(op, sizes);
  default: return 1;
  }
}

double mechanism_initial_size(const Mechanism *mechanism, const Expr *e)
{
  Steps steps = steps_of(&e, 1);
  double *sizes = memory_new((size_t)steps.count, sizeof *sizes);
  for (int i = 0; i < steps.count; i++) {
    const Step *step = &steps.at[i];
    double arguments[MAX_ARITY] = { 0 };
    for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
      arguments[k] = sizes[step->arg[k]];
    if (step->op == OP_SYMBOL)
      sizes[i] = symbol_size(mechanism, step->node);
    else if (operator_is_leaf(step->op))
      sizes[i] = fabs(leaf_value(NULL, NULL, step->node));
    else
      sizes[i] = operation_size(step->op, arguments);
  }
  double size = sizes[steps.roots[0]];
  free(sizes);
  steps_free(&steps);
  return isfinite(size) ? size : 0;
}

bool value_is_rounding(double value, double size) { return fabs(value) <= 1e-12 * size; }
