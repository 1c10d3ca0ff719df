// constraints.c -- the list of constraint equations and the quantities derived from it.
//
//   Phi, Phi_q, Phi_t     holonomic equations, their derivatives by q and by t
//   gamma                 Phi_q qdd = gamma,  gamma = -(d/dt Phi_q) qd - d/dt Phi_t
//   H, b_nh               nonholonomic equations, H qd + b_nh = 0
//   gamma_nh              H qdd = gamma_nh,   gamma_nh = -(d/dt H) qd - d/dt b_nh
//
// d/dt includes rates and no accelerations, so gamma is -(Phi_q qd)_q qd - 2 Phi_qt qd - Phi_tt;
// the mixed term occurs twice (the course prints it once).
// SPDX-License-Identifier: MIT
#include "formulation/constraints/constraints.h"

#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <string.h>

// ---- the list

bool mechanism_is_constrained(const Mechanism *mechanism)
{
  for (int i = 0; i < mechanism->task_count; i++) {
    if (mechanism->tasks[i].kind == TASK_MOTION && mechanism->tasks[i].law) return true;
  }
  return mechanism->loop_count + mechanism->constraint_count + mechanism->rolling_count > 0;
}

void constraints_add(Derivation *derivation, ConstraintList *list, ConstraintEquation equation,
                     const char *name, const char *what)
{
  Arena *arena = derivation->equations->arena;
  if (list->count == list->capacity) {
    list->capacity = 2 * list->capacity + 16;
    ConstraintEquation *larger = ARENA_ARRAY(arena, ConstraintEquation, list->capacity);
    for (int i = 0; i < list->count; i++)
      larger[i] = list->equations[i];
    list->equations = larger;
  }
  equation.label =
      what ? arena_format(arena, "%s: %s", name, what) : arena_copy_text(arena, name, strlen(name));
  list->equations[list->count++] = equation;
}

static void add_statements(Derivation *derivation, ConstraintList *list, bool has_speeds)
{
  const Mechanism *mechanism = derivation->mechanism;
  for (int i = 0; i < mechanism->constraint_count; i++) {
    const Constraint *constraint = &mechanism->constraints[i];
    // substituting held coordinates may have eliminated its speeds
    if (constraint_has_speeds(constraint) != has_speeds) continue;
    const Expr *residual = constraint_residual(constraint, derivation->equations->pool);
    ConstraintEquation equation = { .origin =
                                        constraint->norm ? ORIGIN_QUATERNION : ORIGIN_STATEMENT,
                                    .index = i,
                                    .is_holonomic = !has_speeds,
                                    .residual = derivation_expression(derivation, residual),
                                    .span = constraint->span };
    constraints_add(derivation, list, equation, constraint->name, NULL);
  }
}

const ConstraintList *derivation_constraints(Derivation *derivation, Text *why)
{
  if (derivation->constraints) return derivation->constraints;
  const Mechanism *mechanism = derivation->mechanism;
  Progress *progress = pool_progress(derivation->equations->pool);
  if (progress && mechanism_is_constrained(mechanism))
    progress_report(progress, "constraints", progress->part);
  ConstraintList *list = ARENA_NEW(derivation->equations->arena, ConstraintList);
  if (!constraints_add_loops(derivation, list, why)) return NULL;
  add_statements(derivation, list, false);
  for (int i = 0; i < mechanism->rolling_count; i++)
    constraints_add_height(derivation, list, i);
  constraints_add_motions(derivation, list);
  list->holonomic_count = list->count;
  add_statements(derivation, list, true);
  for (int i = 0; i < mechanism->rolling_count; i++)
    constraints_add_slip(derivation, list, i);
  derivation->constraints = list;
  return list;
}

bool constraints_required(Derivation *derivation, unsigned traits, Text *why)
{
  if (!(traits & (TRAIT_NEEDS_CONSTRAINTS | TRAIT_TIES_POSITIONS | TRAIT_TIES_SPEEDS))) return true;
  const ConstraintList *list = derivation_constraints(derivation, why);
  if (!list) return false;
  const char *missing = NULL;
  if (traits & TRAIT_NEEDS_CONSTRAINTS && list->count == 0)
    missing = "the mechanism has no constraints (no loop, constraint or rolling wheel)";
  if (traits & TRAIT_TIES_POSITIONS && list->holonomic_count == 0)
    missing =
        "the mechanism has no position constraints: there is no loop that moves, no constraint "
        "without speeds, and no motion";
  if (traits & TRAIT_TIES_SPEEDS && list->count == list->holonomic_count)
    missing =
        "the mechanism has no velocity constraints: no wheel rolls, and no constraint holds speeds";
  if (missing) text_put(why, missing);
  return !missing;
}

// ---- quantities

// The equations of one kind.
typedef struct Rows {
  const ConstraintEquation *equations;
  int count;
} Rows;

// Requires that constraints_required() has returned true for the derivation.
static Rows rows_of(const Derivation *derivation, bool is_holonomic)
{
  const ConstraintList *list = derivation->constraints;
  int held = list->holonomic_count;
  return is_holonomic ? (Rows){ list->equations, held }
                      : (Rows){ &list->equations[held], list->count - held };
}

// Finding short forms takes a hundred times as long as deriving the equations and saves a few
// operations in derived quantities. It is worthwhile if everything is short; printers search for
// short forms in any case.
static void shorten(const Derivation *derivation, const Expr *const entries[], int count)
{
  enum { FEW_COORDINATES = 8 };
  bool is_short = derivation->equations->coordinate_count <= FEW_COORDINATES;
  if (is_short && !derivation->skip_shortening) entries_shorten(entries, count);
}

static const Expr **add_rows(Derivation *derivation, const Rows *rows, Quantity quantity)
{
  Equations *equations = derivation->equations;
  const char **labels = ARENA_ARRAY(equations->arena, const char *, rows->count);
  for (int i = 0; i < rows->count; i++)
    labels[i] = rows->equations[i].label;
  quantity.rows = rows->count;
  quantity.row_labels = labels;
  return equations_add(equations, quantity);
}

const char **coordinate_names(const Equations *equations)
{
  const char **names = ARENA_ARRAY(equations->arena, const char *, equations->coordinate_count);
  for (int j = 0; j < equations->coordinate_count; j++)
    names[j] = equations->coordinates[j].name;
  return names;
}

static const Expr **residuals_of(const Derivation *derivation, const Rows *rows)
{
  const Expr **residuals = ARENA_ARRAY(derivation->equations->arena, const Expr *, rows->count);
  for (int i = 0; i < rows->count; i++)
    residuals[i] = rows->equations[i].residual;
  return residuals;
}

// The unit of a holonomic residual; for constraint statements only the user knows it.
static const char *residual_unit(const Derivation *derivation, const ConstraintEquation *equation)
{
  switch (equation->origin) {
  case ORIGIN_LOOP: return equation->is_turn ? "rad" : "m";
  case ORIGIN_WHEEL: return "m";
  case ORIGIN_MOTION: {
    const char *name = derivation->mechanism->tasks[equation->index].name;
    return derivation->equations
        ->coordinates[mechanism_find_coordinate(derivation->mechanism, name)]
        .unit;
  }
  case ORIGIN_STATEMENT:
  case ORIGIN_QUATERNION: break;
  }
  return "";
}

static const char **residual_units(const Derivation *derivation, const Rows *rows)
{
  const char **units = ARENA_ARRAY(derivation->equations->arena, const char *, rows->count);
  for (int i = 0; i < rows->count; i++)
    units[i] = residual_unit(derivation, &rows->equations[i]);
  return units;
}

bool derive_constraints(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Rows rows = rows_of(derivation, true);
  const Expr **Phi = add_rows(
      derivation, &rows, (Quantity){ .key = key, .row_units = residual_units(derivation, &rows) });
  for (int i = 0; i < rows.count; i++)
    Phi[i] = rows.equations[i].residual;
  shorten(derivation, Phi, rows.count);
  return true;
}

// Adds the derivatives of the residuals by the symbols of the coordinates, or of their rates.
static const Expr **add_jacobian(Derivation *derivation, const Rows *rows, Quantity quantity,
                                 const Expr *(*symbol_of)(const Equations *equations, int j))
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr **symbols = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int j = 0; j < n; j++)
    symbols[j] = symbol_of(equations, j);
  const Expr **residuals = residuals_of(derivation, rows);
  const Expr **J = add_rows(derivation, rows, quantity);
  expr_jacobian(residuals, rows->count, symbols, n, J);
  shorten(derivation, J, rows->count * n);
  return J;
}

static const Expr *position_of(const Equations *equations, int j)
{
  return equations->coordinates[j].symbol;
}

bool derive_constraint_jacobian(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Rows rows = rows_of(derivation, true);
  add_jacobian(derivation, &rows, (Quantity){ .key = key }, position_of);
  return true;
}

bool derive_constraint_time_rate(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Rows rows = rows_of(derivation, true);
  const Expr **residuals = residuals_of(derivation, &rows);
  const Expr **rate = add_rows(derivation, &rows, (Quantity){ .key = key });
  for (int i = 0; i < rows.count; i++)
    rate[i] = expr_partial_time_derivative(residuals[i]);
  shorten(derivation, rate, rows.count);
  return true;
}

bool derive_velocity_constraints(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Rows rows = rows_of(derivation, false);
  add_jacobian(derivation, &rows, (Quantity){ .key = key }, speed_of);
  if (!derivation->skip_shortening)
    constraints_note_integrable(derivation, derivation->constraints);
  return true;
}

bool derive_velocity_rest(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  Rows rows = rows_of(derivation, false);
  const Expr **rest = add_rows(derivation, &rows, (Quantity){ .key = key });
  for (int i = 0; i < rows.count; i++)
    rest[i] = rows.equations[i].residual;
  without_speeds(derivation->equations, rest, rows.count);
  shorten(derivation, rest, rows.count);
  return true;
}

// -(d/dt J) qd - d/dt b
static void fill_bias(const Derivation *derivation, const Expr *const J[], const Expr *const b[],
                      int rows, const Expr *bias[])
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr **J_rate = ARENA_ARRAY(equations->arena, const Expr *, rows *n);
  const Expr **b_rate = ARENA_ARRAY(equations->arena, const Expr *, rows);
  expr_time_derivatives(J, rows * n, J_rate);
  expr_time_derivatives(b, rows, b_rate);
  for (int i = 0; i < rows; i++) {
    bias[i] = negative(b_rate[i]);
    for (int j = 0; j < n; j++) {
      const Expr *term = product(J_rate[i * n + j], speed_of(equations, j));
      bias[i] = difference(bias[i], term);
    }
  }
}

bool derive_constraint_bias(Derivation *derivation, const char *key, Text *why)
{
  bool is_holonomic = strcmp(key, "gamma") == 0;
  Rows rows = rows_of(derivation, is_holonomic);
  const Expr **J = derivation_quantity(derivation, is_holonomic ? "Phi_q" : "H", why);
  const Expr **b = J ? derivation_quantity(derivation, is_holonomic ? "Phi_t" : "b_nh", why) : NULL;
  if (!b) return false;
  const Expr **bias = add_rows(derivation, &rows, (Quantity){ .key = key });
  fill_bias(derivation, J, b, rows.count, bias);
  return true;
}
