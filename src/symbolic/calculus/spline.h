// spline.h -- splines of odd degree through points, from rest to rest.
//
// Between two points a polynomial; where they meet, all derivatives below the degree go through (a
// cubic spline is C2, a quintic one C4). At both ends the first (degree - 1)/2 derivatives are zero.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_CALCULUS_SPLINE_H
#define BIELLE_SYMBOLIC_CALCULUS_SPLINE_H

#include "base/memory/arena.h"
#include "symbolic/expr.h"

// Through points[0] .. points[count], piece i taking lengths[i]: its value is the sum of
// coefficients[i*(degree + 1) + j] x^j with x from 0 to 1 along it.
void spline_coefficients(int degree, const Expr *const points[], const Expr *const lengths[],
                         int count, Arena *arena, const Expr *coefficients[]);

#endif
