// scalar.h -- extrema and zero crossings of a function of one variable, to machine precision.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_SCALAR_H
#define BIELLE_NUMERIC_SCALAR_H

// NaN where it is undefined.
typedef double ScalarFunction(void *context, double x);

// Maximum of a unimodal function between a and b, by golden section search; *x receives its
// position. At a discontinuity, the larger one-sided value.
double scalar_greatest(ScalarFunction *f, void *context, double a, double b, double *x);

// Position at which a function that is not positive at a, and positive at b, becomes positive; a
// may be greater than b.
double scalar_crossing(ScalarFunction *f, void *context, double a, double b);

#endif
