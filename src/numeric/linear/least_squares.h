// least_squares.h -- rank and least-squares solution of over- and underdetermined systems.
//
// Matrices are dense, row-major, or given by entries; inputs are never overwritten. For sparse rows
// (numeric/linear/band.h) the work is about proportional to the entries. The rank is the number of
// singular values above `tolerance` times the largest. It is a numerical estimate: the gap between
// the smallest value that counts and the largest that does not measures its reliability.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LINEAR_LEAST_SQUARES_H
#define BIELLE_NUMERIC_LINEAR_LEAST_SQUARES_H

#include "numeric/linear/entries.h"
#include "numeric/status.h"

typedef struct NumericRank {
  int rank;
  double largest;   // singular value; 0 for a zero matrix
  double smallest;  // smallest singular value that counts; 0 if none does
  double dropped;   // largest singular value that does not count; 0 if all do
  double gap;       // smallest / dropped; infinite if all count or dropped is 0
} NumericRank;

// Rank of the matrix `a`, rows x columns. `values` (may be NULL) receives the min(rows, columns)
// singular values in descending order. `directions` (may be NULL, columns x columns) receives an
// orthonormal basis: row i belongs to singular value i, and the rows from `rank` on span the null
// space.
NumericStatus numeric_rank(int rows, int columns, const double a[], double tolerance,
                           double values[], double directions[], NumericRank *out);

// The same with the null space only: `directions` (columns x columns) receives columns - rank
// directions.
NumericStatus numeric_null_space(int rows, int columns, const double a[], double tolerance,
                                 double values[], double directions[], NumericRank *out);

// Minimum-norm x that minimises |A x - b|; `residual` (may be NULL) receives |A x - b|. For a band
// matrix the largest singular value is a bound, the smallest an estimate.
NumericStatus least_squares_solve(int rows, int columns, const double a[], const double b[],
                                  double tolerance, double x[], NumericRank *rank,
                                  double *residual);
// The same for a matrix with these values by entry.
NumericStatus least_squares_of_entries(const Entries *entries, const double values[],
                                       const double b[], double tolerance, double x[],
                                       NumericRank *rank, double *residual);

// The unique x that minimises |A x - b|^2 + damping |x|^2, damping > 0, for a matrix with these
// values by entry.
NumericStatus least_squares_damped(const Entries *given, const double given_values[],
                                   const double b[], double damping, double x[]);

// The sign of det(A'B), or 0, for two matrices rows x columns.
NumericStatus numeric_product_sign(int rows, int columns, const double a[], const double b[],
                                   int *sign);

#endif
