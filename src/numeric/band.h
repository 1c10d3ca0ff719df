// band.h -- matrices of which each row touches few columns, as those of mechanisms of many loops do.
//
// With the columns in the order of Cuthill and McKee (1969) the entries of each row are near one
// another, and rotations (George and Heath 1980) find the triangle R of A = Q R without leaving a
// narrow band: the work grows with the size of the matrix as it does with the number of loops, where
// that of dense factors grows with its cube. Rotations of rows are as accurate as dense factors
// are, also where rows differ much in size. All else is computed from R.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_BAND_H
#define BIELLE_NUMERIC_BAND_H

#include "base/arena.h"
#include "numeric/status.h"

#include <stdbool.h>

typedef struct Band {
  const double *a;  // borrowed: rows x columns, row-major
  int rows;
  int columns;
  int width;       // a row reaches so many places beyond its first
  int *row_start;  // by row: of its entries that are not zero; one more is the end
  int *entry;      // their columns
  int *place_of;   // by column
  int *column_at;  // by place
  int *begins;   // by place: in row_at, of the rows whose first entry is there; one more is the end
  int *row_at;   // rows in the order of their first places; rows of zeros are left out
  Arena *arena;  // borrowed
} Band;

// Orders the columns. False if the matrix is small or its band wide, so that dense factors are as
// good, and if a number is not finite.
bool band_find(int rows, int columns, const double a[], Arena *arena, Band *band);

// The x that makes |A x - b|^2 + damping |x|^2 least. NUMERIC_SINGULAR: there is more than one.
NumericStatus band_solve(const Band *band, const double b[], double damping, double x[]);
// The largest min(rows, columns) singular values, largest first; `values` has room for `columns`.
NumericStatus band_values(const Band *band, double values[]);
// An orthonormal basis of the directions of the `count` smallest singular values, count x columns.
// These are to be much less than `smallest`, which is the least of the others.
void band_free_directions(const Band *band, int count, double smallest, double directions[]);
// The sign of det(A'B), or 0, of two matrices that have no entries where that of the band has none.
NumericStatus band_product_sign(const Band *band, const double a[], const double b[], int *sign);

#endif
