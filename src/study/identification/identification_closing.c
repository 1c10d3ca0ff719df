// identification_closing.c -- projection of measured data onto the constraints.
//
// Noise violates loop constraints slightly, and the equations of an open loop then seem to contain
// parameters that no motion of the mechanism can reveal. Positions, speeds and accelerations are
// therefore replaced by the nearest ones with
//
//   Phi = 0,   J qd + rest = 0,   J qdd = gamma
//
// so that unidentifiable parameters yield columns that depend on the others within rounding.
// SPDX-License-Identifier: MIT
#include "study/identification/identification_impl.h"
#include "system/constraints/constraint_system.h"

#include <math.h>
#include <string.h>

// A larger correction cannot be noise [rad, or relative to the size of the mechanism].
static const double MAX_NOISE = 0.1;

typedef struct ClosedData {
  ConstraintSystem constraints;
  Evaluator evaluator;
  const double *gamma[2];  // of Phi, of H; NULL: there are no such rows
  double *bias;            // -gamma
  double *q, *qd, *qdd;    // samples x n
  int n;
} ClosedData;

static double *copied(Arena *arena, const double values[], size_t count)
{
  double *copy = arena_alloc(arena, count * sizeof(double));
  memcpy(copy, values, count * sizeof(double));
  return copy;
}

static bool begin(System *system, const ProgramState *start, Arena *arena, ClosedData *out,
                  Text *why)
{
  static const char *const KEYS[2] = { "gamma", "gamma_nh" };
  if (!constraint_system_init(&out->constraints, system->ties, start, why)) return false;
  int rows[2] = { out->constraints.holonomic, out->constraints.rows - out->constraints.holonomic };
  for (int k = 0; k < 2; k++) {
    if (rows[k] > 0 && !system_derive(system, &KEYS[k], 1, why)) return false;
  }
  out->bias = ARENA_ARRAY(arena, double, out->constraints.rows);
  out->evaluator = evaluator_new(system->equations, arena, 2);
  for (int k = 0; k < 2; k++) {
    if (rows[k] > 0) out->gamma[k] = evaluator_add(&out->evaluator, KEYS[k], NULL);
  }
  return evaluator_compile(&out->evaluator, why);
}

// Returns false if there is no closed position nearby.
static bool close_position(ClosedData *data, const double measured[], double q[])
{
  ConstraintSystem *constraints = &data->constraints;
  if (!constraint_system_project(constraints, q) || constraint_system_is_turned_away(constraints))
    return false;
  for (int j = 0; j < data->n; j++) {
    if (!(fabs(q[j] - measured[j]) <= MAX_NOISE * constraints->step[j])) return false;
  }
  return constraint_system_evaluate_at(constraints, q);
}

static bool close_sample(ClosedData *data, const double measured[], ProgramState state,
                         size_t sample)
{
  ConstraintSystem *constraints = &data->constraints;
  size_t row = sample * (size_t)data->n;
  constraints->state.time = state.time;
  constraints->state.inputs = state.inputs;
  if (!close_position(data, measured + row, data->q + row) ||
      !constraint_system_project_velocity(constraints, NULL, NULL, data->qd + row)) {
    return false;
  }
  state.q = data->q + row;
  state.qd = data->qd + row;
  evaluator_evaluate(&data->evaluator, &state);
  double *rest = constraints->rest;  // for accelerations, -gamma replaces it
  constraints->rest = data->bias;
  for (int i = 0; i < constraints->rows; i++) {
    bool is_of_speeds = i >= constraints->holonomic;
    data->bias[i] = -data->gamma[is_of_speeds][is_of_speeds ? i - constraints->holonomic : i];
  }
  bool fits = constraint_system_project_velocity(constraints, NULL, NULL, data->qdd + row);
  constraints->rest = rest;
  return fits;
}

bool identification_close(System *system, const ProgramState *start, Arena *arena,
                          IdentificationData *measured, Text *why)
{
  if (!system_derive_constraints(system, why)) return false;
  size_t n = (size_t)system->mechanism->coordinate_count, size = n * (size_t)measured->count;
  size_t inputs = (size_t)system->equations->input_count;
  ClosedData data = { .n = (int)n };
  bool is_good = begin(system, start, arena, &data, why);
  // the motions of the description may differ from the measured ones
  bool is_tied =
      data.constraints.geometric == data.constraints.holonomic && !data.constraints.is_of_norms;
  if (is_good && is_tied) {
    data.q = copied(arena, measured->q, size);
    data.qd = copied(arena, measured->qd, size);
    data.qdd = copied(arena, measured->qdd, size);
    for (int k = 0; k < measured->count && is_good; k++) {
      ProgramState state = *start;
      state.time = measured->time[k];
      state.inputs = measured->inputs + (size_t)k * inputs;
      is_good = close_sample(&data, measured->q, state, (size_t)k);
      if (!is_good) text_format(why, "the mechanism does not close near sample %d", k + 1);
    }
    measured->q = data.q;
    measured->qd = data.qd;
    measured->qdd = data.qdd;
  }
  evaluator_free(&data.evaluator);
  if (data.constraints.arena) constraint_system_free(&data.constraints);
  return is_good;
}
