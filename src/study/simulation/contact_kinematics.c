// contact_kinematics.c -- gaps of impacts, and slips of touching contacts, as quantities.
// SPDX-License-Identifier: MIT
#include "study/simulation/contact_kinematics.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

Quantity *gaps_new(const System *system, Arena *arena, int rows)
{
  static const struct {
    const char *key, *function, *title;
  } ROWS[GAP_KEYS] = { [GAP] = { "gap", "gaps", "gaps of impacts" },
                       [GAP_Q] = { "gap_q", "gap_directions", "gaps by coordinates" },
                       [GAP_T] = { "gap_t", "gap_rates", "gaps by time, coordinates held" },
                       [GAP_2] = { "gap_2", "gap_bias", "gaps'' where qdd is 0" } };
  Quantity *quantities = ARENA_ARRAY(arena, Quantity, GAP_KEYS);
  for (int k = 0; k < GAP_KEYS; k++) {
    int columns = k == GAP_Q ? system->equations->coordinate_count : 1;
    quantities[k] = (Quantity){ .key = ROWS[k].key,
                                .function = ROWS[k].function,
                                .title = ROWS[k].title,
                                .unit = "",
                                .shape = k == GAP_Q ? QUANTITY_MATRIX : QUANTITY_VECTOR,
                                .rows = rows,
                                .columns = columns,
                                .entries = ARENA_ARRAY(arena, const Expr *, rows *columns) };
  }
  return quantities;
}

// Returns the time derivative of f along the motion, without the terms in qdd: f_q qd + f_t.
static const Expr *rate_of(const Equations *equations, const Expr *f)
{
  const Expr *rate = expr_partial_time_derivative(f);
  for (int i = 0; i < equations->coordinate_count; i++) {
    const Expr *q = equations->coordinates[i].symbol;
    rate = sum(rate, product(expr_derivative(f, q), expr_rate(q)));
  }
  return rate;
}

void gaps_put(const System *system, const Event *event, int row, Quantity quantities[])
{
  const Equations *equations = system->equations;
  int n = equations->coordinate_count;
  const Expr *gap = negative(derivation_expression(system->derivation, event->function));
  for (int i = 0; i < n; i++)
    quantities[GAP_Q].entries[row * n + i] = expr_derivative(gap, equations->coordinates[i].symbol);
  quantities[GAP].entries[row] = gap;
  quantities[GAP_T].entries[row] = expr_partial_time_derivative(gap);
  quantities[GAP_2].entries[row] = rate_of(equations, rate_of(equations, gap));
}

void gaps_put_slip(const System *system, const Expr *value, int row, Quantity quantities[])
{
  const Equations *equations = system->equations;
  int n = equations->coordinate_count;
  const Expr *slip = derivation_expression(system->derivation, value), *rest = slip;
  for (int i = 0; i < n; i++) {
    const Expr *speed = expr_rate(equations->coordinates[i].symbol);
    const Expr *part = expr_derivative(slip, speed);
    quantities[GAP_Q].entries[row * n + i] = part;
    rest = sum(rest, negative(product(part, speed)));
  }
  quantities[GAP].entries[row] = sum(slip, negative(slip));
  quantities[GAP_T].entries[row] = rest;
  quantities[GAP_2].entries[row] = rate_of(equations, slip);
}
