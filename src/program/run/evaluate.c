// evaluate.c -- evaluation of one state: one loop for each run of steps of one kind.
//
// The result is identical, bit for bit, to that of C code with one statement per step: the same
// operations on the same values and the same libm.
// SPDX-License-Identifier: MIT
#include "program/run/evaluate.h"

#include "program/passes/fused_step.h"
#include "program/run/lanes.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>

// ---- sines and cosines

// Number of angles computed in parallel.
enum { PAIRS = 8 };

LANES_INLINE void sincos_side_by_side(const FusedStep list[], int count, double registers[])
{
  double angles[PAIRS] = { 0 }, sines[PAIRS], cosines[PAIRS];
  for (int k = 0; k < count; k++)
    angles[k] = registers[list[k].args[0]];
  sincos_of_several(angles, sines, cosines, PAIRS);
  for (int k = 0; k < count; k++) {
    registers[list[k].out] = sines[k];
    registers[list[k].parts[0]] = cosines[k];
  }
}

static void sincos_one_by_one(const FusedStep list[], int count, double registers[])
{
  for (int k = 0; k < count; k++)
    sincos_of(registers[list[k].args[0]], &registers[list[k].out], &registers[list[k].parts[0]]);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void sincos_avx2(const FusedStep list[], int count,
                                                        double registers[])
{
  sincos_side_by_side(list, count, registers);
}

// For one or two angles, collecting them would take longer than computing them.
static void sincos_of_group(const FusedStep list[], int count, double registers[])
{
  if (count > 2 && __builtin_cpu_supports("avx2")) {
    sincos_avx2(list, count, registers);
  } else {
    sincos_one_by_one(list, count, registers);
  }
}
#else
static void sincos_of_group(const FusedStep list[], int count, double registers[])
{
  sincos_one_by_one(list, count, registers);
}
#endif

static void run_sincos(const FusedStep *next, const FusedStep *end, double registers[])
{
  for (; next < end; next += PAIRS)
    sincos_of_group(next, end - next < PAIRS ? (int)(end - next) : PAIRS, registers);
}

// ---- runs

static void run_others(const Steps *steps, const FusedStep *next, const FusedStep *end,
                       double registers[])
{
  for (; next < end; next++)
    registers[next->out] = operation_value(steps, &steps->at[next->out], registers);
}

// Products are rounded before they are added.
LANES_INLINE void run_arithmetic(CompoundKind kind, const FusedStep *step, const FusedStep *end,
                                 double r[])
{
  for (; step < end; step++) {
    double a = r[step->args[0]], b = r[step->args[1]];
    if (kind == COMPOUND_MUL) r[step->out] = a * b;
    if (kind == COMPOUND_ADD) r[step->out] = a + b;
    if (kind == COMPOUND_SUB) r[step->out] = a - b;
    if (kind < COMPOUND_MUL_ADD) continue;
    double c = r[step->args[2]], ab = a * b;
    r[step->parts[0]] = ab;
    if (kind == COMPOUND_MUL_ADD) r[step->out] = ab + c;
    if (kind == COMPOUND_MUL_SUB) r[step->out] = ab - c;
    if (kind == COMPOUND_SUB_MUL) r[step->out] = c - ab;
    if (kind < COMPOUND_MULS_ADD) continue;
    double cd = c * r[step->args[3]];
    r[step->parts[1]] = cd;
    if (kind == COMPOUND_MULS_ADD) r[step->out] = ab + cd;
    if (kind == COMPOUND_MULS_SUB) r[step->out] = ab - cd;
  }
}

static void run_compounds(const Program *program, const FusedSteps *compounds, double registers[])
{
  const FusedStep *step = compounds->steps;
  for (const Run *run = compounds->runs; run < compounds->runs + compounds->run_count; run++) {
    const FusedStep *end = compounds->steps + run->end;
    switch ((CompoundKind)run->kind) {
    case COMPOUND_MUL: run_arithmetic(COMPOUND_MUL, step, end, registers); break;
    case COMPOUND_ADD: run_arithmetic(COMPOUND_ADD, step, end, registers); break;
    case COMPOUND_SUB: run_arithmetic(COMPOUND_SUB, step, end, registers); break;
    case COMPOUND_MUL_ADD: run_arithmetic(COMPOUND_MUL_ADD, step, end, registers); break;
    case COMPOUND_MUL_SUB: run_arithmetic(COMPOUND_MUL_SUB, step, end, registers); break;
    case COMPOUND_SUB_MUL: run_arithmetic(COMPOUND_SUB_MUL, step, end, registers); break;
    case COMPOUND_MULS_ADD: run_arithmetic(COMPOUND_MULS_ADD, step, end, registers); break;
    case COMPOUND_MULS_SUB: run_arithmetic(COMPOUND_MULS_SUB, step, end, registers); break;
    case COMPOUND_SINCOS: run_sincos(step, end, registers); break;
    case COMPOUND_OTHER: run_others(&program->steps, step, end, registers); break;
    }
    step = end;
  }
}

void evaluate_operations(const Program *program, double registers[])
{
  run_compounds(program, program->early, registers);
  run_compounds(program, program->late, registers);
}

// ---- states

// Returns the number, from 1, of the coordinate of the first pivot that is not positive, or 0.
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

void evaluate_parameter_stage(const Program *program, const ProgramState *state, double registers[])
{
  run_begin(program, state, registers);
  run_compounds(program, program->early, registers);
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
