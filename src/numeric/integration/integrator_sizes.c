// integrator_sizes.c -- the permissible error of each entry of y in a step.
//
//   off = tolerance |y| + absolute,   absolute = tolerance * size,   size <= 1
//
// One absolute error for m, rad, J and A alike would be far too large for a small mechanism and is
// harmless for one of ordinary size, a tenth and more. The size of an entry is therefore the
// largest value that entries of its kind have had so far, and initially also the values they reach
// within a short time. A kind that has hardly moved may consist of rounding errors of the others:
// no size is less than a small fraction of the largest one it is compared with (IntegratorFamily).
// The size of angles is at least that of lengths, and the size of speeds at least that of
// positions, passed within a second.
//
// Reference: E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I (1993),
// II.4.
// SPDX-License-Identifier: MIT
#include "numeric/integration/integrator_impl.h"

#include <math.h>
#include <string.h>

static const double ORDINARY = 0.1, LEAST = 1e-6, LARGEST = 1;
static const double ROUNDING = 1e-12;  // of a mechanism at rest

static int kind_of(const IntegratorProblem *problem, int i)
{
  return problem->kind ? problem->kind[i] : i;
}

int sizes_count(const IntegratorProblem *problem)
{
  return problem->kind ? problem->kind_count : problem->size;
}

void sizes_see(Integrator *integrator, const double y[])
{
  const IntegratorProblem *problem = integrator->problem;
  for (int i = 0; i < problem->size; i++) {
    double *size = &integrator->sizes[kind_of(problem, i)], now = fabs(y[i]);
    if (!(now > *size)) continue;
    if (*size < ORDINARY) integrator->has_absolute = false;
    *size = now;
  }
}

// ---- sizes of kinds

// Size as used: 1 from a tenth on, unchanged below a thousandth, and interpolated between.
static double counted_size(double size)
{
  double part = size / ORDINARY;
  return part >= 1 ? LARGEST : fmax(size, part * sqrt(part));
}

static double size_of(const Integrator *integrator, int k)
{
  const IntegratorKind *kinds = integrator->problem->kinds;
  double size = 0;
  for (int at = k; at >= 0; at = kinds ? kinds[at].smaller : -1)
    size = fmax(size, fmax(integrator->sizes[at], kinds ? kinds[at].size : 0));
  return counted_size(size);
}

static IntegratorFamily family_of(const IntegratorProblem *problem, int k)
{
  return problem->kinds ? problem->kinds[k].family : FAMILY_NONE;
}

// The largest size of each family, including those it is compared with; `counted` (may be NULL)
// receives the size of each kind.
static void find_largest(const Integrator *integrator, double counted[], double largest[FAMILIES])
{
  double all = 0;
  memset(largest, 0, sizeof(double) * FAMILIES);
  for (int k = 0; k < sizes_count(integrator->problem); k++) {
    IntegratorFamily family = family_of(integrator->problem, k);
    double size = size_of(integrator, k);
    largest[family] = fmax(largest[family], size);
    if (family < FAMILY_FORCES) all = fmax(all, size);
    if (counted) counted[k] = size;
  }
  largest[FAMILY_NONE] = largest[FAMILY_FORCES] = all;
  largest[FAMILY_WORKS] = 0;
}

bool sizes_are_known(const Integrator *integrator)
{
  double largest[FAMILIES];
  find_largest(integrator, NULL, largest);
  return largest[FAMILY_NONE] > ROUNDING;
}

// ---- initial state

// Rates at (t, y); y may be modified.
static bool rates_of(const IntegratorProblem *problem, double t, double y[], double rates[])
{
  bool is_known = problem->rates ? problem->rates(problem->context, t, y, rates)
                                 : problem->begin(problem->context, t, y, rates);
  return is_known && numbers_are_finite(rates, problem->size);
}

// Two Euler steps of this length, from y to `at`. Returns false if the rates change so much that
// the steps are longer than the time scale of the motion.
static bool try_steps(Integrator *integrator, const double y[], double length, double at[])
{
  static const double MOST = 1;  // of the change of y
  const IntegratorProblem *problem = integrator->problem;
  int n = problem->size;
  double *first = integrator->room, *rates = integrator->room + n, change = 0, moved = 0;
  double t = integrator->t + length;
  memcpy(at, y, sizeof(double) * (size_t)n);
  if (!rates_of(problem, t, at, first)) return false;
  memcpy(rates, first, sizeof(double) * (size_t)n);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < n; i++)
      at[i] += length * rates[i];
    if (!rates_of(problem, t + length, at, rates)) return false;
  }
  for (int i = 0; i < n; i++) {
    change = fmax(change, length * fabs(rates[i] - first[i]));
    moved = fmax(moved, fabs(at[i] - y[i]));
  }
  return change <= MOST * moved;
}

// Sizes of the values reached within a fraction of the time, or for as long as the rates remain
// similar.
void sizes_begin(Integrator *integrator, const double y[])
{
  enum { LOOKS = 50, TRIES = 24 };
  const IntegratorProblem *problem = integrator->problem;
  double *at = integrator->ahead, length = LOOKS * integrator->options.resolution;
  bool is_good = false;
  sizes_see(integrator, y);
  for (int k = 0; k < TRIES && !is_good && !problem->remembers; k++, length /= 4)
    is_good = try_steps(integrator, y, length, at);
  for (int i = 0; i < problem->size && is_good; i++) {
    double *size = &integrator->sizes[kind_of(problem, i)];
    *size = fmax(*size, fmin(fabs(at[i]), ORDINARY));
  }
  integrator->has_absolute = false;
}

// ---- permissible errors

// The absolute part, by kind. If no entry of a family moves, its value is arbitrary.
static void find_absolute(const Integrator *integrator, double absolute[])
{
  const IntegratorProblem *problem = integrator->problem;
  const IntegratorOptions *options = &integrator->options;
  double largest[FAMILIES];
  find_largest(integrator, absolute, largest);
  for (int k = 0; k < sizes_count(problem); k++) {
    IntegratorFamily family = family_of(problem, k);
    double least = largest[family] > ROUNDING ? LEAST * largest[family] : LARGEST;
    bool is_energy = family == FAMILY_WORKS && problem->kinds[k].size > ROUNDING * ROUNDING;
    double size = fmax(absolute[k], is_energy ? 0 : least);
    absolute[k] = isnan(options->absolute) ? options->tolerance * size : options->absolute;
  }
}

void sizes_errors(Integrator *integrator, const double y[], double errors[])
{
  double *absolute = integrator->absolute;
  if (!integrator->has_absolute) find_absolute(integrator, absolute);
  integrator->has_absolute = true;
  for (int i = 0; i < integrator->problem->size; i++) {
    errors[i] = absolute[kind_of(integrator->problem, i)];
    if (y) errors[i] += integrator->options.tolerance * fabs(y[i]);
  }
}

int sundials_weights(N_Vector y, N_Vector weights, void *context)
{
  Integrator *integrator = context;
  double *out = N_VGetArrayPointer(weights);
  sizes_see(integrator, N_VGetArrayPointer(y));
  sizes_errors(integrator, N_VGetArrayPointer(y), out);
  for (int i = 0; i < integrator->problem->size; i++)
    out[i] = 1 / out[i];
  return 0;
}
