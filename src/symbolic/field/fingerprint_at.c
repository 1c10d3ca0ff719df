// fingerprint_at.c -- recomputes fingerprints of expressions from their forms.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "symbolic/field/fingerprint.h"

#include <stdlib.h>

typedef struct Point {
  const Steps *steps;
  uint64_t seed;
  Fingerprint *values;
  AngleReader reader;
} Point;

static Fingerprint value_of_trig(Point *point, const Step *step)
{
  Angle angle;
  angle_init(&angle);
  angle_read(&point->reader, step->arg[0], &angle);
  Fingerprint value = fingerprint_of_angle(point->seed, step->op, &angle);
  angle_clear(&angle);
  return value;
}

static Fingerprint value_of_operation(const Point *point, const Step *step)
{
  Fingerprint args[MAX_ARITY] = { 0 };
  const fmpq *numbers[MAX_ARITY] = { NULL };
  for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++) {
    args[k] = point->values[step->arg[k]];
    numbers[k] = step_number(&point->steps->at[step->arg[k]]);
  }
  if (step->op == OP_SQRT && numbers[0]) return fingerprint_of_number_root(fmpq_numref(numbers[0]));
  bool is_power = step->op == OP_POW && numbers[1] && fmpz_is_one(fmpq_denref(numbers[1]));
  if (is_power) return fingerprint_power(args[0], fmpq_numref(numbers[1]));
  return fingerprint_of_operator(point->seed, step->op, args);
}

// A literal of a built list may be any expression without symbols.
static Fingerprint value_of_literal(const Point *point, const Step *step)
{
  Fingerprint value;
  if (step_number(step)) return fingerprint_of_fraction(step_number(step));
  expr_values_at(&step->node, 1, point->seed, &value);
  return value;
}

static Fingerprint value_of_step(Point *point, const Step *step)
{
  if (operator_reads_linear_form(step->op)) return value_of_trig(point, step);
  switch (step->op) {
  case OP_NUMBER: return value_of_literal(point, step);
  case OP_SYMBOL: return fingerprint_of_symbol(point->seed, step->form->symbol->name);
  case OP_PI: return fingerprint_of_pi(point->seed);
  case OP_POINTS:
    return fingerprint_of_points(point->seed, step->form->points.table, step->form->points.order);
  case OP_UNDEFINED: return fingerprint_of_undefined(point->seed);
  case OP_NAMED: return point->values[step->arg[0]];
  default: return value_of_operation(point, step);
  }
}

void steps_values_at(const Steps *steps, uint64_t seed, Fingerprint out[])
{
  Point point = { steps, seed, out, angle_reader_new(steps, seed, out) };
  for (int i = 0; i < steps->count; i++)
    out[i] = value_of_step(&point, &steps->at[i]);
  angle_reader_free(&point.reader);
}

// ---- evaluation with some symbols at other points

static bool is_changed(const Step *step, const bool is_moved[])
{
  bool result = false;
  for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
    result = result || is_moved[step->arg[k]];
  return result;
}

void steps_values_moved(const Steps *steps, SymbolValue *place, void *context, Fingerprint out[])
{
  if (steps->count == 0) return;
  uint64_t seed = pool_seed(expr_pool(steps->at[0].node));
  Point point = { steps, seed, out, angle_reader_new(steps, seed, out) };
  bool *is_moved = memory_new((size_t)steps->count, sizeof is_moved[0]);
  point.reader.is_moved = is_moved;
  for (int i = 0; i < steps->count; i++) {
    const Step *step = &steps->at[i];
    bool is_symbol = step->op == OP_SYMBOL;
    out[i] = expr_value(step->node);
    is_moved[i] = is_symbol ? place(context, step->node, &out[i]) : is_changed(step, is_moved);
    if (is_moved[i] && !is_symbol) out[i] = value_of_step(&point, step);
  }
  free(is_moved);
  angle_reader_free(&point.reader);
}

static bool move_one(void *symbol, const Expr *e, Fingerprint *value)
{
  if (e != symbol) return false;
  *value = fingerprint_of_symbol(~pool_seed(expr_pool(e)), e->form->symbol->name);
  return true;
}

bool steps_depend_on(const Steps *steps, const Expr *symbol)
{
  Fingerprint *there = memory_new((size_t)steps->count, sizeof there[0]);
  steps_values_moved(steps, move_one, (void *)symbol, there);
  bool depends = false;
  for (int i = 0; i < steps->root_count && !depends; i++) {
    int root = steps->roots[i];
    depends = !fingerprint_equal(expr_value(steps->at[root].node), there[root]);
  }
  free(there);
  return depends;
}

void expr_values_at(const Expr *const roots[], int count, uint64_t seed, Fingerprint out[])
{
  Steps steps = steps_of(roots, count);
  Fingerprint *values = memory_new((size_t)steps.count, sizeof values[0]);
  steps_values_at(&steps, seed, values);
  for (int i = 0; i < count; i++)
    out[i] = values[steps.roots[i]];
  free(values);
  steps_free(&steps);
}

void angle_at(const Expr *argument, uint64_t seed, Angle *angle)
{
  Steps steps = steps_of(&argument, 1);
  Fingerprint *values = memory_new((size_t)steps.count, sizeof values[0]);
  steps_values_at(&steps, seed, values);
  AngleReader reader = angle_reader_new(&steps, seed, values);
  angle_read(&reader, steps.roots[0], angle);
  angle_reader_free(&reader);
  free(values);
  steps_free(&steps);
}
