// band.h -- factorisation of matrices with few entries per row, as mechanisms with many loops have.
//
// With the columns in the order of Cuthill and McKee (1969) the entries of each row are close
// together, and Givens rotations (George and Heath 1980) compute the triangle R of A = Q R within a
// narrow band: the work grows linearly with the number of loops, that of dense factors with its
// cube. Row rotations are as accurate as dense factors, also for rows of different magnitude. All
// other results are computed from R.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LINEAR_BAND_H
#define BIELLE_NUMERIC_LINEAR_BAND_H

#include "numeric/linear/entries.h"
#include "numeric/status.h"

#include <stdbool.h>

typedef struct Band {
  const Entries *entries;  // borrowed
  int width;               // largest distance of a row's entries from its first
  int *place_of;           // by column
  int *column_at;          // by place
  int *begins;   // by place: index into row_at of the rows that begin there; n + 1 entries
  int *row_at;   // rows in the order of their first places, without zero rows
  Arena *arena;  // borrowed
} Band;

// Orders the columns of the matrix for a narrow band.
Band band_order(const Entries *entries, Arena *arena);
// The same; returns false if the matrix is small or its band wide, so that dense factors are as
// good.
bool band_find(const Entries *entries, Arena *arena, Band *band);

// In the following, A is the matrix with these values by entry, all of them finite.

// The x that minimises |A x - b|^2 + damping |x|^2. NUMERIC_SINGULAR: not unique.
NumericStatus band_solve(const Band *band, const double values[], const double b[], double damping,
                         double x[]);
// The minimum-norm y with A'y = b; A has independent columns.
NumericStatus band_solve_transposed(const Band *band, const double values[], const double b[],
                                    double y[]);
// Upper estimate of the least singular value of a matrix with at least as many rows as columns;
// rarely much larger than the exact value.
double band_smallest(const Band *band, const double values[]);
// The min(rows, columns) largest singular values in descending order; `singular` has the size of
// all columns.
NumericStatus band_values(const Band *band, const double values[], double singular[]);
// An orthonormal basis of the singular directions of the `count` smallest singular values, count x
// columns. These must be much smaller than `smallest`, the least of the others.
void band_free_directions(const Band *band, const double values[], int count, double smallest,
                          double directions[]);
// By column: its norm after projection off the preceding columns, in the order of the band.
void band_lengths(const Band *band, const double values[], double lengths[]);
// By column: true if the orthogonalised column has the opposite direction to that of the matrix B.
// This is so if a pivot of A'B is negative: with A = Q R and B = P S, A'B = R' (Q'P) S, and Q is
// nearly P except for signs.
void band_sign_changes(const Band *band, const double a[], const double b[], bool is_turned[]);
// The sign of det(A'B), or 0.
NumericStatus band_product_sign(const Band *band, const double a[], const double b[], int *sign);

#endif
