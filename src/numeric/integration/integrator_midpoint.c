// integrator_midpoint.c -- the implicit midpoint rule,
//
//   z = y0 + h/2 f(t + h/2, z),   y1 = 2 z - y0
//
// by Newton's method, whose matrix 1 - h/2 df/dy is kept as long as it converges. The rule is
// symmetric in time and symplectic, so that energies oscillate and do not drift.
//
// Reference: E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration (2006), II.1, VI.4.
// SPDX-License-Identifier: MIT
#include "numeric/integration/integrator_impl.h"

#include "base/memory/memory.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct Midpoint {
  double length;   // step length of the matrix; 0: none
  double *matrix;  // LU factors of 1 - h/2 df/dy, by columns
  lapack_int *pivots;
  double *z, *change, *moved;
};

static struct Midpoint *midpoint_of(Integrator *integrator)
{
  size_t n = (size_t)integrator->problem->size;
  if (integrator->midpoint) return integrator->midpoint;
  struct Midpoint *midpoint = memory_new(1, sizeof *midpoint);
  midpoint->matrix = memory_new(n * n, sizeof(double));
  midpoint->pivots = memory_new(n, sizeof(lapack_int));
  midpoint->z = memory_new(n, sizeof(double));
  midpoint->change = memory_new(n, sizeof(double));
  midpoint->moved = memory_new(n, sizeof(double));
  integrator->midpoint = midpoint;
  return midpoint;
}

void midpoint_close(Integrator *integrator)
{
  struct Midpoint *midpoint = integrator->midpoint;
  if (!midpoint) return;
  free(midpoint->matrix);
  free(midpoint->pivots);
  free(midpoint->z);
  free(midpoint->change);
  free(midpoint->moved);
  free(midpoint);
  integrator->midpoint = NULL;
}

// ---- the matrix

static bool put_exact(Integrator *integrator, double t, const double z[])
{
  const IntegratorProblem *problem = integrator->problem;
  int n = problem->size;
  if (!integrator->jacobian || !problem->jacobian(problem->context, t, z, integrator->jacobian))
    return false;
  integrator->counts.jacobians++;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      integrator->midpoint->matrix[j * n + i] = integrator->jacobian[i * n + j];
  }
  return true;
}

// Matrix by finite differences; `rates` are those at z.
static bool put_differences(Integrator *integrator, double t, const double z[],
                            const double rates[])
{
  struct Midpoint *midpoint = integrator->midpoint;
  int n = integrator->problem->size;
  for (int j = 0; j < n; j++) {
    double *column = midpoint->matrix + j * n;
    double step = 1.5e-8 * fmax(fabs(z[j]), 1e-2);
    memcpy(midpoint->moved, z, sizeof(double) * (size_t)n);
    midpoint->moved[j] += step;
    if (!integrator_rates(integrator, t, midpoint->moved, column)) return false;
    for (int i = 0; i < n; i++)
      column[i] = (column[i] - rates[i]) / step;
  }
  return true;
}

static bool factorise(Integrator *integrator, double t, double length, const double rates[])
{
  struct Midpoint *midpoint = integrator->midpoint;
  int n = integrator->problem->size;
  if (!put_exact(integrator, t, midpoint->z) &&
      !put_differences(integrator, t, midpoint->z, rates)) {
    return false;
  }
  for (int i = 0; i < n * n; i++)
    midpoint->matrix[i] *= -length / 2;
  for (int i = 0; i < n; i++)
    midpoint->matrix[i * n + i] += 1;
  midpoint->length = length;
  return LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, midpoint->matrix, n, midpoint->pivots) == 0;
}

// ---- the step

// One Newton iteration. Returns the size of the correction relative to z.
static double improve(Integrator *integrator, const double y[], const double rates[], double length)
{
  struct Midpoint *midpoint = integrator->midpoint;
  int n = integrator->problem->size;
  double far = 0;
  for (int i = 0; i < n; i++)
    midpoint->change[i] = y[i] + length / 2 * rates[i] - midpoint->z[i];
  LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', n, 1, midpoint->matrix, n, midpoint->pivots,
                 midpoint->change, n);
  for (int i = 0; i < n; i++) {
    midpoint->z[i] += midpoint->change[i];
    far = fmax(far, fabs(midpoint->change[i]) / fmax(1, fabs(midpoint->z[i])));
  }
  return far;
}

// Iterates until the corrections are at rounding level.
static bool solve(Integrator *integrator, double t, double length, bool is_fresh)
{
  enum { MOST = 12 };
  const double *y = N_VGetArrayPointer(integrator->y);
  struct Midpoint *midpoint = integrator->midpoint;
  double *rates = integrator->room, before = INFINITY;
  for (int k = 0; k < MOST; k++) {
    if (!integrator_rates(integrator, t, midpoint->z, rates)) return false;
    if (k == 0 && is_fresh && !factorise(integrator, t, length, rates)) return false;
    double far = improve(integrator, y, rates, length);
    if (far <= 1e-15 || (far <= 1e-12 && far >= before / 2)) return true;
    if (!isfinite(far) || (k > 1 && far > before)) return false;
    before = far;
  }
  return before <= 1e-10;
}

bool midpoint_step(Integrator *integrator, double length)
{
  int n = integrator->problem->size;
  const double *y = N_VGetArrayPointer(integrator->y);
  struct Midpoint *midpoint = midpoint_of(integrator);
  double t = integrator->t + length / 2;
  bool is_kept = fabs(midpoint->length - length) <= 1e-9 * length;
  memcpy(midpoint->z, y, sizeof(double) * (size_t)n);
  bool is_good = is_kept && solve(integrator, t, length, false);
  if (!is_good) {
    memcpy(midpoint->z, y, sizeof(double) * (size_t)n);
    is_good = solve(integrator, t, length, true);
  }
  for (int i = 0; i < n; i++)
    integrator->next[i] = 2 * midpoint->z[i] - y[i];
  return is_good;
}
