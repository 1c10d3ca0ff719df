// speeds.c -- generalised speeds: named expressions of their definitions.
//
// A speed is a named linear expression of the rates, alpha = S(q, t) qd. In the equations the name
// denotes that expression, so programs still have the inputs q and qd, and a formula that contains
// the expression shows the name. A speed that is the rate of a coordinate keeps the rate's name.
// SPDX-License-Identifier: MIT
#include "formulation/derivation.h"
#include "symbolic/calculus/derivative.h"

// Replaces the first `count` speeds in `e` by their definitions.
static const Expr *without_symbols(const Derivation *derivation, const Expr *e,
                                   const Expr *const nodes[], int count)
{
  Equations *equations = derivation->equations;
  const Expr **symbols = ARENA_ARRAY(equations->arena, const Expr *, count + 1);
  for (int i = 0; i < count; i++)
    symbols[i] = expr_copy(equations->pool, derivation->mechanism->speeds[i].symbol);
  return expr_substitute(e, symbols, nodes, count);
}

const Expr *const *derivation_speeds(Derivation *derivation)
{
  if (derivation->speeds) return derivation->speeds;
  const Mechanism *mechanism = derivation->mechanism;
  Equations *equations = derivation->equations;
  const Expr **nodes = ARENA_ARRAY(equations->arena, const Expr *, mechanism->speed_count + 1);
  for (int i = 0; i < mechanism->speed_count; i++) {
    const Speed *speed = &mechanism->speeds[i];
    const Expr *value = expr_copy(equations->pool, speed->value);
    nodes[i] = expr_name(speed->name, without_symbols(derivation, value, nodes, i));
  }
  derivation->speeds = nodes;
  return nodes;
}

const Expr *derivation_expression(Derivation *derivation, const Expr *e)
{
  const Expr *copy = expr_copy(derivation->equations->pool, e);
  int count = derivation->mechanism->speed_count;
  if (count == 0 || copy->form->stage < STAGE_VELOCITY) return copy;
  return without_symbols(derivation, copy, derivation_speeds(derivation), count);
}
