// determinant.c -- the determinant of a Jacobian, which vanishes where it loses rank.
//
// Rotating the axes, and for the full twist also moving the reference point with the body,
// multiplies the Jacobian by a matrix of determinant one. The determinant is therefore computed
// where the entries are shortest: for a spherical wrist at its centre, where half of the rows are
// zero.
// SPDX-License-Identifier: MIT
#include "formulation/builder.h"
#include "notation/forms/polynomial.h"

enum { MOST = 6 };

// The non-zero rows among the first `count` rows.
static Matrix moving_rows(Matrix J, int count)
{
  int rows[MOST], found = 0;
  for (int i = 0; i < count; i++) {
    if (!matrix_row_is_zero(J, i)) rows[found++] = i;
  }
  return matrix_rows(J, rows, found);
}

// Changes the velocity to that of the point of the site's body that coincides with the origin of
// the axes.
static void move_to_origin(Derivation *derivation, const Site *site, int axes, Matrix J)
{
  Vec3 r = site_relative_pose(derivation, site, axes).r_A;
  for (int j = 0; j < J.columns; j++) {
    Twist twist = twist_of_column(J, 0, j);
    twist.v = vec3_sub(twist.v, vec3_cross(twist.w, r));
    twist_put(twist, J, 0, j);
  }
}

// The first `rows` rows (3 or 6) of the Jacobian in these axes, shortened.
static Matrix jacobian_in(Derivation *derivation, const Site *site, int axes, int rows,
                          uint64_t *cost)
{
  static const int ALL[MOST] = { 0, 1, 2, 3, 4, 5 };
  Matrix J = site_jacobian(derivation, site, axes);
  if (rows == MOST) move_to_origin(derivation, site, axes, J);
  J = matrix_rows(J, ALL, rows);
  entries_shorten(J.at, rows * rows);
  *cost = 0;
  for (int e = 0; e < rows * rows; e++)
    *cost += J.at[e]->form->cost;
  return J;
}

static Matrix shortest_jacobian(Derivation *derivation, const Site *site, int rows)
{
  uint64_t least, cost;
  Matrix best = jacobian_in(derivation, site, FRAME_GROUND, rows, &least);
  for (int axes = 1; axes < derivation->mechanism->frame_count; axes++) {
    Matrix candidate = jacobian_in(derivation, site, axes, rows, &cost);
    if (cost >= least) continue;
    least = cost;
    best = candidate;
  }
  return best;
}

// Returns the same node; its form becomes the product of its factors, which show where it vanishes.
static const Expr *factored(const Expr *value)
{
  Pool *pool = expr_pool(value);
  Progress *progress = pool_pause(pool);
  Arena *scratch = arena_new();
  expr_of_formula(pool, formula_factor(value, scratch));
  arena_free(scratch);
  pool_resume_progress(pool, progress);
  return value;
}

const Expr *jacobian_determinant(Derivation *derivation, const Site *site, Text *why)
{
  int n = derivation->equations->coordinate_count;
  if (n == 0 || n > MOST) {
    text_format(why, "the Jacobian of %s is not square: it has 6 rows and %d columns", site->name,
                n);
    return NULL;
  }
  Matrix J = site_jacobian(derivation, site, FRAME_GROUND);
  Matrix square = moving_rows(J, 3);
  bool is_spatial = n == 6 || (n == 3 && square.rows == 3);
  if (square.rows != n) square = moving_rows(J, MOST);
  if (square.rows != n) {
    text_format(why,
                "the Jacobian of %s is not square: %d of its rows are not zero, and it has %d "
                "columns",
                site->name, square.rows, n);
    return NULL;
  }
  if (is_spatial) square = shortest_jacobian(derivation, site, n);
  return factored(matrix_determinant(square));
}
