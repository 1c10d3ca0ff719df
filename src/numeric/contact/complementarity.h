// complementarity.h -- linear complementarity problems with few unknowns.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_CONTACT_COMPLEMENTARITY_H
#define BIELLE_NUMERIC_CONTACT_COMPLEMENTARITY_H

#include <stdbool.h>

// Solves z >= 0, w = G z + c >= 0, z_i w_i = 0 for all i, where G, n x n, is symmetric positive
// semidefinite: the minimum of z'Gz/2 + c'z, by an active set method (Lawson and Hanson, Solving
// Least Squares Problems, 1974, ch. 23). Exact up to rounding; returns one of several solutions.
// Returns false if there is no solution.
bool complementarity_solve(int n, const double G[], const double c[], double z[]);

#endif
