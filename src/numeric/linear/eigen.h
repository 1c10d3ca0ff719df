// eigen.h -- eigenvalues and their vectors.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LINEAR_EIGEN_H
#define BIELLE_NUMERIC_LINEAR_EIGEN_H

#include "base/memory/arena.h"
#include "numeric/status.h"

// Of `a`, n x n, of which the lower triangle is read: values[i], smallest first, with the vector of
// length 1 in row i of `vectors` (n x n).
NumericStatus eigen_symmetric(int n, const double a[], double values[], double vectors[]);

// Of any matrix. Values that are zero stand apart: where there are fewer vectors than values, as of
// a body that drifts, rounding would spread them over a circle. They are found by ranks, one
// null space after the other.
typedef struct EigenSystem {
  int zero_count;      // values that are zero
  int null_count;      // vectors of theirs, a v = 0
  double *null;        // null_count x n
  int count;           // n - zero_count: the others, conjugate ones side by side
  double *real;        // by value
  double *imaginary;   // that of a pair is positive first
  double *vectors;     // count x n: real parts
  double *vectors_im;  // count x n: imaginary parts
} EigenSystem;

// Singular values of `a`, with rows and columns scaled alike, below `tolerance` of the largest count
// as zero. All arrays of *out are in `arena`.
NumericStatus eigen_general(int n, const double a[], double tolerance, Arena *arena,
                            EigenSystem *out);

#endif
