// integrator_vector.c -- vectors for SUNDIALS whose operations are compiled with this library.
//
// For mechanisms of ten or twenty variables these sums are most of the cost of an integrator apart
// from the rates, and distributions compile SUNDIALS without optimisation. They are serial vectors
// with a few replaced operations, which are bitwise equal. A result may be one of the arguments:
// each entry depends on the entries of the same index only, as required for vectorised loops.
// SPDX-License-Identifier: MIT
#include "numeric/integration/integrator_impl.h"

#include <math.h>

// SUNDIALS evaluates two equal factors as a*(x + y).
static void linear_sum(realtype a, N_Vector first, realtype b, N_Vector second, N_Vector result)
{
  const double *x = NV_DATA_S(first), *y = NV_DATA_S(second);
  double *z = NV_DATA_S(result);
  sunindextype n = NV_LENGTH_S(result);
  bool is_scaled = fabs(a) == fabs(b) && fabs(a) != 1;
  double part = a == b ? 1 : -1;
  if (is_scaled) {
#pragma omp simd
    for (sunindextype i = 0; i < n; i++)
      z[i] = a * (x[i] + part * y[i]);
    return;
  }
#pragma omp simd
  for (sunindextype i = 0; i < n; i++)
    z[i] = a * x[i] + b * y[i];
}

static void scale(realtype c, N_Vector argument, N_Vector result)
{
  const double *x = NV_DATA_S(argument);
  double *z = NV_DATA_S(result);
  sunindextype n = NV_LENGTH_S(result);
#pragma omp simd
  for (sunindextype i = 0; i < n; i++)
    z[i] = c * x[i];
}

// The first vector may be the result.
static int linear_combination(int count, realtype *c, N_Vector *vectors, N_Vector result)
{
  double *z = NV_DATA_S(result);
  sunindextype n = NV_LENGTH_S(result);
  scale(c[0], vectors[0], result);
  for (int k = 1; k < count; k++) {
    const double *x = NV_DATA_S(vectors[k]);
    double factor = c[k];
#pragma omp simd
    for (sunindextype i = 0; i < n; i++)
      z[i] += factor * x[i];
  }
  return 0;
}

static int scale_add_multi(int count, realtype *a, N_Vector argument, N_Vector *others,
                           N_Vector *results)
{
  for (int k = 0; k < count; k++)
    linear_sum(a[k], argument, 1, others[k], results[k]);
  return 0;
}

static realtype weighted_norm(N_Vector argument, N_Vector weights)
{
  const double *x = NV_DATA_S(argument), *w = NV_DATA_S(weights);
  sunindextype n = NV_LENGTH_S(argument);
  double sum = 0;
  for (sunindextype i = 0; i < n; i++)
    sum += (x[i] * w[i]) * (x[i] * w[i]);
  return sqrt(sum / (double)n);
}

N_Vector integrator_vector(int size, SUNContext sundials)
{
  N_Vector vector = N_VNew_Serial((sunindextype)size, sundials);
  if (!vector) return NULL;
  vector->ops->nvlinearsum = linear_sum;
  vector->ops->nvscale = scale;
  vector->ops->nvlinearcombination = linear_combination;
  vector->ops->nvscaleaddmulti = scale_add_multi;
  vector->ops->nvwrmsnorm = weighted_norm;
  return vector;
}
