// partials.c -- how torques and accelerations change with what they depend on.
//
//   dtau/dq dtau/dqd dtau/dqdd dtau/dp      of inverse dynamics; dtau/dqdd is the mass matrix
//   dqdd/dq dqdd/dqd dqdd/dtau dqdd/dp      of forward dynamics; dqdd/dtau is its inverse
//
// Accelerations are never differentiated: they satisfy tau(q, qd, qdd) - Qu = tau_given, so
//
//   dqdd/dx = - M^-1 d(tau - Qu - tau_given)/dx     at the accelerations themselves,
//
// which costs one substitution in the factors of M for each column. Under constraints the same is
// true of accelerations and multipliers together, with the factors of the augmented system.
//
// Reference: J. Carpentier, N. Mansard, "Analytical derivatives of rigid body dynamics algorithms",
// Robotics: Science and Systems (2018).
// SPDX-License-Identifier: MIT
#include "formulation/derived/factors.h"
#include "formulation/derived/forward.h"
#include "formulation/constraints/treatment.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/steps.h"

#include <assert.h>
#include <string.h>

// ---- what to differentiate by

typedef struct Columns {
  const Expr **symbols;
  const char **labels;  // NULL: their numbers
  int count;
} Columns;

// The parameters that tau holds.
static bool parameter_columns(Derivation *derivation, Columns *columns, Text *why)
{
  const Equations *equations = derivation->equations;
  const Expr *const *tau = derivation_quantity(derivation, "tau", why);
  if (!tau) return false;
  columns->symbols = ARENA_ARRAY(equations->arena, const Expr *, equations->parameter_count);
  columns->labels = ARENA_ARRAY(equations->arena, const char *, equations->parameter_count);
  Steps steps = steps_of(tau, equations->coordinate_count);
  for (int i = 0; i < equations->parameter_count; i++) {
    const Variable *parameter = &equations->parameters[i];
    if (!steps_contain(&steps, parameter->symbol)) continue;
    columns->symbols[columns->count] = parameter->symbol;
    columns->labels[columns->count++] = parameter->name;
  }
  steps_free(&steps);
  if (columns->count == 0) text_put(why, "tau depends on no parameter: there are only numbers");
  return columns->count > 0;
}

// By what stands behind the stroke: q, qd, qdd, tau, p.
static bool columns_of(Derivation *derivation, const char *by, Columns *columns, Text *why)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  *columns = (Columns){ .count = 0 };
  if (strcmp(by, "p") == 0) return parameter_columns(derivation, columns, why);
  columns->symbols = ARENA_ARRAY(equations->arena, const Expr *, n);
  columns->count = n;
  for (int i = 0; i < n; i++) {
    columns->symbols[i] = strcmp(by, "q") == 0    ? equations->coordinates[i].symbol
                          : strcmp(by, "qd") == 0 ? speed_of(equations, i)
                                                  : equations->torques[i].symbol;
  }
  return true;
}

// ---- of inverse dynamics

bool derive_torque_partials(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const char *by = strstr(key, "/d") + 2;
  bool is_mass_matrix = strcmp(by, "qdd") == 0;
  Columns columns = { .count = n };
  if (!is_mass_matrix && !columns_of(derivation, by, &columns, why)) return false;
  const Expr *const *source = derivation_quantity(derivation, is_mass_matrix ? "M" : "tau", why);
  if (!source) return false;
  const Quantity partials = { .key = key,
                              .columns = columns.count,
                              .column_labels = columns.labels };
  const Expr **out = equations_add(equations, partials);
  if (is_mass_matrix) {
    memcpy(out, source, (size_t)(n * n) * sizeof(*out));
  } else {
    expr_jacobian(source, n, columns.symbols, columns.count, out);
  }
  return true;
}

// ---- of forward dynamics

// tau(q, qd, qdd) - Qu - tau_given, which accelerations make zero
static const Expr **residual_of(Derivation *derivation)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *tau = derivation_require(derivation, "tau");
  const Expr *const *Qu = derivation_require(derivation, "Qu");
  const Expr **residual = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++) {
    const Expr *given = sum(equations->torques[i].symbol, Qu[i]);
    residual[i] = difference(tau[i], given);
  }
  return residual;
}

// The entries at values of accelerations (and multipliers). A difference in which they cancel is
// found again by its value, in its old form: with zeros for them it takes the shorter one.
static void at_values(const Equations *equations, const Expr *const symbols[],
                      const Expr *const values[], int symbol_count, const Expr *entries[],
                      int count)
{
  const Expr **zeros = ARENA_ARRAY(equations->arena, const Expr *, symbol_count);
  for (int i = 0; i < symbol_count; i++)
    zeros[i] = expr_integer(equations->pool, 0);
  expr_substitute_all(entries, count, symbols, values, symbol_count, entries);
  expr_substitute_all(entries, count, symbols, zeros, symbol_count, entries);
}

// Symbols of the accelerations, and of the multipliers behind them.
static const Expr **unknown_symbols(const Equations *equations, int multiplier_count)
{
  int n = equations->coordinate_count;
  const Expr **symbols = ARENA_ARRAY(equations->arena, const Expr *, n + multiplier_count);
  for (int i = 0; i < n; i++)
    symbols[i] = acceleration_of(equations, i);
  for (int c = 0; c < multiplier_count; c++) {
    // no name of the language holds a blank
    const char *name = arena_format(equations->arena, "multiplier %d", c + 1);
    symbols[n + c] = expr_symbol(equations->pool, name, STAGE_INPUT);
  }
  return symbols;
}

// tau - Qu - tau_given + J^T lambda and J qdd - gamma, which accelerations and multipliers make
// zero, with symbols for both.
static Matrix bound_residual_of(Derivation *derivation, const Expr *const symbols[])
{
  const Bonds *bonds = derivation->bonds;
  int n = derivation->equations->coordinate_count;
  Matrix qdd = derivation_column(derivation, symbols, n);
  Matrix lambda = derivation_column(derivation, symbols + n, bonds->count);
  Matrix free_part = derivation_column(derivation, residual_of(derivation), n);
  Matrix forces = matrix_add(free_part, matrix_mul_transposed(bonds->J, lambda));
  Matrix motion = matrix_sub(matrix_mul(bonds->J, qdd), bonds->gamma);
  return matrix_above(forces, motion);
}

// The same with constraints: the columns solve the augmented system.
static bool bound_partials(Derivation *derivation, const AugmentedFactors *augmented,
                           const Expr *const x[], int count, const Expr *out[], Text *why)
{
  const Equations *equations = derivation->equations;
  const Bonds *bonds = derivation->bonds;
  int n = equations->coordinate_count, m = bonds->count;
  const ConstrainedMotion *motion = constrained_motion(derivation, why);
  if (!motion) return false;
  const Expr **symbols = unknown_symbols(equations, m);
  Matrix values = matrix_above(motion->qdd, motion->lambda);
  Matrix residual = bound_residual_of(derivation, symbols);
  Matrix columns = matrix_jacobian(residual, derivation_column(derivation, x, count));
  at_values(equations, symbols, values.at, n + m, columns.at, (n + m) * count);
  columns = matrix_neg(columns);
  Matrix forces = matrix_over(columns.arena, columns.pool, n, count, columns.at);
  Matrix gamma = matrix_over(columns.arena, columns.pool, m, count, matrix_row(columns, n));
  if (augmented->mass.has_bonds) {
    forces = matrix_add(forces, matrix_mul_transposed(bonds->J, gamma));
  }
  augmented_solve(derivation, augmented, &forces, &gamma);
  matrix_put(forces, out);
  return true;
}

bool acceleration_partials(Derivation *derivation, const MassFactors *mass, const Expr *const x[],
                           int count, const Expr *out[], Text *why)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  if (mass->augmented) return bound_partials(derivation, mass->augmented, x, count, out, why);
  const Expr *const *qdd = derivation_quantity(derivation, FORWARD_BY_FACTORS, why);
  if (!qdd) return false;
  expr_jacobian(residual_of(derivation), n, x, count, out);
  at_values(equations, unknown_symbols(equations, 0), qdd, n, out, n * count);
  for (int i = 0; i < n * count; i++)
    out[i] = negative(out[i]);
  factors_solve(&mass->factors, matrix_over(equations->arena, equations->pool, n, count, out));
  return true;
}

bool derive_acceleration_partials(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const char *by = strstr(key, "/d") + 2;
  Columns columns;
  MassFactors mass;
  if (!columns_of(derivation, by, &columns, why) || !mass_factors(derivation, &mass, why))
    return false;
  const Expr **entries = ARENA_ARRAY(equations->arena, const Expr *, n *columns.count);
  if (!acceleration_partials(derivation, &mass, columns.symbols, columns.count, entries, why)) {
    return false;
  }
  const Quantity partials = {
    .key = key,
    .columns = columns.count,
    .column_labels = columns.labels,
    .pivots = mass.pivots,
    .pivot_count = mass.pivot_count,
  };
  const Expr **out = equations_add(equations, partials);
  memcpy(out, entries, (size_t)(n * columns.count) * sizeof(*out));
  return true;
}
