// simulation_crossing.c -- transition through a configuration in which constraints are linearly
// dependent.
//
// At such a configuration the equations do not determine the accelerations, and near it a rounding
// error of the speeds grows into a visible motion: a four-bar linkage of equal links that lies flat
// may fold or stay a parallelogram. The smooth continuation is the motion whose rates continue
// those before the configuration. The rates at points before it are interpolated by a polynomial in
// time, which is integrated to about an equal distance after it; there the mechanism must satisfy
// its constraints.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_impl.h"

#include <math.h>
#include <string.h>

// ---- points before the configuration

// Takes one step of the classical Runge-Kutta method backwards in time.
static bool step_back(Work *work, double t, double h, double x[], double room[])
{
  static const double TIMES[] = { 0, 0.5, 0.5, 1 }, WEIGHTS[] = { 1, 2, 2, 1 };
  int size = work->size;
  double *k = room, *at = k + size, *sum = at + size;
  memset(k, 0, sizeof(double) * (size_t)size);
  memset(sum, 0, sizeof(double) * (size_t)size);
  for (int stage = 0; stage < 4; stage++) {
    for (int i = 0; i < size; i++)
      at[i] = x[i] - TIMES[stage] * h * k[i];
    if (!rates_at(work, t - TIMES[stage] * h, at, k)) return false;
    for (int i = 0; i < size; i++)
      sum[i] += WEIGHTS[stage] * k[i];
  }
  for (int i = 0; i < size; i++)
    x[i] -= h / 6 * sum[i];
  return true;
}

static bool find_rates(Work *work, double t)
{
  SingularCrossing *crossing = &work->crossing;
  int size = work->size;
  ArenaMark mark = arena_mark(work->arena);
  double *x = ARENA_ARRAY(work->arena, double, 4 * size);
  memcpy(x, crossing->x, sizeof(double) * (size_t)size);
  bool is_good = true;
  for (int k = 0; k < CROSSING_POINTS && is_good; k++) {
    double at = t - k * crossing->spacing;
    if (k > 0) is_good = step_back(work, at + crossing->spacing, crossing->spacing, x, x + size);
    is_good = is_good && rates_at(work, at, x, crossing->rates + k * size);
  }
  arena_rewind(work->arena, mark);
  return is_good;
}

// ---- distance to the configuration

static double quality_at(Work *work, double t, const double x[])
{
  rates_read_state(work, t, x);
  return rates_close_at(work, t, x) ? independent_quality(work, t, x) : 0;
}

// Returns the time until the rows would become linearly dependent at the present rate; 0 if they do
// not approach that.
static double time_left(Work *work, double t, const double x[])
{
  // step, relative to the time span (which counts as at least 1e-3 s).
  static const double GLANCE = 1e-7;
  int size = work->size;
  ArenaMark mark = arena_mark(work->arena);
  double *before = ARENA_ARRAY(work->arena, double, 4 * size);
  memcpy(before, x, sizeof(double) * (size_t)size);
  double now = quality_at(work, t, x), left = 0;
  double h = GLANCE * fmax(1e-3, work->simulation->options.end - work->simulation->options.begin);
  if (step_back(work, t, h, before, before + size)) {
    double slope = (quality_at(work, t - h, before) - now) / h;
    if (slope > 0) left = now / slope;
  }
  arena_rewind(work->arena, mark);
  return left;
}

// ---- crossing

enum { NODES = 4 };  // Gauss quadrature: exact for polynomials of degree 7
static const double PLACES[NODES] = { 0.06943184420297371, 0.33000947820757187, 0.66999052179242813,
                                      0.93056815579702629 };
static const double WEIGHTS[NODES] = { 0.17392742256872693, 0.32607257743127307,
                                       0.32607257743127307, 0.17392742256872693 };

void crossing_at(const Work *work, double t, double x[])
{
  const SingularCrossing *crossing = &work->crossing;
  int size = work->size;
  double length = t - crossing->from;
  memcpy(x, crossing->x, sizeof(double) * (size_t)size);
  for (int node = 0; node < NODES; node++) {
    double u = PLACES[node] * length / crossing->spacing;
    for (int k = 0; k < CROSSING_POINTS; k++) {
      double weight =
          WEIGHTS[node] * length;  // times the Lagrange polynomial of the points 0, -1, ..
      for (int i = 0; i < CROSSING_POINTS; i++) {
        if (i != k) weight *= (u + i) / (i - k);
      }
      for (int i = 0; i < size; i++)
        x[i] += weight * crossing->rates[k * size + i];
    }
  }
}

// Returns T + V without the work of the loads.
static double balance_at(Work *work, double t, const double x[])
{
  return rates_energy(work, t, x) - x[work->plain - 1];
}

// The loads may change at the configuration, as a force that ends there does. Returns the work of
// the loads along the crossing, which requires no accelerations, minus that of the polynomials. x
// is scratch space.
static double missing_work(Work *work, double x[])
{
  const SingularCrossing *crossing = &work->crossing;
  double before = crossing->spacing, behind = crossing->to - crossing->from - before, missing = 0;
  if (work->acting.program || work->is_moved) return 0;
  for (int k = 0; k < 2 * NODES; k++) {
    double length = k < NODES ? before : behind;
    double t = crossing->from + (k < NODES ? 0 : before) + length * PLACES[k % NODES];
    crossing_at(work, t, x);
    rates_read_state(work, t, x);
    evaluator_evaluate(&work->motion, &work->state);
    missing += length * WEIGHTS[k % NODES] * (work->P[0] + work->P_t[0]);
  }
  crossing_at(work, crossing->to, x);
  return missing - (x[work->plain - 1] - crossing->x[work->plain - 1]);
}

// Adds the missing work to x at t by scaling the speeds.
static bool add_work(Work *work, double t, double missing, double x[])
{
  x[work->plain - 1] += missing;
  rates_energy(work, t, x);
  double ratio = 1 + missing / work->T[0];
  for (int i = 0; i < work->n && ratio > 0; i++)
    x[work->n + i] *= sqrt(ratio);
  return ratio > 0.5 && ratio < 2;
}

// Returns true if the mechanism satisfies its constraints where the polynomials end, with the
// energy expected there. The loads must not change during the crossing, unless it is so short that
// they do not affect the motion.
static bool is_smooth(Work *work, double t, double x[])
{
  static const double CLOSE = 1e-5, ALIKE = 1e-2;
  double most = fmax(1e-6, 100 * work->simulation->options.tolerance), fastest = 1;
  double scale = work->simulation->energy_scale, positions, speeds;
  double missing = missing_work(work, x);
  bool acts_alike = fabs(missing) <= ALIKE * most * scale;
  if (!acts_alike && work->treating.limit > CLOSE) return false;
  crossing_at(work, t, x);
  rates_read_state(work, t, x);
  rates_drift(work, x, &positions, &speeds);
  for (int i = 0; i < work->n; i++)
    fastest = fmax(fastest, fabs(x[work->n + i]));
  if (positions > most || speeds > most * fastest || !rates_project_tightly(work, t, x))
    return false;
  bool is_added = acts_alike || add_work(work, t, missing, x);
  double gained = balance_at(work, t, x) - balance_at(work, work->crossing.from, work->crossing.x);
  work->simulation->energy_scale = scale;  // this state may not be reached
  return is_added && fabs(gained) <= most * scale;
}

// Starts the crossing from work->x, which satisfies the constraints exactly.
static bool begin_from(Work *work, double t, double left)
{
  SingularCrossing *crossing = &work->crossing;
  if (!crossing->x) {
    crossing->x = ARENA_ARRAY(work->arena, double, work->size);
    crossing->end = ARENA_ARRAY(work->arena, double, work->size);
    crossing->rates = ARENA_ARRAY(work->arena, double, CROSSING_POINTS * work->size);
  }
  memcpy(crossing->x, work->x, sizeof(double) * (size_t)work->size);
  crossing->from = t;
  crossing->to = t + 2.1 * left;
  crossing->spacing = left;
  crossing->is_on = find_rates(work, t) && is_smooth(work, crossing->to, crossing->end);
  rates_read_state(work, t, work->x);
  return crossing->is_on;
}

bool crossing_begin_at(Work *work, double t, double left)
{
  return rates_project_tightly(work, t, work->x) && begin_from(work, t, left);
}

bool crossing_begin(Work *work, double t)
{
  if (!rates_project_tightly(work, t, work->x)) return false;
  double left = time_left(work, t, work->x);
  if (left == 0 || !begin_from(work, t, left)) return false;
  work->simulation->crossings++;
  work->simulation->last_crossing = t + left;
  return true;
}

void crossing_end(Work *work)
{
  work->crossing.is_on = false;
  memcpy(work->x, work->crossing.end, sizeof(double) * (size_t)work->size);
  rates_read_state(work, work->crossing.to, work->x);
}
