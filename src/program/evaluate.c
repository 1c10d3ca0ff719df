// evaluate.c -- one state at a time: a switch over the steps.
//
// The result is bit for bit that of C code with one statement per step: same operations, same
// order, same libm.
// SPDX-License-Identifier: MIT
#include "program/evaluate.h"

#include "symbolic/literal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// The few operators of nearly all steps are handled here, without a call.
void evaluate_operations(const Program *program, int begin, int end, double registers[])
{
  double *result = registers + begin;
  for (const Step *step = program->steps.at + begin; step < program->steps.at + end; step++) {
    double a = registers[step->arg[0]];
    double b = step->arg[1] < 0 ? 0 : registers[step->arg[1]];
    if (step->op == OP_MUL) {
      *result++ = a * b;
    } else if (step->op == OP_ADD) {
      *result++ = a + b;
    } else if (step->op == OP_SUB) {
      *result++ = a - b;
    } else {
      *result++ = operation_value(&program->steps, step, registers);
    }
  }
}

int evaluate_pivots(const Output *output, const double registers[], int stride)
{
  const Quantity *quantity = output->quantity;
  for (int i = 0; i < quantity->pivot_count; i++) {
    double pivot = registers[(size_t)output->pivots[i] * (size_t)stride];
    if (!(pivot > 0)) return quantity->pivots[i].coordinate + 1;
  }
  return 0;
}

static double entry(const double array[], int index) { return array ? array[index] : 0; }

double evaluate_input(const ProgramInput *input, const ProgramState *state)
{
  switch (input->source) {
  case SOURCE_PARAMETERS: return entry(state->parameters, input->index);
  case SOURCE_TIME: return state->time;
  case SOURCE_Q: return entry(state->q, input->index);
  case SOURCE_QD: return entry(state->qd, input->index);
  case SOURCE_QDD: return entry(state->qdd, input->index);
  case SOURCE_TORQUES: return entry(state->torques, input->index);
  case SOURCE_INPUTS: return entry(state->inputs, input->index);
  case SOURCE_STATES: return entry(state->states, input->index);
  case SOURCE_DISCRETES: return entry(state->discretes, input->index);
  default: break;
  }
  assert(false && "an input has a source");
  return NAN;
}

void evaluate_until(const Program *program, const ProgramState *state, int end, double registers[])
{
  memcpy(registers, program->constants, (size_t)program->constant_count * sizeof registers[0]);
  double *input = registers + program->constant_count;
  for (int i = 0; i < program->input_count; i++)
    input[i] = evaluate_input(&program->inputs[i], state);
  evaluate_operations(program, program_first_operation(program), end, registers);
}

void program_run(const Program *program, const ProgramState *state, double registers[])
{
  evaluate_until(program, state, program->steps.count, registers);
}

void program_copy(const Output *output, const double registers[], double out[])
{
  for (int i = 0; i < output->quantity->rows * output->quantity->columns; i++)
    out[i] = registers[output->registers[i]];
}

int program_read(const Output *output, const double registers[], double out[])
{
  int size = output->quantity->rows * output->quantity->columns;
  int coordinate = evaluate_pivots(output, registers, 1);
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
