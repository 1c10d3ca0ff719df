// statics.c -- static forces, and their derivatives by configuration and inputs.
//
//   S = h + G - Qe - Qu                         with speeds and accelerations zero
//   S + Phi_q^T lambda + H^T lambda_nh = tau    at rest; tau are the holding forces
//
//   dS/dqd = d(h - Qe - Qu)/dqd                 there: damping and gyroscopic terms
//
// Without moves driven by time h is then zero. With such moves it contains the inertia forces of
// the prescribed motion, and rest is relative to it: for example a governor that rotates at
// constant speed.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"

#include <string.h>

bool derive_static_forces(Derivation *derivation, const char *key, Text *why)
{
  const Equations *equations = derivation->equations;
  Matrix G = derivation_matrix(derivation, "G", why);
  Matrix Qe = G.at ? derivation_matrix(derivation, "Qe", why) : G;
  Matrix Qu = Qe.at ? derivation_matrix(derivation, "Qu", why) : Qe;
  if (!Qu.at) return false;
  Matrix S = matrix_sub(G, matrix_add(Qe, Qu));
  without_accelerations(equations, S.at, S.rows);
  without_speeds(equations, S.at, S.rows);
  if (!frame_driven_by_time(derivation->mechanism)) return derivation_put(derivation, key, S);
  Matrix h = derivation_matrix(derivation, "h", why);
  if (!h.at) return false;
  Matrix given = matrix_copy(h);  // inertia forces of moves driven by time
  without_speeds(equations, given.at, given.rows);
  return derivation_put(derivation, key, matrix_add(S, given));
}

// ---- derivatives

// Adds the quantity d entries / d variables; columns are labelled by the variables' names.
static bool put_partials(Derivation *derivation, Quantity quantity, Matrix entries,
                         const Variable variables[], int count)
{
  Matrix symbols = derivation_zeros(derivation, count, 1);
  const char **names = ARENA_ARRAY(symbols.arena, const char *, count);
  for (int j = 0; j < count; j++) {
    symbols.at[j] = variables[j].symbol;
    names[j] = variables[j].name;
  }
  quantity.column_labels = names;
  equations_put(derivation->equations, quantity, matrix_jacobian(entries, symbols));
  return true;
}

bool derive_static_partials(Derivation *derivation, const char *key, Text *why)
{
  const Equations *equations = derivation->equations;
  bool is_input = strcmp(key, "dS/du") == 0;
  int count = is_input ? equations->input_count : equations->coordinate_count;
  Matrix S = derivation_matrix(derivation, "S", why);
  if (!S.at) return false;
  if (count == 0) {
    text_format(why, "'%s': there is no %s", key, is_input ? "input" : "coordinate");
    return false;
  }
  return put_partials(derivation, (Quantity){ .key = key }, S,
                      is_input ? equations->inputs : equations->coordinates, count);
}

// d(h - Qe - Qu)/dqd at rest: damping and gyroscopic terms of the prescribed motion.
bool derive_static_damping(Derivation *derivation, const char *key, Text *why)
{
  Matrix h = derivation_matrix(derivation, "h", why);
  Matrix Qe = h.at ? derivation_matrix(derivation, "Qe", why) : h;
  Matrix Qu = Qe.at ? derivation_matrix(derivation, "Qu", why) : Qe;
  if (!Qu.at) return false;
  Matrix forces = matrix_sub(h, matrix_add(Qe, Qu));
  without_accelerations(derivation->equations, forces.at, forces.rows);
  Matrix damping = matrix_jacobian(forces, speed_column(derivation));
  without_speeds(derivation->equations, damping.at, damping.rows * damping.columns);
  return derivation_put(derivation, key, damping);
}

// Adds dPhi_q/dq or dH/dq; row i n + j is the derivative of entry (i, j) of Phi_q or H.
bool derive_constraint_partials(Derivation *derivation, const char *key, Text *why)
{
  const Equations *equations = derivation->equations;
  const char *of = strcmp(key, "dPhi_q/dq") == 0 ? "Phi_q" : "H";
  Matrix J = derivation_matrix(derivation, of, why);
  if (!J.at) return false;
  const Quantity *jacobian = equations_find(equations, of);
  const char **labels = ARENA_ARRAY(J.arena, const char *, J.rows *J.columns);
  for (int e = 0; e < J.rows * J.columns; e++)
    labels[e] = arena_format(J.arena, "%s, %s", jacobian->row_labels[e / J.columns],
                             jacobian->column_labels[e % J.columns]);
  return put_partials(derivation, (Quantity){ .key = key, .row_labels = labels }, J,
                      equations->coordinates, equations->coordinate_count);
}
