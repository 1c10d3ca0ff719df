// identification_values.c -- parameters of the description that reproduce the identified base
// parameters.
//
//   S (base(p) - identified) = 0     S: the identifiable combinations, with variance 1
//
// usually has fewer equations than unknowns: Newton's method starts from the values of the
// description, and each step is the minimum-norm one relative to these values. If there are more
// equations, as with noise and several base parameters of one mass, the solution is the most likely
// one (least squares).
// SPDX-License-Identifier: MIT
#include "study/identification/identification_impl.h"

#include "numeric/solve/newton.h"

#include <math.h>
#include <string.h>

static const double STEP = 0x1p-20;  // of finite differences, relative to a value
// Smallest standard deviation of a combination, relative to its terms, for perfect data.
static const double MIN_SD = 1e-9;

typedef struct Work {
  const Identification *found;
  Evaluator *evaluator;
  const double *base;
  ProgramState state;
  double *parameters;   // all parameters of the description
  const int *unknown;   // indices of the unknown parameters
  const double *scale;  // and their units
  const double *sums;   // equations x of_base
  int unknowns, equations, of_base;
} Work;

static void residuals_at(const Work *work, const double x[], double residual[])
{
  for (int i = 0; i < work->unknowns; i++)
    work->parameters[work->unknown[i]] = x[i] * work->scale[i];
  evaluator_evaluate(work->evaluator, &work->state);
  for (int r = 0; r < work->equations; r++) {
    residual[r] = 0;
    for (int k = 0; k < work->of_base; k++)
      residual[r] +=
          work->sums[r * work->of_base + k] * (work->base[k] - work->found->parameters[k].value);
  }
}

// Uses central differences: base parameters are usually quadratic polynomials.
static bool evaluate(void *context, const double x[], double residual[], double jacobian[])
{
  const Work *work = context;
  int m = work->equations, n = work->unknowns;
  Arena *scratch = arena_new();
  double *moved = ARENA_ARRAY(scratch, double, n);
  double *above = ARENA_ARRAY(scratch, double, m), *below = ARENA_ARRAY(scratch, double, m);
  memcpy(moved, x, sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++) {
    double h = STEP * fmax(1, fabs(x[i]));
    moved[i] = x[i] + h;
    residuals_at(work, moved, above);
    moved[i] = x[i] - h;
    residuals_at(work, moved, below);
    moved[i] = x[i];
    for (int k = 0; k < m; k++)
      jacobian[k * n + i] = (above[k] - below[k]) / (2 * h);
  }
  residuals_at(work, x, residual);
  arena_free(scratch);
  bool is_finite = true;
  for (int k = 0; k < m; k++)
    is_finite = is_finite && isfinite(residual[k]);
  return is_finite;
}

// Returns true if the value differs in sign from the described value, or by more than a factor of
// 2; `described` is 0 if it has no value.
static bool is_far(double value, double described)
{
  return described != 0 && !(value / described > 0.5 && value / described < 2);
}

static void solve(Work *work, Arena *scratch, Identification *out)
{
  double *x = ARENA_ARRAY(scratch, double, work->unknowns);
  double *first = ARENA_ARRAY(scratch, double, work->unknowns);
  double *residual = ARENA_ARRAY(scratch, double, work->equations);
  for (int i = 0; i < work->unknowns; i++)
    first[i] = x[i] = work->parameters[work->unknown[i]] / work->scale[i];
  const NewtonProblem problem = { work->unknowns, work->equations, evaluate, work };
  const NewtonOptions options = { .is_scaled = true };
  NewtonResult result;
  NumericStatus status = newton_solve(&problem, &options, x, &result);
  if (status == NUMERIC_NOT_FINITE) return;
  if (status != NUMERIC_OK) newton_refine_closest(&problem, x);
  residuals_at(work, x, residual);
  for (int k = 0; k < work->equations; k++)
    out->values_off = fmax(out->values_off, fabs(residual[k]));
  out->value_count = work->unknowns;
  out->values = ARENA_ARRAY(out->arena, double, work->unknowns);
  out->value_names = ARENA_ARRAY(out->arena, const char *, work->unknowns);
  for (int i = 0; i < work->unknowns; i++) {
    out->values[i] = x[i] * work->scale[i];
    out->values_are_far = out->values_are_far || is_far(x[i], first[i]);
    out->value_names[i] = out->equations->parameters[work->unknown[i]].name;
  }
}

// The unknowns are the parameters on which base parameters depend but the regressor does not:
// lengths are not changed.
static void choose_unknowns(Work *work, Arena *scratch, const Program *base, const Program *rest)
{
  int count = work->found->equations->parameter_count;
  bool *is_of_base = ARENA_ARRAY(scratch, bool, count);
  int *unknown = ARENA_ARRAY(scratch, int, count);
  double *scale = ARENA_ARRAY(scratch, double, count);
  for (int k = 0; k < base->input_count; k++) {
    if (base->inputs[k].source == SOURCE_PARAMETERS) is_of_base[base->inputs[k].index] = true;
  }
  for (int k = 0; k < rest->input_count; k++) {
    if (rest->inputs[k].source == SOURCE_PARAMETERS) is_of_base[rest->inputs[k].index] = false;
  }
  for (int i = 0; i < count; i++) {
    if (!is_of_base[i]) continue;
    if (!isfinite(work->parameters[i])) work->parameters[i] = 1;
    double size = fabs(work->parameters[i]);
    scale[work->unknowns] = size > 0 ? size : 1;
    unknown[work->unknowns++] = i;
  }
  work->unknown = unknown;
  work->scale = scale;
}

// Friction that the description does not contain keeps its identified value.
static void choose_equations(Work *work, Arena *scratch)
{
  const Identification *found = work->found;
  int count = work->of_base;
  double *sums = ARENA_ARRAY(scratch, double, found->seen_count *count);
  for (int r = 0; r < found->seen_count; r++) {
    const double *seen = found->seen + r * found->count;
    double size = 0;
    for (int k = 0; k < count; k++)
      size += fabs(seen[k] * found->parameters[k].value);
    for (int k = 0; k < count; k++)
      sums[r * count + k] = seen[k] / fmax(1, MIN_SD * size);
  }
  work->sums = sums;
  work->equations = found->seen_count;
}

void identified_values_find(System *system, const ProgramState *start, int of_base,
                            Identification *out)
{
  static const char *const BASE[] = { "base" };
  const Equations *equations = system->equations;
  const char *keys[3];
  Arena *scratch = arena_new();
  Text unused = { 0 };  // the other results remain valid without these values
  Evaluator evaluator = evaluator_new(equations, scratch, 1);
  Work work = { .found = out,
                .evaluator = &evaluator,
                .base = evaluator_add(&evaluator, "base", NULL),
                .state = *start,
                .of_base = of_base,
                .parameters = ARENA_ARRAY(scratch, double, equations->parameter_count) };
  memcpy(work.parameters, start->parameters, sizeof(double) * (size_t)equations->parameter_count);
  work.state.parameters = work.parameters;
  Program *base = program_new(equations, BASE, 1, &unused);
  int key_count = identification_keys(system, keys, &unused);
  Program *regressor = program_new(equations, keys, key_count, &unused);
  if (base && regressor && evaluator_compile(&evaluator, &unused)) {
    choose_unknowns(&work, scratch, base, regressor);
    choose_equations(&work, scratch);
    if (work.unknowns > 0 && work.equations > 0) solve(&work, scratch, out);
  }
  program_free(base);
  program_free(regressor);
  evaluator_free(&evaluator);
  text_free(&unused);
  arena_free(scratch);
}
