// christoffel.c -- Coriolis matrix and bias vector from the mass matrix, and inverse dynamics.
//
//   C_ij = 1/2 sum_k (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) qd_k     so that dM/dt - 2C is skew
//   h = C qd,   tau = M qdd + h + G - Qe
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/algebra.h"

// Christoffel symbol; `dM` has rows i n + j of M_ij and a column for each coordinate.
static const Expr *christoffel(Matrix dM, int i, int j, int k)
{
  int n = dM.columns;
  const Expr *d_ij_k = matrix_get(dM, i * n + j, k);
  const Expr *d_ik_j = matrix_get(dM, i * n + k, j);
  const Expr *d_jk_i = matrix_get(dM, j * n + k, i);
  return half(difference(sum(d_ij_k, d_ik_j), d_jk_i));
}

bool derive_christoffel(Derivation *derivation, const char *key, Text *why)
{
  Matrix M = derivation_matrix(derivation, "M", why);
  if (!M.at) return false;
  Matrix dM = matrix_jacobian(M, coordinate_column(derivation)), qd = speed_column(derivation);
  Matrix C = derivation_zeros(derivation, M.rows, M.rows);
  for (int e = 0; e < M.rows * M.rows; e++) {
    for (int k = 0; k < M.rows; k++)
      C.at[e] = sum(C.at[e], product(christoffel(dM, e / M.rows, e % M.rows, k), qd.at[k]));
  }
  return derivation_put(derivation, key, C);
}

bool derive_bias_of_C(Derivation *derivation, const char *key, Text *why)
{
  Matrix C = derivation_matrix(derivation, "C", why);
  if (!C.at) return false;
  return put_bias(derivation, key, "Coriolis and centrifugal terms, C qd",
                  matrix_mul(C, speed_column(derivation)));
}

bool derive_tau_of_terms(Derivation *derivation, const char *key, Text *why)
{
  Matrix M = derivation_matrix(derivation, "M", why);
  Matrix h = M.at ? derivation_matrix(derivation, "h", why) : M;
  Matrix G = h.at ? derivation_matrix(derivation, "G", why) : h;
  Matrix Qe = G.at ? derivation_matrix(derivation, "Qe", why) : G;
  if (!Qe.at) return false;
  Matrix inertial = matrix_mul(M, acceleration_column(derivation));
  return put_tau(derivation, key, matrix_sub(matrix_add(matrix_add(inertial, h), G), Qe));
}
