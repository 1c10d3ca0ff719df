// echelon.h -- Gauss-Jordan elimination: readable bases, and determinants.
//
// An orthonormal basis of motions mixes all coordinates. In reduced echelon form each direction has
// a pivot coordinate that moves by 1, while the pivot coordinates of the other directions do not
// move.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LINEAR_ECHELON_H
#define BIELLE_NUMERIC_LINEAR_ECHELON_H

// Reduces `a`, rows x columns and row-major, with independent rows, in place; pivots[i] receives
// the pivot column of row i, with rows in the order of these. The first column whose pivot is at
// least a tenth of the best one is used. Returns the number of rows whose pivot is above
// `tolerance`; the remaining rows depend on them and become zero.
int echelon_reduce(int rows, int columns, double a[], double tolerance, int pivots[]);

// Determinant of an n x n matrix, which is overwritten.
double echelon_determinant(int n, double a[]);

#endif
