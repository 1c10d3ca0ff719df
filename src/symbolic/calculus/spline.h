// spline.h -- splines of odd degree through points, from rest to rest.
//
// Each interval between two points has its own polynomial; at the interior points all derivatives
// of orders below the degree are continuous (a cubic spline is C2, a quintic one C4). At both ends
// the first (degree - 1)/2 derivatives are zero.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_CALCULUS_SPLINE_H
#define BIELLE_SYMBOLIC_CALCULUS_SPLINE_H

#include "base/memory/arena.h"
#include "symbolic/expr.h"

// Spline through points[0] .. points[count], where piece i has the duration lengths[i]: its value
// is the sum of coefficients[i*(degree + 1) + j] x^j, with x from 0 to 1 along the piece.
void spline_coefficients(int degree, const Expr *const points[], const Expr *const lengths[],
                         int count, Arena *arena, const Expr *coefficients[]);

#endif
