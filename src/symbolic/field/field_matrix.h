// field_matrix.h -- Gaussian elimination in the two fields: ranks and null spaces of matrices of
// fingerprints.
//
// A value in a field is either zero or not, so a rank does not depend on a tolerance. Modulo a
// prime, and at one point, a rank can only be too small; therefore the larger of the two ranks is
// used.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_FIELD_FIELD_MATRIX_H
#define BIELLE_SYMBOLIC_FIELD_FIELD_MATRIX_H

#include "symbolic/matrix/matrix.h"
#include "symbolic/field/fingerprint.h"

// Row-major, allocated in an arena.
typedef struct Values {
  Arena *arena;
  int rows;
  int columns;
  Fingerprint *at;
} Values;

static inline Fingerprint *values_row(Values a, int row) { return a.at + row * a.columns; }

Values values_new(Arena *arena, int rows, int columns);  // zeros
Values values_of(Matrix a);                              // the fingerprints of the entries

// Reduced row echelon form (Gauss-Jordan): each leading 1 is the only non-zero entry of its column.
// It is computed in both fields if the pivots agree, which fails only by chance; otherwise in the
// field of the larger rank, and is zero in the other.
typedef struct Echelon {
  Values reduced;
  int rank;
  int *pivots;  // columns of the leading ones, in order
} Echelon;
Echelon values_echelon(Values a);
int values_rank(Values a);
// A basis of the null space, one vector per row, in the same fields as the echelon form.
Values values_kernel(const Echelon *echelon);

#endif
