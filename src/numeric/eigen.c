// eigen.c -- by LAPACK.
// SPDX-License-Identifier: MIT
#include "numeric/eigen.h"

#include <lapacke.h>
#include <math.h>

NumericStatus eigen_symmetric(int n, const double a[], double values[], double vectors[])
{
  if (n == 0) return NUMERIC_OK;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      if (!isfinite(a[i * n + j])) return NUMERIC_NOT_FINITE;
      vectors[i * n + j] = vectors[j * n + i] = a[i * n + j];
    }
  }
  // Seen by columns the matrix is the same, and eigenvectors that are columns are rows to us.
  lapack_int info = LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', n, vectors, n, values);
  return numeric_status_of_lapack(info);
}
