// count.c -- operation counts of a program.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "program/program.h"

#include <stdlib.h>

static void count_step(OperationCount *count, Operator op)
{
  switch (op) {
  case OP_MUL: count->multiplications++; break;
  case OP_ADD:
  case OP_SUB:
  case OP_NEG: count->additions++; break;
  case OP_DIV: count->divisions++; break;
  case OP_SQRT: count->roots++; break;
  case OP_SIN:
  case OP_COS: count->sincos_pairs++; break;
  default: count->others++; break;
  }
}

// Counts operations. Of the sine and the cosine of one angle, which have the same stage, only the
// first is counted.
static OperationCount count_steps(const Program *program, const bool is_needed[], Stage first,
                                  Stage last)
{
  const Steps *steps = &program->steps;
  OperationCount count = { 0 };
  int *partner = steps_partners(steps);
  for (int i = program_first_operation(program); i < steps->count; i++) {
    if (steps_stage(steps, i) < first || steps_stage(steps, i) > last) continue;
    bool is_second = partner[i] >= 0 && partner[i] < i && (!is_needed || is_needed[partner[i]]);
    if (!is_second && (!is_needed || is_needed[i])) count_step(&count, steps->at[i].op);
  }
  free(partner);
  return count;
}

static void mark_needed(const Program *program, int output, bool is_needed[])
{
  const Steps *steps = &program->steps;
  const Output *wanted = &program->outputs[output];
  const Quantity *quantity = wanted->quantity;
  for (int i = 0; i < quantity->rows * quantity->columns + quantity->pivot_count; i++)
    is_needed[wanted->registers[i]] = true;
  for (int i = steps->count - 1; i >= 0; i--) {
    for (int k = 0; is_needed[i] && k < MAX_ARITY && steps->at[i].arg[k] >= 0; k++)
      is_needed[steps->at[i].arg[k]] = true;
  }
}

OperationCount program_count_stage(const Program *program, Stage stage)
{
  return count_steps(program, NULL, stage, stage);
}

OperationCount program_count(const Program *program)
{
  return count_steps(program, NULL, STAGE_TIME, STAGE_INPUT);
}

OperationCount program_count_output(const Program *program, int output)
{
  return program_count_outputs(program, &output, 1);
}

OperationCount program_count_outputs(const Program *program, const int outputs[], int count)
{
  bool *is_needed = memory_new((size_t)program->steps.count, sizeof is_needed[0]);
  for (int k = 0; k < count; k++)
    mark_needed(program, outputs[k], is_needed);
  OperationCount operations = count_steps(program, is_needed, STAGE_TIME, STAGE_INPUT);
  free(is_needed);
  return operations;
}

bool *program_needed(const Program *program, int output)
{
  bool *is_needed = memory_new((size_t)program->steps.count, sizeof is_needed[0]);
  mark_needed(program, output, is_needed);
  return is_needed;
}
