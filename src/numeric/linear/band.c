// band.c -- column ordering, then Givens rotations within the band.
// SPDX-License-Identifier: MIT
#include "numeric/linear/band.h"

#include "base/random.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

// Dense factors are as fast for fewer columns; a band is used if it is narrower than this fraction
// of the matrix.
enum { MIN_COLUMNS = 12, NARROW = 4, INVERSE_ITERATIONS = 4 };

// ---- the order of columns

// Number of rows with an entry in the column; `rows` lists the rows of each column.
static int degree(const Entries *rows, int column)
{
  return rows->start[column + 1] - rows->start[column];
}

// Inserts a column into order[first..count] by ascending degree.
static void append(const Entries *rows, int column, int order[], int first, int count)
{
  for (; count > first && degree(rows, order[count - 1]) > degree(rows, column); count--)
    order[count] = order[count - 1];
  order[count] = column;
}

// Breadth-first search from `seed`: appends all connected columns to the `count` in `order` and
// returns their new number. `stamp` marks the columns already in it.
static int spread(const Entries *entries, const Entries *rows, int seed, int stamp, int stamps[],
                  int order[], int count)
{
  int next = count;
  order[count++] = seed;
  stamps[seed] = stamp;
  for (; next < count; next++) {
    int first = count, column = order[next];
    for (int k = rows->start[column]; k < rows->start[column + 1]; k++) {
      int row = rows->column[k];
      for (int e = entries->start[row]; e < entries->start[row + 1]; e++) {
        if (stamps[entries->column[e]] == stamp) continue;
        stamps[entries->column[e]] = stamp;
        append(rows, entries->column[e], order, first, count++);
      }
    }
  }
  return count;
}

// Breadth-first order of each connected component, beginning at an end: the last column reached
// from an arbitrary one.
static void spread_columns(Band *band)
{
  const Entries *entries = band->entries;
  int n = entries->columns, count = 0;
  Entries rows = entries_transposed(entries, band->arena, NULL);
  int *stamps = ARENA_ARRAY(band->arena, int, n);
  for (int j = 0; j < n; j++) {
    if (stamps[j] != 0) continue;
    int end = spread(entries, &rows, j, 1, stamps, band->column_at, count);
    count = spread(entries, &rows, band->column_at[end - 1], 2, stamps, band->column_at, count);
  }
}

// Returns the first place of a row; `last` receives the last one.
static int reach_of(const Band *band, int row, int *last)
{
  const Entries *entries = band->entries;
  int first = entries->columns;
  *last = -1;
  for (int e = entries->start[row]; e < entries->start[row + 1]; e++) {
    int place = band->place_of[entries->column[e]];
    if (place < first) first = place;
    if (place > *last) *last = place;
  }
  return first;
}

// Computes the places of columns and the resulting band width.
static void place_columns(Band *band)
{
  int last;
  for (int k = 0; k < band->entries->columns; k++)
    band->place_of[band->column_at[k]] = k;
  band->width = 0;
  for (int i = 0; i < band->entries->rows; i++) {
    int first = reach_of(band, i, &last);
    if (last - first > band->width) band->width = last - first;
  }
}

// Keeps the given order, which may be chosen deliberately, unless another one yields a narrower
// band.
static void order_columns(Band *band)
{
  int n = band->entries->columns;
  band->column_at = ARENA_ARRAY(band->arena, int, n);
  band->place_of = ARENA_ARRAY(band->arena, int, n);
  for (int k = 0; k < n; k++)
    band->column_at[k] = k;
  place_columns(band);
  int width = band->width;
  spread_columns(band);
  place_columns(band);
  for (int k = 0; k < n && width <= band->width; k++)
    band->column_at[k] = k;
  if (width <= band->width) place_columns(band);
}

static void order_rows(Band *band)
{
  int n = band->entries->columns, rows = band->entries->rows, last;
  int *first = ARENA_ARRAY(band->arena, int, rows + 1);
  int *next = ARENA_ARRAY(band->arena, int, n + 2);  // rows of zeros would be at place n
  band->begins = ARENA_ARRAY(band->arena, int, n + 2);
  band->row_at = ARENA_ARRAY(band->arena, int, rows + 1);
  for (int i = 0; i < rows; i++) {
    first[i] = reach_of(band, i, &last);
    band->begins[first[i] + 1]++;
  }
  for (int k = 0; k <= n; k++)
    band->begins[k + 1] += band->begins[k];
  memcpy(next, band->begins, sizeof(int) * (size_t)(n + 2));
  for (int i = 0; i < rows; i++)
    band->row_at[next[first[i]]++] = i;
}

Band band_order(const Entries *entries, Arena *arena)
{
  Band band = { .entries = entries, .arena = arena };
  order_columns(&band);
  order_rows(&band);
  return band;
}

bool band_find(const Entries *entries, Arena *arena, Band *band)
{
  int n = entries->columns, rows = entries->rows;
  bool may_be = n >= MIN_COLUMNS && rows > 0 && entries_count(entries) <= rows * n / NARROW;
  if (!may_be) return false;
  *band = band_order(entries, arena);
  return NARROW * (band->width + 1) <= n;
}

// ---- rotations

// R, row by row from the diagonal on, and Q'b.
typedef struct Triangle {
  int n;
  int stride;     // entries of a row
  double *at;     // n x stride; a row that is not yet set is zero
  double *right;  // Q'b
  double *row;    // the row being rotated in, by place
} Triangle;

static Triangle triangle_new(const Band *band)
{
  int n = band->entries->columns, stride = band->width + 1;
  return (Triangle){ .n = n,
                     .stride = stride,
                     .at = ARENA_ARRAY(band->arena, double, n *stride),
                     .right = ARENA_ARRAY(band->arena, double, n),
                     .row = ARENA_ARRAY(band->arena, double, n + stride) };
}

// Rotates the row, which begins at `first`, and its right-hand side into R, until the row is zero
// or fills an empty row of R. Rows come in ascending order of their beginning, so that neither R
// nor the row extends beyond the band.
static void rotate_in(Triangle *triangle, int first, double right)
{
  int stride = triangle->stride, end = first + stride;
  for (int k = first; k < end && k < triangle->n; k++) {
    double *own = triangle->row + k, *row = triangle->at + k * stride;
    if (own[0] == 0) continue;
    if (row[0] == 0) {
      memcpy(row, own, sizeof(double) * (size_t)stride);
      memset(own, 0, sizeof(double) * (size_t)stride);
      triangle->right[k] = right;
      return;
    }
    double length = hypot(row[0], own[0]), c = row[0] / length, s = own[0] / length;
    for (int j = 0; j < stride; j++) {
      double above = row[j];
      row[j] = c * above + s * own[j];
      own[j] = c * own[j] - s * above;
    }
    own[0] = 0;
    double above = triangle->right[k];
    triangle->right[k] = c * above + s * right;
    right = c * right - s * above;
  }
}

// Triangle of A with sqrt(damping) I below it; `b` may be NULL. Rows are processed in the order of
// their first places, so that R is filled no farther than they extend.
static Triangle triangle_of(const Band *band, const double values[], const double b[],
                            double damping)
{
  const Entries *entries = band->entries;
  Triangle triangle = triangle_new(band);
  int n = entries->columns;
  for (int k = 0; k < n; k++) {
    for (int i = band->begins[k]; i < band->begins[k + 1]; i++) {
      int row = band->row_at[i];
      for (int e = entries->start[row]; e < entries->start[row + 1]; e++)
        triangle.row[band->place_of[entries->column[e]]] = values[e];
      rotate_in(&triangle, k, b ? b[row] : 0);
    }
    if (damping == 0) continue;
    triangle.row[k] = sqrt(damping);
    rotate_in(&triangle, k, 0);
  }
  return triangle;
}

// Solves R y = x, in place; returns false if R is singular.
static bool solve_upper(const Triangle *triangle, double x[])
{
  for (int k = triangle->n - 1; k >= 0; k--) {
    const double *row = triangle->at + k * triangle->stride;
    for (int j = 1; j < triangle->stride && k + j < triangle->n; j++)
      x[k] -= row[j] * x[k + j];
    if (row[0] == 0) return false;
    x[k] /= row[0];
  }
  return true;
}

// Solves R' y = x, in place, for a regular R.
static void solve_transposed(const Triangle *triangle, double x[])
{
  for (int k = 0; k < triangle->n; k++) {
    const double *row = triangle->at + k * triangle->stride;
    x[k] /= row[0];
    for (int j = 1; j < triangle->stride && k + j < triangle->n; j++)
      x[k + j] -= row[j] * x[k];
  }
}

NumericStatus band_solve(const Band *band, const double values[], const double b[], double damping,
                         double x[])
{
  ArenaMark mark = arena_mark(band->arena);
  Triangle triangle = triangle_of(band, values, b, damping);
  NumericStatus status = solve_upper(&triangle, triangle.right) ? NUMERIC_OK : NUMERIC_SINGULAR;
  for (int k = 0; k < triangle.n; k++) {
    x[band->column_at[k]] = triangle.right[k];
    if (status == NUMERIC_OK && !isfinite(triangle.right[k])) status = NUMERIC_NOT_FINITE;
  }
  arena_rewind(band->arena, mark);
  return status;
}

// y = A z with R'R z = b (seminormal equations). The initial error is proportional to the square of
// the condition of A; iterative refinement makes it as accurate as A permits (Bjorck 1987).
NumericStatus band_solve_transposed(const Band *band, const double values[], const double b[],
                                    double y[])
{
  enum { PASSES = 3 };
  const Entries *entries = band->entries;
  ArenaMark mark = arena_mark(band->arena);
  Triangle triangle = triangle_of(band, values, NULL, 0);
  int n = entries->columns;
  double *left = ARENA_ARRAY(band->arena, double, n);
  NumericStatus status = NUMERIC_OK;
  for (int k = 0; k < n && status == NUMERIC_OK; k++) {
    left[k] = b[band->column_at[k]];
    if (triangle.at[k * triangle.stride] == 0) status = NUMERIC_SINGULAR;
  }
  memset(y, 0, sizeof(double) * (size_t)entries->rows);
  for (int pass = 0; pass < PASSES && status == NUMERIC_OK; pass++) {
    double *z = triangle.right;
    memcpy(z, left, sizeof(double) * (size_t)n);
    solve_transposed(&triangle, z);
    solve_upper(&triangle, z);
    for (int k = 0; k < n; k++)
      left[k] = b[band->column_at[k]];
    for (int i = 0; i < entries->rows; i++) {
      for (int e = entries->start[i]; e < entries->start[i + 1]; e++)
        y[i] += values[e] * z[band->place_of[entries->column[e]]];
      for (int e = entries->start[i]; e < entries->start[i + 1]; e++)
        left[band->place_of[entries->column[e]]] -= values[e] * y[i];
      if (!isfinite(y[i])) status = NUMERIC_NOT_FINITE;
    }
  }
  arena_rewind(band->arena, mark);
  return status;
}

// ---- singular values and directions

NumericStatus band_values(const Band *band, const double values[], double singular[])
{
  ArenaMark mark = arena_mark(band->arena);
  Triangle triangle = triangle_of(band, values, NULL, 0);
  int n = triangle.n, width = band->width;
  double unused[1] = { 0 };
  // LAPACK stores a band by columns, the diagonal last.
  double *columns = ARENA_ARRAY(band->arena, double, n *triangle.stride);
  double *beside = ARENA_ARRAY(band->arena, double, n);
  for (int k = 0; k < n; k++) {
    for (int j = 0; j <= width && k + j < n; j++)
      columns[(k + j) * triangle.stride + width - j] = triangle.at[k * triangle.stride + j];
  }
  int info = LAPACKE_dgbbrd(LAPACK_COL_MAJOR, 'N', n, n, 0, 0, width, columns, triangle.stride,
                            singular, beside, unused, n, unused, n, unused, n);
  if (info == 0)
    info = LAPACKE_dbdsqr(LAPACK_COL_MAJOR, 'U', n, 0, 0, 0, singular, beside, unused, n, unused, n,
                          unused, n);
  arena_rewind(band->arena, mark);
  return numeric_status_of_lapack(info);
}

static double dot(const double a[], const double b[], int n)
{
  double sum = 0;
  for (int j = 0; j < n; j++)
    sum += a[j] * b[j];
  return sum;
}

// Normalises row `count` and makes it orthogonal to the rows above. Gram-Schmidt orthogonalisation,
// repeated once.
static void straighten(double rows[], int count, int n)
{
  double *own = rows + count * n;
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < count; k++) {
      double part = dot(own, rows + k * n, n);
      for (int j = 0; j < n; j++)
        own[j] -= part * rows[k * n + j];
    }
    double length = sqrt(dot(own, own, n));
    for (int j = 0; j < n; j++)
      own[j] /= length;
  }
}

static void fill_randomly(double values[], int count)
{
  uint64_t state = 1;
  for (int i = 0; i < count; i++)
    values[i] = (double)(random_next(&state) >> 11) / 4503599627370496.0 - 1;
}

// Inverse iteration: for a unit vector x, |R^-T x| converges to the reciprocal of the least
// singular value.
double band_smallest(const Band *band, const double values[])
{
  ArenaMark mark = arena_mark(band->arena);
  Triangle triangle = triangle_of(band, values, NULL, 0);
  int n = triangle.n;
  double *x = ARENA_ARRAY(band->arena, double, n), smallest = INFINITY;
  fill_randomly(x, n);
  straighten(x, 0, n);
  for (int k = 0; k < n && smallest > 0; k++) {
    if (triangle.at[k * triangle.stride] == 0) smallest = 0;
  }
  for (int pass = 0; pass < INVERSE_ITERATIONS && smallest > 0; pass++) {
    solve_transposed(&triangle, x);
    smallest = fmin(smallest, 1 / sqrt(dot(x, x, n)));
    solve_upper(&triangle, x);
    straighten(x, 0, n);
  }
  arena_rewind(band->arena, mark);
  return smallest;
}

// Inverse iteration with A'A + damping = R'R: each step reduces the components outside of the
// requested space by the square of the ratio of the singular values.
void band_free_directions(const Band *band, const double values[], int count, double smallest,
                          double directions[])
{
  static const double DAMPING = 1e-8;  // relative to the square of the smallest
  ArenaMark mark = arena_mark(band->arena);
  Triangle triangle = triangle_of(band, values, NULL, DAMPING * smallest * smallest);
  int n = triangle.n;
  double *placed = ARENA_ARRAY(band->arena, double, count *n);
  fill_randomly(placed, count * n);
  for (int pass = 0; pass < INVERSE_ITERATIONS; pass++) {
    for (int k = 0; k < count; k++) {
      solve_transposed(&triangle, placed + k * n);
      solve_upper(&triangle, placed + k * n);
      straighten(placed, k, n);
    }
  }
  for (int i = 0; i < count * n; i++)
    directions[i / n * n + band->column_at[i % n]] = placed[i];
  arena_rewind(band->arena, mark);
}

// ---- lengths and signs

void band_lengths(const Band *band, const double values[], double lengths[])
{
  ArenaMark mark = arena_mark(band->arena);
  Triangle triangle = triangle_of(band, values, NULL, 0);
  for (int k = 0; k < triangle.n; k++)
    lengths[band->column_at[k]] = fabs(triangle.at[k * triangle.stride]);
  arena_rewind(band->arena, mark);
}

// A'B in LAPACK's band format: by columns, with space above for the fill-in of pivoting.
static double *product_of(const Band *band, const double a[], const double b[])
{
  const Entries *entries = band->entries;
  int width = band->width, height = 3 * width + 1;
  double *product = ARENA_ARRAY(band->arena, double, entries->columns *height);
  for (int row = 0; row < entries->rows; row++) {
    for (int e = entries->start[row]; e < entries->start[row + 1]; e++) {
      for (int f = entries->start[row]; f < entries->start[row + 1]; f++) {
        int i = band->place_of[entries->column[e]], j = band->place_of[entries->column[f]];
        product[j * height + 2 * width + i - j] += a[e] * b[f];
      }
    }
  }
  return product;
}

void band_sign_changes(const Band *band, const double a[], const double b[], bool is_turned[])
{
  ArenaMark mark = arena_mark(band->arena);
  int n = band->entries->columns, width = band->width, height = 3 * width + 1;
  double *product = product_of(band, a, b);
  for (int k = 0; k < n; k++) {
    double *own = product + k * height + 2 * width, pivot = own[0];
    int reach = n - 1 - k < width ? n - 1 - k : width;
    is_turned[band->column_at[k]] = pivot < 0;
    for (int j = 1; j <= reach && pivot != 0; j++) {
      double *other = product + (k + j) * height + 2 * width - j, part = other[0] / pivot;
      for (int i = 1; i <= reach; i++)
        other[i] -= part * own[i];
    }
  }
  arena_rewind(band->arena, mark);
}

NumericStatus band_product_sign(const Band *band, const double a[], const double b[], int *sign)
{
  int n = band->entries->columns, width = band->width, height = 3 * width + 1;
  ArenaMark mark = arena_mark(band->arena);
  double *product = product_of(band, a, b);
  lapack_int *pivots = ARENA_ARRAY(band->arena, lapack_int, n);
  int info = LAPACKE_dgbtrf(LAPACK_COL_MAJOR, n, n, width, width, product, height, pivots);
  *sign = info == 0 ? 1 : 0;
  for (int k = 0; k < n && info == 0; k++) {
    if (pivots[k] != k + 1) *sign = -*sign;
    if (product[k * height + 2 * width] < 0) *sign = -*sign;
  }
  arena_rewind(band->arena, mark);
  return info > 0 ? NUMERIC_OK : numeric_status_of_lapack(info);
}
