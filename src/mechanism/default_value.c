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
                        int depth, double *value)
{
  const Form *form = e->form;
  double args[MAX_ARITY] = { 0 };
  if (depth == 0 || form->op == OP_NAMED || form->op == OP_TABLE) return false;
  int arity = expr_arity(e);
  *value = arity == 0 ? leaf_value(mechanism, parameters, e) : NAN;
  for (int k = 0; k < arity; k++) {
    if (!small_value(mechanism, parameters, form->arg[k], depth - 1, &args[k])) return false;
    if (isnan(args[k])) return true;
  }
  if (arity > 0) *value = operator_value((Operator)form->op, args);
  return true;
}

// `mechanism` NULL: symbols have no value; `parameters` NULL: those of the description.
static double value_of(const Mechanism *mechanism, const double parameters[], const Expr *e)
{
  enum { SMALL_DEPTH = 4 };
  double small;
  if (small_value(mechanism, parameters, e, SMALL_DEPTH, &small)) return small;
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

typedef struct Values {
  const Expr **from;
  const Expr **to;
  int count;
} Values;

// `value` NULL: 0
static void note(Values *values, Pool *pool, const char *name, const Expr *value)
{
  const Expr *symbol = expr_find_symbol(pool, name);
  if (!symbol) return;
  values->from[values->count] = symbol;
  values->to[values->count++] = value ? expr_copy(pool, value) : expr_integer(pool, 0);
}

double mechanism_initial_value(const Mechanism *mechanism, const Expr *e)
{
  Arena *scratch = arena_new();
  int most = mechanism->parameter_count + mechanism->coordinate_count;
  Values values = { .from = ARENA_ARRAY(scratch, const Expr *, most),
                    .to = ARENA_ARRAY(scratch, const Expr *, most) };
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    if (parameter->value) note(&values, expr_pool(e), parameter->name, parameter->value);
  }
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    note(&values, expr_pool(e), coordinate->name, coordinate->initial);
  }
  // twice: initial values may be made of parameters
  e = expr_substitute(e, values.from, values.to, values.count);
  e = expr_substitute(e, values.from, values.to, values.count);
  arena_free(scratch);
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
