// c_selftest_table.c -- states for the self-test, and tables of numbers.
// SPDX-License-Identifier: MIT
#include "base/random.h"
#include "codegen/c_selftest.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>

// ---- states

static double *random_array(Arena *arena, int count, uint64_t *state)
{
  double *values = ARENA_ARRAY(arena, double, count);
  for (int k = 0; k < count; k++) {
    values[k] = ((double)(random_next(state) % 512) - 255.5) / 256;  // between -1 and 1, never 0
  }
  return values;
}

int selftest_length(int count) { return count > 0 ? count : 1; }

Samples selftest_samples(const CModel *model)
{
  const Equations *equations = model->equations;
  Samples samples;
  uint64_t state = 1980;
  samples.parameters = ARENA_ARRAY(model->arena, double, equations->parameter_count);
  for (int k = 0; k < equations->parameter_count; k++) {
    const Variable *parameter = &equations->parameters[k];
    double invented = 0.5 + (double)(random_next(&state) % 128) / 128;
    samples.parameters[k] =
        c_has_default(parameter) ? expr_literal_value(parameter->value) : invented;
  }
  int n = selftest_length(equations->coordinate_count), m = selftest_length(equations->input_count);
  for (int s = 0; s < SELFTEST_STATES; s++) {
    samples.q[s] = random_array(model->arena, n, &state);
    samples.qd[s] = random_array(model->arena, n, &state);
    samples.qdd[s] = random_array(model->arena, n, &state);
    samples.inputs[s] = random_array(model->arena, m, &state);
    samples.time[s] = fabs(random_array(model->arena, 1, &state)[0]);
  }
  for (int s = 0; s < SELFTEST_STATES; s++)
    samples.torques[s] = random_array(model->arena, n, &state);
  return samples;
}

ProgramState selftest_state(const Samples *samples, int index)
{
  return (ProgramState){ samples->parameters, samples->q[index],      samples->qd[index],
                         samples->qdd[index], samples->inputs[index], samples->torques[index],
                         samples->time[index] };
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

// Puts `item` behind a comma, on a new line if this one is full.
static void put_item(Text *out, int *column, int indent, const char *item)
{
  int width = (int)strlen(item) + 2;
  if (*column + width > C_COLUMNS) {
    text_put_char(out, '\n');
    text_repeat(out, ' ', indent);
    *column = indent;
  } else if (*column > indent) {
    text_put_char(out, ' ');
  }
  text_put(out, item);
  text_put_char(out, ',');
  *column += width;
}

void selftest_put_reals(Text *out, const CModel *model, int indent, const double values[],
                        int count)
{
  int column = indent;
  Text item = { 0 };
  for (int k = 0; k < count; k++) {
    text_clear(&item);
    selftest_put_real(&item, model, values[k]);
    put_item(out, &column, indent, text_string(&item));
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
    put_item(out, &column, 4, text_string(&item));
  }
  text_put(out, "\n  },\n");
  text_free(&item);
}
