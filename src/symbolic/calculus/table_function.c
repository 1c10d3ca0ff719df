// table_function.c -- piecewise polynomials through points.
// SPDX-License-Identifier: MIT
#include "symbolic/calculus/table_function.h"

#include "base/memory/memory.h"
#include "symbolic/pool.h"
#include "symbolic/field/fingerprint.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- construction

static bool reject(Text *why, int *point, int at, const char *reason)
{
  *point = at;
  text_put(why, reason);
  return false;
}

static bool check_points(const TableDescription *d, int *point, Text *why)
{
  if (d->count < 2) return reject(why, point, 0, "a table needs two points at least");
  for (int i = 0; i < d->count; i++) {
    if (!isfinite(d->x[i]) || !isfinite(d->y[i]))
      return reject(why, point, i, "a point of a table has two numbers");
    if (i > 0 && d->x[i] <= d->x[i - 1])
      return reject(why, point, i, "x must grow from point to point");
  }
  return true;
}

static double secant(const TableDescription *d, int i)
{
  return (d->y[i + 1] - d->y[i]) / (d->x[i + 1] - d->x[i]);
}

// Second derivatives at the points, m[0] = m[count - 1] = 0: for each interior point i,
//
//     h[i-1] m[i-1] + 2 (h[i-1] + h[i]) m[i] + h[i] m[i+1] = 6 (secant[i] - secant[i-1]).
//
// The tridiagonal system is diagonally dominant and solved by Gaussian elimination.
static double *spline_curvatures(const TableDescription *d)
{
  size_t count = (size_t)d->count;
  double *m = memory_new(count, sizeof m[0]), *above = memory_new(count, sizeof above[0]);
  for (int i = 1; i < d->count - 1; i++) {
    double before = d->x[i] - d->x[i - 1], behind = d->x[i + 1] - d->x[i];
    double pivot = 2 * (before + behind) - before * above[i - 1];
    above[i] = behind / pivot;
    m[i] = (6 * (secant(d, i) - secant(d, i - 1)) - before * m[i - 1]) / pivot;
  }
  for (int i = d->count - 2; i > 0; i--)
    m[i] -= above[i] * m[i + 1];
  free(above);
  return m;
}

// Writes one row for each interval; m: second derivatives, NULL: linear interpolation.
static void put_intervals(const TableDescription *d, const double m[], double *row)
{
  for (int i = 0; i < d->count - 1; i++, row += (int)d->method + 1) {
    row[0] = d->y[i];
    row[1] = secant(d, i);
    if (!m) continue;
    double h = d->x[i + 1] - d->x[i];
    row[1] -= h * (2 * m[i] + m[i + 1]) / 6;
    row[2] = m[i] / 2;
    row[3] = (m[i + 1] - m[i]) / (6 * h);
  }
}

static const double *coefficients_of(Arena *arena, const TableDescription *d)
{
  int width = (int)d->method + 1, last = d->count - 1;
  double *rows = ARENA_ARRAY(arena, double, (d->count + 1) * width);
  double *m = d->method == TABLE_CUBIC ? spline_curvatures(d) : NULL;
  put_intervals(d, m, rows + width);
  double *end = rows + d->count * width;
  rows[0] = d->y[0];
  end[0] = d->y[last];
  if (d->outside == OUTSIDE_LINEAR) {
    rows[1] = rows[width + 1];
    end[1] = secant(d, last - 1);
    if (m) end[1] += (d->x[last] - d->x[last - 1]) * m[last - 1] / 6;
  }
  free(m);
  return rows;
}

static void digest(TableFunction *table)
{
  size_t points = (size_t)table->count * sizeof(double);
  size_t rows = (points + sizeof(double)) * (size_t)(table->degree + 1);
  for (int k = 0; k < FIELD_COUNT; k++) {
    uint64_t hash = field_hash(FIELD[k], 0, (uint64_t)table->degree, table->x, points);
    hash = field_hash(FIELD[k], hash, 0, table->coefficients, rows);
    table->digest[k] = field_hash(FIELD[k], hash, 0, table->name, strlen(table->name));
  }
}

const TableFunction *table_function_new(Pool *pool, const TableDescription *d, int *point,
                                        Text *why)
{
  if (!check_points(d, point, why)) return NULL;
  Arena *scratch = arena_new();
  const double *rows = coefficients_of(scratch, d);
  TableFunction table = { d->name, d->count, (int)d->method, d->x, rows, { 0 } };
  int beyond = 0, size = (d->count + 1) * ((int)d->method + 1);
  while (beyond < size && isfinite(rows[beyond]))
    beyond++;
  const TableFunction *owned = NULL;
  if (beyond < size) {
    int row = beyond / ((int)d->method + 1);
    reject(why, point, row > 0 ? row - 1 : 0, "the slope of the table is beyond all numbers");
  } else {
    digest(&table);
    owned = pool_own_table(pool, &table);
  }
  arena_free(scratch);
  return owned;
}

static const double *copy_numbers(Arena *arena, const double numbers[], int count)
{
  double *copy = ARENA_ARRAY(arena, double, count);
  memcpy(copy, numbers, (size_t)count * sizeof copy[0]);
  return copy;
}

const TableFunction *pool_own_table(Pool *pool, const TableFunction *table)
{
  int known = map_find_n(&pool->table_places, (const char *)table->digest, sizeof table->digest);
  if (known >= 0) return pool->tables[known];
  pool->tables =
      memory_room(pool->tables, pool->table_count, &pool->table_capacity, sizeof pool->tables[0]);
  TableFunction *own = ARENA_NEW(pool->names, TableFunction);
  *own = *table;
  own->name = arena_copy_text(pool->names, table->name, strlen(table->name));
  own->x = copy_numbers(pool->names, table->x, table->count);
  int size = (table->count + 1) * (table->degree + 1);
  own->coefficients = copy_numbers(pool->names, table->coefficients, size);
  map_put_n(&pool->table_places, (const char *)own->digest, sizeof own->digest, pool->table_count);
  pool->tables[pool->table_count++] = own;
  return own;
}

// ---- numbers

const double *table_function_piece(const TableFunction *table, double x, double *h)
{
  int low = 0, high = table->count;  // points before `low` are not greater than x
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (table->x[middle] <= x) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  *h = x - table->x[low > 0 ? low - 1 : 0];
  return table->coefficients + low * (table->degree + 1);
}

// Horner's rule: the derivative of c h^k is k (k - 1) .. (k - order + 1) c h^(k - order). Generated
// code performs the same operations (codegen/runtime/c/table.c).
double table_function_value(const TableFunction *table, int order, double x)
{
  double h, value = 0;
  const double *piece = table_function_piece(table, x, &h);
  for (int k = table->degree; k >= order; k--) {
    double factor = 1;
    for (int i = 0; i < order; i++)
      factor *= k - i;
    value = value * h + factor * piece[k];
  }
  return value;
}

// ---- expressions

const Expr *expr_points(Pool *pool, const TableFunction *table, int order)
{
  assert(order >= 0 && order <= table->degree);
  Fingerprint value = fingerprint_of_points(pool->seed, table, order);
  const Expr *negative;
  const Expr *known = pool_table_find(pool, &value, &negative);
  if (known) return known;
  const TableFunction *own = pool_own_table(pool, table);
  const char *name = arena_format(pool->names, "%s%.*s", own->name, order, "'''");
  Form form = { .points = { own, name, order }, .op = OP_POINTS, .stage = STAGE_LITERAL };
  return pool_add(pool, value, &form);
}

const Expr *expr_table(const TableFunction *table, int order, const Expr *x)
{
  if (order > table->degree) return expr_integer(expr_pool(x), 0);
  return expr_call2(OP_TABLE, x, expr_points(expr_pool(x), table, order));
}
