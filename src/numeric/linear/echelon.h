// echelon.h -- Gauss and Jordan's elimination: bases of directions that people can read,
// determinants.
//
// An orthonormal basis of motions mixes all coordinates. Reduced to echelon form each direction
// moves one coordinate of its own by 1, and the own coordinates of the others not at all.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LINEAR_ECHELON_H
#define BIELLE_NUMERIC_LINEAR_ECHELON_H

// Reduces `a`, rows x columns and row-major, of independent rows, in place; pivots[i] becomes the
// own column of row i, rows in the order of these. Of the columns that serve nearly as well as the
// best (a tenth of its pivot) the first is taken. Returns the number of rows whose pivot is above
// `tolerance`; further rows depend on them and are left zero.
int echelon_reduce(int rows, int columns, double a[], double tolerance, int pivots[]);

// Of an n x n matrix, which is lost.
double echelon_determinant(int n, double a[]);

#endif
