// simulation_kinds.c -- kinds and magnitudes of the entries of y
// (numeric/integration/integrator_sizes.c).
//
// Lengths, other positions, the speeds of each, multipliers and works form one kind each; every
// state, and every sensitivity, is a kind of its own.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_impl.h"

#include <math.h>
#include <string.h>

enum { LENGTHS, OTHERS, LENGTH_SPEEDS, OTHER_SPEEDS, WORKS, MULTIPLIERS, KINDS };

static const IntegratorKind FIRST[KINDS] = {
  [LENGTHS] = { FAMILY_POSITIONS, 0, -1 },
  // At least as large as LENGTHS: an angle moves lengths.
  [OTHERS] = { FAMILY_POSITIONS, 0, LENGTHS },
  // At least as large as LENGTHS: these are covered within a second.
  [LENGTH_SPEEDS] = { FAMILY_SPEEDS, 0, LENGTHS },
  [OTHER_SPEEDS] = { FAMILY_SPEEDS, 0, OTHERS },
  [WORKS] = { FAMILY_WORKS, 0, -1 },
  [MULTIPLIERS] = { FAMILY_FORCES, 0, -1 },
};

void kinds_new(Work *work)
{
  EnforcementState *treating = &work->treating;
  int count = KINDS + work->size;
  treating->kind_of = ARENA_ARRAY(work->arena, int, ggl_size(work));
  treating->kinds = ARENA_ARRAY(work->arena, IntegratorKind, count);
  for (int k = 0; k < count; k++)
    treating->kinds[k] = (IntegratorKind){ .smaller = -1 };
  memcpy(treating->kinds, FIRST, sizeof FIRST);
}

static bool is_length(const Work *work, int i)
{
  return work->mechanism->coordinates[i].kind == COORDINATE_LENGTH;
}

// Updates the magnitudes, also from coordinates that are not in y.
static void see_coordinates(Work *work)
{
  IntegratorKind *kinds = work->treating.kinds;
  for (int i = 0; i < work->n; i++) {
    double *position = &kinds[is_length(work, i) ? LENGTHS : OTHERS].size;
    double *speed = &kinds[is_length(work, i) ? LENGTH_SPEEDS : OTHER_SPEEDS].size;
    *position = fmax(*position, fabs(work->x[i]));
    *speed = fmax(*speed, fabs(work->x[work->n + i]));
  }
}

void kinds_put(Work *work)
{
  EnforcementState *treating = &work->treating;
  int *kind = treating->kind_of, n = work->n, next = KINDS;
  bool is_part = treating->kind == SIMULATION_INDEPENDENT;
  int positions = is_part ? treating->position_count : n;
  int speeds = is_part ? treating->speed_count : n;
  for (int i = 0; i < positions; i++)
    *kind++ = is_length(work, is_part ? treating->positions[i] : i) ? LENGTHS : OTHERS;
  for (int i = 0; i < speeds; i++)
    *kind++ = is_length(work, is_part ? treating->speeds[i] : i) ? LENGTH_SPEEDS : OTHER_SPEEDS;
  for (int i = 2 * n; i < work->size; i++) {
    bool is_work = i >= 2 * n + work->states && i < work->plain;
    *kind++ = is_work ? WORKS : next++;
  }
  while (kind < treating->kind_of + treating->problem.size)
    *kind++ = MULTIPLIERS;
  treating->problem.kind = treating->kind_of;
  treating->problem.kinds = treating->kinds;
  treating->problem.kind_count = KINDS + work->size;
  see_coordinates(work);
}

// ---- energies

// Returns the kinetic energy of the speeds that the accelerations produce within a short time.
static double energy_to_come(Work *work, double t)
{
  double *x = work->treating.next, length = work->simulation->options.resolution;
  memcpy(x, work->x, sizeof(double) * (size_t)work->size);
  rates_read_state(work, t + length, x);
  bool has_value = !work->follows && rates_accelerate(work);
  work->is_lost = false;
  for (int i = 0; i < work->n && has_value; i++)
    x[work->n + i] += work->qdd[i] * length;
  work->state.qdd = NULL;
  has_value = has_value && evaluator_evaluate(&work->energy, &work->state) == 0;
  double energy = has_value && isfinite(work->T[0]) ? fabs(work->T[0]) : 0;
  rates_read_state(work, t, work->x);
  return energy;
}

void kinds_see_energy(Work *work)
{
  double *size = &work->treating.kinds[WORKS].size;
  *size = fmax(*size, work->simulation->energy_scale);
}

void kinds_begin_works(Work *work, double t)
{
  static const double ROUNDING = 1e-24;  // [J]
  Simulation *simulation = work->simulation;
  double *size = &work->treating.kinds[WORKS].size;
  kinds_see_energy(work);
  if (*size <= ROUNDING) *size = energy_to_come(work, t);
  bool is_known = *size > ROUNDING;
  simulation->work_size = fmax(simulation->work_size, is_known ? fmin(*size, 1) : 1);
}
