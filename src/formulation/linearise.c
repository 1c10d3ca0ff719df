// linearise.c -- the equations of motion of first order, about any state.
//
//   x = (q, qd),  u = (torques, inputs),  dx/dt = f(x, u)
//
//   lin:A = df/dx = [ 0        1        ]     lin:B = df/du = [ 0                  ]
//                   [ dqdd/dq  dqdd/dqd ]                     [ dqdd/dtau  dqdd/du ]
//
// Functions of q, qd and the torques: their values at a state are the matrices there. About a
// state that is no rest, dx/dt = f(x0, u0) + A (x - x0) + B (u - u0).
// SPDX-License-Identifier: MIT
#include "formulation/factors.h"
#include "formulation/recipes.h"

#include <string.h>

typedef struct Variables {
  const Expr **symbols;
  const char **labels;
  int count;
} Variables;

static void add_variable(Variables *variables, const Expr *symbol, const char *label)
{
  variables->symbols[variables->count] = symbol;
  variables->labels[variables->count++] = label;
}

static Variables variables_new(const Equations *equations, int most)
{
  return (Variables){
    .symbols = ARENA_ARRAY(equations->arena, const Expr *, most),
    .labels = ARENA_ARRAY(equations->arena, const char *, most),
  };
}

static Variables state_of(const Equations *equations)
{
  int n = equations->coordinate_count;
  Variables state = variables_new(equations, 2 * n);
  for (int i = 0; i < n; i++)
    add_variable(&state, equations->coordinates[i].symbol, equations->coordinates[i].name);
  for (int i = 0; i < n; i++) {
    const Expr *speed = speed_of(equations, i);
    add_variable(&state, speed, speed->form->symbol->name);
  }
  return state;
}

// The torques, and the inputs that are given from outside.
static Variables inputs_of(const Scene *scene)
{
  const Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  Variables inputs = variables_new(equations, n + equations->input_count);
  for (int i = 0; i < n; i++)
    add_variable(&inputs, equations->torques[i].symbol, equations->torques[i].name);
  for (int i = 0; i < equations->input_count; i++) {
    const Input *described = &scene->mechanism->inputs[i];
    if (described->value || described->table) continue;
    add_variable(&inputs, equations->inputs[i].symbol, equations->inputs[i].name);
  }
  return inputs;
}

bool derive_linearised(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  bool is_state = strcmp(key, "lin:A") == 0;
  if (!is_state && strcmp(key, "lin:B") != 0) {
    text_format(why, "'%s': the linearised equations are lin:A and lin:B", key);
    return false;
  }
  Variables state = state_of(equations);
  Variables columns = is_state ? state : inputs_of(scene);
  const Expr **partials = ARENA_ARRAY(equations->arena, const Expr *, n *columns.count);
  MassFactors mass;
  if (!mass_factors(scene, &mass, why)) return false;
  if (!acceleration_partials(scene, &mass, columns.symbols, columns.count, partials, why)) {
    return false;
  }
  const Expr **out = equations_add(
      equations,
      (Quantity){ .key = is_state ? "lin:A" : "lin:B",
                  .function = is_state ? "state_matrix" : "input_matrix",
                  .title = is_state ? "linearised equations, A of dx/dt = A x + B u, x = (q, qd)"
                                    : "linearised equations, B of dx/dt = A x + B u",
                  .unit = "",
                  .rows = 2 * n,
                  .columns = columns.count,
                  .shape = QUANTITY_MATRIX,
                  .row_labels = state.labels,
                  .column_labels = columns.labels,
                  .pivots = mass.pivots,
                  .pivot_count = mass.pivot_count });
  for (int i = 0; i < n * columns.count; i++) {
    int row = i / columns.count, column = i % columns.count;
    out[i] = expr_integer(equations->pool, is_state && column == n + row);
    out[n * columns.count + i] = partials[i];
  }
  return true;
}
