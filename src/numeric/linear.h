// linear.h -- square systems of linear equations.
//
// Matrices are dense and row-major; inputs are never overwritten. Rows and columns are scaled
// first, so that metres beside radians, or masses beside lengths, do not look like a singular
// matrix; `condition` is the reciprocal condition number of the scaled matrix, from 1 (as good as
// can be) to 0 (singular): about -log10(condition) of the 16 digits are lost. Below the precision
// of doubles the status is NUMERIC_SINGULAR; the solution is then not to be trusted, and NaN where
// elimination found no pivot at all.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LINEAR_H
#define BIELLE_NUMERIC_LINEAR_H

#include "numeric/status.h"

// A X = B by elimination with pivots and refinement. `a` is n x n, `b` and `x` n x columns.
// `condition` may be NULL.
NumericStatus linear_solve(int n, const double a[], int columns, const double b[], double x[],
                           double *condition);

// The same where A is symmetric, definite or not (Bunch and Kaufman's pivots). Only the lower
// triangle is read.
NumericStatus linear_solve_symmetric(int n, const double a[], int columns, const double b[],
                                     double x[], double *condition);

// Motion under constraints:
//
//   [ M  J' ] [ x      ]   [ f ]
//   [ J  0  ] [ lambda ] = [ g ]
//
// with M symmetric n x n and J m x n. The system is regular if the rows of J are independent and
// M resists every motion that J allows; M itself may be singular.
typedef struct KktSystem {
  int n;
  int m;
  const double *mass;      // M
  const double *jacobian;  // J
  const double *force;     // f, n
  const double *bias;      // g, m
} KktSystem;
NumericStatus linear_solve_kkt(const KktSystem *system, double x[], double lambda[],
                               double *condition);

#endif
