// eigen.h -- eigenvalues of symmetric matrices.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_EIGEN_H
#define BIELLE_NUMERIC_EIGEN_H

#include "numeric/status.h"

// Of `a`, n x n, of which the lower triangle is read: values[i], smallest first, with the vector of
// length 1 in row i of `vectors` (n x n).
NumericStatus eigen_symmetric(int n, const double a[], double values[], double vectors[]);

#endif
