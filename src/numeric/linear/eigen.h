// eigen.h -- eigenvalues and eigenvectors.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LINEAR_EIGEN_H
#define BIELLE_NUMERIC_LINEAR_EIGEN_H

#include "base/memory/arena.h"
#include "numeric/status.h"

// Eigenvalues of the symmetric n x n matrix `a`, in ascending order. Only the lower triangle is
// read. Row i of `vectors` (n x n) is the normalised eigenvector of values[i].
NumericStatus eigen_symmetric(int n, const double a[], double values[], double vectors[]);

// Eigenvalues of a general matrix. Zero eigenvalues are separated: if they have fewer vectors than
// values, as for a body that drifts, rounding would spread them over a circle. They are found by
// ranks, one null space after the other.
typedef struct EigenSystem {
  int zero_count;      // number of zero eigenvalues
  int null_count;      // number of their vectors, a v = 0
  double *null;        // null_count x n
  int count;           // n - zero_count: the others, conjugate values adjacent
  double *real;        // by value
  double *imaginary;   // of a conjugate pair the positive one is first
  double *vectors;     // count x n: real parts
  double *vectors_im;  // count x n: imaginary parts
} EigenSystem;

// Computes the eigensystem of `a`. Singular values below `tolerance` of the largest, after
// balancing, count as zero. All arrays of *out are in `arena`.
NumericStatus eigen_general(int n, const double a[], double tolerance, Arena *arena,
                            EigenSystem *out);

#endif
