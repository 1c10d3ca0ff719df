// field_matrix.h -- elimination in the two fields: ranks and kernels of matrices of values.
//
// A value is zero in a field or it is not: no tolerance decides about a rank. Modulo a prime, and
// at a point, a rank can only be too small, so of two fields the one with the larger rank counts.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_FIELD_FIELD_MATRIX_H
#define BIELLE_SYMBOLIC_FIELD_FIELD_MATRIX_H

#include "symbolic/matrix/matrix.h"
#include "symbolic/field/fingerprint.h"

// Row-major, in an arena.
typedef struct Values {
  Arena *arena;
  int rows;
  int columns;
  Fingerprint *at;
} Values;

static inline Fingerprint *values_row(Values a, int row) { return a.at + row * a.columns; }

Values values_new(Arena *arena, int rows, int columns);  // zeros
Values values_of(Matrix a);                              // the fingerprints of the entries

// Reduced by Gauss and Jordan: leading ones alone in their columns. In both fields if the pivots
// are the same, as they are but for an accident; otherwise in the field of the larger rank, and
// zero in the other.
typedef struct Echelon {
  Values reduced;
  int rank;
  int *pivots;  // the columns of the leading ones, in order
} Echelon;
Echelon values_echelon(Values a);
int values_rank(Values a);
// A basis of the vectors that the matrix takes to zero, one in each row, in the fields of the
// echelon form.
Values values_kernel(const Echelon *echelon);

#endif
