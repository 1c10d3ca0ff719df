// partials.c -- partial derivatives of torques and accelerations.
//
//   dtau/dq dtau/dqd dtau/dqdd dtau/dp      of inverse dynamics; dtau/dqdd is the mass matrix
//   dqdd/dq dqdd/dqd dqdd/dtau dqdd/dp      of forward dynamics; dqdd/dtau is its inverse
//
// Accelerations are not differentiated. They satisfy tau(q, qd, qdd) - Qu = tau_given, so
//
//   dqdd/dx = - M^-1 d(tau - Qu - tau_given)/dx     at the accelerations themselves,
//
// which costs one substitution in the factors of M for each column. Under constraints the same
// applies to accelerations and multipliers together, with the factors of the augmented system.
//
// Reference: J. Carpentier, N. Mansard, "Analytical derivatives of rigid body dynamics algorithms",
// Robotics: Science and Systems (2018).
// SPDX-License-Identifier: MIT
#include "formulation/derived/factors.h"
#include "formulation/derived/forward.h"
#include "formulation/constraints/constraint_method.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/steps.h"

#include <assert.h>
#include <string.h>

// ---- variables of differentiation

typedef struct Columns {
  Matrix symbols;       // a column
  const char **labels;  // NULL: their numbers
} Columns;

// The parameters that tau depends on.
static bool parameter_columns(Derivation *derivation, Columns *columns, Text *why)
{
  const Equations *equations = derivation->equations;
  Matrix tau = derivation_matrix(derivation, "tau", why);
  if (!tau.at) return false;
  int count = 0;
  columns->symbols = derivation_zeros(derivation, equations->parameter_count, 1);
  columns->labels = ARENA_ARRAY(equations->arena, const char *, equations->parameter_count);
  Steps steps = steps_of(tau.at, tau.rows);
  for (int i = 0; i < equations->parameter_count; i++) {
    const Variable *parameter = &equations->parameters[i];
    if (!steps_contain(&steps, parameter->symbol)) continue;
    columns->symbols.at[count] = parameter->symbol;
    columns->labels[count++] = parameter->name;
  }
  steps_free(&steps);
  columns->symbols.rows = count;
  if (count == 0) text_put(why, "tau depends on no parameter: there are only numbers");
  return count > 0;
}

// The variables named after the slash of the key: q, qd, tau, p.
static bool columns_of(Derivation *derivation, const char *by, Columns *columns, Text *why)
{
  *columns = (Columns){ .labels = NULL };
  if (strcmp(by, "p") == 0) return parameter_columns(derivation, columns, why);
  columns->symbols = strcmp(by, "q") == 0    ? coordinate_column(derivation)
                     : strcmp(by, "qd") == 0 ? speed_column(derivation)
                                             : torque_column(derivation);
  return true;
}

// ---- inverse dynamics

bool derive_torque_partials(Derivation *derivation, const char *key, Text *why)
{
  const char *by = strstr(key, "/d") + 2;
  bool is_mass_matrix = strcmp(by, "qdd") == 0;
  Columns columns = { .labels = NULL };
  if (!is_mass_matrix && !columns_of(derivation, by, &columns, why)) return false;
  Matrix source = derivation_matrix(derivation, is_mass_matrix ? "M" : "tau", why);
  if (!source.at) return false;
  equations_put(derivation->equations, (Quantity){ .key = key, .column_labels = columns.labels },
                is_mass_matrix ? source : matrix_jacobian(source, columns.symbols));
  return true;
}

// ---- forward dynamics

// The residual of the accelerations is tau(q, qd, qdd) - Qu - tau_given; returns its terms other
// than tau.
static Matrix forces_given(Derivation *derivation)
{
  Matrix Qu = derivation_require_matrix(derivation, "Qu");
  return matrix_neg(matrix_add(torque_column(derivation), Qu));
}

// dtau/dx; the columns of coordinates and rates are those of the method.
static Matrix torque_jacobian(Derivation *derivation, Matrix x)
{
  Matrix tau = derivation_require_matrix(derivation, "tau");
  const Matrix symbols[] = { coordinate_column(derivation), speed_column(derivation) };
  static const char *const KEYS[] = { "dtau/dq", "dtau/dqd" };
  Matrix jacobian = derivation_zeros(derivation, tau.rows, x.rows);
  for (int j = 0; j < x.rows; j++) {
    Matrix source = { 0 };
    int column = 0;
    for (int k = 0; k < 2 * tau.rows && !source.at; k++) {
      if (symbols[k / tau.rows].at[k % tau.rows] != x.at[j]) continue;
      source = derivation_require_matrix(derivation, KEYS[k / tau.rows]);
      column = k % tau.rows;
    }
    if (!source.at) source = matrix_jacobian(tau, derivation_column(derivation, &x.at[j], 1));
    for (int i = 0; i < tau.rows; i++)
      matrix_set(jacobian, i, j, matrix_get(source, i, column));
  }
  return jacobian;
}

// The matrix - d residual/dx at the values of the accelerations (and multipliers). `rest` contains
// the terms of the residual other than tau, which belongs to its first rows. The second
// substitution, of zeros, finds differences in which the accelerations cancel by their fingerprint,
// and selects their shorter form.
static Matrix residual_partials(Derivation *derivation, Matrix rest, Matrix x, Matrix symbols,
                                Matrix values)
{
  Matrix columns = matrix_jacobian(rest, x), of_tau = torque_jacobian(derivation, x);
  Matrix zeros = matrix_zero(x.arena, x.pool, symbols.rows, 1);
  int count = columns.rows * columns.columns;
  for (int i = 0; i < of_tau.rows * of_tau.columns; i++)
    columns.at[i] = sum(of_tau.at[i], columns.at[i]);
  expr_substitute_all(columns.at, count, symbols.at, values.at, symbols.rows, columns.at);
  expr_substitute_all(columns.at, count, symbols.at, zeros.at, symbols.rows, columns.at);
  return matrix_neg(columns);
}

static Matrix multiplier_column(const Derivation *derivation, int count)
{
  Matrix lambda = derivation_zeros(derivation, count, 1);
  for (int c = 0; c < count; c++) {
    // names in the language contain no blanks
    const char *name = arena_format(lambda.arena, "multiplier %d", c + 1);
    lambda.at[c] = expr_symbol(lambda.pool, name, STAGE_INPUT);
  }
  return lambda;
}

// The partial derivatives under constraints: the residuals tau - Qu - tau_given + J^T lambda and
// J qdd - gamma determine accelerations and multipliers, and the columns solve the augmented
// system.
static Matrix bound_partials(Derivation *derivation, const AugmentedFactors *augmented, Matrix x,
                             Text *why)
{
  const ActiveConstraints *active = derivation->active;
  const ConstrainedMotion *motion = constrained_motion(derivation, why);
  if (!motion) return (Matrix){ 0 };
  Matrix qdd = acceleration_column(derivation);
  Matrix lambda = multiplier_column(derivation, active->count);
  Matrix given = forces_given(derivation);
  Matrix forces = matrix_add(given, matrix_mul_transposed(active->J, lambda));
  Matrix rest = matrix_above(forces, matrix_sub(matrix_mul(active->J, qdd), active->gamma));
  Matrix columns = residual_partials(derivation, rest, x, matrix_above(qdd, lambda),
                                     matrix_above(motion->qdd, motion->lambda));
  forces = matrix_over(x.arena, x.pool, qdd.rows, x.rows, columns.at);
  Matrix gamma = matrix_over(x.arena, x.pool, lambda.rows, x.rows, matrix_row(columns, qdd.rows));
  augmented_solve(derivation, augmented, &forces, &gamma);
  return forces;
}

Matrix acceleration_partials(Derivation *derivation, const MassFactors *mass, Matrix x, Text *why)
{
  if (mass->augmented) return bound_partials(derivation, mass->augmented, x, why);
  Matrix values = derivation_matrix(derivation, FORWARD_BY_FACTORS, why);
  if (!values.at) return values;
  Matrix columns = residual_partials(derivation, forces_given(derivation), x,
                                     acceleration_column(derivation), values);
  factors_solve(&mass->factors, columns);
  return columns;
}

bool derive_acceleration_partials(Derivation *derivation, const char *key, Text *why)
{
  Columns columns;
  MassFactors mass;
  if (!columns_of(derivation, strstr(key, "/d") + 2, &columns, why)) return false;
  if (!mass_factors(derivation, &mass, why)) return false;
  Matrix partials = acceleration_partials(derivation, &mass, columns.symbols, why);
  if (!partials.at) return false;
  equations_put(derivation->equations,
                (Quantity){ .key = key,
                            .column_labels = columns.labels,
                            .pivots = mass.pivots,
                            .pivot_count = mass.pivot_count },
                partials);
  return true;
}
