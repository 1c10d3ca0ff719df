// evaluate.c -- one state at a time: a loop for each run of operations with one operator.
//
// The result is bit for bit that of C code with one statement per step: same operations on the same
// values, same libm.
// SPDX-License-Identifier: MIT
#include "program/evaluate.h"

#include "base/sincos.h"
#include "program/runs.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>

static void run_others(const Steps *steps, const Operation *next, const Operation *end,
                       double registers[])
{
  for (; next < end; next++)
    registers[next->out] = operation_value(steps, &steps->at[next->out], registers);
}

static void run_operations(const Program *program, int run_count, double registers[])
{
  const Runs *runs = program->runs;
  const Operation *next = runs->operations;
  for (const Run *run = runs->list; run < runs->list + run_count; run++) {
    const Operation *end = runs->operations + run->end;
    if (run->kind == RUN_MUL) {
      for (; next < end; next++)
        registers[next->out] = registers[next->a] * registers[next->b];
    } else if (run->kind == RUN_ADD) {
      for (; next < end; next++)
        registers[next->out] = registers[next->a] + registers[next->b];
    } else if (run->kind == RUN_SUB) {
      for (; next < end; next++)
        registers[next->out] = registers[next->a] - registers[next->b];
    } else if (run->kind == RUN_SINCOS) {
      for (; next < end; next++)
        sincos_of(registers[next->a], &registers[next->out], &registers[next->b]);
    } else {
      run_others(&program->steps, next, end, registers);
      next = end;
    }
  }
}

void evaluate_operations(const Program *program, double registers[])
{
  run_operations(program, program->runs->count, registers);
}

// The coordinate's number, from 1, of the first pivot that is not positive; 0: there is none.
static int failed_pivot(const Output *output, const double registers[])
{
  const Quantity *quantity = output->quantity;
  for (int i = 0; i < quantity->pivot_count; i++) {
    if (!(registers[output->pivots[i]] > 0)) return quantity->pivots[i].coordinate + 1;
  }
  return 0;
}

void evaluate_inputs(const Program *program, const ProgramState *state, double values[])
{
  const double *const arrays[SOURCE_COUNT] = {
    [SOURCE_PARAMETERS] = state->parameters,
    [SOURCE_Q] = state->q,
    [SOURCE_QD] = state->qd,
    [SOURCE_QDD] = state->qdd,
    [SOURCE_TORQUES] = state->torques,
    [SOURCE_INPUTS] = state->inputs,
    [SOURCE_STATES] = state->states,
    [SOURCE_DISCRETES] = state->discretes,
    [SOURCE_TIME] = &state->time,
  };
  for (int i = 0; i < program->input_count; i++) {
    const double *array = arrays[program->inputs[i].source];
    values[i] = array ? array[program->inputs[i].index] : 0;
  }
}

static void run_begin(const Program *program, const ProgramState *state, double registers[])
{
  memcpy(registers, program->constants, (size_t)program->constant_count * sizeof registers[0]);
  evaluate_inputs(program, state, registers + program->constant_count);
}

void evaluate_early(const Program *program, const ProgramState *state, double registers[])
{
  run_begin(program, state, registers);
  run_operations(program, program->runs->early_count, registers);
}

void program_run(const Program *program, const ProgramState *state, double registers[])
{
  run_begin(program, state, registers);
  evaluate_operations(program, registers);
}

void program_copy(const Output *output, const double registers[], double out[])
{
  for (int i = 0; i < output->quantity->rows * output->quantity->columns; i++)
    out[i] = registers[output->registers[i]];
}

int program_read(const Output *output, const double registers[], double out[])
{
  int size = output->quantity->rows * output->quantity->columns;
  int coordinate = failed_pivot(output, registers);
  program_copy(output, registers, out);
  for (int i = 0; coordinate && i < size; i++)
    out[i] = NAN;
  return coordinate;
}

int program_evaluate(const Program *program, const ProgramState *state, double registers[],
                     double *const out[])
{
  int failed = 0;
  program_run(program, state, registers);
  for (int k = 0; k < program->output_count; k++) {
    int coordinate = program_read(&program->outputs[k], registers, out[k]);
    if (failed == 0) failed = coordinate;
  }
  return failed;
}
