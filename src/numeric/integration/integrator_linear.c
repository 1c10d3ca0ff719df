// integrator_linear.c -- the linear equations of a step, (1 - gamma J) x = b, for SUNDIALS.
//
// No rate depends on the idle entries at the end of y (IntegratorProblem): columns of J are zero
// there, so that only the leading block is factored and the rest follows from it. Distributions
// compile the dense matrices of SUNDIALS without optimisation; these loops have the optimisation of
// this library. LU with row pivoting (Golub and Van Loan, Matrix Computations, 3.4), by columns.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "numeric/integration/integrator_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sunmatrix/sunmatrix_dense.h>

typedef struct Factors {
  int leading, size;
  int *pivots;
} Factors;

static SUNLinearSolver_Type type_of(SUNLinearSolver solver)
{
  (void)solver;
  return SUNLINEARSOLVER_DIRECT;
}

static int factor(SUNLinearSolver solver, SUNMatrix matrix)
{
  const Factors *factors = solver->content;
  int n = factors->leading;
  for (int k = 0; k < n; k++) {
    double *pivot = SM_COLUMN_D(matrix, k);
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(pivot[i]) > fabs(pivot[best])) best = i;
    factors->pivots[k] = best;
    if (!(fabs(pivot[best]) > 0)) return k + 1;
    for (int j = 0; j < n && best != k; j++) {
      double *column = SM_COLUMN_D(matrix, j), other = column[k];
      column[k] = column[best];
      column[best] = other;
    }
    double inverse = 1 / pivot[k];
    for (int i = k + 1; i < n; i++)
      pivot[i] *= inverse;
    for (int j = k + 1; j < n; j++) {
      double *column = SM_COLUMN_D(matrix, j), part = column[k];
      if (part == 0) continue;
      for (int i = k + 1; i < n; i++)
        column[i] -= part * pivot[i];
    }
  }
  return 0;
}

static int solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector result, N_Vector right,
                 realtype tolerance)
{
  (void)tolerance;
  const Factors *factors = solver->content;
  int n = factors->leading;
  double *x = N_VGetArrayPointer(result);
  memmove(x, N_VGetArrayPointer(right), sizeof(double) * (size_t)factors->size);
  for (int k = 0; k < n; k++) {
    double other = x[k];
    x[k] = x[factors->pivots[k]];
    x[factors->pivots[k]] = other;
  }
  for (int k = 0; k < n; k++) {
    const double *column = SM_COLUMN_D(matrix, k);
    for (int i = k + 1; i < n; i++)
      x[i] -= column[i] * x[k];
  }
  for (int k = n - 1; k >= 0; k--) {
    const double *column = SM_COLUMN_D(matrix, k);
    x[k] /= column[k];
    for (int i = 0; i < k; i++)
      x[i] -= column[i] * x[k];
    for (int i = n; i < factors->size; i++)
      x[i] -= column[i] * x[k];
  }
  return 0;
}

static int release(SUNLinearSolver solver)
{
  Factors *factors = solver->content;
  free(factors->pivots);
  free(factors);
  SUNLinSolFreeEmpty(solver);
  return 0;
}

SUNLinearSolver integrator_linear(const IntegratorProblem *problem, SUNContext sundials)
{
  SUNLinearSolver solver = SUNLinSolNewEmpty(sundials);
  if (!solver) return NULL;
  Factors *factors = memory_new(1, sizeof *factors);
  int leading = problem->size - problem->idle;
  *factors = (Factors){ leading, problem->size, memory_new((size_t)leading, sizeof(int)) };
  solver->content = factors;
  solver->ops->gettype = type_of;
  solver->ops->setup = factor;
  solver->ops->solve = solve;
  solver->ops->free = release;
  return solver;
}

bool integrator_put_jacobian(Integrator *integrator, SUNMatrix matrix)
{
  int n = integrator->problem->size;
  if (!numbers_are_finite(integrator->jacobian, n * n)) return false;
  integrator->counts.jacobians++;
  for (int j = 0; j < n; j++) {
    realtype *column = SM_COLUMN_D(matrix, j);
    for (int i = 0; i < n; i++)
      column[i] = integrator->jacobian[i * n + j];
  }
  return true;
}
