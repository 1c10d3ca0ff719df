// check.c -- translation check: the steps of a program against the expressions they came from.
//
// The steps are evaluated over the two prime fields at a random point (symbolic/value.h), by
// nothing but their operators and registers. Two different values of degree 1000 agree there with
// a probability of about 1e-31 (Schwartz-Zippel), so one comparison decides.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "program/check_angle.h"
#include "program/draft.h"
#include "program/program.h"
#include "symbolic/value.h"

#include <stdlib.h>

static bool is_integer(const Program *program, int reg)
{
  if (reg >= program->constant_count) return false;
  const Expr *exact = program->constants[reg].exact;
  return expr_is_number(exact) && fmpz_is_one(fmpq_denref(exact->form->number));
}

static Value value_of_step(CheckPoint *point, const ProgramStep *step)
{
  const Program *program = point->program;
  if (operator_reads_linear_form(step->op)) {
    return check_angle_value(point, step->op, step->arg[0]);
  }
  Value args[MAX_ARITY] = { 0 };
  for (int k = 0; k < operator_info(step->op)->arity; k++)
    args[k] = point->registers[step->arg[k]];
  if (step->op == OP_POW && is_integer(program, step->arg[1])) {
    return value_power(args[0], fmpq_numref(program->constants[step->arg[1]].exact->form->number));
  }
  return value_of_operator(point->seed, step->op, args);
}

static void evaluate_steps(CheckPoint *point)
{
  const Program *program = point->program;
  int reg = 0;
  for (int i = 0; i < program->constant_count; i++) {
    expr_values_at(&program->constants[i].exact, 1, point->seed, &point->registers[reg++]);
  }
  for (int i = 0; i < program->input_count; i++) {
    point->registers[reg++] = value_of_symbol(point->seed, program->inputs[i].name);
  }
  for (int i = 0; i < program->step_count; i++) {
    point->registers[reg++] = value_of_step(point, &program->steps[i]);
  }
}

// The first of `count` registers that does not hold the value of its expression, or `count`.
static int first_difference(const CheckPoint *point, const Expr *const exprs[],
                            const int registers[], int count)
{
  Value *expected = memory_new((size_t)count, sizeof expected[0]);
  expr_values_at(exprs, count, point->seed, expected);
  int i = 0;
  while (i < count && value_equal(expected[i], point->registers[registers[i]]))
    i++;
  free(expected);
  return i;
}

static bool pivots_are_right(const CheckPoint *point, const Output *output, Text *why)
{
  const Quantity *quantity = output->quantity;
  for (int i = 0; i < quantity->pivot_count; i++) {
    if (first_difference(point, &quantity->pivots[i].value, &output->pivots[i], 1) == 1) continue;
    text_format(why, "the program for %s does not give its pivot %d", quantity->key, i + 1);
    return false;
  }
  return true;
}

static bool output_is_right(const CheckPoint *point, const Output *output, Text *why)
{
  const Quantity *quantity = output->quantity;
  int size = quantity->rows * quantity->columns;
  int i = first_difference(point, quantity->entries, output->registers, size);
  if (i == size) return pivots_are_right(point, output, why);
  text_format(why, "the program for %s does not give its entry (%d, %d)", quantity->key,
              i / quantity->columns + 1, i % quantity->columns + 1);
  return false;
}

bool program_check(const Program *program, uint64_t seed, Text *why)
{
  CheckPoint point = check_point_new(program, seed);
  evaluate_steps(&point);
  bool is_right = true;
  for (int k = 0; k < program->output_count && is_right; k++) {
    is_right = output_is_right(&point, &program->outputs[k], why);
  }
  check_point_free(&point);
  return is_right;
}
