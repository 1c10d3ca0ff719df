// curve.h -- following the curve of solutions of F(x) = 0 where one unknown is left free.
//
// A step goes along the tangent and from there back to the curve by the shortest way (Newton with
// the pseudo-inverse of F_x, so redundant equations do no harm). It is halved until the curve has
// hardly turned and F_x was not singular on the way, because beyond a singular F_x lies another
// branch. Where two branches cross, the step goes straight on and says so. So a step never ends on
// a branch on which it did not begin. Unknowns should be scaled to be of one size.
//
// Reference: E. L. Allgower, K. Georg, "Introduction to numerical continuation methods", SIAM
// (2003).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_SOLVE_CURVE_H
#define BIELLE_NUMERIC_SOLVE_CURVE_H

#include "base/memory/arena.h"
#include "numeric/linear/least_squares.h"
#include "numeric/solve/newton.h"

// Arrays are the curve's own.
typedef struct CurvePoint {
  double *x;
  double *tangent;     // of length 1
  double *jacobian;    // F_x
  double *directions;  // its singular directions, as numeric_rank() gives them
  NumericRank rank;
} CurvePoint;

typedef struct Curve Curve;

// Borrows the problem.
Curve *curve_new(const NewtonProblem *problem);
void curve_free(Curve *curve);  // NULL is allowed
CurvePoint curve_point_new(const Curve *curve);
void curve_point_copy(const Curve *curve, CurvePoint *to, const CurvePoint *from);

// The point of the curve at `x`, where F is zero already; its tangent is along `direction`, as far
// as there is a choice (NULL: any). False if F_x has no value or leaves nothing free.
bool curve_begin(Curve *curve, const double x[], const double direction[], CurvePoint *out);

// Brings `x` back to the curve by the shortest way, with the unknown `held` (-1: none) left alone.
// False if that takes more than the largest correction, or does not succeed.
bool curve_correct(Curve *curve, double x[], int held, double largest_correction);

typedef enum CurveStep {
  CURVE_ONE_BRANCH,
  CURVE_CROSSING,  // branches cross on the way
  CURVE_STUCK      // no step is short enough: the curve ends, or F is not smooth
} CurveStep;

// A step of at most *length, which becomes what it was. `crossing` receives the point where
// branches cross, if they do.
CurveStep curve_step(Curve *curve, const CurvePoint *from, double *length, CurvePoint *to,
                     CurvePoint *crossing);

// A number that belongs to a point.
typedef double (*CurveFunction)(const void *context, const CurvePoint *point);

// The point on a step of this length where the function, which differs in sign at the ends, is
// zero; *length becomes that of the step which leads there. False if it cannot be found.
bool curve_find(Curve *curve, const CurvePoint *from, double *length, CurveFunction function,
                const void *context, CurvePoint *out);

#endif
