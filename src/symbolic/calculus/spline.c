// spline.c -- computes all coefficients from one system of linear equations, ordered by pieces from
// left to right so that fill-in stays near the diagonal.
// SPDX-License-Identifier: MIT
#include "symbolic/calculus/spline.h"

#include "symbolic/algebra.h"
#include "symbolic/matrix/matrix.h"

#include <assert.h>

typedef struct Spline {
  Matrix equations;  // with the right-hand side as the last column
  int degree;
  const Expr *const *lengths;
  int next;  // next row
} Spline;

// j (j - 1) .. (j - order + 1)
static long falling(int j, int order)
{
  long value = 1;
  for (int k = 0; k < order; k++)
    value *= j - k;
  return value;
}

// Adds to the current row `sign` times the derivative of order `order` at the start or end of a
// piece.
static void put_derivative(Spline *spline, int piece, bool is_end, int order, long sign)
{
  Pool *pool = spline->equations.pool;
  const Expr *scale = expr_pow_integer(spline->lengths[piece], -order);
  for (int j = order; j <= (is_end ? spline->degree : order); j++) {
    const Expr *factor = expr_integer(pool, sign * falling(j, order));
    matrix_set(spline->equations, spline->next, piece * (spline->degree + 1) + j,
               product(factor, scale));
  }
}

static void put_value(Spline *spline, int piece, bool is_end, const Expr *point)
{
  put_derivative(spline, piece, is_end, 0, 1);
  matrix_set(spline->equations, spline->next++, spline->equations.columns - 1, point);
}

static void put_rest(Spline *spline, int piece, bool is_end)
{
  for (int order = 1; order <= (spline->degree - 1) / 2; order++) {
    put_derivative(spline, piece, is_end, order, 1);
    spline->next++;
  }
}

void spline_coefficients(int degree, const Expr *const points[], const Expr *const lengths[],
                         int count, Arena *arena, const Expr *coefficients[])
{
  int unknowns = count * (degree + 1);
  Spline spline = { .equations = matrix_zero(arena, expr_pool(points[0]), unknowns, unknowns + 1),
                    .degree = degree,
                    .lengths = lengths };
  put_rest(&spline, 0, false);
  for (int i = 0; i < count; i++) {
    put_value(&spline, i, false, points[i]);
    put_value(&spline, i, true, points[i + 1]);
    for (int order = 1; order < degree && i < count - 1; order++) {
      put_derivative(&spline, i, true, order, 1);
      put_derivative(&spline, i + 1, false, order, -1);
      spline.next++;
    }
  }
  put_rest(&spline, count - 1, true);
  assert(spline.next == unknowns);
  int *pivots = ARENA_ARRAY(arena, int, unknowns);
  matrix_echelon(spline.equations, pivots);
  for (int i = 0; i < unknowns; i++)
    coefficients[i] = matrix_get(spline.equations, i, unknowns);
}
