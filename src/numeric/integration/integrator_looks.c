// integrator_looks.c -- the event functions at some times, and the detection of extrema between two
// of these.
//
// An evaluation ("look") has the values g of the functions and their slopes along the solution,
// dg/dt = g_t + g_y y'. Between two evaluations
//
//   one extremum is detected by the slopes: if g < 0 at both ends rises at the first and falls at
//   the last, there is a maximum between them. If g is concave, it lies below the intersection of
//   the two tangents; the interval is divided at the zero of the secant of the slopes as long as
//   that intersection is above 0 (likewise a minimum between two positive values, after which g
//   rises again)
//
//   several extrema are detected by a third value within: if the cubics (Hermite) of y and of g
//   from end to end do not agree there, g has more than one extremum, and the interval is divided
//
// A maximum so little below 0 that it might be above it is reported as a miss, if the function has
// come from farther below: one that has just been 0 remains near it for a while.
// SPDX-License-Identifier: MIT
#include "numeric/integration/integrator_impl.h"

#include "base/memory/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- one evaluation

Look look_new(const IntegratorProblem *problem)
{
  size_t count = (size_t)problem->event_count + 1, n = (size_t)problem->size;
  return (Look){ .values = memory_new(count, sizeof(double)),
                 .slopes = memory_new(count, sizeof(double)),
                 .y = memory_new(n, sizeof(double)),
                 .rates = memory_new(n, sizeof(double)) };
}

void look_copy(Look *to, const Look *from, const IntegratorProblem *problem)
{
  size_t count = sizeof(double) * (size_t)problem->event_count;
  size_t n = sizeof(double) * (size_t)problem->size;
  to->t = from->t;
  memcpy(to->values, from->values, count);
  memcpy(to->slopes, from->slopes, count);
  memcpy(to->y, from->y, n);
  memcpy(to->rates, from->rates, n);
}

void look_free(Look *look)
{
  free(look->values);
  free(look->slopes);
  free(look->y);
  free(look->rates);
}

int looks_own_count(const IntegratorProblem *problem)
{
  return problem->event_count - problem->guards;
}

// A time so short that the functions are linear, and long enough to exceed rounding: steps after an
// event may be nearly as short as rounding. It has the sign of the interval.
static double short_time(const Integrator *integrator, double interval, double t)
{
  static const double OF_THE_INTERVAL = 1e-6, OF_A_LOOK = 1e-9, OF_THE_TIME = 1e-12;
  double least = fmax(OF_A_LOOK * integrator->options.resolution, OF_THE_TIME * fabs(t));
  return copysign(fmax(OF_THE_INTERVAL * fabs(interval), least), interval);
}

// Slopes by a finite difference along (1, y').
static void read_slopes(Integrator *integrator, double interval, Look *look)
{
  EventSearch *search = &integrator->search;
  int count = looks_own_count(integrator->problem), n = integrator->problem->size;
  double step = short_time(integrator, interval, look->t);
  bool is_known = numbers_are_finite(look->rates, n);
  for (int i = 0; i < n; i++)
    search->moved[i] = look->y[i] + step * look->rates[i];
  is_known = is_known && events_read(integrator, look->t + step, search->moved, search->values);
  for (int e = 0; e < count; e++)
    look->slopes[e] = is_known ? (search->values[e] - look->values[e]) / step : NAN;
}

bool look_at(Integrator *integrator, const Trail *trail, double t, double interval, Look *look)
{
  EventSearch *search = &integrator->search;
  int count = looks_own_count(integrator->problem);
  size_t size = sizeof(double) * (size_t)integrator->problem->size;
  bool requests_slopes = interval != 0 && count > 0;
  look->t = t;
  if (!trail->at(integrator, t, requests_slopes, look->values)) return false;
  for (int e = 0; e < count; e++)
    search->largest[e] = fmax(search->largest[e], fabs(look->values[e]));
  if (!requests_slopes) return true;
  memcpy(look->y, integrator->next, size);
  memcpy(look->rates, N_VGetArrayPointer(integrator->tangent), size);
  read_slopes(integrator, interval, look);
  return true;
}

// ---- one extremum between two evaluations

// Value of g at the intersection of the tangents at both ends.
static double value_of_tangents(const Look *a, const Look *b, int e)
{
  double along =
      (b->values[e] - a->values[e] - b->slopes[e] * (b->t - a->t)) / (a->slopes[e] - b->slopes[e]);
  return a->values[e] + a->slopes[e] * along;
}

// Returns true if g approaches zero from both ends, which have the same sign. One of the slopes may
// be zero.
static bool turns(const Look *a, const Look *b, int e)
{
  double side = a->values[e] >= 0 ? -1 : 1;
  double up = side * a->slopes[e], down = -side * b->slopes[e];
  return (a->values[e] >= 0) == (b->values[e] >= 0) && up >= 0 && down >= 0 && up + down > 0;
}

// Largest distance below 0 that may be an error: a multiple of the tolerance times the largest
// value of the function so far.
static double margin_of(const Integrator *integrator, int e)
{
  return 100 * integrator->options.tolerance * integrator->search.largest[e];
}

// Returns true if the function may have the other sign between the two evaluations, within the
// margin.
static bool may_turn(const Integrator *integrator, const Look *a, const Look *b, int e)
{
  if (!turns(a, b, e)) return false;
  double side = a->values[e] >= 0 ? -1 : 1;
  double top = side * value_of_tangents(a, b, e);
  double seen = fmax(side * a->values[e], side * b->values[e]);
  double margin = side > 0 ? margin_of(integrator, e) : 0;
  return top >= 0 || (top >= -margin && top - seen > 0.1 * margin);
}

void looks_report_misses(Integrator *integrator, const Look *a, const Look *b)
{
  const IntegratorProblem *problem = integrator->problem;
  bool *was_low = integrator->search.was_low;
  for (int e = 0; e < looks_own_count(problem); e++) {
    const Look *nearer = a->values[e] > b->values[e] ? a : b;
    double margin = margin_of(integrator, e);
    bool is_miss = was_low[e] && a->values[e] < 0 && turns(a, b, e) && nearer->values[e] >= -margin;
    if (is_miss && problem->missed)
      problem->missed(problem->context, e, nearer->t, -nearer->values[e]);
    was_low[e] = b->values[e] < 0 && (was_low[e] || b->values[e] < -margin);
  }
}

void looks_begin(Integrator *integrator, const double values[])
{
  EventSearch *search = &integrator->search;
  for (int e = 0; e < looks_own_count(integrator->problem); e++) {
    search->largest[e] = fmax(search->largest[e], fabs(values[e]));
    search->was_low[e] = values[e] < -margin_of(integrator, e);
  }
}

// ---- several extrema

static double cubic(double a, double slope_a, double b, double slope_b, double h, double s)
{
  double more = s * s * (3 - 2 * s);
  return (1 - more) * a + more * b + h * s * (1 - s) * ((1 - s) * slope_a - s * slope_b);
}

// Returns true if the value agrees with the interpolation from the ends, as accurately as needed to
// locate zeros.
static bool is_foretold(const Look *a, const Look *b, int e, double value, double part)
{
  static const double MOST = 0.001, FAR = 100;
  double ga = a->values[e], gb = b->values[e], h = b->t - a->t;
  double off = fabs(value - cubic(ga, a->slopes[e], gb, b->slopes[e], h, part));
  double size = fabs(ga) + fabs(gb) + fabs(value);
  double nearest = fmin(fabs(value), fmin(fabs(ga), fabs(gb)));
  bool crosses = (ga >= 0) != (gb >= 0);
  return !(off > MOST * size && (crosses || FAR * off > nearest));
}

// Position within the interval, at an irrational fraction so that a periodic function is not
// sampled in phase.
static const double PART = 0.382;

static bool are_foretold(Integrator *integrator, const Look *a, const Look *b)
{
  EventSearch *search = &integrator->search;
  double h = b->t - a->t;
  bool is_known = looks_own_count(integrator->problem) > 0, result = true;
  for (int i = 0; i < integrator->problem->size; i++) {
    search->moved[i] = cubic(a->y[i], a->rates[i], b->y[i], b->rates[i], h, PART);
    is_known = is_known && isfinite(search->moved[i]);
  }
  if (!is_known || !events_read(integrator, a->t + PART * h, search->moved, search->values))
    return true;
  for (int e = 0; e < looks_own_count(integrator->problem); e++)
    result = result && is_foretold(a, b, e, search->values[e], PART);
  return result;
}

double check_between(Integrator *integrator, const Look *a, const Look *b)
{
  static const double CLOSE = 1e-8, FINEST = 1.0 / 100;  // relative to the resolution
  const IntegratorProblem *problem = integrator->problem;
  double length = b->t - a->t;
  if (!(length > CLOSE * integrator->search.length)) return NAN;
  for (int e = 0; e < looks_own_count(problem); e++) {
    if (!may_turn(integrator, a, b, e)) continue;
    double part = a->slopes[e] / (a->slopes[e] - b->slopes[e]);
    return a->t + fmin(fmax(part, 0.05), 0.95) * length;
  }
  bool is_fine = length <= FINEST * integrator->search.length;
  return is_fine || are_foretold(integrator, a, b) ? NAN : a->t + PART * length;
}
