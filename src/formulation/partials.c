// partials.c -- how torques and accelerations change with what they depend on.
//
//   dtau/dq dtau/dqd dtau/dqdd dtau/dp      of inverse dynamics; dtau/dqdd is the mass matrix
//   dqdd/dq dqdd/dqd dqdd/dtau dqdd/dp      of forward dynamics; dqdd/dtau is its inverse
//
// Accelerations are never differentiated: they satisfy tau(q, qd, qdd) - Qu = tau_given, so
//
//   dqdd/dx = - M^-1 d(tau - Qu - tau_given)/dx     at the accelerations themselves,
//
// which costs one substitution in the factors of M for each column.
//
// Reference: J. Carpentier, N. Mansard, "Analytical derivatives of rigid body dynamics algorithms",
// Robotics: Science and Systems (2018).
// SPDX-License-Identifier: MIT
#include "formulation/factors.h"
#include "formulation/forward.h"
#include "formulation/treatment.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/order.h"

#include <assert.h>
#include <string.h>

static const char *const FORWARD_KEY = "qdd:factorised";

// ---- what to differentiate by

typedef struct Columns {
  const Expr **symbols;
  const char **labels;  // NULL: their numbers
  int count;
} Columns;

// The parameters that tau holds.
static bool parameter_columns(Scene *scene, Columns *columns, Text *why)
{
  const Equations *equations = scene->equations;
  const Expr *const *tau = scene_quantity(scene, "tau", why);
  if (!tau) return false;
  columns->symbols = ARENA_ARRAY(equations->arena, const Expr *, equations->parameter_count);
  columns->labels = ARENA_ARRAY(equations->arena, const char *, equations->parameter_count);
  Order order = order_of(tau, equations->coordinate_count);
  for (int i = 0; i < equations->parameter_count; i++) {
    const Variable *parameter = &equations->parameters[i];
    if (!order_contains(&order, parameter->symbol)) continue;
    columns->symbols[columns->count] = parameter->symbol;
    columns->labels[columns->count++] = parameter->name;
  }
  order_free(&order);
  if (columns->count == 0) text_put(why, "tau depends on no parameter: there are only numbers");
  return columns->count > 0;
}

// By what stands behind the stroke: q, qd, qdd, tau, p.
static bool columns_of(Scene *scene, const char *by, Columns *columns, Text *why)
{
  const Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  *columns = (Columns){ .count = 0 };
  if (strcmp(by, "p") == 0) return parameter_columns(scene, columns, why);
  columns->symbols = ARENA_ARRAY(equations->arena, const Expr *, n);
  columns->count = n;
  for (int i = 0; i < n; i++) {
    columns->symbols[i] = strcmp(by, "q") == 0    ? equations->coordinates[i].symbol
                          : strcmp(by, "qd") == 0 ? speed_of(equations, i)
                                                  : equations->torques[i].symbol;
  }
  return true;
}

static const char *name_of_columns(const char *by)
{
  static const char *const NAMES[][2] = { { "q", "the coordinates" },
                                          { "qd", "their rates" },
                                          { "qdd", "the accelerations" },
                                          { "tau", "the torques" },
                                          { "p", "the parameters" } };
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
    if (strcmp(NAMES[i][0], by) == 0) return NAMES[i][1];
  }
  assert(false && "common.c lists the same keys");
  return "";
}

// The quantity dtau/d... or dqdd/d... without its entries.
static Quantity partials_of(const Equations *equations, const char *key, const Columns *columns)
{
  Arena *arena = equations->arena;
  bool is_inverse = strncmp(key, "dtau", strlen("dtau")) == 0;
  const char *by = strstr(key, "/d") + 2;
  return (Quantity){
    .key = key,
    .function = arena_format(arena, "%s_dynamics_by_%s", is_inverse ? "inverse" : "forward", by),
    .title = arena_format(arena, "partial derivatives of %s by %s", is_inverse ? "tau" : "qdd",
                          name_of_columns(by)),
    .unit = "",
    .rows = equations->coordinate_count,
    .columns = columns->count,
    .column_labels = columns->labels,
  };
}

// ---- of inverse dynamics

bool derive_torque_partials(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const char *by = strstr(key, "/d") + 2;
  bool is_mass_matrix = strcmp(by, "qdd") == 0;
  Columns columns = { .count = n };
  if (!is_mass_matrix && !columns_of(scene, by, &columns, why)) return false;
  const Expr *const *source = scene_quantity(scene, is_mass_matrix ? "M" : "tau", why);
  if (!source) return false;
  Quantity partials = partials_of(equations, key, &columns);
  partials.is_symmetric = is_mass_matrix;
  const Expr **out = equations_add(equations, partials);
  if (is_mass_matrix) {
    memcpy(out, source, (size_t)(n * n) * sizeof(*out));
  } else {
    expr_jacobian(source, n, columns.symbols, columns.count, out);
  }
  return true;
}

// ---- of forward dynamics

// With constraints the inverse of the mass matrix answers nothing.
static bool refuse_constraints(Scene *scene, Text *why)
{
  const Bonds *bonds = scene_bonds(scene, why);
  if (bonds && bonds->count == 0) return false;
  if (bonds) {
    text_put(why, "derivatives of qdd, linearised equations and operational space are those of "
                  "mechanisms without constraints; under constraints there are qdd, lambda, and "
                  "the model of the independent coordinates (M_in, h_in, G_in, tau_in)");
  }
  return true;
}

bool mass_factors(Scene *scene, MassFactors *mass, Text *why)
{
  Equations *equations = scene->equations;
  if (refuse_constraints(scene, why)) return false;
  int n = equations->coordinate_count;
  if (!scene_quantity(scene, FORWARD_KEY, why)) return false;
  const Expr *const *M = scene_require(scene, "M");
  const Quantity *forward = equations_find(equations, FORWARD_KEY);
  mass->pivots = forward->pivots;
  mass->pivot_count = forward->pivot_count;
  int *order = ARENA_ARRAY(equations->arena, int, n);
  coordinates_by_tree(scene, order);
  int singular = factors_of(scene, M, n, order, NULL, &mass->factors);
  assert(singular < 0 && "forward dynamics divided by the same pivots");
  return singular < 0;
}

// tau(q, qd, qdd) - Qu - tau_given, which accelerations make zero
static const Expr **residual_of(Scene *scene)
{
  const Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const Expr *const *tau = scene_require(scene, "tau");
  const Expr *const *Qu = scene_require(scene, "Qu");
  const Expr **residual = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++) {
    const Expr *given = sum(equations->torques[i].symbol, Qu[i]);
    residual[i] = difference(tau[i], given);
  }
  return residual;
}

// The entries at the accelerations `qdd`. A difference in which they cancel is found again by its
// value, in its old form: with zeros for them it takes the shorter one.
static void at_accelerations(const Equations *equations, const Expr *const qdd[],
                             const Expr *entries[], int count)
{
  int n = equations->coordinate_count;
  const Expr **symbols = ARENA_ARRAY(equations->arena, const Expr *, n);
  const Expr **zeros = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++) {
    symbols[i] = acceleration_of(equations, i);
    zeros[i] = expr_integer(equations->pool, 0);
  }
  expr_substitute_all(entries, count, symbols, qdd, n, entries);
  expr_substitute_all(entries, count, symbols, zeros, n, entries);
}

bool acceleration_partials(Scene *scene, const MassFactors *mass, const Expr *const x[], int count,
                           const Expr *out[], Text *why)
{
  int n = scene->equations->coordinate_count;
  const Expr *const *qdd = scene_quantity(scene, FORWARD_KEY, why);
  if (!qdd) return false;
  expr_jacobian(residual_of(scene), n, x, count, out);
  at_accelerations(scene->equations, qdd, out, n * count);
  for (int i = 0; i < n * count; i++)
    out[i] = negative(out[i]);
  factors_solve(&mass->factors, out, count, out);
  return true;
}

bool derive_acceleration_partials(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const char *by = strstr(key, "/d") + 2;
  Columns columns;
  MassFactors mass;
  if (!columns_of(scene, by, &columns, why) || !mass_factors(scene, &mass, why)) return false;
  const Expr **entries = ARENA_ARRAY(equations->arena, const Expr *, n *columns.count);
  if (!acceleration_partials(scene, &mass, columns.symbols, columns.count, entries, why)) {
    return false;
  }
  Quantity partials = partials_of(equations, key, &columns);
  partials.is_symmetric = strcmp(by, "tau") == 0;
  partials.pivots = mass.pivots;
  partials.pivot_count = mass.pivot_count;
  const Expr **out = equations_add(equations, partials);
  memcpy(out, entries, (size_t)(n * columns.count) * sizeof(*out));
  return true;
}
