// energies.c -- energies and power that belong to no method: of rotors, of what acts, L, E and P.
// SPDX-License-Identifier: MIT
#include "formulation/derived/forward.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

#include <string.h>

const Expr *energy_of_added_inertia(Derivation *derivation, Text *why)
{
  Matrix Ma = derivation_matrix(derivation, "Ma", why);
  if (!Ma.at) return NULL;
  Matrix qd = speed_column(derivation), momentum = matrix_mul(Ma, qd);
  const Expr *T = expr_integer(qd.pool, 0);
  for (int i = 0; i < qd.rows; i++)
    T = sum(T, half(product(qd.at[i], momentum.at[i])));
  return T;
}

const Expr *energy_of_forces(Derivation *derivation)
{
  derivation_shorten_roots(derivation);
  const Mechanism *mechanism = derivation->mechanism;
  const Expr *energy = expr_integer(derivation->equations->pool, 0);
  for (int k = 0; k < mechanism->energy_count; k++)
    energy = sum(energy, derivation_expression(derivation, mechanism->energies[k].value));
  return energy;
}

bool derive_energy(Derivation *derivation, const char *key, Text *why)
{
  const Expr *const *T = derivation_quantity(derivation, "T", why);
  const Expr *const *V = T ? derivation_quantity(derivation, "V", why) : NULL;
  if (!V) return false;
  bool is_lagrangian = strcmp(key, "L") == 0;
  return derivation_put_number(derivation, key,
                               is_lagrangian ? difference(T[0], V[0]) : sum(T[0], V[0]));
}

bool derive_power(Derivation *derivation, const char *key, Text *why)
{
  const Expr *const *Q = acting_forces(derivation, why);
  if (!Q) return false;
  const Expr *P =
      sum(power_along_time(derivation), expr_time_derivative(energy_of_forces(derivation)));
  for (int i = 0; i < derivation->equations->coordinate_count; i++)
    P = sum(P, product(Q[i], speed_of(derivation->equations, i)));
  return derivation_put_number(derivation, key, P);
}
