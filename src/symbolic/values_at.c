// values_at.c -- values of expressions computed anew from their forms.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "symbolic/value.h"

#include <stdlib.h>

typedef struct Point {
  const Steps *steps;
  uint64_t seed;
  const Expr *moved;  // this symbol is somewhere else; NULL: none is
  Value *values;
  AngleReader reader;
} Point;

static Value value_of_trig(Point *point, const Step *step)
{
  Angle angle;
  angle_init(&angle);
  angle_read(&point->reader, step->arg[0], &angle);
  Value value = value_of_angle(point->seed, step->op, &angle);
  angle_clear(&angle);
  return value;
}

static Value value_of_operation(const Point *point, const Step *step)
{
  Value args[MAX_ARITY] = { 0 };
  const fmpq *numbers[MAX_ARITY] = { NULL };
  for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++) {
    args[k] = point->values[step->arg[k]];
    numbers[k] = step_number(&point->steps->at[step->arg[k]]);
  }
  if (step->op == OP_SQRT && numbers[0]) return value_of_number_root(fmpq_numref(numbers[0]));
  bool is_power = step->op == OP_POW && numbers[1] && fmpz_is_one(fmpq_denref(numbers[1]));
  if (is_power) return value_power(args[0], fmpq_numref(numbers[1]));
  return value_of_operator(point->seed, step->op, args);
}

// A literal of a list that was built may be any expression without symbols.
static Value value_of_literal(const Point *point, const Step *step)
{
  Value value;
  if (step_number(step)) return value_of_fraction(step_number(step));
  expr_values_at(&step->node, 1, point->seed, &value);
  return value;
}

static Value value_of_step(Point *point, const Step *step)
{
  if (operator_reads_linear_form(step->op)) return value_of_trig(point, step);
  switch (step->op) {
  case OP_NUMBER: return value_of_literal(point, step);
  case OP_SYMBOL:
    return value_of_symbol(step->node == point->moved ? ~point->seed : point->seed,
                           step->form->symbol->name);
  case OP_PI: return value_of_pi(point->seed);
  case OP_POINTS:
    return value_of_points(point->seed, step->form->points.table, step->form->points.order);
  case OP_UNDEFINED: return value_of_undefined(point->seed);
  case OP_NAMED: return point->values[step->arg[0]];
  default: return value_of_operation(point, step);
  }
}

static void evaluate(const Steps *steps, uint64_t seed, const Expr *moved, Value values[])
{
  Point point = { steps, seed, moved, values, angle_reader_new(steps, seed, values) };
  point.reader.moved = moved;
  for (int i = 0; i < steps->count; i++)
    values[i] = value_of_step(&point, &steps->at[i]);
  angle_reader_free(&point.reader);
}

void steps_values_at(const Steps *steps, uint64_t seed, Value out[])
{
  evaluate(steps, seed, NULL, out);
}

bool steps_depend_on(const Steps *steps, const Expr *symbol)
{
  size_t count = (size_t)steps->count;
  Value *here = memory_new(count, sizeof here[0]), *there = memory_new(count, sizeof there[0]);
  evaluate(steps, 0, NULL, here);
  evaluate(steps, 0, symbol, there);
  bool depends = false;
  for (int i = 0; i < steps->root_count && !depends; i++)
    depends = !value_equal(here[steps->roots[i]], there[steps->roots[i]]);
  free(here);
  free(there);
  return depends;
}

void expr_values_at(const Expr *const roots[], int count, uint64_t seed, Value out[])
{
  Steps steps = steps_of(roots, count);
  Value *values = memory_new((size_t)steps.count, sizeof values[0]);
  steps_values_at(&steps, seed, values);
  for (int i = 0; i < count; i++)
    out[i] = values[steps.roots[i]];
  free(values);
  steps_free(&steps);
}

void angle_at(const Expr *argument, uint64_t seed, Angle *angle)
{
  Steps steps = steps_of(&argument, 1);
  Value *values = memory_new((size_t)steps.count, sizeof values[0]);
  steps_values_at(&steps, seed, values);
  AngleReader reader = angle_reader_new(&steps, seed, values);
  angle_read(&reader, steps.roots[0], angle);
  angle_reader_free(&reader);
  free(values);
  steps_free(&steps);
}
