// riccati.h -- gains of the linear-quadratic regulator.
//
// For dx/dt = A x + B u, the feedback u = -K x that minimises the integral of x'Q x + u'R u:
//
//   A'X + X A - X B R^-1 B' X + Q = 0,   K = R^-1 B' X
//
// X follows from the stable invariant subspace of the Hamiltonian matrix, in Schur form (Laub
// 1979).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_LINEAR_RICCATI_H
#define BIELLE_NUMERIC_LINEAR_RICCATI_H

#include "base/memory/arena.h"
#include "numeric/status.h"

// A and Q are n x n, B is n x m, R has the m entries of a diagonal matrix, above 0; K receives m x
// n, all row-major. NUMERIC_NO_SOLUTION: a mode that is not asymptotically stable cannot be
// controlled by u or has no cost.
NumericStatus riccati_gains(int n, int m, const double A[], const double B[], const double Q[],
                            const double R[], Arena *arena, double K[]);

#endif
