// constraint_method_quantity.c -- quantities common to all methods of constraint enforcement.
//
//   Jc, gammac    the active constraints, J and gamma
//   K, k          the augmented system, K (qdd, lambda) = k
//   qdd, lambda   its solution
//   closure       residuals of a state in the constraints
// SPDX-License-Identifier: MIT
#include "formulation/derived/forward.h"
#include "formulation/constraints/constraint_method.h"
#include "symbolic/calculus/derivative.h"

bool derive_constrained_acceleration(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const ConstrainedMotion *motion = constrained_motion(derivation, why);
  if (!motion) return false;
  const Expr **qdd =
      equations_add(equations, (Quantity){ .key = key,
                                           .function = "forward_dynamics_constrained",
                                           .title = "forward dynamics under the constraints",
                                           .pivots = motion->pivots,
                                           .pivot_count = motion->pivot_count });
  matrix_put(motion->qdd, qdd);
  if (derivation->writing == WRITTEN_OUT) entries_shorten_on_loops(derivation, qdd, n);
  return true;
}

// The unit of a multiplier: a force, a moment, or unknown for statements.
static const char *unit_of(const Mechanism *mechanism, const ConstraintEquation *equation)
{
  switch (equation->origin) {
  case ORIGIN_LOOP: return equation->is_turn ? "N.m" : "N";
  case ORIGIN_WHEEL: return "N";
  case ORIGIN_MOTION: {
    int driven = mechanism_find_coordinate(mechanism, mechanism->tasks[equation->index].name);
    CoordinateKind kind = driven >= 0 ? mechanism->coordinates[driven].kind : COORDINATE_NUMBER;
    return kind == COORDINATE_ANGLE ? "N.m" : kind == COORDINATE_LENGTH ? "N" : "";
  }
  case ORIGIN_STATEMENT:
  case ORIGIN_QUATERNION: break;
  }
  return "";
}

// The multipliers of all constraints; zero for those that are omitted.
bool derive_multipliers(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  const ConstraintList *list = derivation_constraints(derivation, why);
  if (!list) return false;
  const ConstrainedMotion *motion = constrained_motion(derivation, why);
  if (!motion) return false;
  const char **labels = ARENA_ARRAY(equations->arena, const char *, list->count);
  const char **units = ARENA_ARRAY(equations->arena, const char *, list->count);
  for (int i = 0; i < list->count; i++) {
    labels[i] = list->equations[i].label;
    units[i] = unit_of(derivation->mechanism, &list->equations[i]);
  }
  const Expr **lambda = equations_add(equations, (Quantity){ .key = key,
                                                             .rows = list->count,
                                                             .row_labels = labels,
                                                             .row_units = units,
                                                             .pivots = motion->pivots,
                                                             .pivot_count = motion->pivot_count });
  for (int i = 0; i < list->count; i++)
    lambda[i] = expr_integer(equations->pool, 0);
  for (int k = 0; k < derivation->active->count; k++)
    lambda[derivation->active->places[k]] = motion->lambda.at[k];
  if (derivation->writing == WRITTEN_OUT) entries_shorten_on_loops(derivation, lambda, list->count);
  return true;
}

// Residuals of positions, then those of speeds: Phi, Phi_q qd + Phi_t, H qd + b_nh. They are zero
// if a state satisfies the constraints.
bool derive_closure(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  const ConstraintList *list = derivation_constraints(derivation, why);
  if (!list) return false;
  int held = list->holonomic_count, rows = held + list->count;
  const char **labels = ARENA_ARRAY(equations->arena, const char *, rows);
  const Expr **residuals = ARENA_ARRAY(equations->arena, const Expr *, rows);
  for (int i = 0; i < held; i++)
    residuals[i] = list->equations[i].residual;
  expr_time_derivatives(residuals, held, residuals + held);
  for (int i = 0; i < list->count; i++) {
    const char *label = list->equations[i].label;
    if (i < held) labels[i] = label;
    labels[held + i] = i < held ? arena_format(equations->arena, "speed of %s", label) : label;
    if (i >= held) residuals[held + i] = list->equations[i].residual;
  }
  const Expr **out =
      equations_add(equations, (Quantity){ .key = key, .rows = rows, .row_labels = labels });
  for (int i = 0; i < rows; i++)
    out[i] = residuals[i];
  return true;
}

// The active constraints; NULL with a sentence in `why` if there are none.
static const ActiveConstraints *some_active_constraints(Derivation *derivation, Text *why)
{
  const ActiveConstraints *active = derivation_active_constraints(derivation, why);
  if (!active || active->count > 0) return active;
  text_put(why, "the mechanism has no constraints (no loop, constraint or rolling wheel)");
  return NULL;
}

bool derive_active_constraints(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const ActiveConstraints *active = some_active_constraints(derivation, why);
  if (!active) return false;
  bool is_matrix = key[0] == 'J';
  Quantity quantity = {
    .key = key, .rows = active->count, .columns = is_matrix ? n : 1, .row_labels = active->labels
  };
  matrix_put(is_matrix ? active->J : active->gamma, equations_add(equations, quantity));
  return true;
}

static const char **names_of_unknowns(const Derivation *derivation, const ActiveConstraints *active)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const char **names = ARENA_ARRAY(equations->arena, const char *, n + active->count);
  for (int i = 0; i < n; i++)
    names[i] = equations->coordinates[i].name;
  for (int i = 0; i < active->count; i++)
    names[n + i] = active->labels[i];
  return names;
}

bool derive_augmented_matrix(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const ActiveConstraints *active = some_active_constraints(derivation, why);
  Matrix M = active ? derivation_matrix(derivation, "M", why) : (Matrix){ 0 };
  if (!M.at) return false;
  int size = n + active->count;
  const char **names = names_of_unknowns(derivation, active);
  const Expr **K = equations_add(
      equations,
      (Quantity){
          .key = key, .rows = size, .columns = size, .row_labels = names, .column_labels = names });
  Matrix above = matrix_beside(M, matrix_transpose(active->J));
  Matrix below =
      matrix_beside(active->J, derivation_zeros(derivation, active->count, active->count));
  matrix_put(matrix_above(above, below), K);
  return true;
}

bool derive_augmented_right_hand_side(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const ActiveConstraints *active = some_active_constraints(derivation, why);
  const Expr *const *Q = active ? forward_right_hand_side(derivation, why) : NULL;
  if (!Q) return false;
  const Expr **k =
      equations_add(equations, (Quantity){ .key = key,
                                           .rows = n + active->count,
                                           .row_labels = names_of_unknowns(derivation, active) });
  matrix_put(matrix_above(derivation_column(derivation, Q, n), active->gamma), k);
  return true;
}
