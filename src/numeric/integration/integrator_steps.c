// integrator_steps.c -- one-step methods: events at the ends of steps, projection after each step;
// and methods with a fixed step.
// SPDX-License-Identifier: MIT
#include "numeric/integration/integrator_impl.h"

#include <math.h>
#include <string.h>

// ---- within a step

// Projects integrator->next at t; *moved (may be NULL) is set if it did not satisfy the
// constraints.
static bool project(Integrator *integrator, double t, bool *moved)
{
  const IntegratorProblem *problem = integrator->problem;
  size_t size = sizeof(double) * (size_t)problem->size;
  double slack = 0.01 * integrator->options.tolerance;
  integrator->cause = NOT_CLOSED;
  memcpy(integrator->room, integrator->next, size);
  if (!problem->project(problem->context, t, integrator->next, slack)) return false;
  if (moved) *moved = memcmp(integrator->room, integrator->next, size) != 0;
  return true;
}

// The event functions at integrator->next. Guards are evaluated before the projection, which is
// omitted if a guard is positive.
static bool look(Integrator *integrator, double t, double values[], bool *moved)
{
  const IntegratorProblem *problem = integrator->problem;
  int own = problem->event_count - problem->guards;
  bool is_beyond = false, is_moved = false;
  double *guards = integrator->search.guards;
  if (problem->guards > 0 || !problem->project) {
    if (!events_read(integrator, t, integrator->next, values)) return false;
    for (int k = 0; k < problem->guards; k++) {
      guards[k] = values[own + k];
      is_beyond = is_beyond || guards[k] >= 0;
    }
  }
  if (problem->project && !is_beyond && !project(integrator, t, &is_moved)) return false;
  if (moved) *moved = is_moved;
  bool is_new = problem->project && (is_moved || problem->guards == 0);
  if (is_new && !events_read(integrator, t, integrator->next, values)) return false;
  for (int k = 0; k < problem->guards; k++)
    values[own + k] = guards[k];
  return true;
}

// State at t: by a step of this length, or the stored ends of the last step.
static bool solve_at(Integrator *integrator, const Stepping *stepping, double t)
{
  size_t size = sizeof(double) * (size_t)integrator->problem->size;
  const double *known = NULL;
  if (t == integrator->t) known = N_VGetArrayPointer(integrator->y);
  if (t == integrator->reached) known = integrator->ahead;
  if (known) memcpy(integrator->next, known, size);
  return known || stepping->step(integrator, t - integrator->t);
}

bool steps_at(Integrator *integrator, const Stepping *stepping, double t, bool requests_tangent,
              double values[])
{
  integrator->cause = NO_VALUE;
  if (!solve_at(integrator, stepping, t) || !look(integrator, t, values, NULL)) return false;
  if (!requests_tangent) return true;
  double *tangent = N_VGetArrayPointer(integrator->tangent);
  if (!integrator_rates(integrator, t, integrator->next, tangent)) tangent[0] = NAN;
  return true;
}

// ---- integration

// One step; if it has no value, it is repeated with half the length, a quarter, and so on.
static bool try_step(Integrator *integrator, const Stepping *stepping, double until, double *length)
{
  enum { HALVINGS = 12 };
  if (stepping->advance(integrator, until, length)) return true;
  if (stepping->is_adaptive) return false;
  for (int k = 0; k < HALVINGS; k++) {
    *length /= 2;
    integrator->counts.rejected++;
    if (stepping->step(integrator, *length)) return true;
  }
  return false;
}

// One step, or up to the first event within it.
static bool advance(Integrator *integrator, const Stepping *stepping, double until,
                    bool has_crossed[], EventsFound *found)
{
  size_t size = sizeof(double) * (size_t)integrator->problem->size;
  double length;
  bool is_moved = false;
  integrator->cause = NO_VALUE;
  if (!try_step(integrator, stepping, until, &length)) return false;
  bool is_last = until - (integrator->t + length) <= 1e-12 * length;
  integrator->reached = is_last ? until : integrator->t + length;
  memcpy(integrator->ahead, integrator->next, size);
  *found = events_find(integrator, stepping->trail, integrator->reached, has_crossed);
  if (*found == EVENTS_LOST) return false;
  integrator->counts.steps++;
  if (*found == EVENTS_NONE) {
    memcpy(integrator->next, integrator->ahead, size);
    if (integrator->problem->project && !project(integrator, integrator->reached, &is_moved))
      return false;
    integrator->t = integrator->reached;
  }
  memcpy(N_VGetArrayPointer(integrator->y), integrator->next, size);
  return !is_moved || !stepping->moved || stepping->moved(integrator);
}

IntegratorEnd steps_go(Integrator *integrator, const Stepping *stepping, double until,
                       bool has_crossed[], Text *why)
{
  EventsFound found = EVENTS_NONE;
  for (long k = 0; integrator->t < until && found == EVENTS_NONE; k++) {
    if (k == STEPS_AT_ONCE && integrator->is_auto) return INTEGRATOR_REASSESS;
    if (k == MAX_STEPS) {
      integrator_explain("it takes too many steps", integrator->t, why);
      return INTEGRATOR_FAILED;
    }
    if (!advance(integrator, stepping, until, has_crossed, &found)) {
      integrator->is_stuck = integrator->cause == NO_VALUE;
      integrator_explain(integrator->cause, integrator->t, why);
      return INTEGRATOR_FAILED;
    }
  }
  return found == EVENTS_FOUND ? INTEGRATOR_EVENT : INTEGRATOR_REACHED;
}

// ---- fixed steps

static bool rk4_step(Integrator *integrator, double h)
{
  static const double TIMES[] = { 0, 0.5, 0.5, 1 }, WEIGHTS[] = { 1, 2, 2, 1 };
  int n = integrator->problem->size;
  const double *y = N_VGetArrayPointer(integrator->y);
  double *k = integrator->room, *at = k + n, *sum = at + n;
  memset(sum, 0, sizeof(double) * (size_t)n);
  memset(k, 0, sizeof(double) * (size_t)n);
  for (int stage = 0; stage < 4; stage++) {
    for (int i = 0; i < n; i++)
      at[i] = y[i] + TIMES[stage] * h * k[i];
    if (!integrator_rates(integrator, integrator->t + TIMES[stage] * h, at, k)) return false;
    for (int i = 0; i < n; i++)
      sum[i] += WEIGHTS[stage] * k[i];
  }
  for (int i = 0; i < n; i++)
    integrator->next[i] = y[i] + h / 6 * sum[i];
  return true;
}

static bool euler_step(Integrator *integrator, double h)
{
  const IntegratorProblem *problem = integrator->problem;
  const double *y = N_VGetArrayPointer(integrator->y);
  double *rates = integrator->room, *next = integrator->next;
  if (!integrator_rates(integrator, integrator->t, y, rates)) return false;
  for (int i = problem->positions; i < problem->size; i++)
    next[i] = y[i] + h * rates[i];
  for (int i = 0; i < problem->positions; i++)
    next[i] = y[i] + h * next[problem->positions + i];
  return true;
}

static bool fixed_step(Integrator *integrator, double length)
{
  switch (integrator->options.method) {
  case INTEGRATOR_EULER: return euler_step(integrator, length);
  case INTEGRATOR_MIDPOINT: return midpoint_step(integrator, length);
  default: return rk4_step(integrator, length);
  }
}

static bool fixed_advance(Integrator *integrator, double until, double *length)
{
  double left = until - integrator->t, step = integrator->options.step;
  *length = left <= step * (1 + 1e-9) ? left : step;
  return fixed_step(integrator, *length);
}

static bool fixed_open(Integrator *integrator)
{
  if (integrator->options.method == INTEGRATOR_MIDPOINT) integrator_take_jacobian(integrator);
  return true;
}

static bool fixed_at(Integrator *integrator, double t, bool requests_tangent, double values[]);
static const Trail FIXED_TRAIL = { fixed_at };
static const Stepping FIXED = { fixed_advance, fixed_step, NULL, &FIXED_TRAIL, false };

static bool fixed_at(Integrator *integrator, double t, bool requests_tangent, double values[])
{
  return steps_at(integrator, &FIXED, t, requests_tangent, values);
}

static IntegratorEnd fixed_go(Integrator *integrator, double until, double stop_time,
                              bool has_crossed[], Text *why)
{
  (void)stop_time;
  return steps_go(integrator, &FIXED, until, has_crossed, why);
}

static void count_nothing(const Integrator *integrator, IntegratorCounts *counts)
{
  (void)integrator, (void)counts;
}

const IntegratorBackend FIXED_FAMILY = { fixed_open, midpoint_close, fixed_go, count_nothing };
