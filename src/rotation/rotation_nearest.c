// rotation_nearest.c -- the nearest orthonormal matrix by polar decomposition.
//
// De Santis, annex A, 3.7: X = (R R^T)^(-1/2) R minimises the sum of squares of X - R. Newton's
// iteration X <- (X + X^-T)/2 converges to it quadratically from any nonsingular matrix (Higham,
// 1986).
// SPDX-License-Identifier: MIT
#include "rotation/rotation_values.h"

#include <float.h>
#include <math.h>

enum { MAX_STEPS = 100 };

static const double MIN_DETERMINANT = 1e-12;  // limit for a matrix whose largest entry is 1

// Computes the cofactor matrix, whose rows are the cross products of the rows of `a`: a^-T times
// the determinant. Returns the determinant.
static double cofactors(const RotationMatrix *a, RotationMatrix *out)
{
  for (int i = 0; i < 3; i++) {
    const double *b = a->at[(i + 1) % 3], *c = a->at[(i + 2) % 3];
    for (int j = 0; j < 3; j++) {
      int k = (j + 1) % 3, l = (j + 2) % 3;
      out->at[i][j] = b[k] * c[l] - b[l] * c[k];
    }
  }
  double determinant = 0;
  for (int j = 0; j < 3; j++)
    determinant += a->at[0][j] * out->at[0][j];
  return determinant;
}

// X <- (X + X^-T)/2; returns the largest change of an entry.
static double improve(RotationMatrix *x)
{
  RotationMatrix other;
  double determinant = cofactors(x, &other), change = 0;
  for (int i = 0; i < 9; i++) {
    double *entry = &x->at[i / 3][i % 3],
           step = (other.at[i / 3][i % 3] / determinant - *entry) / 2;
    *entry += step;
    change = fmax(change, fabs(step));
  }
  return change;
}

bool rotation_nearest(const RotationMatrix *m, RotationMatrix *out)
{
  double largest = 0;
  for (int i = 0; i < 9; i++) {
    if (!isfinite(m->at[i / 3][i % 3])) return false;
    largest = fmax(largest, fabs(m->at[i / 3][i % 3]));
  }
  if (largest == 0) return false;
  RotationMatrix x, unused;
  for (int i = 0; i < 9; i++)
    x.at[i / 3][i % 3] = m->at[i / 3][i % 3] / largest;
  if (cofactors(&x, &unused) < MIN_DETERMINANT) return false;
  for (int i = 0; i < MAX_STEPS; i++) {
    if (improve(&x) <= 2 * DBL_EPSILON) break;
  }
  *out = x;
  return true;
}
