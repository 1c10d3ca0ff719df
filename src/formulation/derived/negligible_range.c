// negligible_range.c -- the ranges of all variables, and the maximum torques within them.
// SPDX-License-Identifier: MIT
#include "formulation/builder.h"
#include "formulation/derived/negligible.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>

// ---- parameters and coordinates

static bool read_parameters(Ranges *ranges, const Equations *equations, Text *why)
{
  int missing = 0;
  for (int i = 0; i < equations->parameter_count; i++) {
    const Variable *parameter = &equations->parameters[i];
    ranges->intervals[i] = (Interval){ parameter->symbol, parameter->value, parameter->value };
    if (parameter->value) continue;
    text_put(why, missing++ == 0 ? "what is negligible depends on numbers, and these parameters "
                                   "have no value: "
                                 : ", ");
    text_put(why, parameter->name);
  }
  return missing == 0;
}

// The limit with the values of the parameters substituted; NULL stays NULL.
static const Expr *limit_of(const Equations *equations, const Expr *limit)
{
  if (!limit) return NULL;
  Arena *scratch = arena_new();
  int count = equations->parameter_count;
  const Expr **from = ARENA_ARRAY(scratch, const Expr *, count + 1);
  const Expr **to = ARENA_ARRAY(scratch, const Expr *, count + 1);
  for (int i = 0; i < count; i++) {
    from[i] = equations->parameters[i].symbol;
    to[i] = equations->parameters[i].value;
  }
  const Expr *copy = expr_copy(equations->pool, limit);
  const Expr *value = expr_substitute(copy, from, to, count);
  arena_free(scratch);
  return value;
}

// Limit of a coordinate without limits: pi for an angle, 1 for an Euler parameter, NULL for others.
static const Expr *default_limit(const Equations *equations, const Coordinate *coordinate)
{
  if (coordinate->kind == COORDINATE_ANGLE) return expr_pi(equations->pool);
  return coordinate_is_euler_parameter(coordinate) ? expr_integer(equations->pool, 1) : NULL;
}

static bool read_coordinates(Ranges *ranges, const Equations *equations, const Mechanism *mechanism,
                             Text *why)
{
  for (int i = 0; i < equations->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    const Expr *usual = default_limit(equations, coordinate);
    const Expr *lower = limit_of(equations, coordinate->lower);
    const Expr *upper = limit_of(equations, coordinate->upper);
    bool is_half = (lower == NULL) != (upper == NULL);
    if ((!lower && !usual) || is_half) {
      text_format(why, "what is negligible depends on ranges, and '%s' has no %s; add %s limits",
                  coordinate_name(coordinate),
                  is_half ? (lower ? "upper limit" : "lower limit") : "limits",
                  is_half ? "both" : "its");
      return false;
    }
    if (!lower) {
      lower = negative(usual);
      upper = usual;
    }
    ranges->intervals[ranges->first_coordinate + i] =
        (Interval){ equations->coordinates[i].symbol, lower, upper };
  }
  return true;
}

// ---- speeds and accelerations

// Reads the largest magnitudes of speeds or accelerations; the default is 1. Returns false with a
// sentence in `why` if one is negative.
static bool read_largest(const Equations *equations, const Expr *const given[],
                         const Expr *largest[], Text *why)
{
  for (int i = 0; i < equations->coordinate_count; i++) {
    bool is_given = given && given[i];
    largest[i] = is_given ? expr_copy(equations->pool, given[i]) : expr_integer(equations->pool, 1);
    if (expr_literal_value(largest[i]) >= 0) continue;
    text_put(why, "a speed or acceleration ranges from -R to R, and R cannot be negative");
    return false;
  }
  return true;
}

static void add_symmetric(Ranges *ranges, int place, const Expr *symbol, const Expr *largest)
{
  ranges->intervals[place] = (Interval){ symbol, negative(largest), largest };
}

bool ranges_read(Ranges *ranges, const Derivation *whole, const NegligibleOptions *options,
                 Text *why)
{
  const Equations *equations = whole->equations;
  const Mechanism *mechanism = whole->mechanism;
  int n = equations->coordinate_count, first = equations->parameter_count;
  ranges->first_coordinate = first;
  ranges->intervals = ARENA_ARRAY(equations->arena, Interval, first + 3 * n + 1);
  ranges->speeds = ARENA_ARRAY(equations->arena, const Expr *, n + 1);
  ranges->accelerations = ARENA_ARRAY(equations->arena, const Expr *, n + 1);
  bool is_good = read_parameters(ranges, equations, why) &&
                 read_coordinates(ranges, equations, mechanism, why) &&
                 read_largest(equations, options->speeds, ranges->speeds, why) &&
                 read_largest(equations, options->accelerations, ranges->accelerations, why);
  if (!is_good) return false;
  for (int i = 0; i < n; i++) {
    add_symmetric(ranges, first + n + i, speed_of(equations, i), ranges->speeds[i]);
    add_symmetric(ranges, first + 2 * n + i, acceleration_of(equations, i),
                  ranges->accelerations[i]);
  }
  ranges->box = box_new(ranges->intervals, first + 3 * n);
  return true;
}

// ---- torques attained

enum { RANDOM_POINTS = 600, ROUNDS = 10 };

// |tau_i| at a point: tau is linear in the accelerations, whose signs can be chosen, so that the
// maximum for given q and qd is |h + G| + sum |M_ij| |qdd_j|.
typedef struct Reach {
  BoxProbe *probe;
  int n;
  int place_count;
  int first_coordinate;
  const double *accelerations;
  double *lower, *upper;  // of the entries of M, then h + G
} Reach;

static const double ROUNDING = 1e-12;  // exceeds the rounding error of several hundred additions

static double least_size(const Reach *reach, int e)
{
  return fmax(0, fmax(reach->lower[e], -reach->upper[e]));
}

static void reach_at(Reach *reach, const double place[], double torques[])
{
  int n = reach->n;
  box_probe_at(reach->probe, place, reach->lower, reach->upper);
  for (int i = 0; i < n; i++) {
    double size = least_size(reach, n * n + i);
    for (int j = 0; j < n; j++)
      size += least_size(reach, i * n + j) * reach->accelerations[j];
    torques[i] = size * (1 - ROUNDING);
  }
}

// A separate generator, so that the points are the same on all platforms (Steele, Lea, Flood 2014).
static double next_random(uint64_t *state)
{
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

// Coordinates are random or at their limits, speeds at their limits or zero.
static void choose_point(const Reach *reach, int index, uint64_t *state, double place[])
{
  for (int k = 0; k < reach->place_count; k++) {
    double random = next_random(state);
    bool is_speed = k >= reach->first_coordinate + reach->n;
    bool is_at_end = is_speed ? index % 4 != 0 : index % 5 == 0;
    place[k] = is_at_end ? (random < 0.5 ? 0 : 1) : is_speed ? 0.5 : random;
  }
}

// Coordinate search from the best point of torque i, with decreasing step size.
static double climb(Reach *reach, int i, double place[], double best, double torques[])
{
  double step = 0.1;
  for (int round = 0; round < ROUNDS; round++) {
    bool is_better = false;
    for (int k = reach->first_coordinate; k < reach->first_coordinate + 2 * reach->n; k++) {
      double before = place[k];
      for (int sign = -1; sign <= 1; sign += 2) {
        double tried = fmin(1, fmax(0, before + sign * step));
        double kept = place[k];
        place[k] = tried;
        reach_at(reach, place, torques);
        if (torques[i] > best) {
          best = torques[i];
          is_better = true;
        } else {
          place[k] = kept;
        }
      }
    }
    if (!is_better) step *= 0.4;
  }
  return best;
}

static void search_reach(Reach *reach, double *places, double torques[], double result[])
{
  int n = reach->n, count = reach->place_count;
  double *place = places + n * count;
  uint64_t state = 1;
  for (int p = 0; p < RANDOM_POINTS; p++) {
    choose_point(reach, p, &state, place);
    reach_at(reach, place, torques);
    for (int i = 0; i < n; i++) {
      if (torques[i] <= result[i]) continue;
      result[i] = torques[i];
      memcpy(places + i * count, place, (size_t)count * sizeof place[0]);
    }
  }
  for (int i = 0; i < n; i++) {
    if (result[i] > 0) result[i] = climb(reach, i, places + i * count, result[i], torques);
  }
}

void ranges_find_reach(const Ranges *ranges, const Equations *equations, Matrix M, Matrix rest,
                       double result[])
{
  Arena *scratch = arena_new();
  int n = equations->coordinate_count;
  int place_count = equations->parameter_count + 3 * n;
  double *accelerations = ARENA_ARRAY(scratch, double, n + 1);
  const Expr **entries = ARENA_ARRAY(scratch, const Expr *, n *n + n + 1);
  matrix_put(M, entries);
  matrix_put(rest, entries + n * n);
  for (int i = 0; i < n; i++)
    accelerations[i] = box_bound(ranges->box, ranges->accelerations[i]) * (1 - ROUNDING);
  Reach reach = {
    .probe = box_probe_new(ranges->box, entries, n * n + n),
    .n = n,
    .place_count = place_count,
    .first_coordinate = ranges->first_coordinate,
    .accelerations = accelerations,
    .lower = ARENA_ARRAY(scratch, double, n *n + n + 1),
    .upper = ARENA_ARRAY(scratch, double, n *n + n + 1),
  };
  for (int i = 0; i < n; i++)
    result[i] = 0;
  double *places = ARENA_ARRAY(scratch, double, (n + 1) * place_count + 1);
  search_reach(&reach, places, ARENA_ARRAY(scratch, double, n + 1), result);
  box_probe_free(reach.probe);
  arena_free(scratch);
}
