// least_squares.h -- systems with too many or too few equations, and how many of them count.
//
// Matrices are written densely, row-major, or by entries; inputs are never overwritten. Where rows
// touch few columns (numeric/linear/band.h) the work is about that of their entries. The rank is the number of
// singular values above `tolerance` times the largest. A rank of doubles is an opinion: the gap
// between the smallest value that counts and the largest that does not says how firm it is.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LINEAR_LEAST_SQUARES_H
#define BIELLE_NUMERIC_LINEAR_LEAST_SQUARES_H

#include "numeric/linear/entries.h"
#include "numeric/status.h"

typedef struct NumericRank {
  int rank;
  double largest;   // singular value; 0 for a matrix of zeros
  double smallest;  // that counts; 0 if none does
  double dropped;   // largest that does not count; 0 if all do
  double gap;       // smallest / dropped; infinite if all count or those dropped are 0
} NumericRank;

// The rank of the matrix `a`, rows x columns. `values` (may be NULL) receives the min(rows,
// columns) singular values, largest first. `directions` (may be NULL) receives an orthonormal basis
// of columns x columns doubles: row i belongs to singular value i, and the rows from `rank` on are
// what the matrix takes to zero.
NumericStatus numeric_rank(int rows, int columns, const double a[], double tolerance,
                           double values[], double directions[], NumericRank *out);

// The same with only the directions that the matrix takes to zero: columns - rank of them, for which
// `directions` has room for columns x columns doubles.
NumericStatus numeric_null_space(int rows, int columns, const double a[], double tolerance,
                                 double values[], double directions[], NumericRank *out);

// The x that makes |A x - b| least and, of all these, is the shortest; `residual` (may be NULL) is
// that length. Within a band the largest value is a bound, the smallest an estimate.
NumericStatus least_squares_solve(int rows, int columns, const double a[], const double b[],
                                  double tolerance, double x[], NumericRank *rank,
                                  double *residual);
// The same of a matrix with these values by entry.
NumericStatus least_squares_of_entries(const Entries *entries, const double values[],
                                       const double b[], double tolerance, double x[],
                                       NumericRank *rank, double *residual);

// The x that makes |A x - b|^2 + damping |x|^2 least, with damping > 0, so that there is always
// exactly one; of a matrix with these values by entry.
NumericStatus least_squares_damped(const Entries *given, const double given_values[],
                                   const double b[], double damping, double x[]);

// The sign of det(A'B), or 0, of two matrices rows x columns.
NumericStatus numeric_product_sign(int rows, int columns, const double a[], const double b[],
                                   int *sign);

#endif
