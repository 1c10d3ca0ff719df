// closest.c -- refines a minimum of |F|.
//
// Gauss-Newton methods neglect the second derivatives of F, which matter where F is not zero: they
// converge slowly to such a minimum. Near it, Newton's method for the gradient g = F_x' F of |F|^2
// / 2 takes few steps; the derivative of g is computed by finite differences.
// SPDX-License-Identifier: MIT
#include "base/memory/arena.h"
#include "numeric/linear/least_squares.h"
#include "numeric/solve/newton.h"

#include <math.h>
#include <string.h>

enum { MAX_STEPS = 20 };
static const double DIFFERENCE = 1e-5;  // cube root of the rounding error: optimal for central
                                        // differences
static const double FLAT_DIRECTION = 1e-9;

typedef struct Descent {
  const NewtonProblem *problem;
  double *residual;
  double *jacobian;
  double *shifted;  // x with one unknown shifted
} Descent;

// Computes g and returns |F|; NaN if F is undefined.
static double gradient(const Descent *descent, const double x[], double g[])
{
  int n = descent->problem->unknowns, m = descent->problem->equations;
  double norm = 0;
  if (!descent->problem->evaluate(descent->problem->context, x, descent->residual,
                                  descent->jacobian)) {
    return NAN;
  }
  for (int i = 0; i < m; i++)
    norm = hypot(norm, descent->residual[i]);
  for (int j = 0; j < n; j++) {
    g[j] = 0;
    for (int i = 0; i < m; i++)
      g[j] += descent->jacobian[i * n + j] * descent->residual[i];
  }
  return norm;
}

// Computes dg/dx, column by column.
static void fill_hessian(const Descent *descent, const double x[], Arena *arena, double hessian[])
{
  int n = descent->problem->unknowns;
  double *above = ARENA_ARRAY(arena, double, n), *below = ARENA_ARRAY(arena, double, n);
  for (int j = 0; j < n; j++) {
    memcpy(descent->shifted, x, sizeof(double) * (size_t)n);
    descent->shifted[j] = x[j] + DIFFERENCE;
    gradient(descent, descent->shifted, above);
    descent->shifted[j] = x[j] - DIFFERENCE;
    gradient(descent, descent->shifted, below);
    for (int i = 0; i < n; i++)
      hessian[i * n + j] = (above[i] - below[i]) / (2 * DIFFERENCE);
  }
}

static double length(const double v[], int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum = hypot(sum, v[i]);
  return sum;
}

double newton_refine_closest(const NewtonProblem *problem, double x[])
{
  int n = problem->unknowns, m = problem->equations;
  Arena *arena = arena_new();
  Descent descent = { problem, ARENA_ARRAY(arena, double, m), ARENA_ARRAY(arena, double, m *n),
                      ARENA_ARRAY(arena, double, n) };
  double *g = ARENA_ARRAY(arena, double, n), *next_g = ARENA_ARRAY(arena, double, n);
  double *next_x = ARENA_ARRAY(arena, double, n), *step = ARENA_ARRAY(arena, double, n);
  double *hessian = ARENA_ARRAY(arena, double, n *n);
  double norm = gradient(&descent, x, g);
  for (int k = 0; k < MAX_STEPS; k++) {
    NumericRank rank;
    fill_hessian(&descent, x, arena, hessian);
    if (least_squares_solve(n, n, hessian, g, FLAT_DIRECTION, step, &rank, NULL) != NUMERIC_OK)
      break;
    for (int j = 0; j < n; j++)
      next_x[j] = x[j] - step[j];
    double next = gradient(&descent, next_x, next_g);
    // Near the minimum differences of |F| are rounding errors; the gradient still decreases.
    bool is_better = next <= norm * (1 + 1e-14) && length(next_g, n) < length(g, n);
    if (!is_better) break;
    norm = fmin(next, norm);
    memcpy(x, next_x, sizeof(double) * (size_t)n);
    memcpy(g, next_g, sizeof(double) * (size_t)n);
  }
  arena_free(arena);
  return norm;
}
