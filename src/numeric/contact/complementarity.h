// complementarity.h -- what pushes or is not touched: linear complementarity of few unknowns.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_CONTACT_COMPLEMENTARITY_H
#define BIELLE_NUMERIC_CONTACT_COMPLEMENTARITY_H

#include <stdbool.h>

// z >= 0 with w = G z + c >= 0 and z_i w_i = 0 for all i, where G, n x n, is symmetric and has no
// negative eigenvalue: the least of z'Gz/2 + c'z, by active sets (Lawson and Hanson, Solving Least
// Squares Problems, 1974, ch. 23). Exact but for rounding; of many solutions one. False where there
// is none.
bool complementarity_solve(int n, const double G[], const double c[], double z[]);

#endif
