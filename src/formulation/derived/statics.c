// statics.c -- forces at rest, and how they change with configuration and inputs.
//
//   S = h + G - Qe - Qu                         with speeds and accelerations zero
//   S + Phi_q^T lambda + H^T lambda_nh = tau    at rest; tau is what holds the mechanism there
//
//   dS/dqd = d(h - Qe - Qu)/dqd                 there: damping and gyroscopic terms
//
// Without moves driven by time h is zero then. With them it holds the inertia forces of the given
// motion, and rest means relative to it: a governor that turns at constant speed.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

#include <string.h>

// Adds what moves driven by time do.
static bool add_given_motion(Derivation *derivation, const Expr *S[], Text *why)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  if (!frame_driven_by_time(derivation->mechanism)) return true;
  const Expr *const *h = derivation_quantity(derivation, "h", why);
  if (!h) return false;
  const Expr **rest = ARENA_ARRAY(equations->arena, const Expr *, n);
  memcpy(rest, h, sizeof(*rest) * (size_t)n);
  without_speeds(equations, rest, n);
  for (int i = 0; i < n; i++)
    S[i] = sum(S[i], rest[i]);
  return true;
}

bool derive_static_forces(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *G = derivation_quantity(derivation, "G", why);
  const Expr *const *Qe = G ? derivation_quantity(derivation, "Qe", why) : NULL;
  const Expr *const *Qu = Qe ? derivation_quantity(derivation, "Qu", why) : NULL;
  if (!Qu) return false;
  const Expr **sums = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++) {
    const Expr *applied = sum(Qe[i], Qu[i]);
    sums[i] = difference(G[i], applied);
  }
  without_accelerations(equations, sums, n);
  without_speeds(equations, sums, n);
  if (!add_given_motion(derivation, sums, why)) return false;
  const Expr **S = equations_add(equations, (Quantity){ .key = key });
  memcpy(S, sums, sizeof(*S) * (size_t)n);
  return true;
}

// ---- derivatives

// What stands behind the stroke: q or u.
static const Variable *variables_of(const Equations *equations, const char *key, int *count)
{
  bool is_input = strcmp(strstr(key, "/d") + 2, "u") == 0;
  *count = is_input ? equations->input_count : equations->coordinate_count;
  return is_input ? equations->inputs : equations->coordinates;
}

// The quantity of d entries / d variables, to which its key and names were given.
static void add_partials(Derivation *derivation, Quantity quantity, const Expr *const entries[],
                         const Variable variables[])
{
  Equations *equations = derivation->equations;
  const Expr **symbols = ARENA_ARRAY(equations->arena, const Expr *, quantity.columns);
  const char **names = ARENA_ARRAY(equations->arena, const char *, quantity.columns);
  for (int j = 0; j < quantity.columns; j++) {
    symbols[j] = variables[j].symbol;
    names[j] = variables[j].name;
  }
  quantity.column_labels = names;
  const Expr **out = equations_add(equations, quantity);
  expr_jacobian(entries, quantity.rows, symbols, quantity.columns, out);
}

bool derive_static_partials(Derivation *derivation, const char *key, Text *why)
{
  const Equations *equations = derivation->equations;
  int count = 0;
  const Variable *variables = variables_of(equations, key, &count);
  const Expr *const *S = derivation_quantity(derivation, "S", why);
  if (!S) return false;
  bool is_input = variables == equations->inputs;
  if (count == 0) {
    text_format(why, "'%s': there is no %s", key, is_input ? "input" : "coordinate");
    return false;
  }
  Quantity quantity = { .key = key, .rows = equations->coordinate_count, .columns = count };
  add_partials(derivation, quantity, S, variables);
  return true;
}

// d(h - Qe - Qu)/dqd at rest: damping, and what turns about the given motion.
bool derive_static_damping(Derivation *derivation, const char *key, Text *why)
{
  static const char *const PARTS[] = { "h", "Qe", "Qu" };
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *parts[3];
  for (int k = 0; k < 3; k++) {
    parts[k] = derivation_quantity(derivation, PARTS[k], why);
    if (!parts[k]) return false;
  }
  const Expr **forces = ARENA_ARRAY(equations->arena, const Expr *, n);
  const Expr **speeds = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++) {
    forces[i] = difference(parts[0][i], sum(parts[1][i], parts[2][i]));
    speeds[i] = speed_of(equations, i);
  }
  without_accelerations(equations, forces, n);
  const Expr **out = equations_add(equations, (Quantity){ .key = key });
  expr_jacobian(forces, n, speeds, n, out);
  without_speeds(equations, out, n * n);
  return true;
}

// Row i n + j is the derivative of entry (i, j) of Phi_q or H.
bool derive_constraint_partials(Derivation *derivation, const char *key, Text *why)
{
  const Equations *equations = derivation->equations;
  Arena *arena = equations->arena;
  bool is_holonomic = strcmp(key, "dPhi_q/dq") == 0;
  const char *of = is_holonomic ? "Phi_q" : "H";
  const Expr *const *entries = derivation_quantity(derivation, of, why);
  if (!entries) return false;
  const Quantity *jacobian = equations_find(equations, of);
  int n = equations->coordinate_count, rows = jacobian->rows * n;
  const char **labels = ARENA_ARRAY(arena, const char *, rows);
  for (int i = 0; i < rows; i++)
    labels[i] =
        arena_format(arena, "%s, %s", jacobian->row_labels[i / n], jacobian->column_labels[i % n]);
  Quantity quantity = { .key = key, .rows = rows, .columns = n, .row_labels = labels };
  add_partials(derivation, quantity, entries, equations->coordinates);
  return true;
}
