// integrator_steps.c -- one step after the other: events at their ends, projection behind each; and
// steps of one length.
// SPDX-License-Identifier: MIT
#include "numeric/integrator_impl.h"

#include <math.h>
#include <string.h>

// ---- events

static bool look(Integrator *integrator, double t)
{
  const IntegratorProblem *problem = integrator->problem;
  return problem->event_count == 0 ||
         (problem->events(problem->context, t, integrator->next, integrator->values) &&
          numbers_are_finite(integrator->values, problem->event_count));
}

static int count_rises(const Integrator *integrator, bool has_risen[])
{
  int rises = 0;
  for (int i = 0; i < integrator->problem->event_count; i++) {
    has_risen[i] = integrator->events[i] < 0 && integrator->values[i] >= 0;
    rises += has_risen[i];
  }
  return rises;
}

// Where the first rise within (low, high) would be if the functions were straight: never at the
// ends, so that both come nearer.
static double guess(const Integrator *integrator, double low, double high, const double below[],
                    const double above[])
{
  double first = 1;
  for (int i = 0; i < integrator->problem->event_count; i++) {
    if (below[i] < 0 && above[i] >= 0) first = fmin(first, below[i] / (below[i] - above[i]));
  }
  return low + fmin(fmax(first, 0.02), 0.98) * (high - low);
}

// Shortens the step until the first rise within it is at its end: by turns where functions that are
// straight would rise, and by halves. A step that has no value led too far, behind the rise.
static bool find_rise(Integrator *integrator, const Stepping *stepping, double *length,
                      bool has_risen[])
{
  enum { MOST = 120 };
  int events = integrator->problem->event_count;
  size_t size = sizeof(double) * (size_t)events;
  double low = 0, high = *length, t = integrator->t;
  double *below = integrator->below, *above = integrator->above;
  memcpy(below, integrator->events, size);
  memcpy(above, integrator->values, size);
  for (int k = 0; k < MOST && high - low > 1e-15 * fmax(fabs(t), *length); k++) {
    double middle = k % 3 == 2 ? (low + high) / 2 : guess(integrator, low, high, below, above);
    if (!(middle > low) || !(middle < high)) break;
    bool has_value = stepping->step(integrator, middle);
    if (has_value && !look(integrator, t + middle)) return false;
    bool is_behind = !has_value || count_rises(integrator, has_risen) > 0;
    if (has_value) memcpy(is_behind ? above : below, integrator->values, size);
    if (is_behind) {
      high = middle;
    } else {
      low = middle;
    }
  }
  *length = high;
  if (!stepping->step(integrator, high) || !look(integrator, t + high)) return false;
  count_rises(integrator, has_risen);
  return true;
}

// ---- the way

// Puts back what has drifted.
static bool project(Integrator *integrator, const Stepping *stepping)
{
  const IntegratorProblem *problem = integrator->problem;
  double *y = N_VGetArrayPointer(integrator->y);
  size_t size = sizeof(double) * (size_t)problem->size;
  if (!problem->project) return true;
  memcpy(integrator->next, y, size);
  double slack = 0.01 * integrator->options.tolerance;
  if (!problem->project(problem->context, integrator->t, y, slack)) return false;
  return memcmp(integrator->next, y, size) == 0 || !stepping->moved || stepping->moved(integrator);
}

// A step, or where that has no value one of a half, a quarter, ..
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

// One step, or to the first event within it.
static bool advance(Integrator *integrator, const Stepping *stepping, double until,
                    bool has_risen[], bool *is_event)
{
  const IntegratorProblem *problem = integrator->problem;
  double length;
  if (!try_step(integrator, stepping, until, &length) || !look(integrator, integrator->t + length))
    return false;
  *is_event = count_rises(integrator, has_risen) > 0;
  if (*is_event && !find_rise(integrator, stepping, &length, has_risen)) return false;
  integrator->counts.steps++;
  bool is_last = !*is_event && until - (integrator->t + length) <= 1e-12 * length;
  integrator->t = is_last ? until : integrator->t + length;
  memcpy(integrator->events, integrator->values, sizeof(double) * (size_t)problem->event_count);
  memcpy(N_VGetArrayPointer(integrator->y), integrator->next,
         sizeof(double) * (size_t)problem->size);
  return true;
}

IntegratorEnd steps_go(Integrator *integrator, const Stepping *stepping, double until,
                       bool has_risen[], Text *why)
{
  bool is_event = false;
  for (long k = 0; integrator->t < until && !is_event; k++) {
    if (k == STEPS_AT_ONCE && integrator->is_auto) return INTEGRATOR_PAUSED;
    if (k == MOST_STEPS) {
      integrator_explain("it takes too many steps", integrator->t, why);
      return INTEGRATOR_FAILED;
    }
    if (!advance(integrator, stepping, until, has_risen, &is_event)) {
      integrator->is_stuck = true;
      integrator_explain(NO_VALUE, integrator->t, why);
      return INTEGRATOR_FAILED;
    }
    if (!project(integrator, stepping)) {
      integrator_explain("the mechanism cannot be closed", integrator->t, why);
      return INTEGRATOR_FAILED;
    }
  }
  return is_event ? INTEGRATOR_EVENT : INTEGRATOR_REACHED;
}

// ---- steps of one length

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

static IntegratorEnd fixed_go(Integrator *integrator, double until, double wall, bool has_risen[],
                              Text *why)
{
  static const Stepping FIXED = { fixed_advance, fixed_step, NULL, false };
  (void)wall;
  return steps_go(integrator, &FIXED, until, has_risen, why);
}

static void count_nothing(const Integrator *integrator, IntegratorCounts *counts)
{
  (void)integrator, (void)counts;
}

const MethodFamily FIXED_FAMILY = { fixed_open, midpoint_close, fixed_go, count_nothing };
