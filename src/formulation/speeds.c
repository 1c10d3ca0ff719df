// speeds.c -- generalised speeds: the names that stand for them.
//
// A speed is a named linear expression of the rates, alpha = S(q, t) qd. In the equations the name
// stands for that expression, so programs still take q and qd, and a formula that holds the value
// shows the name. A speed that is the rate of a coordinate keeps that name.
// SPDX-License-Identifier: MIT
#include "formulation/scene.h"
#include "symbolic/derivative.h"

// The first `count` speeds in `e` by what they stand for.
static const Expr *without_symbols(const Scene *scene, const Expr *e, const Expr *const nodes[],
                                   int count)
{
  Equations *equations = scene->equations;
  const Expr **symbols = ARENA_ARRAY(equations->arena, const Expr *, count + 1);
  for (int i = 0; i < count; i++)
    symbols[i] = expr_copy(equations->pool, scene->mechanism->speeds[i].symbol);
  return expr_substitute(e, symbols, nodes, count);
}

const Expr *const *scene_speeds(Scene *scene)
{
  if (scene->speeds) return scene->speeds;
  const Mechanism *mechanism = scene->mechanism;
  Equations *equations = scene->equations;
  const Expr **nodes = ARENA_ARRAY(equations->arena, const Expr *, mechanism->speed_count + 1);
  for (int i = 0; i < mechanism->speed_count; i++) {
    const Speed *speed = &mechanism->speeds[i];
    const Expr *value = expr_copy(equations->pool, speed->value);
    nodes[i] = expr_name(speed->name, without_symbols(scene, value, nodes, i));
  }
  scene->speeds = nodes;
  return nodes;
}

const Expr *scene_expression(Scene *scene, const Expr *e)
{
  const Expr *copy = expr_copy(scene->equations->pool, e);
  int count = scene->mechanism->speed_count;
  if (count == 0 || copy->form->stage < STAGE_VELOCITY) return copy;
  return without_symbols(scene, copy, scene_speeds(scene), count);
}
