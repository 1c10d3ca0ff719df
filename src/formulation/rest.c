// rest.c -- entries where all accelerations, or all rates, of coordinates are zero.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/derivative.h"

// The entries of stage `stage` and later where a symbol of every coordinate is zero.
static void set_to_zero(const Equations *equations,
                        const Expr *(*symbol_of)(const Equations *equations, int i), Stage stage,
                        const Expr *entries[], int count)
{
  int n = equations->coordinate_count;
  const Expr **symbols = ARENA_ARRAY(equations->arena, const Expr *, n);
  const Expr **zeros = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++) {
    symbols[i] = symbol_of(equations, i);
    zeros[i] = expr_integer(equations->pool, 0);
  }
  for (int e = 0; e < count; e++) {
    if (entries[e]->form->stage >= stage)
      entries[e] = expr_substitute(entries[e], symbols, zeros, n);
  }
}

void without_accelerations(const Equations *equations, const Expr *entries[], int count)
{
  set_to_zero(equations, acceleration_of, STAGE_ACCELERATION, entries, count);
}

void without_speeds(const Equations *equations, const Expr *entries[], int count)
{
  set_to_zero(equations, speed_of, STAGE_VELOCITY, entries, count);
}
