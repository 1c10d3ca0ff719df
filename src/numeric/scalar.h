// scalar.h -- extremes and crossings of a function of one number, to the last digits.
//
// Reference: J. Kiefer, "Sequential minimax search for a maximum", Proc. Amer. Math. Soc. 4 (1953).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_SCALAR_H
#define BIELLE_NUMERIC_SCALAR_H

// Not a number where it has no value.
typedef double ScalarFunction(void *context, double x);

// The greatest value between a and b of a function with one maximum there, found by golden sections;
// *x is where. Where the function jumps, the greater side of the jump.
double scalar_greatest(ScalarFunction *f, void *context, double a, double b, double *x);

// Where a function that is not positive at a, and positive at b, becomes positive; a may lie beyond b.
double scalar_crossing(ScalarFunction *f, void *context, double a, double b);

#endif
