// clock.c -- moves driven by time: the titles of h, G and tau, and the power of these moves.
//
// Time is treated as an additional coordinate with the prescribed speed 1. The generalised force
// along it is the power of whatever moves the frames:
//
//   P_t = sum over links of (f . e or n . e) d amount / dt,   f, n the wrench of the parent
//   d(T + V)/dt = (tau + Qe) . qd + (power of Qe's forces where coordinates rest) + P_t
// SPDX-License-Identifier: MIT
#include "formulation/methods/newton_euler.h"
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

// ---- titles

bool put_bias(Derivation *derivation, const char *key, const char *title, Matrix h)
{
  if (frame_driven_by_time(derivation->mechanism))
    title = "Coriolis and centrifugal terms, including time-driven motions";
  equations_put(derivation->equations, (Quantity){ .key = key, .title = title }, h);
  return true;
}

bool put_gravity(Derivation *derivation, const char *key, Matrix G)
{
  bool is_whole = derivation->mechanism->energy_count == 0;  // V contains the weights only
  const char *title = is_whole ? NULL : "gravity terms";
  equations_put(derivation->equations, (Quantity){ .key = key, .title = title }, G);
  return true;
}

bool put_tau(Derivation *derivation, const char *key, Matrix tau)
{
  const char *bias = frame_driven_by_time(derivation->mechanism) ? "h" : "C qd";
  const char *forces = derivation->mechanism->force_count > 0 ? " - Qe" : "";
  const char *title = arena_format(derivation->equations->arena,
                                   "inverse dynamics, tau = M qdd + %s + G%s", bias, forces);
  equations_put(derivation->equations, (Quantity){ .key = key, .title = title }, tau);
  return true;
}

// ---- power

bool derive_clock_power(Derivation *derivation, const char *key, Text *why)
{
  // torques that depend on accelerations but are not inertias are rejected, as by every method
  if (derivation->mechanism->force_count > 0 && !derivation_quantity(derivation, "Ma", why))
    return false;
  const LinkTree *tree = newton_tree(derivation);
  Newton newton = newton_outward(derivation, tree, NEWTON_ALL_TERMS);
  newton_add_forces(&newton, NULL);
  newton_inward(&newton, standard_moments(tree, derivation->equations->arena));
  const Expr *power = expr_integer(derivation->equations->pool, 0);
  for (int i = 0; i < tree->count; i++) {
    const Link *link = &tree->links[i];
    if (link->kind == MOVE_QUATERNION) continue;  // depends on coordinates only
    const Expr *rate = expr_partial_time_derivative(link->amount);
    Vec3 wrench = link->kind == MOVE_ROTATION ? newton.links[i].n : newton.links[i].f;
    if (!is_zero(rate)) power = sum(power, product(rate, vec3_dot(wrench, link->axis)));
  }
  return derivation_put_number(derivation, key, power);
}
