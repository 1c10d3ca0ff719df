// c_selftest_table.c -- states for the self-test, and tables of numbers.
// SPDX-License-Identifier: MIT
#include "base/random.h"
#include "codegen/c_selftest.h"
#include "symbolic/literal.h"

#include <math.h>

// ---- states

static double *random_array(Arena *arena, int count, uint64_t *state)
{
  double *values = ARENA_ARRAY(arena, double, count);
  for (int k = 0; k < count; k++) {
    values[k] = ((double)(random_next(state) % 512) - 255.5) / 256;  // between -1 and 1, never 0
  }
  return values;
}

int selftest_length(const CModel *model, ValueSource source)
{
  int count = 0;
  variables_of_source(model->equations, source, &count);
  return count > 0 ? count : 1;
}

Samples selftest_samples(const CModel *model)
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
        c_has_default(parameter) ? expr_literal_value(parameter->value) : invented;
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

// ---- tables

// Constant expressions only: these stand in static tables.
static void put_constant(Text *out, double value)
{
  if (isnan(value)) {
    text_put(out, "(double)NAN");
  } else {
    c_put_double(out, value);
  }
}

void selftest_put_real(Text *out, const CModel *model, double value)
{
  c_put_double(out, value);
  if (model->request->real == CODE_FLOAT) text_put_char(out, 'f');
}

void selftest_put_reals(Text *out, const CModel *model, int indent, const double values[],
                        int count)
{
  int column = indent;
  Text item = { 0 };
  for (int k = 0; k < count; k++) {
    text_clear(&item);
    selftest_put_real(&item, model, values[k]);
    c_put_item(out, &column, indent, text_string(&item), ",");
  }
  text_free(&item);
}

// The next power of two: short to print, the same on every machine.
static double rounded_up(double bound)
{
  if (!isfinite(bound) || bound == 0) return bound;
  int exponent = 0;
  frexp(bound, &exponent);
  return ldexp(1, exponent);
}

void selftest_put_expected(Text *out, const double values[], const double roundings[], int count)
{
  text_put(out, "  {\n    ");
  int column = 4;
  Text item = { 0 };
  for (int k = 0; k < count; k++) {
    text_clear(&item);
    text_put(&item, "{ ");
    put_constant(&item, values[k]);
    text_put(&item, ", ");
    put_constant(&item, rounded_up(roundings[k]));
    text_put(&item, " }");
    c_put_item(out, &column, 4, text_string(&item), ",");
  }
  text_put(out, "\n  },\n");
  text_free(&item);
}
