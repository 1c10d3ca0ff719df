// table_function.h -- functions y(x) defined by points.
//
// A table is one polynomial in each interval between its points: a line, or a piece of the natural
// cubic spline (value, slope and curvature are continuous, the curvature at the ends is zero).
// Outside its points it is constant or continues linearly. The function that is verified, evaluated
// and written as code is this piecewise polynomial with points and coefficients in double
// precision: tables are measured data, and a coefficient of the exact spline depends on all points,
// so that it would have thousands of digits.
//
// In the algebra y(x) is OP_TABLE applied to x and a leaf, OP_POINTS, that represents the table and
// the order of its derivative. The algebra has no identities for this function, as for a
// logarithm.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_CALCULUS_TABLE_FUNCTION_H
#define BIELLE_SYMBOLIC_CALCULUS_TABLE_FUNCTION_H

#include "base/text/text.h"
#include "symbolic/expr.h"

typedef enum TableMethod { TABLE_LINEAR = 1, TABLE_CUBIC = 3 } TableMethod;  // the degree
typedef enum TableOutside { OUTSIDE_CONSTANT, OUTSIDE_LINEAR } TableOutside;

typedef struct TableDescription {
  const char *name;
  int count;  // number of points
  const double *x;
  const double *y;
  TableMethod method;
  TableOutside outside;
} TableDescription;

struct TableFunction {
  const char *name;
  int count;
  int degree;
  const double *x;             // strictly increasing
  const double *coefficients;  // count + 1 rows: before the first point, then from each point on
  uint64_t digest[2];          // hash of name, degree, points and coefficients
};

// Returns the table, owned by the pool; equal descriptions yield the same table. If the points are
// invalid, returns NULL and sets `why` to the reason and *point to the index of the offending
// point.
const TableFunction *table_function_new(Pool *pool, const TableDescription *description, int *point,
                                        Text *why);

// Returns the coefficients of 1, h, h^2, h^3 that are valid at x = p + h, where p is the last point
// not greater than x, or the first point if there is none.
const double *table_function_piece(const TableFunction *table, double x, double *h);
// Derivative of the given order at x. At a point it is the derivative of the interval to its right.
double table_function_value(const TableFunction *table, int order, double x);

// The leaf that represents the derivative of order `order` of a table; the table may belong to any
// pool.
const Expr *expr_points(Pool *pool, const TableFunction *table, int order);
// The derivative of the given order of the table's function at x; 0 if the order exceeds its
// degree.
const Expr *expr_table(const TableFunction *table, int order, const Expr *x);

#endif
