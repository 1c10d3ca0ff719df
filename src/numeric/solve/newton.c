// newton.c -- damped least squares iteration (Levenberg-Marquardt).
//
// At x the linear model is F + J d. The step minimises |F + J d|^2 + damping |D d|^2, where the
// diagonal D has the largest norm so far of each column of J (More 1978). If the model predicts |F|
// well, the damping decreases as |F|^2 does, so that the last steps are Newton steps with quadratic
// convergence; if |F| would increase, the damping grows, faster each time, and the step becomes
// shorter and turns towards steepest descent (Nielsen 1999).
// SPDX-License-Identifier: MIT
#include "numeric/solve/newton.h"

#include "base/memory/arena.h"
#include "numeric/linear/least_squares.h"

#include <math.h>
#include <string.h>

enum { DEFAULT_ITERATIONS = 200 };
static const double DEFAULT_TOLERANCE = 1e-10;
static const double FIRST_DAMPING = 1e-3;
// Minimum damping, (1e-10)^2, also for singular directions (redundant equations): otherwise
// rounding errors would be divided by rounding errors.
static const double MIN_DAMPING = 1e-20;
static const double GREATEST_DAMPING = 1e20;
// |J' F| / |F| with unit columns below which the point counts as stationary.
static const double FLAT = 1e-10;
static const double ROUNDING = 2.3e-16;

// State of one solution. Members with `next` belong to the trial point.
typedef struct Run {
  const NewtonProblem *problem;
  Entries entries;  // of J
  const double *longest_steps;
  bool is_scaled;
  double *x, *residual, *jacobian;
  double *next_x, *next_residual, *next_jacobian;
  double *scale;   // D
  double *scaled;  // J D^-1
  double *step;    // D d
  double *gradient;
  double norm;     // |F|
  double largest;  // largest row norm of J so far
  double damping, growth;
} Run;

static double length(const double v[], int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++) {
    if (v[i] != 0) sum = hypot(sum, v[i]);
  }
  return sum;
}

static bool evaluate(const Run *run, const double x[], double residual[], double jacobian[])
{
  const NewtonProblem *problem = run->problem;
  if (!problem->evaluate(problem->context, x, residual, jacobian)) return false;
  bool is_finite = true;
  for (int i = 0; i < problem->equations; i++)
    is_finite = is_finite && isfinite(residual[i]);
  for (int i = 0; i < entries_count(&run->entries); i++)
    is_finite = is_finite && isfinite(jacobian[i]);
  return is_finite;
}

static Run run_new(const NewtonProblem *problem, const NewtonOptions *options, double x[],
                   Arena *arena)
{
  int n = problem->unknowns, m = problem->equations;
  Entries entries = options->entries ? *options->entries : entries_all(m, n, arena);
  int count = entries_count(&entries);
  return (Run){
    .problem = problem,
    .entries = entries,
    .longest_steps = options->longest_steps,
    .is_scaled = options->is_scaled,
    .x = x,
    .residual = ARENA_ARRAY(arena, double, m),
    .jacobian = ARENA_ARRAY(arena, double, count),
    .next_x = ARENA_ARRAY(arena, double, n),
    .next_residual = ARENA_ARRAY(arena, double, m),
    .next_jacobian = ARENA_ARRAY(arena, double, count),
    .scale = ARENA_ARRAY(arena, double, n),
    .scaled = ARENA_ARRAY(arena, double, count),
    .step = ARENA_ARRAY(arena, double, n),
    .gradient = ARENA_ARRAY(arena, double, n),
    .damping = FIRST_DAMPING,
    .growth = 2,
  };
}

// Updates norms and scales after F and J were computed at a new x.
static void rescale(Run *run)
{
  const Entries *entries = &run->entries;
  run->norm = length(run->residual, entries->rows);
  for (int i = 0; i < entries->rows; i++)
    run->largest = fmax(run->largest, length(run->jacobian + entries->start[i],
                                             entries->start[i + 1] - entries->start[i]));
  if (!run->is_scaled) {
    double *column = run->gradient;
    memset(column, 0, sizeof(double) * (size_t)entries->columns);
    for (int e = 0; e < entries_count(entries); e++)
      column[entries->column[e]] = hypot(column[entries->column[e]], run->jacobian[e]);
    for (int j = 0; j < entries->columns; j++)
      run->scale[j] = fmax(run->scale[j], column[j]);
  }
  for (int e = 0; e < entries_count(entries); e++) {
    double scale = run->scale[entries->column[e]];
    run->scaled[e] = run->jacobian[e] / (scale > 0 ? scale : 1);
  }
}

// Returns true if |F| is stationary. Its gradient, in scaled unknowns, is scaled' F / |F|.
static bool is_flat(Run *run)
{
  const Entries *entries = &run->entries;
  memset(run->gradient, 0, sizeof(double) * (size_t)entries->columns);
  for (int i = 0; i < entries->rows; i++) {
    for (int e = entries->start[i]; e < entries->start[i + 1]; e++)
      run->gradient[entries->column[e]] += run->scaled[e] * run->residual[i];
  }
  return length(run->gradient, entries->columns) <= FLAT * run->norm;
}

// |F + J d|^2 of the linear model.
static double predicted(const Run *run)
{
  const Entries *entries = &run->entries;
  double sum = 0;
  for (int i = 0; i < entries->rows; i++) {
    double value = run->residual[i];
    for (int e = entries->start[i]; e < entries->start[i + 1]; e++)
      value += run->scaled[e] * run->step[entries->column[e]];
    sum += value * value;
  }
  return sum;
}

// Makes the trial point the current point.
static void accept(Run *run)
{
  int n = run->problem->unknowns, m = run->problem->equations;
  memcpy(run->x, run->next_x, sizeof(double) * (size_t)n);
  memcpy(run->residual, run->next_residual, sizeof(double) * (size_t)m);
  memcpy(run->jacobian, run->next_jacobian, sizeof(double) * (size_t)entries_count(&run->entries));
  rescale(run);
}

// Fraction of the step that respects all maximum step lengths.
static double bearable(const Run *run)
{
  double part = 1;
  for (int j = 0; run->longest_steps && j < run->problem->unknowns; j++) {
    double way = run->scale[j] > 0 ? fabs(run->step[j]) / run->scale[j] : 0;
    double longest = run->longest_steps[j];
    if (longest > 0 && way * part > longest) part = longest / way;
  }
  return part;
}

// Tries the step with the present damping. Returns true if |F| decreased.
static bool improve(Run *run)
{
  int n = run->problem->unknowns, m = run->problem->equations;
  NumericStatus status =
      least_squares_damped(&run->entries, run->scaled, run->residual, run->damping, run->step);
  if (status != NUMERIC_OK) return false;
  double part = bearable(run);
  for (int j = 0; j < n; j++) {
    run->step[j] *= -part;
    run->next_x[j] = run->x[j] + run->step[j] / (run->scale[j] > 0 ? run->scale[j] : 1);
  }
  if (!evaluate(run, run->next_x, run->next_residual, run->next_jacobian)) return false;
  double before = run->norm, after = length(run->next_residual, m);
  if (!(after < before)) return false;
  double gain = (before * before - after * after) / (before * before - predicted(run));
  double ratio = after / before;
  accept(run);
  double bend = 2 * gain - 1;
  double factor = fmax(1.0 / 3, 1 - bend * bend * bend);
  if (gain > 0.75) factor = fmin(factor, ratio * ratio);
  run->damping = fmax(run->damping * factor, MIN_DAMPING);
  run->growth = 2;
  return true;
}

static NumericStatus iterate(Run *run, int limit, int *iterations)
{
  for (*iterations = 0; *iterations < limit; ++*iterations) {
    if (run->norm <= ROUNDING * run->largest) return NUMERIC_OK;
    if (is_flat(run)) return NUMERIC_NO_SOLUTION;
    if (improve(run)) continue;
    run->damping *= run->growth;
    run->growth *= 2;
    // No step, however short, decreases |F|: rounding level.
    if (run->damping > GREATEST_DAMPING) return NUMERIC_NO_SOLUTION;
  }
  return NUMERIC_NOT_CONVERGED;
}

NumericStatus newton_solve(const NewtonProblem *problem, const NewtonOptions *options, double x[],
                           NewtonResult *result)
{
  static const NewtonOptions DEFAULTS = { 0 };
  if (!options) options = &DEFAULTS;
  int limit = options->iterations > 0 ? options->iterations : DEFAULT_ITERATIONS;
  double tolerance = options->tolerance > 0 ? options->tolerance : DEFAULT_TOLERANCE;
  *result = (NewtonResult){ .residual = NAN };
  Arena *arena = arena_new();
  Run run = run_new(problem, options, x, arena);
  for (int j = 0; j < problem->unknowns && run.is_scaled; j++)
    run.scale[j] = 1;
  NumericStatus status = NUMERIC_NOT_FINITE;
  if (evaluate(&run, x, run.residual, run.jacobian)) {
    rescale(&run);
    status = iterate(&run, limit, &result->iterations);
    // The iteration continues to rounding level; the tolerance is applied here.
    if (run.norm <= tolerance * run.largest || run.norm == 0) status = NUMERIC_OK;
    result->residual = run.norm;
  }
  arena_free(arena);
  return status;
}
