// band.c -- an order of columns, then rotations within the band.
// SPDX-License-Identifier: MIT
#include "numeric/band.h"

#include "base/random.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

// Below so many columns dense factors take no time; above, the band is worth its trouble if it is
// narrower than this part of the matrix.
enum { FEWEST_COLUMNS = 12, NARROW = 4, INVERSE_ITERATIONS = 4 };

// ---- the order of columns

// Which columns a row touches, and which rows a column: the others of the two.
typedef struct Touches {
  int *start;
  int *other;
} Touches;

static bool find_entries(Band *band)
{
  int n = band->columns, count = 0;
  band->row_start = ARENA_ARRAY(band->arena, int, band->rows + 1);
  for (int i = 0; i < band->rows * n; i++) {
    if (!isfinite(band->a[i])) return false;
    count += band->a[i] != 0;
  }
  if (count > band->rows * n / NARROW) return false;
  band->entry = ARENA_ARRAY(band->arena, int, count);
  count = 0;
  for (int i = 0; i < band->rows; i++) {
    for (int j = 0; j < n; j++) {
      if (band->a[i * n + j] != 0) band->entry[count++] = j;
    }
    band->row_start[i + 1] = count;
  }
  return true;
}

static Touches rows_by_column(const Band *band)
{
  int count = band->row_start[band->rows], n = band->columns;
  Touches result = { ARENA_ARRAY(band->arena, int, n + 2), ARENA_ARRAY(band->arena, int, count) };
  for (int k = 0; k < count; k++)
    result.start[band->entry[k] + 2]++;
  for (int j = 0; j < n; j++)
    result.start[j + 2] += result.start[j + 1];
  for (int i = 0; i < band->rows; i++) {
    for (int k = band->row_start[i]; k < band->row_start[i + 1]; k++)
      result.other[result.start[band->entry[k] + 1]++] = i;
  }
  return result;
}

static int degree(const Touches *rows, int column)
{
  return rows->start[column + 1] - rows->start[column];
}

// Appends a column behind those from `first` on that are in fewer rows.
static void append(const Touches *rows, int column, int order[], int first, int count)
{
  for (; count > first && degree(rows, order[count - 1]) > degree(rows, column); count--)
    order[count] = order[count - 1];
  order[count] = column;
}

// From `seed` on, outwards: appends all columns that hang together with it to the `count` in
// `order` and returns how many there are then. `stamp` marks the columns that are in it.
static int spread(const Band *band, const Touches *rows, int seed, int stamp, int stamps[],
                  int order[], int count)
{
  int next = count;
  order[count++] = seed;
  stamps[seed] = stamp;
  for (; next < count; next++) {
    int first = count, column = order[next];
    for (int k = rows->start[column]; k < rows->start[column + 1]; k++) {
      int row = rows->other[k];
      for (int e = band->row_start[row]; e < band->row_start[row + 1]; e++) {
        if (stamps[band->entry[e]] == stamp) continue;
        stamps[band->entry[e]] = stamp;
        append(rows, band->entry[e], order, first, count++);
      }
    }
  }
  return count;
}

// Outwards from an end of each part: the column that is reached last from anywhere.
static void order_columns(Band *band)
{
  int n = band->columns, count = 0;
  Touches rows = rows_by_column(band);
  int *stamps = ARENA_ARRAY(band->arena, int, n);
  band->column_at = ARENA_ARRAY(band->arena, int, n);
  band->place_of = ARENA_ARRAY(band->arena, int, n);
  for (int j = 0; j < n; j++) {
    if (stamps[j] != 0) continue;
    int end = spread(band, &rows, j, 1, stamps, band->column_at, count);
    count = spread(band, &rows, band->column_at[end - 1], 2, stamps, band->column_at, count);
  }
  for (int k = 0; k < n; k++)
    band->place_of[band->column_at[k]] = k;
}

// Returns the first place of a row; `last` becomes the last.
static int reach_of(const Band *band, int row, int *last)
{
  int first = band->columns;
  *last = -1;
  for (int e = band->row_start[row]; e < band->row_start[row + 1]; e++) {
    int place = band->place_of[band->entry[e]];
    if (place < first) first = place;
    if (place > *last) *last = place;
  }
  return first;
}

static void order_rows(Band *band)
{
  int n = band->columns, last;
  int *first = ARENA_ARRAY(band->arena, int, band->rows);
  int *next = ARENA_ARRAY(band->arena, int, n + 2);  // rows of zeros would be at place n
  band->begins = ARENA_ARRAY(band->arena, int, n + 2);
  band->row_at = ARENA_ARRAY(band->arena, int, band->rows);
  for (int i = 0; i < band->rows; i++) {
    first[i] = reach_of(band, i, &last);
    band->begins[first[i] + 1]++;
    if (last - first[i] > band->width) band->width = last - first[i];
  }
  for (int k = 0; k <= n; k++)
    band->begins[k + 1] += band->begins[k];
  memcpy(next, band->begins, sizeof(int) * (size_t)(n + 2));
  for (int i = 0; i < band->rows; i++)
    band->row_at[next[first[i]]++] = i;
}

bool band_find(int rows, int columns, const double a[], Arena *arena, Band *band)
{
  *band = (Band){ .a = a, .rows = rows, .columns = columns, .arena = arena };
  if (columns < FEWEST_COLUMNS || rows == 0 || !find_entries(band)) return false;
  order_columns(band);
  order_rows(band);
  return NARROW * (band->width + 1) <= columns;
}

// ---- rotations

// R, row by row from the diagonal on, and Q'b.
typedef struct Triangle {
  int n;
  int stride;     // entries of a row
  double *at;     // n x stride; a row that is not there yet is zero
  double *right;  // Q'b
  double *row;    // one that is being rotated in, by place
} Triangle;

static Triangle triangle_new(const Band *band)
{
  int n = band->columns, stride = band->width + 1;
  return (Triangle){ .n = n,
                     .stride = stride,
                     .at = ARENA_ARRAY(band->arena, double, n *stride),
                     .right = ARENA_ARRAY(band->arena, double, n),
                     .row = ARENA_ARRAY(band->arena, double, n + stride) };
}

// Turns the row, which begins at `first`, and its right side against the rows of R until nothing of
// it is left, or a row of R was missing. None that came before began later, so that neither R nor the
// row reaches beyond the band there.
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

// Of A with sqrt(damping) I below it; `b` may be NULL. Rows come in the order of their first
// places, so that R is filled no farther than they reach.
static Triangle triangle_of(const Band *band, const double b[], double damping)
{
  Triangle triangle = triangle_new(band);
  int n = band->columns;
  for (int k = 0; k < n; k++) {
    for (int i = band->begins[k]; i < band->begins[k + 1]; i++) {
      int row = band->row_at[i];
      for (int e = band->row_start[row]; e < band->row_start[row + 1]; e++)
        triangle.row[band->place_of[band->entry[e]]] = band->a[row * n + band->entry[e]];
      rotate_in(&triangle, k, b ? b[row] : 0);
    }
    if (damping == 0) continue;
    triangle.row[k] = sqrt(damping);
    rotate_in(&triangle, k, 0);
  }
  return triangle;
}

// R x = x, in place; false if R is singular.
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

// R' x = x, in place, of a regular R.
static void solve_transposed(const Triangle *triangle, double x[])
{
  for (int k = 0; k < triangle->n; k++) {
    const double *row = triangle->at + k * triangle->stride;
    x[k] /= row[0];
    for (int j = 1; j < triangle->stride && k + j < triangle->n; j++)
      x[k + j] -= row[j] * x[k];
  }
}

NumericStatus band_solve(const Band *band, const double b[], double damping, double x[])
{
  ArenaMark mark = arena_mark(band->arena);
  Triangle triangle = triangle_of(band, b, damping);
  NumericStatus status = solve_upper(&triangle, triangle.right) ? NUMERIC_OK : NUMERIC_SINGULAR;
  for (int k = 0; k < band->columns; k++) {
    x[band->column_at[k]] = triangle.right[k];
    if (status == NUMERIC_OK && !isfinite(triangle.right[k])) status = NUMERIC_NOT_FINITE;
  }
  arena_rewind(band->arena, mark);
  return status;
}

// ---- singular values and directions

NumericStatus band_values(const Band *band, double values[])
{
  ArenaMark mark = arena_mark(band->arena);
  Triangle triangle = triangle_of(band, NULL, 0);
  int n = band->columns, width = band->width;
  double unused[1] = { 0 };
  // LAPACK keeps a band by columns, the diagonal last.
  double *columns = ARENA_ARRAY(band->arena, double, n *triangle.stride);
  double *beside = ARENA_ARRAY(band->arena, double, n);
  for (int k = 0; k < n; k++) {
    for (int j = 0; j <= width && k + j < n; j++)
      columns[(k + j) * triangle.stride + width - j] = triangle.at[k * triangle.stride + j];
  }
  int info = LAPACKE_dgbbrd(LAPACK_COL_MAJOR, 'N', n, n, 0, 0, width, columns, triangle.stride,
                            values, beside, unused, n, unused, n, unused, n);
  if (info == 0)
    info = LAPACKE_dbdsqr(LAPACK_COL_MAJOR, 'U', n, 0, 0, 0, values, beside, unused, n, unused, n,
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

// Makes the row a unit vector across the `count` rows above it. Gram and Schmidt, twice.
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

// Inverse iteration with A'A + damping = R'R: each step makes what does not belong to the small
// values less by the square of their ratio to the others.
void band_free_directions(const Band *band, int count, double smallest, double directions[])
{
  static const double DAMPING = 1e-8;  // of the square of the smallest
  ArenaMark mark = arena_mark(band->arena);
  int n = band->columns;
  Triangle triangle = triangle_of(band, NULL, DAMPING * smallest * smallest);
  double *placed = ARENA_ARRAY(band->arena, double, count *n);
  uint64_t state = 1;
  for (int i = 0; i < count * n; i++)
    placed[i] = (double)(random_next(&state) >> 11) / 4503599627370496.0 - 1;
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

// ---- signs

// Adds what one row of A and B gives to A'B, kept as LAPACK likes bands: by columns, with room for
// what pivoting fills in above.
static void add_products(const Band *band, const double a[], const double b[], int row,
                         double product[])
{
  int n = band->columns, width = band->width, height = 3 * width + 1;
  for (int e = band->row_start[row]; e < band->row_start[row + 1]; e++) {
    for (int f = band->row_start[row]; f < band->row_start[row + 1]; f++) {
      int left = band->entry[e], right = band->entry[f];
      int i = band->place_of[left], j = band->place_of[right];
      product[j * height + 2 * width + i - j] += a[row * n + left] * b[row * n + right];
    }
  }
}

NumericStatus band_product_sign(const Band *band, const double a[], const double b[], int *sign)
{
  int n = band->columns, width = band->width, height = 3 * width + 1;
  ArenaMark mark = arena_mark(band->arena);
  double *product = ARENA_ARRAY(band->arena, double, n *height);
  lapack_int *pivots = ARENA_ARRAY(band->arena, lapack_int, n);
  for (int i = 0; i < band->rows; i++)
    add_products(band, a, b, i, product);
  int info = LAPACKE_dgbtrf(LAPACK_COL_MAJOR, n, n, width, width, product, height, pivots);
  *sign = info == 0 ? 1 : 0;
  for (int k = 0; k < n && info == 0; k++) {
    if (pivots[k] != k + 1) *sign = -*sign;
    if (product[k * height + 2 * width] < 0) *sign = -*sign;
  }
  arena_rewind(band->arena, mark);
  return info > 0 ? NUMERIC_OK : numeric_status_of_lapack(info);
}
