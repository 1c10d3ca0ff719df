// chart.c -- stereographic parameters of quaternions.
// SPDX-License-Identifier: MIT
#include "formulation/verify/chart.h"

#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

#include <assert.h>

bool has_quaternions(const Mechanism *mechanism)
{
  for (int f = 1; f < mechanism->frame_count; f++) {
    for (int m = 0; m < mechanism->frames[f].move_count; m++) {
      const Move *move = &mechanism->frames[f].moves[m];
      if (move->kind == MOVE_QUATERNION && move_is_moving(move)) return true;
    }
  }
  return false;
}

static void add_to_chart(Chart *chart, const Expr *q, const Expr *value)
{
  for (int order = 0; order < 3; order++) {
    chart->from[chart->from_count] = q;
    chart->to[chart->from_count++] = value;
    if (order == 2) break;
    q = expr_rate(q);
    value = expr_time_derivative(value);
  }
}

// Four Euler parameters, the first of them at `e`.
static void add_quaternion(Chart *chart, const Variable *e)
{
  const Expr *squared = expr_integer(chart->pool, 0);
  const Expr *first = expr_integer(chart->pool, 1);
  const Expr *two = expr_integer(chart->pool, 2);
  const Expr *const *s = chart->p + chart->count;
  for (int i = 1; i < 4; i++) {
    const char *name = arena_format(chart->arena, "chart[%s]", e[i].name);
    const Expr *parameter = expr_symbol(chart->pool, name, STAGE_POSITION);
    chart->p[chart->count++] = parameter;
    squared = sum(squared, square(parameter));
  }
  const Expr *below = sum(first, squared);
  add_to_chart(chart, e[0].symbol, quotient(difference(first, squared), below));
  for (int i = 1; i < 4; i++)
    add_to_chart(chart, e[i].symbol, quotient(product(two, s[i - 1]), below));
}

Chart chart_of(const Mechanism *mechanism, const Equations *equations)
{
  int n = equations->coordinate_count;
  Chart chart = {
    .pool = equations->pool,
    .arena = equations->arena,
    .from = ARENA_ARRAY(equations->arena, const Expr *, 3 * n),
    .to = ARENA_ARRAY(equations->arena, const Expr *, 3 * n),
    .p = ARENA_ARRAY(equations->arena, const Expr *, n),
    .coordinate_count = n,
  };
  for (int i = 0; i < n; i++) {
    const Variable *coordinate = &equations->coordinates[i];
    if (coordinate_is_euler_parameter(&mechanism->coordinates[i])) {
      add_quaternion(&chart, coordinate);
      i += 3;
    } else {
      chart.p[chart.count++] = coordinate->symbol;
      add_to_chart(&chart, coordinate->symbol, coordinate->symbol);
    }
  }
  const Expr **q = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++)
    q[i] = chart.to[3 * i];
  chart.partials = ARENA_ARRAY(equations->arena, const Expr *, n *chart.count);
  expr_jacobian(q, n, chart.p, chart.count, chart.partials);
  return chart;
}

// entries[i*stride] of all coordinates i, times dq_i/dp_j
static const Expr *force_in_chart(const Chart *chart, const Expr *const entries[], int stride,
                                  int j)
{
  const Expr *result = expr_integer(chart->pool, 0);
  for (int i = 0; i < chart->coordinate_count; i++)
    result = sum(result, product(entries[i * stride], chart->partials[i * chart->count + j]));
  return result;
}

static const Expr **substituted(const Chart *chart, const Quantity *quantity)
{
  int count = quantity->rows * quantity->columns;
  const Expr **entries = ARENA_ARRAY(chart->arena, const Expr *, count);
  expr_substitute_all(quantity->entries, count, chart->from, chart->to, chart->from_count, entries);
  return entries;
}

Quantity chart_carry(const Chart *chart, const Quantity *quantity)
{
  Quantity carried = *quantity;
  const Expr **entries = substituted(chart, quantity);
  carried.entries = entries;
  if (quantity->rows == 1 && quantity->columns == 1) return carried;
  int n = chart->coordinate_count, count = chart->count;
  assert(quantity->rows == n && (quantity->columns == 1 || quantity->columns == n));
  const Expr **left = ARENA_ARRAY(chart->arena, const Expr *, count * quantity->columns);
  for (int j = 0; j < count; j++) {
    for (int c = 0; c < quantity->columns; c++)
      left[j * quantity->columns + c] = force_in_chart(chart, &entries[c], quantity->columns, j);
  }
  carried.rows = count;
  carried.entries = left;
  if (quantity->columns == 1) return carried;
  carried.columns = count;
  carried.entries = ARENA_ARRAY(chart->arena, const Expr *, count *count);
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++)
      carried.entries[i * count + j] = force_in_chart(chart, &left[i * n], 1, j);
  }
  return carried;
}
