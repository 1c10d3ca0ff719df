// count.c -- what a program costs, in operations.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "program/program.h"

#include <stdlib.h>

static void count_step(OperationCount *count, const ProgramStep *step)
{
  switch (step->op) {
  case OP_MUL: count->multiplications++; break;
  case OP_ADD:
  case OP_SUB:
  case OP_NEG: count->additions++; break;
  case OP_DIV: count->divisions++; break;
  case OP_SQRT: count->roots++; break;
  case OP_SIN:
  case OP_COS: break;  // by angle, see count_angles
  default: count->others++; break;
  }
}

// Sine and cosine of one angle have the same stage.
static int count_angles(const Program *program, Stage first, Stage last)
{
  bool *is_counted = memory_new((size_t)program_register_count(program), sizeof is_counted[0]);
  int count = 0;
  for (int i = 0; i < program->step_count; i++) {
    const ProgramStep *step = &program->steps[i];
    bool is_circular = step->op == OP_SIN || step->op == OP_COS;
    if (!is_circular || step->stage < first || step->stage > last) continue;
    count += !is_counted[step->arg[0]];
    is_counted[step->arg[0]] = true;
  }
  free(is_counted);
  return count;
}

static OperationCount count_stages(const Program *program, Stage first, Stage last)
{
  OperationCount count = { .sincos_pairs = count_angles(program, first, last) };
  for (int i = 0; i < program->step_count; i++) {
    const ProgramStep *step = &program->steps[i];
    if (step->stage >= first && step->stage <= last) count_step(&count, step);
  }
  return count;
}

OperationCount program_count_stage(const Program *program, Stage stage)
{
  return count_stages(program, stage, stage);
}

OperationCount program_count(const Program *program)
{
  return count_stages(program, STAGE_TIME, STAGE_INPUT);
}
