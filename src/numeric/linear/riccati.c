// riccati.c -- algebraic Riccati equation by LAPACK's ordered Schur form.
// SPDX-License-Identifier: MIT
#include "numeric/linear/riccati.h"

#include <lapacke.h>
#include <math.h>

static lapack_logical is_stable(const double *real, const double *imaginary)
{
  (void)imaginary;
  return *real < 0;
}

//   H = [  A   -B R^-1 B' ]
//       [ -Q   -A'        ]
static void put_hamiltonian(int n, int m, const double A[], const double B[], const double Q[],
                            const double R[], double H[])
{
  int size = 2 * n;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double S = 0;
      for (int k = 0; k < m; k++)
        S += B[i * m + k] * B[j * m + k] / R[k];
      H[i * size + j] = A[i * n + j];
      H[i * size + n + j] = -S;
      H[(n + i) * size + j] = -Q[i * n + j];
      H[(n + i) * size + n + j] = -A[j * n + i];
    }
  }
}

NumericStatus riccati_gains(int n, int m, const double A[], const double B[], const double Q[],
                            const double R[], Arena *arena, double K[])
{
  int size = 2 * n;
  double *H = ARENA_ARRAY(arena, double, size *size), *U = ARENA_ARRAY(arena, double, size *size);
  double *real = ARENA_ARRAY(arena, double, size), *imaginary = ARENA_ARRAY(arena, double, size);
  double *first = ARENA_ARRAY(arena, double, n *n), *X = ARENA_ARRAY(arena, double, n *n);
  lapack_int *pivots = ARENA_ARRAY(arena, lapack_int, n), stable = 0;
  put_hamiltonian(n, m, A, B, Q, R, H);
  for (int i = 0; i < size * size; i++) {
    if (!isfinite(H[i])) return NUMERIC_NOT_FINITE;
  }
  lapack_int info = LAPACKE_dgees(LAPACK_ROW_MAJOR, 'V', 'S', is_stable, size, H, size, &stable,
                                  real, imaginary, U, size);
  if (info != 0) return numeric_status_of_lapack(info);
  double largest = 0, slowest = INFINITY;
  for (int i = 0; i < size; i++) {
    largest = fmax(largest, hypot(real[i], imaginary[i]));
    slowest = fmin(slowest, fabs(real[i]));
  }
  // no feedback can move an eigenvalue from the imaginary axis
  if (stable != n || slowest <= 1e-12 * largest) return NUMERIC_NO_SOLUTION;
  // X U11 = U21: by rows of the transposed equation
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      first[i * n + j] = U[j * size + i];
      X[i * n + j] = U[(n + j) * size + i];
    }
  }
  info = LAPACKE_dgesv(LAPACK_ROW_MAJOR, n, n, first, n, pivots, X, n);
  if (info != 0) return info > 0 ? NUMERIC_NO_SOLUTION : numeric_status_of_lapack(info);
  for (int k = 0; k < m; k++) {
    for (int j = 0; j < n; j++) {
      K[k * n + j] = 0;
      for (int i = 0; i < n; i++)
        K[k * n + j] += B[i * m + k] * X[i * n + j] / R[k];
    }
  }
  return NUMERIC_OK;
}
