// determinant.c -- where a Jacobian loses rank.
//
// Turning the axes, and for the full twist also moving the reference point along with the body,
// multiplies the Jacobian by a matrix of determinant one. So the determinant is taken where the
// entries are shortest: for a spherical wrist that is its centre, where half of the rows are zero.
// SPDX-License-Identifier: MIT
#include "formulation/builder.h"
#include "symbolic/algebra.h"
#include "notation/polynomial.h"

#include <string.h>

enum { MOST = 6 };

typedef struct Square {
  Pool *pool;
  const Expr *at[MOST][MOST];
  int size;
} Square;

// Which of the first `count` rows are not zero; returns their number.
static int moving_rows(const Expr *const J[], int count, int n, int rows[MOST])
{
  int found = 0;
  for (int i = 0; i < count; i++) {
    if (!entries_are_zero(J + i * n, n)) rows[found++] = i;
  }
  return found;
}

static Square take_rows(const Expr *const J[], const int rows[], int n)
{
  Square square = { .pool = J[0]->pool, .size = n };
  for (int i = 0; i < n; i++)
    memcpy(square.at[i], J + rows[i] * n, (size_t)n * sizeof(*J));
  return square;
}

// The minor of the first rows and the columns of the set, by its last row; minors of smaller sets
// are known. Sets are bit masks.
static const Expr *minor_of(const Square *square, unsigned set, const Expr *const minors[])
{
  int size = __builtin_popcount(set), place = 0;
  const Expr *result = expr_integer(square->pool, 0);
  for (int j = 0; j < square->size; j++) {
    if (!(set >> j & 1U)) continue;
    place++;
    const Expr *term = product(square->at[size - 1][j], minors[set & ~(1U << j)]);
    result = (size - place) % 2 == 0 ? sum(result, term) : difference(result, term);
  }
  return result;
}

static const Expr *determinant_by_minors(const Square *square)
{
  const Expr *minors[1U << MOST];
  minors[0] = expr_integer(square->pool, 1);
  for (unsigned set = 1; set < 1U << square->size; set++)
    minors[set] = minor_of(square, set, minors);
  return minors[(1U << square->size) - 1];
}

// The columns in which the rows of the set are not all zero.
static unsigned columns_of(const Square *square, unsigned rows)
{
  unsigned columns = 0;
  for (int i = 0; i < square->size; i++) {
    for (int j = 0; j < square->size; j++) {
      if (rows >> i & 1U && !is_zero(square->at[i][j])) columns |= 1U << j;
    }
  }
  return columns;
}

// The fewest rows that are zero outside as many columns; at worst all of them.
static unsigned smallest_block(const Square *square)
{
  unsigned all = (1U << square->size) - 1, best = all;
  for (unsigned rows = 1; rows < all; rows++) {
    int size = __builtin_popcount(rows);
    if (size < __builtin_popcount(best) && __builtin_popcount(columns_of(square, rows)) == size) {
      best = rows;
    }
  }
  return best;
}

static Square part_of(const Square *square, unsigned rows, unsigned columns)
{
  Square part = { .pool = square->pool, .size = __builtin_popcount(rows) };
  for (int i = 0, row = 0; i < square->size; i++) {
    if (!(rows >> i & 1U)) continue;
    for (int j = 0, column = 0; j < square->size; j++) {
      if (columns >> j & 1U) part.at[row][column++] = square->at[i][j];
    }
    row++;
  }
  return part;
}

// Sum of the places in a set.
static int place_sum(unsigned set)
{
  int result = 0;
  for (int i = 0; i < MOST; i++)
    result += set >> i & 1U ? i : 0;
  return result;
}

// Laplace: a block beside which all is zero is a factor, and so is what its rows and columns leave.
// Taken apart first, the factors cannot be multiplied out and lost.
static const Expr *determinant(Square square)
{
  const Expr *result = expr_integer(square.pool, 1);
  while (square.size > 0) {
    unsigned all = (1U << square.size) - 1, rows = smallest_block(&square);
    unsigned columns = rows == all ? all : columns_of(&square, rows);
    Square block = part_of(&square, rows, columns);
    const Expr *factor = determinant_by_minors(&block);
    if ((place_sum(rows) + place_sum(columns)) % 2 != 0) factor = negative(factor);
    result = product(result, factor);
    square = part_of(&square, all & ~rows, all & ~columns);
  }
  return result;
}

// Velocity of the point of the site's body that coincides with the origin of the axes.
static void move_to_origin(Scene *scene, const Site *site, int axes, const Expr *J[])
{
  int n = scene->equations->coordinate_count;
  Vec3 r = site_seen_from(scene, site, axes).r_A;
  for (int j = 0; j < n; j++) {
    Vec3 v = { { J[j], J[n + j], J[2 * n + j] } };
    Vec3 w = { { J[3 * n + j], J[4 * n + j], J[5 * n + j] } };
    Vec3 at_origin = vec3_sub(v, vec3_cross(w, r));
    for (int i = 0; i < 3; i++)
      J[i * n + j] = at_origin.at[i];
  }
}

static uint64_t total_cost(const Expr *const entries[], int count)
{
  uint64_t cost = 0;
  for (int i = 0; i < count; i++)
    cost += entries[i]->form->cost;
  return cost;
}

// The first `rows` rows (3 or 6) of the Jacobian, as short as they get in these axes.
static Square jacobian_in(Scene *scene, const Site *site, int axes, int rows, uint64_t *cost)
{
  static const int ALL[MOST] = { 0, 1, 2, 3, 4, 5 };
  const Expr *J[MOST * MOST];
  site_jacobian(scene, site, axes, J);
  if (rows == MOST) move_to_origin(scene, site, axes, J);
  entries_shorten(J, rows * rows);
  *cost = total_cost(J, rows * rows);
  return take_rows(J, ALL, rows);
}

static Square shortest_jacobian(Scene *scene, const Site *site, int rows)
{
  uint64_t least, cost;
  Square best = jacobian_in(scene, site, FRAME_GROUND, rows, &least);
  for (int axes = 1; axes < scene->mechanism->frame_count; axes++) {
    Square candidate = jacobian_in(scene, site, axes, rows, &cost);
    if (cost >= least) continue;
    least = cost;
    best = candidate;
  }
  return best;
}

// The same node; its form becomes the product of its factors, which show where it vanishes.
static const Expr *factored(const Expr *value)
{
  Arena *scratch = arena_new();
  expr_of_formula(value->pool, formula_factor(value, scratch));
  arena_free(scratch);
  return value;
}

const Expr *jacobian_determinant(Scene *scene, const Site *site, Text *why)
{
  int n = scene->equations->coordinate_count, rows[MOST];
  if (n == 0 || n > MOST) {
    text_format(why, "the Jacobian of %s is not square: it has 6 rows and %d columns", site->name,
                n);
    return NULL;
  }
  const Expr *J[MOST * MOST];
  site_jacobian(scene, site, FRAME_GROUND, J);
  int count = moving_rows(J, 3, n, rows);
  if (count != n) count = moving_rows(J, 6, n, rows);
  if (count != n) {
    text_format(why,
                "the Jacobian of %s is not square: %d of its rows are not zero, and it has %d "
                "columns",
                site->name, count, n);
    return NULL;
  }
  bool is_spatial = n == 6 || (n == 3 && rows[2] == 2);
  Square square = is_spatial ? shortest_jacobian(scene, site, n) : take_rows(J, rows, n);
  return factored(determinant(square));
}
