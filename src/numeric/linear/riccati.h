// riccati.h -- gains of the linear regulator.
//
// Of dx/dt = A x + B u the u = -K x that makes the integral of x'Q x + u'R u least:
//
//   A'X + X A - X B R^-1 B' X + Q = 0,   K = R^-1 B' X
//
// X by the invariant subspace of the Hamiltonian's stable eigenvalues, in Schur form (Laub 1979).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LINEAR_RICCATI_H
#define BIELLE_NUMERIC_LINEAR_RICCATI_H

#include "base/memory/arena.h"
#include "numeric/status.h"

// A and Q are n x n, B is n x m, R the m entries of a diagonal, above 0; K receives m x n, all
// row-major. NUMERIC_NO_SOLUTION: some motion that grows, or goes on, is not reached by u or costs
// nothing.
NumericStatus riccati_gains(int n, int m, const double A[], const double B[], const double Q[],
                            const double R[], Arena *arena, double K[]);

#endif
