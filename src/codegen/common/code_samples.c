// code_samples.c -- implementation of code_samples.h.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_samples.h"

#include "base/random.h"
#include "codegen/routine/error_bound.h"
#include "symbolic/literal.h"

#include <math.h>

static double *random_array(Arena *arena, int count, uint64_t *state)
{
  double *values = ARENA_ARRAY(arena, double, count);
  for (int k = 0; k < count; k++) {
    values[k] = ((double)(random_next(state) % 512) - 255.5) / 256;  // between -1 and 1, never 0
  }
  return values;
}

int selftest_length(const CodeModel *model, ValueSource source)
{
  int count = 0;
  variables_of_source(model->equations, source, &count);
  return count > 0 ? count : 1;
}

// Returns true if no function returns NaN at state s.
static bool has_values(const CodeModel *model, const Samples *samples, int s)
{
  ArenaMark start = arena_mark(model->arena);
  double *registers = ARENA_ARRAY(model->arena, double, program_register_count(model->program));
  ProgramState state = selftest_state(samples, s);
  bool is_good = true;
  program_run(model->program, &state, registers);
  for (int f = 0; f < model->function_count; f++) {
    const CodeFunction *function = &model->functions[f];
    for (int m = 0; m < function->member_count; m++) {
      for (int k = 0; k < function->members[m].size; k++)
        is_good = is_good && !isnan(registers[function->members[m].result->registers[k]]);
    }
  }
  arena_rewind(model->arena, start);
  return is_good;
}

// Ensures that the functions are defined at state s, so that they can be tested: repeatedly halves
// the distance of q to the initial values and makes the inputs positive. All numbers stay exactly
// representable in float.
static void move_to_values(const CodeModel *model, Samples *samples, int s)
{
  enum { MAX_STEPS = 12 };
  const Variable *coordinates = model->equations->coordinates;
  int inputs = selftest_length(model, SOURCE_INPUTS);
  for (int step = 0; step < MAX_STEPS && !has_values(model, samples, s); step++) {
    for (int k = 0; k < model->equations->coordinate_count; k++) {
      const Expr *start = coordinates[k].value;
      double to = start && expr_is_number(start) ? expr_literal_value(start) : 0;
      double *q = &samples->arrays[SOURCE_Q][s][k];
      *q = (float)((*q + to) / 2);
    }
    for (int k = 0; k < inputs; k++)
      samples->arrays[SOURCE_INPUTS][s][k] = fabs(samples->arrays[SOURCE_INPUTS][s][k]);
  }
}

Samples selftest_samples(const CodeModel *model)
{
  static const ValueSource drawn[] = { SOURCE_Q, SOURCE_QD, SOURCE_QDD, SOURCE_INPUTS };
  const Equations *equations = model->equations;
  Arena *arena = model->arena;
  Samples samples;
  uint64_t state = 1980;
  samples.parameters = ARENA_ARRAY(arena, double, equations->parameter_count);
  for (int k = 0; k < equations->parameter_count; k++) {
    const Variable *parameter = &equations->parameters[k];
    double invented = 0.5 + (double)(random_next(&state) % 128) / 128;
    samples.parameters[k] =
        code_has_default(parameter) ? expr_literal_value(parameter->value) : invented;
  }
  for (int s = 0; s < SELFTEST_STATES; s++) {
    for (size_t k = 0; k < sizeof drawn / sizeof drawn[0]; k++)
      samples.arrays[drawn[k]][s] = random_array(arena, selftest_length(model, drawn[k]), &state);
    samples.time[s] = fabs(random_array(arena, 1, &state)[0]);
  }
  static const ValueSource later[] = { SOURCE_TORQUES, SOURCE_STATES, SOURCE_DISCRETES };
  for (size_t k = 0; k < sizeof later / sizeof later[0]; k++) {
    int length = selftest_length(model, later[k]);
    for (int s = 0; s < SELFTEST_STATES; s++)
      samples.arrays[later[k]][s] = random_array(arena, length, &state);
  }
  for (int s = 0; s < SELFTEST_STATES; s++)
    move_to_values(model, &samples, s);
  return samples;
}

ProgramState selftest_state(const Samples *samples, int s)
{
  return (ProgramState){ .parameters = samples->parameters,
                         .q = samples->arrays[SOURCE_Q][s],
                         .qd = samples->arrays[SOURCE_QD][s],
                         .qdd = samples->arrays[SOURCE_QDD][s],
                         .inputs = samples->arrays[SOURCE_INPUTS][s],
                         .torques = samples->arrays[SOURCE_TORQUES][s],
                         .states = samples->arrays[SOURCE_STATES][s],
                         .discretes = samples->arrays[SOURCE_DISCRETES][s],
                         .time = samples->time[s] };
}

// Returns the next power of two: short to print, and the same on every machine.
double selftest_rounded_up(double bound)
{
  if (!isfinite(bound) || bound == 0) return bound;
  int exponent = 0;
  frexp(bound, &exponent);
  return ldexp(1, exponent);
}

void selftest_expected(const CodeModel *model, const CodeFunction *function, const Samples *samples,
                       int s, double values[], double roundings[])
{
  const Program *program = model->program;
  ArenaMark start = arena_mark(model->arena);
  double *registers = ARENA_ARRAY(model->arena, double, program_register_count(program));
  double *bounds = ARENA_ARRAY(model->arena, double, program_register_count(program));
  ProgramState state = selftest_state(samples, s);
  program_run(program, &state, registers);
  error_bounds(program, registers, bounds);
  for (int m = 0; m < function->member_count; m++) {
    const CodeFunction *member = &function->members[m];
    program_read(member->result, registers, values);
    for (int k = 0; k < member->size; k++)
      roundings[k] = selftest_rounded_up(2 * bounds[member->result->registers[k]]);
    values += member->size;
    roundings += member->size;
  }
  arena_rewind(model->arena, start);
}
