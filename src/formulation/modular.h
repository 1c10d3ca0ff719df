// modular.h -- elimination modulo a prime, exact: ranks and kernels of matrices of fingerprints.
// For the files of formulation/ and study/.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_MODULAR_H
#define BIELLE_FORMULATION_MODULAR_H

#include "symbolic/expr.h"

// Residues modulo the first prime of symbolic/field.h, row-major.
typedef struct ModularMatrix {
  uint64_t *at;
  int rows;
  int columns;
} ModularMatrix;

// The fingerprints of `entries`; free() its `at`.
ModularMatrix modular_of(const Expr *const entries[], int rows, int columns);
// Gauss-Jordan: leading ones alone in their columns, which go to `pivots` (room for all columns).
// Returns the rank.
int modular_reduce(ModularMatrix *matrix, int pivots[]);
int modular_rank(const Expr *const entries[], int rows, int columns);
// A basis of the vectors that a reduced matrix of that rank takes to zero, one in each row; free()
// its `at`.
ModularMatrix modular_kernel(const ModularMatrix *reduced, int rank, const int pivots[]);

#endif
