// simulation_passing.c -- passing configurations in which coordinates have no inertia.
//
// Where the angles of a joint do not distinguish a direction, as those of a universal joint along
// its first axis, a rod without inertia about its own axis has a coordinate that neither masses nor
// constraints determine: its acceleration is 0/0, although the rest of the motion is regular. The
// constraint rows stay linearly independent, so nothing announces such a configuration, and whether
// the integrator fails there or steps over it depends on rounding. After a failure this cause is
// therefore tested: the ratio of the smallest to the largest eigenvalue of the mass matrix over the
// admissible velocities tends to 0 as the square of the remaining time. If so, the motion resumes
// from the last row, approaches the configuration and passes it as simulation_crossing.c does.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_impl.h"

#include "numeric/linear/eigen.h"

#include <math.h>
#include <string.h>

// ---- remaining inertia

static bool compile(Work *work)
{
  static const char *const INERTIA[] = { "M", "Ma" };
  Passing *passing = &work->passing;
  Text unused = { 0 };
  bool is_good = passing->inertia.program || system_derive(work->system, INERTIA, 2, &unused);
  if (is_good && !passing->inertia.program) {
    passing->inertia = evaluator_new(work->system->equations, work->arena, 2);
    passing->M = evaluator_add(&passing->inertia, INERTIA[0], NULL);
    passing->Ma = evaluator_add(&passing->inertia, INERTIA[1], NULL);
    is_good = evaluator_compile(&passing->inertia, &unused);
  }
  text_free(&unused);
  return is_good;
}

// Computes the mass matrix over the basis `ways` of admissible velocities, in units of
// constraints.step.
static void reduce_mass(const Work *work, int freedom, const double ways[], double mass[])
{
  const Passing *passing = &work->passing;
  const double *step = work->constraints.step;
  int n = work->n;
  memset(mass, 0, sizeof(double) * (size_t)freedom * (size_t)freedom);
  for (int k = 0; k < freedom; k++) {
    for (int i = 0; i < n; i++) {
      double moved = 0;
      for (int j = 0; j < n; j++)
        moved += (passing->M[i * n + j] + passing->Ma[i * n + j]) * step[j] * ways[k * n + j];
      for (int l = 0; l < freedom; l++)
        mass[k * freedom + l] += ways[l * n + i] * step[i] * moved;
    }
  }
}

// Returns the square root of the ratio of the smallest to the largest eigenvalue; NaN if unknown.
// `way` (may be NULL) receives the eigenvector of the smallest, a velocity of unit length in units
// of constraints.step.
static double inertia_at(Work *work, double t, const double x[], double way[])
{
  Passing *passing = &work->passing;
  int n = work->n;
  NumericRank rank;
  double result = NAN;
  ArenaMark mark = arena_mark(work->arena);
  double *ways = ARENA_ARRAY(work->arena, double, n *n);
  double *mass = ARENA_ARRAY(work->arena, double, n *n);
  double *vectors = ARENA_ARRAY(work->arena, double, n *n);
  double *values = ARENA_ARRAY(work->arena, double, n);
  rates_read_state(work, t, x);
  bool is_good =
      evaluator_evaluate(&passing->inertia, &work->state) == 0 && rates_close_at(work, t, x) &&
      constraint_system_rank(&work->constraints, ROWS_ALL, NULL, ways, &rank) == NUMERIC_OK;
  int freedom = is_good ? n - rank.rank : 0;
  reduce_mass(work, freedom, ways, mass);
  if (freedom > 0 && eigen_symmetric(freedom, mass, values, vectors) == NUMERIC_OK)
    result = sqrt(fmax(values[0], 0) / values[freedom - 1]);
  for (int i = 0; i < n && way; i++) {
    way[i] = 0;
    for (int k = 0; k < freedom; k++)
      way[i] += vectors[k] * ways[k * n + i];
  }
  arena_rewind(work->arena, mark);
  return result;
}

// ---- passing

// Extrapolates the time at which the inertia vanishes from its values at the last row and at the
// failure. Returns NaN if it does not vanish.
static double find_time(Work *work, double t)
{
  static const double GONE = 1e-2;  // relative to the last row
  const EnforcementState *treating = &work->treating;
  double way = t - treating->sure_time;
  double first = inertia_at(work, treating->sure_time, treating->sure, NULL);
  double last = inertia_at(work, t, work->x, NULL);
  return way > 0 && last < GONE * first ? t + way * last / (first - last) : NAN;
}

static bool give_up(Work *work)
{
  Passing *passing = &work->passing;
  Text *failure = &work->simulation->failure;
  passing->is_on = false;
  text_clear(failure);
  text_put(failure, passing->cause);
  return false;
}

bool passing_begin(Work *work, double *t)
{
  static const double SAME = 1e-6;  // relative to the time span: the same configuration
  const SimulationOptions *options = &work->simulation->options;
  Text *failure = &work->simulation->failure;
  Passing *passing = &work->passing;
  EnforcementState *treating = &work->treating;
  if (passing->is_on) return give_up(work);
  if (treating->kept_count == 0 || !treating->sure || failure->length == 0 || !compile(work))
    return false;
  double time = find_time(work, *t);
  bool is_known = passing->count > 0 && passing->treatment == treating->kind &&
                  fabs(time - passing->time) <= SAME * (options->end - options->begin);
  if (isnan(time) || is_known) return false;
  passing->treatment = treating->kind;
  passing->is_on = true;
  passing->count++;
  passing->time = time;
  passing->distance = fmin((time - treating->sure_time) / 2, options->resolution);
  passing->cause = arena_copy_text(work->arena, text_string(failure), failure->length);
  text_clear(failure);
  memcpy(work->x, treating->sure, sizeof(double) * (size_t)work->size);
  *t = treating->sure_time;
  rates_read_state(work, *t, work->x);
  return treatment_restart(work, *t, true) || give_up(work);
}

bool passing_is_near(const Work *work, double t)
{
  const Passing *passing = &work->passing;
  return passing->is_on && t >= passing->time - passing->distance;
}

// A coordinate with almost no inertia moves as rounding determines. Its speed is set to zero for
// the crossing, which removes almost no energy.
static void hold_still(Work *work, double t)
{
  const double *step = work->constraints.step;
  int n = work->n;
  double *speeds = work->x + n, along = 0;
  ArenaMark mark = arena_mark(work->arena);
  double *way = ARENA_ARRAY(work->arena, double, n);
  bool is_known = !isnan(inertia_at(work, t, work->x, way));
  for (int i = 0; i < n && is_known; i++)
    along += way[i] * speeds[i] / step[i];
  for (int i = 0; i < n; i++)
    speeds[i] -= along * way[i] * step[i];
  arena_rewind(work->arena, mark);
}

bool passing_try(Work *work, double t)
{
  static const double NEARER = 4, NEAREST = 1e-9;
  Simulation *simulation = work->simulation;
  Passing *passing = &work->passing;
  double span = simulation->options.end - simulation->options.begin;
  hold_still(work, t);
  if (crossing_begin_at(work, t, passing->time - t)) {
    passing->is_on = false;
    simulation->passings++;
    simulation->last_passing = passing->time;
    return true;
  }
  passing->distance /= NEARER;
  if (passing->distance < NEAREST * span) return give_up(work);
  return treatment_restart(work, t, false);
}

void passing_close(Work *work) { evaluator_free(&work->passing.inertia); }
