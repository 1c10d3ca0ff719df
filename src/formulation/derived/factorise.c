// factorise.c -- forward dynamics by factors of the mass matrix that are as sparse as the tree.
//
//   M = L^T D L (symbolic/matrix.h):   L^T y = b,   D z = y,   L qdd = z
//
// Reference: Featherstone 2008, section 6.5 (LTDL factorisation, branch-induced sparsity).
// SPDX-License-Identifier: MIT
#include "formulation/derived/factors.h"
#include "formulation/derived/forward.h"
#include "symbolic/algebra.h"

// ---- the equation

// tau + Qe + Qu - h - G: what acts, less inverse dynamics at rest of the accelerations.
const Expr **forward_right_hand_side(Derivation *derivation, Text *why)
{
  Matrix Qu = derivation_matrix(derivation, "Qu", why);
  Matrix tau = Qu.at ? derivation_matrix(derivation, "tau", why) : Qu;
  if (!tau.at) return NULL;
  Matrix rest = matrix_copy(tau);
  without_accelerations(derivation->equations, rest.at, rest.rows);
  return matrix_sub(matrix_add(torque_column(derivation), Qu), rest).at;
}

// adj(M) b / det(M), in place of b: nothing is divided before all is added.
static void solve_explicitly(Matrix M, Matrix b)
{
  Matrix top = matrix_mul(matrix_adjugate(M), b);
  const Expr *determinant = matrix_determinant(M);
  for (int i = 0; i < M.rows; i++)
    b.at[i] = quotient(top.at[i], determinant);
}

bool forward_by_factors(Derivation *derivation, Forward forward, Text *why)
{
  int n = derivation->equations->coordinate_count;
  const Expr *const *b = forward_right_hand_side(derivation, why);
  Matrix M = b ? derivation_matrix(derivation, "M", why) : (Matrix){ 0 };
  if (!M.at) return false;
  int *order = ARENA_ARRAY(derivation->equations->arena, int, n);
  coordinates_by_tree(derivation, order);
  bool is_explicit = forward_is_explicit(derivation);
  Naming naming = derivation_names(derivation, "", n, SYSTEM_OF_INERTIA,
                                   coordinate_names(derivation->equations), order);
  SymmetricFactors factors;
  int singular = factors_of(M, order, naming, &factors);
  if (singular >= 0) {
    explain_no_inertia(derivation, singular, is_zero(matrix_get(M, singular, singular)), why);
    return false;
  }
  for (int k = 0; k < n; k++)
    forward.pivots[n - 1 - k] =
        (Pivot){ .value = sure_pivot(M, &factors, k), .coordinate = order[k] };
  Matrix qdd = derivation_column(derivation, b, n);
  if (is_explicit) {
    solve_explicitly(M, qdd);
  } else {
    factors_reduce(&factors, qdd, naming);
    factors_finish(&factors, qdd, naming);
  }
  matrix_put(qdd, forward.qdd);
  return true;
}
