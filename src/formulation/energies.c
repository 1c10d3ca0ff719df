// energies.c -- energies and power, independent of the method: of rotors and forces, L, E, P, Pa.
// SPDX-License-Identifier: MIT
#include "formulation/derived/forward.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

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

// ---- power of each force

// The common prefix of the names of all forces and energies of one element, "front" of
// "front.pull"; for statements that are not part of an element, the complete name.
static const char *acting_name(Arena *arena, const char *name, const char *element)
{
  const char *dot = element ? strrchr(name, '.') : NULL;
  return dot ? arena_copy_text(arena, name, (size_t)(dot - name)) : name;
}

static void add_acting_power(const char *names[], const Expr *powers[], int *count,
                             const char *name, const Expr *power)
{
  int k = 0;
  while (k < *count && strcmp(names[k], name) != 0)
    k++;
  if (k == *count) {
    names[k] = name;
    powers[k] = power;
    ++*count;
  } else {
    powers[k] = sum(powers[k], power);
  }
}

bool derive_powers(Derivation *derivation, const char *key, Text *why)
{
  const Mechanism *mechanism = derivation->mechanism;
  Arena *arena = derivation->equations->arena;
  int most = mechanism->force_count + mechanism->energy_count, count = 0;
  if (most == 0) {
    text_format(why, "'%s': no force, torque or moment acts", key);
    return false;
  }
  if (!derivation_quantity(derivation, "Ma", why)) return false;
  const char **names = ARENA_ARRAY(arena, const char *, most);
  const Expr **powers = ARENA_ARRAY(arena, const Expr *, most);
  derivation_shorten_roots(derivation);
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    add_acting_power(names, powers, &count, acting_name(arena, force->name, force->element),
                     power_of_force(derivation, force));
  }
  for (int k = 0; k < mechanism->energy_count; k++) {
    const Energy *energy = &mechanism->energies[k];
    const Expr *value = derivation_expression(derivation, energy->value);
    add_acting_power(names, powers, &count, acting_name(arena, energy->name, energy->element),
                     expr_time_derivative(value));
  }
  Matrix P = derivation_zeros(derivation, count, 1);
  for (int k = 0; k < count; k++)
    P.at[k] = powers[k];
  equations_put(derivation->equations,
                (Quantity){ .key = key, .shape = QUANTITY_VECTOR, .row_labels = names }, P);
  return true;
}
