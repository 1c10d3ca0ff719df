// factorise.c -- forward dynamics by factors of the mass matrix that are as sparse as the tree.
//
//   M = L^T D L (symbolic/matrix.h):   L^T y = b,   D z = y,   L qdd = z
//
// Reference: Featherstone 2008, section 6.5 (LTDL factorisation, branch-induced sparsity).
// SPDX-License-Identifier: MIT
#include "formulation/factors.h"
#include "formulation/forward.h"
#include "symbolic/algebra.h"

// ---- the equation

// tau + Qe + Qu - h - G: what acts, less inverse dynamics at rest of the accelerations.
const Expr **forward_right_hand_side(Scene *scene, Text *why)
{
  const Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const Expr *const *Qu = scene_quantity(scene, "Qu", why);
  const Expr *const *tau = Qu ? scene_quantity(scene, "tau", why) : NULL;
  if (!tau) return NULL;
  const Expr **b = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int i = 0; i < n; i++)
    b[i] = tau[i];
  without_accelerations(equations, b, n);
  for (int i = 0; i < n; i++) {
    const Expr *given = sum(equations->torques[i].symbol, Qu[i]);
    b[i] = difference(given, b[i]);
  }
  return b;
}

// adj(M) b / det(M), in place of b: nothing is divided before all is added.
static void solve_explicitly(Matrix M, Matrix b)
{
  Matrix top = matrix_mul(matrix_adjugate(M), b);
  const Expr *determinant = matrix_determinant(M);
  for (int i = 0; i < M.rows; i++)
    b.at[i] = quotient(top.at[i], determinant);
}

bool forward_by_factors(Scene *scene, Forward forward, Text *why)
{
  int n = scene->equations->coordinate_count;
  const Expr *const *b = forward_right_hand_side(scene, why);
  Matrix M = b ? scene_matrix(scene, "M", why) : (Matrix){ 0 };
  if (!M.at) return false;
  int *order = ARENA_ARRAY(scene->equations->arena, int, n);
  coordinates_by_tree(scene, order);
  bool is_explicit = forward_is_explicit(scene);
  Naming naming = scene_names(scene, "", n);
  SymmetricFactors factors;
  int singular = factors_of(M, order, naming, &factors);
  if (singular >= 0) {
    explain_no_inertia(scene, singular, is_zero(matrix_get(M, singular, singular)), why);
    return false;
  }
  for (int k = 0; k < n; k++)
    forward.pivots[n - 1 - k] = (Pivot){ .value = factors.pivot[k], .coordinate = order[k] };
  Matrix qdd = scene_column(scene, b, n);
  if (is_explicit) {
    solve_explicitly(M, qdd);
  } else {
    factors_reduce(&factors, qdd, naming);
    factors_finish(&factors, qdd, naming);
  }
  matrix_put(qdd, forward.qdd);
  return true;
}
