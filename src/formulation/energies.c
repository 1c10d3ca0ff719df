// energies.c -- energies that belong to no method: of rotors, of what acts, the Lagrangian, of one body.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/algebra.h"

const Expr *energy_of_added_inertia(Derivation *derivation, Text *why)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *Ma = derivation_quantity(derivation, "Ma", why);
  if (!Ma) return NULL;
  const Expr *T = expr_integer(equations->pool, 0);
  for (int i = 0; i < n; i++) {
    const Expr *momentum = expr_integer(equations->pool, 0);
    for (int j = 0; j < n; j++)
      momentum = sum(momentum, product(Ma[i * n + j], speed_of(equations, j)));
    T = sum(T, half(product(speed_of(equations, i), momentum)));
  }
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

bool derive_lagrangian(Derivation *derivation, const char *key, Text *why)
{
  const Expr *const *T = derivation_quantity(derivation, "T", why);
  const Expr *const *V = T ? derivation_quantity(derivation, "V", why) : NULL;
  if (!V) return false;
  equations_add(derivation->equations, (Quantity){ .key = key })[0] = difference(T[0], V[0]);
  return true;
}
