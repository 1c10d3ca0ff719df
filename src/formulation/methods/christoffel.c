// christoffel.c -- from a mass matrix to the terms in the speeds, and their sum.
//
//   C_ij = 1/2 sum_k (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) qd_k     so that dM/dt - 2C is skew
//   h = C qd,   tau = M qdd + h + G - Qe
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

// dM[(i*n + j)*n + k] = dM_ij / dq_k
static const Expr **mass_gradient(const Equations *equations, const Expr *const M[])
{
  int n = equations->coordinate_count;
  const Expr **dM = ARENA_ARRAY(equations->arena, const Expr *, n *n *n);
  const Expr **q = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int k = 0; k < n; k++)
    q[k] = equations->coordinates[k].symbol;
  expr_jacobian(M, n * n, q, n, dM);
  return dM;
}

static const Expr *christoffel(const Expr *const dM[], int n, int i, int j, int k)
{
  const Expr *d_ij_k = dM[(i * n + j) * n + k];
  const Expr *d_ik_j = dM[(i * n + k) * n + j];
  const Expr *d_jk_i = dM[(j * n + k) * n + i];
  return half(difference(sum(d_ij_k, d_ik_j), d_jk_i));
}

bool derive_christoffel(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *M = derivation_quantity(derivation, "M", why);
  if (!M) return false;
  const Expr **dM = mass_gradient(equations, M);
  const Expr **C = equations_add(equations, (Quantity){ .key = key });
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      const Expr *entry = expr_integer(equations->pool, 0);
      for (int k = 0; k < n; k++) {
        const Expr *symbol = christoffel(dM, n, i, j, k);
        entry = sum(entry, product(symbol, speed_of(equations, k)));
      }
      C[i * n + j] = entry;
    }
  }
  return true;
}

bool derive_bias_of_C(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *C = derivation_quantity(derivation, "C", why);
  if (!C) return false;
  const Expr **h = add_bias(derivation, key, "Coriolis and centrifugal terms, C qd");
  for (int i = 0; i < n; i++) {
    h[i] = expr_integer(equations->pool, 0);
    for (int j = 0; j < n; j++)
      h[i] = sum(h[i], product(C[i * n + j], speed_of(equations, j)));
  }
  return true;
}

bool derive_tau_of_terms(Derivation *derivation, const char *key, Text *why)
{
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr *const *M = derivation_quantity(derivation, "M", why);
  const Expr *const *h = M ? derivation_quantity(derivation, "h", why) : NULL;
  const Expr *const *G = h ? derivation_quantity(derivation, "G", why) : NULL;
  const Expr *const *Qe = G ? derivation_quantity(derivation, "Qe", why) : NULL;
  if (!Qe) return false;
  const Expr **tau = add_tau(derivation, key);
  for (int i = 0; i < n; i++) {
    const Expr *inertial = expr_integer(equations->pool, 0);
    for (int j = 0; j < n; j++)
      inertial = sum(inertial, product(M[i * n + j], acceleration_of(equations, j)));
    tau[i] = difference(sum(sum(inertial, h[i]), G[i]), Qe[i]);
  }
  return true;
}
