// search.c -- Newton's method from many starts.
//
// The starts are Halton points: they fill the box evenly for any number of points, and are the same
// in every run. The first of them are moved towards the given start, so that of several solutions
// the one near it is found first even if the start itself is singular. Two solutions are equal if
// no unknown differs by more than a thousandth of the box, modulo periods.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "numeric/solve/newton.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SAME = 1e-3;
enum { NEAR_STARTS = 20 };  // start k of these is in a box of k / 20 of the size

static bool is_prime(int number)
{
  for (int divisor = 2; divisor * divisor <= number; divisor++) {
    if (number % divisor == 0) return false;
  }
  return true;
}

// Radical inverse: the digits of `index` in this base, mirrored at the point: 0 < result < 1 for
// index > 0.
static double mirrored(int index, int base)
{
  double result = 0, weight = 1;
  for (; index > 0; index /= base) {
    weight /= base;
    result += weight * (index % base);
  }
  return result;
}

// Moves `x`, the given start, towards Halton point `index`.
static void move_start(const SearchOptions *options, int unknowns, int index, double x[])
{
  double way = index < NEAR_STARTS ? (double)index / NEAR_STARTS : 1;
  int base = 2;
  for (int j = 0; j < unknowns; j++) {
    double part = mirrored(index, base);
    double point = options->lower[j] + part * (options->upper[j] - options->lower[j]);
    x[j] += way * (point - x[j]);
    do {
      base++;
    } while (!is_prime(base));
  }
}

static bool is_same(const SearchOptions *options, int unknowns, const double a[], const double b[])
{
  for (int j = 0; j < unknowns; j++) {
    double difference = a[j] - b[j];
    double period = options->periods ? options->periods[j] : 0;
    if (period > 0) difference = remainder(difference, period);
    if (fabs(difference) > SAME * (options->upper[j] - options->lower[j])) return false;
  }
  return true;
}

static bool is_known(const SearchOptions *options, int unknowns, const SearchResult *result,
                     const double x[])
{
  for (int k = 0; k < result->count; k++) {
    if (is_same(options, unknowns, result->points + k * unknowns, x)) return true;
  }
  return false;
}

// The equivalent solution with periodic unknowns within half a period of the start. If the
// equations are not periodic after all (for example in half an angle), the solution is left
// unchanged.
static void wrap_near_start(const NewtonProblem *problem, const SearchOptions *options,
                            const double start[], double x[])
{
  int n = problem->unknowns;
  bool is_home = true;
  double *home = memory_new((size_t)n, sizeof(double));
  for (int j = 0; j < n; j++) {
    double period = options->periods ? options->periods[j] : 0, way = x[j] - start[j];
    home[j] = period > 0 && fabs(way) > period / 2 ? start[j] + remainder(way, period) : x[j];
    is_home = is_home && home[j] == x[j];
  }
  double *polished = memory_new((size_t)n, sizeof(double));
  memcpy(polished, home, sizeof(double) * (size_t)n);
  NewtonResult result;
  if (!is_home && newton_solve(problem, &options->newton, polished, &result) == NUMERIC_OK &&
      is_same(options, n, polished, home)) {
    memcpy(x, polished, sizeof(double) * (size_t)n);
  }
  free(polished);
  free(home);
}

// Row `count` of the points is the closest point that is not a solution; a new solution moves it
// up.
static void keep_solution(SearchResult *result, int unknowns, const double x[])
{
  size_t row = sizeof(double) * (size_t)unknowns;
  result->points = memory_grow(result->points, (size_t)result->count + 2, row);
  double *place = result->points + result->count * unknowns;
  memcpy(place + unknowns, place, row);
  memcpy(place, x, row);
  result->count++;
}

typedef enum Arrival { ARRIVED, REFUSED, NOWHERE } Arrival;

// Newton's method from x, which becomes an accepted solution near the start, if there is one.
static Arrival arrive(const NewtonProblem *problem, const NewtonProblem *by,
                      const SearchOptions *options, const double start[], double x[],
                      NewtonResult *newton)
{
  if (newton_solve(by, &options->newton, x, newton) != NUMERIC_OK) return NOWHERE;
  wrap_near_start(problem, options, start, x);
  return options->accepts && !options->accepts(problem->context, x) ? REFUSED : ARRIVED;
}

// Uses the detour as well if the direct iteration fails; if both fail, x is the end point of the
// direct one.
static Arrival arrive_somehow(const NewtonProblem *problem, const SearchOptions *options,
                              const double start[], double x[], NewtonResult *newton)
{
  size_t row = sizeof(double) * (size_t)problem->unknowns;
  double *other = memory_new((size_t)problem->unknowns, sizeof(double));
  memcpy(other, x, row);
  Arrival arrival = arrive(problem, problem, options, start, x, newton);
  if (arrival != ARRIVED && options->detour) {
    NewtonResult detour;
    Arrival by_detour = arrive(problem, options->detour, options, start, other, &detour);
    newton->iterations += detour.iterations;
    if (by_detour == ARRIVED) {
      arrival = ARRIVED;
      newton->residual = detour.residual;
      memcpy(x, other, row);
    }
  }
  free(other);
  return arrival;
}

void newton_search(const NewtonProblem *problem, const SearchOptions *options, const double start[],
                   SearchResult *result)
{
  int n = problem->unknowns;
  assert(n > 0);
  size_t row = sizeof(double) * (size_t)n;
  *result = (SearchResult){ .closest = INFINITY, .points = memory_new((size_t)n, sizeof(double)) };
  memcpy(result->points, start, row);
  double *x = memory_new((size_t)n, sizeof(double));
  for (int k = 0; k <= options->starts; k++) {
    memcpy(x, start, row);
    if (k > 0) move_start(options, n, k, x);
    NewtonResult newton;
    Arrival arrival = arrive_somehow(problem, options, start, x, &newton);
    result->starts++;
    result->iterations += newton.iterations;
    if (arrival == REFUSED) {
      result->refused++;
      continue;
    }
    if (arrival == ARRIVED && !is_known(options, n, result, x)) keep_solution(result, n, x);
    // The same minimum found again does not count as closer because of its last digits.
    if (newton.residual < result->closest * (1 - SAME * SAME)) {
      result->closest = newton.residual;
      memcpy(result->points + result->count * n, x, row);
    }
    if (result->count > 0 && options->stops_at_first) break;
  }
  if (result->count == 0 && isfinite(result->closest)) {
    result->closest = newton_refine_closest(problem, result->points);
  }
  free(x);
}
