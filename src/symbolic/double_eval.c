// double_eval.c -- evaluates lists of steps in double precision, and differentiates them backwards.
// SPDX-License-Identifier: MIT
#include "symbolic/double_eval.h"

#include "base/memory/memory.h"
#include "base/random.h"
#include "symbolic/literal.h"
#include "symbolic/calculus/table_function.h"

#include <math.h>
#include <stdlib.h>

static double leaf_number(const Expr *leaf, SymbolNumber *number, void *context, int point)
{
  switch (expr_op(leaf)) {
  case OP_SYMBOL: return number ? number(context, leaf->form->symbol, point) : NAN;
  case OP_NUMBER: return expr_number_value(leaf);
  case OP_PI: return M_PI;
  case OP_POINTS: return leaf->form->points.order;
  default: return NAN;
  }
}

// ---- one expression

// Evaluates a small expression recursively, without a list of steps. Returns false if the
// expression has names or tables.
static bool small_value(const Expr *e, SymbolNumber *number, void *context, double *value)
{
  const Form *form = e->form;
  double args[MAX_ARITY] = { 0 };
  if (form->op == OP_NAMED || form->op == OP_TABLE) return false;
  int arity = expr_arity(e);
  *value = arity == 0 ? leaf_number(e, number, context, 0) : NAN;
  for (int k = 0; k < arity; k++) {
    if (!small_value(form->arg[k], number, context, &args[k])) return false;
    if (isnan(args[k])) return true;
  }
  if (arity > 0) *value = operator_value((Operator)form->op, args);
  return true;
}

double expr_known_value(const Expr *e, SymbolNumber *number, void *context)
{
  enum { SMALL_COST = 200 };
  double result;
  bool is_small = e->form->cost <= SMALL_COST;
  if (is_small && small_value(e, number, context, &result)) return result;
  Steps steps = steps_of(&e, 1);
  double *values = memory_new((size_t)steps.count, sizeof *values);
  for (int i = 0; i < steps.count; i++) {
    const Step *step = &steps.at[i];
    bool is_known = true;
    for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
      is_known = is_known && !isnan(values[step->arg[k]]);
    values[i] = operator_is_leaf(step->op) ? leaf_number(step->node, number, context, 0)
                : is_known                 ? operation_value(&steps, step, values)
                                           : NAN;
  }
  result = values[steps.roots[0]];
  free(values);
  steps_free(&steps);
  return result;
}

typedef struct Trial {
  SymbolNumber *number;
  void *context;
  int place;
} Trial;

// Symbols without a number get a value between 1 and 3/2.
static double trial_number(void *context, const Symbol *symbol, int point)
{
  const Trial *trial = context;
  bool moves = symbol->stage >= STAGE_POSITION;
  double given = moves ? NAN : trial->number(trial->context, symbol, point);
  uint64_t state = 2 * (uint64_t)symbol->index + (uint64_t)(moves ? trial->place : 0);
  return isnan(given) ? 1 + random_number(&state) / 2 : given;
}

double expr_trial_value(const Expr *e, int place, SymbolNumber *number, void *context)
{
  Trial trial = { number, context, place };
  return expr_known_value(e, trial_number, &trial);
}

bool trial_differs(double a, double b, double size) { return fabs(a - b) > 1e-10 * size; }

// Sizes of sums add up; sines, angles and truth values have the size 1.
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

double expr_size(const Expr *e, SymbolNumber *size, void *context)
{
  Steps steps = steps_of(&e, 1);
  double *sizes = memory_new((size_t)steps.count, sizeof *sizes);
  for (int i = 0; i < steps.count; i++) {
    const Step *step = &steps.at[i];
    double arguments[MAX_ARITY] = { 0 };
    for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
      arguments[k] = sizes[step->arg[k]];
    sizes[i] = operator_is_leaf(step->op) ? fabs(leaf_number(step->node, size, context, 0))
                                          : operation_size(step->op, arguments);
  }
  double result = sizes[steps.roots[0]];
  free(sizes);
  steps_free(&steps);
  return result;
}

// ---- several, with derivatives

Numbers numbers_of(const Expr *const roots[], int count, int points, SymbolNumber *number,
                   void *context)
{
  Numbers numbers = { .steps = steps_of(roots, count) };
  const Steps *steps = &numbers.steps;
  numbers.values = memory_new((size_t)steps->count * (size_t)points, sizeof *numbers.values);
  for (int point = 0; point < points; point++) {
    double *values = numbers.values + point * steps->count;
    for (int i = 0; i < steps->count; i++) {
      const Step *step = &steps->at[i];
      values[i] = operator_is_leaf(step->op) ? leaf_number(step->node, number, context, point)
                                             : operation_value(steps, step, values);
    }
  }
  return numbers;
}

void numbers_free(Numbers *numbers)
{
  steps_free(&numbers->steps);
  free(numbers->values);
  *numbers = (Numbers){ 0 };
}

// Partial derivatives of an operator's value e with respect to its arguments a[], the same as in
// derivative.c.
static void partial_derivatives(Operator op, double e, const double a[], double by[])
{
  double x = a[0], y = a[1];
  switch (op) {
  case OP_NAMED: by[0] = 1; break;
  case OP_ADD: by[0] = by[1] = 1; break;
  case OP_SUB: by[0] = 1, by[1] = -1; break;
  case OP_NEG: by[0] = -1; break;
  case OP_MUL: by[0] = y, by[1] = x; break;
  case OP_DIV: by[0] = 1 / y, by[1] = -e / y; break;
  case OP_POW: by[0] = y * pow(x, y - 1), by[1] = e * log(x); break;
  case OP_SQRT: by[0] = 0.5 / e; break;
  case OP_SIN: by[0] = cos(x); break;
  case OP_COS: by[0] = -sin(x); break;
  case OP_TAN: by[0] = 1 + e * e; break;
  case OP_ASIN: by[0] = 1 / sqrt(1 - x * x); break;
  case OP_ACOS: by[0] = -1 / sqrt(1 - x * x); break;
  case OP_ATAN: by[0] = 1 / (1 + x * x); break;
  case OP_ATAN2: by[0] = y / (x * x + y * y), by[1] = -x / (x * x + y * y); break;
  case OP_EXP: by[0] = e; break;
  case OP_LOG: by[0] = 1 / x; break;
  case OP_SINH: by[0] = cosh(x); break;
  case OP_COSH: by[0] = sinh(x); break;
  case OP_TANH: by[0] = 1 - e * e; break;
  case OP_ABS: by[0] = operator_value(OP_SIGN, a); break;
  case OP_MIN: by[0] = x < y, by[1] = !(x < y); break;
  case OP_MAX: by[0] = !(x < y), by[1] = x < y; break;
  case OP_IF: by[1] = x != 0, by[2] = x == 0; break;
  default: break;  // leaves, floor and sign, comparisons
  }
}

double *numbers_derivatives(const Numbers *numbers, int point, const double weights[])
{
  const Steps *steps = &numbers->steps;
  const double *values = numbers->values + point * steps->count;
  double *derivatives = memory_new((size_t)steps->count, sizeof *derivatives);
  for (int i = 0; i < steps->root_count; i++)
    derivatives[steps->roots[i]] += weights[i];
  for (int i = steps->count - 1; i >= 0; i--) {
    const Step *step = &steps->at[i];
    double args[MAX_ARITY] = { 0 }, by[MAX_ARITY] = { 0 };
    if (derivatives[i] == 0) continue;  // for example the branch of an `if` that is not selected
    for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
      args[k] = values[step->arg[k]];
    partial_derivatives(step->op, values[i], args, by);
    if (step->op == OP_TABLE) {
      const Form *points = steps->at[step->arg[1]].form;
      by[0] = table_function_value(points->points.table, points->points.order + 1, args[0]);
    }
    for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
      if (by[k] != 0) derivatives[step->arg[k]] += by[k] * derivatives[i];
  }
  return derivatives;
}
