// chart.c -- stereographic parameters of quaternions.
// SPDX-License-Identifier: MIT
#include "formulation/verify/chart.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

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

// Adds the four Euler parameters that start at `e`.
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
  Matrix q = matrix_zero(equations->arena, equations->pool, n, 1);
  for (int i = 0; i < n; i++)
    q.at[i] = chart.to[3 * i];
  Matrix p = matrix_over(q.arena, q.pool, chart.count, 1, chart.p);
  chart.partials = matrix_jacobian(q, p);
  return chart;
}

Quantity chart_carry(const Chart *chart, const Quantity *quantity)
{
  Quantity carried = *quantity;
  Matrix Q =
      matrix_of(chart->arena, chart->pool, quantity->rows, quantity->columns, quantity->entries);
  expr_substitute_all(Q.at, Q.rows * Q.columns, chart->from, chart->to, chart->from_count, Q.at);
  if (Q.rows > 1 || Q.columns > 1) {
    assert(Q.rows == chart->partials.rows && (Q.columns == 1 || Q.columns == Q.rows));
    bool is_inertia = Q.columns > 1;
    Q = matrix_mul_transposed(chart->partials, Q);
    if (is_inertia) Q = matrix_mul(Q, chart->partials);
  }
  carried.rows = Q.rows;
  carried.columns = Q.columns;
  carried.entries = Q.at;
  return carried;
}
