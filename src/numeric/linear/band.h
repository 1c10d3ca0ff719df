// band.h -- matrices of which each row touches few columns, as those of mechanisms of many loops do.
//
// With the columns in the order of Cuthill and McKee (1969) the entries of each row are near one
// another, and rotations (George and Heath 1980) find the triangle R of A = Q R without leaving a
// narrow band: the work grows with the size of the matrix as it does with the number of loops, where
// that of dense factors grows with its cube. Rotations of rows are as accurate as dense factors
// are, also where rows differ much in size. All else is computed from R.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LINEAR_BAND_H
#define BIELLE_NUMERIC_LINEAR_BAND_H

#include "numeric/linear/entries.h"
#include "numeric/status.h"

#include <stdbool.h>

typedef struct Band {
  const Entries *entries;  // borrowed
  int width;               // a row reaches so many places beyond its first
  int *place_of;           // by column
  int *column_at;          // by place
  int *begins;   // by place: in row_at, of the rows whose first entry is there; one more is the end
  int *row_at;   // rows in the order of their first places; rows of zeros are left out
  Arena *arena;  // borrowed
} Band;

// Orders the columns.
Band band_order(const Entries *entries, Arena *arena);
// The same; false if the matrix is small or its band wide, so that dense factors are as good.
bool band_find(const Entries *entries, Arena *arena, Band *band);

// Of the matrix A with these values by entry, all of them finite:

// The x that makes |A x - b|^2 + damping |x|^2 least. NUMERIC_SINGULAR: there is more than one.
NumericStatus band_solve(const Band *band, const double values[], const double b[], double damping,
                         double x[]);
// The shortest y with A'y = b, of a matrix whose columns are independent.
NumericStatus band_solve_transposed(const Band *band, const double values[], const double b[],
                                    double y[]);
// The least singular value of a matrix with no fewer rows than columns: never less, and seldom much
// more.
double band_smallest(const Band *band, const double values[]);
// The largest min(rows, columns) singular values, largest first; `singular` has room for all columns.
NumericStatus band_values(const Band *band, const double values[], double singular[]);
// An orthonormal basis of the directions of the `count` smallest singular values, count x columns.
// These are to be much less than `smallest`, which is the least of the others.
void band_free_directions(const Band *band, const double values[], int count, double smallest,
                          double directions[]);
// By column: how much is left of it when what it has of those before it, in the order of the band, is
// taken away.
void band_lengths(const Band *band, const double values[], double lengths[]);
// By column: does what is left of it point the other way than in the matrix B? That is so where a
// pivot of A'B is negative: with A = Q R and B = P S it is R' (Q'P) S, and nearly Q = P but for signs.
void band_sign_changes(const Band *band, const double a[], const double b[], bool is_turned[]);
// The sign of det(A'B), or 0.
NumericStatus band_product_sign(const Band *band, const double a[], const double b[], int *sign);

#endif
