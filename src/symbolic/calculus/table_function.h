// table_function.h -- functions y(x) that are given by points.
//
// Between its points a table is one polynomial in each interval: a line, or a piece of the natural
// cubic spline (value, slope and curvature go through, no curvature at the ends). Outside it stays
// or goes on straight. The function that is proved, evaluated and written as code is this piecewise
// polynomial with doubles for points and coefficients: tables are measured, and a coefficient of
// the exact spline depends on all points, so that it has thousands of digits.
//
// In the algebra y(x) is OP_TABLE of x and a leaf, OP_POINTS, that stands for the table and for how
// often it is differentiated: a function without algebraic law, like a logarithm.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_CALCULUS_TABLE_FUNCTION_H
#define BIELLE_SYMBOLIC_CALCULUS_TABLE_FUNCTION_H

#include "base/text/text.h"
#include "symbolic/expr.h"

typedef enum TableMethod { TABLE_LINEAR = 1, TABLE_CUBIC = 3 } TableMethod;  // the degree
typedef enum TableOutside { OUTSIDE_CONSTANT, OUTSIDE_LINEAR } TableOutside;

typedef struct TableDescription {
  const char *name;
  int count;  // of points
  const double *x;
  const double *y;
  TableMethod method;
  TableOutside outside;
} TableDescription;

struct TableFunction {
  const char *name;
  int count;
  int degree;
  const double *x;             // growing
  const double *coefficients;  // count + 1 rows: before the first point, then from each point on
  uint64_t digest[2];          // of all of the above
};

// The table, owned by the pool; the same description gives the same table again. NULL if there is
// no such function: `why` says the reason, *point is the point at fault, from 0.
const TableFunction *table_function_new(Pool *pool, const TableDescription *description, int *point,
                                        Text *why);

// The coefficients of 1, h, h^2, h^3 that hold at x = p + h, where p is the point at x or before
// it, the first point if there is none.
const double *table_function_piece(const TableFunction *table, double x, double *h);
// The derivative of that order at x. At a point it is that of the interval behind it.
double table_function_value(const TableFunction *table, int order, double x);

// The leaf of a table of any pool.
const Expr *expr_points(Pool *pool, const TableFunction *table, int order);
// The derivative of that order of the table's function at x; 0 beyond its degree.
const Expr *expr_table(const TableFunction *table, int order, const Expr *x);

#endif
