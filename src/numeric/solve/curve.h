// curve.h -- continuation of the solution curve of F(x) = 0 with one unknown more than equations.
//
// A step follows the tangent and returns to the curve by minimum-norm corrections (Newton with the
// pseudo-inverse of F_x, so that redundant equations do no harm). The step is halved until the
// tangent has hardly turned and F_x was not singular on the way, because beyond a singular F_x the
// curve may be on another branch. At a crossing of branches the step continues straight on and
// reports the crossing. A step therefore never changes the branch. Unknowns should be scaled to
// similar magnitude.
//
// Reference: E. L. Allgower, K. Georg, "Introduction to numerical continuation methods", SIAM
// (2003).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_SOLVE_CURVE_H
#define BIELLE_NUMERIC_SOLVE_CURVE_H

#include "base/memory/arena.h"
#include "numeric/linear/least_squares.h"
#include "numeric/solve/newton.h"

// Point of a curve. The arrays are owned by the curve.
typedef struct CurvePoint {
  double *x;
  double *tangent;     // of norm 1
  double *jacobian;    // F_x
  double *directions;  // right singular vectors of F_x, as from numeric_rank()
  NumericRank rank;
} CurvePoint;

typedef struct Curve Curve;

// Borrows the problem.
Curve *curve_new(const NewtonProblem *problem);
void curve_free(Curve *curve);  // NULL is allowed
CurvePoint curve_point_new(const Curve *curve);
void curve_point_copy(const Curve *curve, CurvePoint *to, const CurvePoint *from);

// Initialises the point of the curve at `x`, where F must be zero; its tangent is oriented along
// `direction` as far as it is not unique (NULL: any). Returns false if F_x is undefined or has no
// null space.
bool curve_begin(Curve *curve, const double x[], const double direction[], CurvePoint *out);

// Corrects `x` to the curve by minimum-norm steps, with the unknown `held` (-1: none) fixed.
// Returns false if the correction exceeds `largest_correction` or does not converge.
bool curve_correct(Curve *curve, double x[], int held, double largest_correction);

typedef enum CurveStep {
  CURVE_ONE_BRANCH,
  CURVE_CROSSING,  // a crossing of branches was passed
  CURVE_STUCK      // no step is short enough: the curve ends, or F is not smooth
} CurveStep;

// A step of at most *length, which receives the actual length. `crossing` receives the point at
// which branches cross, if they do.
CurveStep curve_step(Curve *curve, const CurvePoint *from, double *length, CurvePoint *to,
                     CurvePoint *crossing);

// A function of the points of a curve.
typedef double (*CurveFunction)(const void *context, const CurvePoint *point);

// The point on a step of this length at which the function, whose signs at the ends differ, is
// zero; *length receives the length of the step to it. Returns false if it is not found.
bool curve_find(Curve *curve, const CurvePoint *from, double *length, CurveFunction function,
                const void *context, CurvePoint *out);

#endif
