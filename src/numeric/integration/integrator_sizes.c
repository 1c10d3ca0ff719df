// integrator_sizes.c -- by how much an entry of y may be off in a step.
//
//   off = tolerance |y| + absolute,   absolute = tolerance * size,   size <= 1
//
// An absolute error of one number in m, rad, J and A alike would be far too large for a small mechanism and
// is harmless for one of ordinary size, a tenth and more. So the size of an entry is the largest value
// that entries of its kind have had so far, and where the solution begins also what they come to within a
// short time. A kind that has hardly moved may be nothing but rounding of the others: no size is less than
// a small part of the largest one beside it. Angles are no smaller than lengths, and speeds no smaller than what they would go through within a second.
//
// Reference: E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I (1993), II.4.
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

// What counts as 1 from a tenth on, and as itself below a thousandth.
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

// By family, the largest of what its kinds are beside; `counted` (may be NULL) receives the size of each
// kind.
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

// ---- where the solution begins

// y may be changed.
static bool rates_of(const IntegratorProblem *problem, double t, double y[], double rates[])
{
  bool is_known = problem->rates ? problem->rates(problem->context, t, y, rates)
                                 : problem->begin(problem->context, t, y, rates);
  return is_known && numbers_are_finite(rates, problem->size);
}

// Two of Euler's steps of that length, from y to `at`. False: rates change by so much on the way that the
// steps are longer than what happens there takes.
static bool try_steps(Integrator *integrator, const double y[], double length, double at[])
{
  static const double MOST = 1;  // of what y changes by
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

// What everything comes to within a part of the time, or as long as the rates stay much the same.
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

// ---- what may be off

// The absolute part, by kind. Where nothing of a family moves any will do.
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
