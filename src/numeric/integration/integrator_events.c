// integrator_events.c -- locates upward zero crossings of event functions along the solution.
//
// All methods share this search: a method provides y, and y' if requested, at any time within its
// last step. The functions are evaluated (integrator_looks.c) at intervals of at most
// options.resolution, and at shorter ones if two evaluations do not determine the functions between
// them.
//
// The state g >= 0 of each function is stored in integrator->holds. It is not deduced from a sign
// that may be due to rounding or to the correction of y by a restart: a function that has crossed
// zero cannot cross again before it has been below 0.
// SPDX-License-Identifier: MIT
#include "numeric/integration/integrator_impl.h"

#include "base/memory/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool events_read(Integrator *integrator, double t, const double y[], double values[])
{
  const IntegratorProblem *problem = integrator->problem;
  if (problem->event_count == 0) return true;
  integrator->cause = "the condition of an event has no value";
  return problem->events(problem->context, t, y, values) &&
         numbers_are_finite(values, problem->event_count);
}

// ---- between two evaluations

// Returns true if function e is not negative at b and its stored state is negative.
static bool is_rise(const Integrator *integrator, const Look *b, int e)
{
  return !integrator->holds[e] && b->values[e] >= 0;
}

// Time of the first crossing within (low, high) by linear interpolation; kept away from the ends,
// so that both ends converge.
static double guess(const Integrator *integrator, const Look *low, const Look *high)
{
  double first = 1;
  for (int e = 0; e < integrator->problem->event_count; e++) {
    if (is_rise(integrator, high, e) && low->values[e] < 0)
      first = fmin(first, low->values[e] / (low->values[e] - high->values[e]));
  }
  return low->t + fmin(fmax(first, 0.02), 0.98) * (high->t - low->t);
}

static int count_rises(const Integrator *integrator, const Look *b, bool has_crossed[])
{
  int rises = 0;
  for (int e = 0; e < integrator->problem->event_count; e++) {
    has_crossed[e] = is_rise(integrator, b, e);
    rises += has_crossed[e];
  }
  return rises;
}

static void swap_looks(Look *a, Look *b)
{
  Look kept = *a;
  *a = *b;
  *b = kept;
}

// Shrinks the interval from a to b until its first crossing is at its end, by alternating secant
// steps and bisection. A time without values counts as after the crossing.
static EventsFound locate(Integrator *integrator, const Trail *trail, const Look *a, const Look *b,
                          bool has_crossed[])
{
  enum { MOST = 120 };
  static const double ROUNDING = 1e-15;
  EventSearch *search = &integrator->search;
  Look *low = &search->low, *high = &search->high, *middle = &search->middle;
  look_copy(low, a, integrator->problem);
  look_copy(high, b, integrator->problem);
  double most = ROUNDING * fmax(fabs(a->t), search->length);
  for (int k = 0; k < MOST && high->t - low->t > most; k++) {
    double t = k % 3 == 2 ? (low->t + high->t) / 2 : guess(integrator, low, high);
    if (!(t > low->t) || !(t < high->t)) break;
    bool has_value = look_at(integrator, trail, t, 0, middle);
    if (has_value && count_rises(integrator, middle, has_crossed) == 0) {
      swap_looks(low, middle);
    } else if (has_value) {
      swap_looks(high, middle);
    } else {
      high->t = t;
    }
  }
  if (!trail->at(integrator, high->t, false, search->values)) return EVENTS_LOST;
  count_rises(integrator, high, has_crossed);  // near zero the next evaluation may differ
  integrator->t = high->t;
  return EVENTS_FOUND;
}

// The first crossing from `a` to `b`. EVENTS_NONE: the search continues from b.
static EventsFound scan(Integrator *integrator, const Trail *trail, const Look *a, const Look *b,
                        bool has_crossed[], int depth)
{
  enum { DEEPEST = 40 };
  int count = integrator->problem->event_count;
  double between = depth < DEEPEST ? check_between(integrator, a, b) : NAN;
  if (!isnan(between)) {
    Look middle = look_new(integrator->problem);
    EventsFound found = EVENTS_LOST;
    if (look_at(integrator, trail, between, a->t - b->t, &middle))
      found = scan(integrator, trail, a, &middle, has_crossed, depth + 1);
    if (found == EVENTS_NONE) found = scan(integrator, trail, &middle, b, has_crossed, depth + 1);
    look_free(&middle);
    return found;
  }
  if (count_rises(integrator, b, has_crossed) > 0)
    return locate(integrator, trail, a, b, has_crossed);
  looks_report_misses(integrator, a, b);
  for (int e = 0; e < count; e++) {
    bool comes_up = a->values[e] < 0 && b->values[e] < 0 && b->slopes[e] > 0;
    if (b->values[e] < 0 && !comes_up) integrator->holds[e] = false;
  }
  return EVENTS_NONE;
}

// ---- the first evaluation after a restart

// Resolves functions whose sign differs from the stored state, because of a correction or rounding.
// A function that holds and is below 0 rises again, or has turned round; one that does not hold and
// is above 0 has crossed, unless it is falling. A function that has just fired and would fire again
// at the same time fires once only. Returns true if a function crosses immediately.
static bool settle_signs(Integrator *integrator, const Look *first, const Look *next,
                         bool has_crossed[])
{
  static const double AT_ONCE = 1e-12;
  const IntegratorProblem *problem = integrator->problem;
  const bool *has_fired = integrator->search.has_fired;
  double moment = AT_ONCE * fmax(fabs(first->t), integrator->search.length);
  bool is_any = false;
  for (int e = 0; e < problem->event_count; e++) {
    bool is_guard = e >= looks_own_count(problem);
    bool is_above = first->values[e] >= 0, rises = first->slopes[e] > 0;
    bool is_same = has_fired[e] && rises && -first->values[e] <= moment * first->slopes[e];
    if (is_guard) integrator->holds[e] = is_above;
    if (is_same) integrator->holds[e] = true;
    if (integrator->holds[e] && !is_above && !rises) integrator->holds[e] = false;
    has_crossed[e] = !integrator->holds[e] && is_above && (rises || next->values[e] >= 0);
    is_any = is_any || has_crossed[e];
  }
  return is_any;
}

static EventsFound begin_search(Integrator *integrator, const Trail *trail, const Look *next,
                                bool has_crossed[])
{
  EventSearch *search = &integrator->search;
  Look *first = &search->first;
  double t = integrator->t;
  if (!look_at(integrator, trail, t, next->t - t, first)) return EVENTS_LOST;
  search->has_first = true;
  if (!settle_signs(integrator, first, next, has_crossed)) return EVENTS_NONE;
  return trail->at(integrator, t, false, search->values) ? EVENTS_FOUND : EVENTS_LOST;
}

// ---- the whole interval

// Searches to `to`, or as far as there are values; crossings before that end are found by
// bisection.
static EventsFound find_until(Integrator *integrator, const Trail *trail, double to,
                              bool has_crossed[])
{
  enum { HALVES = 50 };
  EventSearch *search = &integrator->search;
  Look *first = &search->first, *next = &search->next;
  double good = search->has_first ? first->t : integrator->t, end = to;
  for (int k = 0; k < HALVES; k++) {
    if (!look_at(integrator, trail, end, good - end, next)) {
      to = end;
      end = good + (end - good) / 2;
      continue;
    }
    EventsFound found = EVENTS_NONE;
    if (!search->has_first) found = begin_search(integrator, trail, next, has_crossed);
    if (found == EVENTS_NONE) found = scan(integrator, trail, first, next, has_crossed, 0);
    if (found != EVENTS_NONE) return found;
    swap_looks(first, next);
    if (end == to) return EVENTS_NONE;
    good = end;
    end = good + (to - good) / 2;
  }
  return EVENTS_LOST;
}

EventsFound events_find(Integrator *integrator, const Trail *trail, double to, bool has_crossed[])
{
  EventSearch *search = &integrator->search;
  double from = integrator->t, resolution = integrator->options.resolution;
  bool is_fine = resolution > 0 && looks_own_count(integrator->problem) > 0;
  long looks = is_fine ? (long)fmin(1e12, fmax(1, ceil((to - from) / resolution - 1e-9))) : 1;
  if (integrator->problem->event_count == 0) return EVENTS_NONE;
  search->length = (to - from) / (double)looks;
  for (long k = 1; k <= looks; k++) {
    double end = k == looks ? to : from + (double)k * search->length;
    EventsFound found = find_until(integrator, trail, end, has_crossed);
    if (found == EVENTS_NONE) continue;
    for (int e = 0; e < integrator->problem->event_count; e++) {
      search->has_fired[e] = found == EVENTS_FOUND && has_crossed[e];
      integrator->holds[e] = integrator->holds[e] || search->has_fired[e];
    }
    return found;
  }
  return EVENTS_NONE;
}

IntegratorEnd dense_go(Integrator *integrator, const Trail *trail, double until, bool has_crossed[],
                       Text *why)
{
  double to = fmin(until, integrator->reached);
  EventsFound found = events_find(integrator, trail, to, has_crossed);
  bool has_value = found != EVENTS_LOST;
  if (found == EVENTS_NONE) {
    has_value = trail->at(integrator, to, false, NULL);
    integrator->t = to;
  }
  if (has_value) {
    memcpy(N_VGetArrayPointer(integrator->y), integrator->next,
           sizeof(double) * (size_t)integrator->problem->size);
    return found == EVENTS_FOUND ? INTEGRATOR_EVENT : INTEGRATOR_REACHED;
  }
  integrator_explain(integrator->cause, integrator->t, why);
  return INTEGRATOR_FAILED;
}

bool events_begin(Integrator *integrator, const double y[])
{
  EventSearch *search = &integrator->search;
  if (!events_read(integrator, integrator->t, y, search->values)) return false;
  for (int e = 0; e < integrator->problem->event_count; e++)
    integrator->holds[e] = search->values[e] >= 0;
  looks_begin(integrator, search->values);
  search->has_first = false;
  return true;
}

void events_new(Integrator *integrator)
{
  size_t n = (size_t)integrator->problem->size;
  int count = integrator->problem->event_count;
  EventSearch *search = &integrator->search;
  Look *const looks[] = { &search->first, &search->next, &search->low, &search->middle,
                          &search->high };
  for (size_t k = 0; k < sizeof looks / sizeof looks[0]; k++)
    *looks[k] = look_new(integrator->problem);
  search->values = memory_new((size_t)count + 1, sizeof(double));
  search->has_fired = memory_new((size_t)count + 1, sizeof(bool));
  search->guards = memory_new((size_t)integrator->problem->guards + 1, sizeof(double));
  search->moved = memory_new(n, sizeof(double));
  search->largest = memory_new((size_t)count + 1, sizeof(double));
  search->was_low = memory_new((size_t)count + 1, sizeof(bool));
  integrator->holds = memory_new((size_t)count + 1, sizeof(bool));
}

void events_free(Integrator *integrator)
{
  EventSearch *search = &integrator->search;
  Look *const looks[] = { &search->first, &search->next, &search->low, &search->middle,
                          &search->high };
  for (size_t k = 0; k < sizeof looks / sizeof looks[0]; k++)
    look_free(looks[k]);
  free(search->values);
  free(search->has_fired);
  free(search->guards);
  free(search->moved);
  free(search->largest);
  free(search->was_low);
  free(integrator->holds);
}
