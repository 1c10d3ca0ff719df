// factorise.c -- forward dynamics by factors of the mass matrix that are as sparse as the tree.
//
//   M = L^T D L (factors.h):   L^T y = b,   D z = y,   L qdd = z
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

// ---- substitution, with names for what is read again

static const Expr *factor_of(const SymmetricFactors *factors, int row, int column)
{
  return factors->L[row * factors->n + column];
}

// L^T y = b: from the last coordinate to the first.
static void substitute_back(const Scene *scene, const SymmetricFactors *factors, const Expr *b[])
{
  for (int k = factors->n - 1; k >= 0; k--) {
    int coordinate = factors->order[k];
    b[coordinate] = forward_name(scene, "y", coordinate, b[coordinate]);
    for (int i = k - 1; i >= 0; i--) {
      const Expr *factor = factor_of(factors, k, i);
      if (is_zero(factor)) continue;
      const Expr **above = &b[factors->order[i]];
      *above = difference(*above, product(factor, b[coordinate]));
    }
  }
}

static bool is_read_later(const SymmetricFactors *factors, int k)
{
  for (int i = k + 1; i < factors->n; i++) {
    if (!is_zero(factor_of(factors, i, k))) return true;
  }
  return false;
}

// L qdd = D^-1 y: from the first to the last.
static void substitute_forth(const Scene *scene, const SymmetricFactors *factors,
                             const Expr *const y[], const Expr *qdd[])
{
  for (int k = 0; k < factors->n; k++) {
    int coordinate = factors->order[k];
    const Expr *z = quotient(y[coordinate], factors->pivot[k]);
    for (int i = 0; i < k; i++) {
      const Expr *factor = factor_of(factors, k, i);
      if (!is_zero(factor)) z = difference(z, product(factor, qdd[factors->order[i]]));
    }
    if (is_read_later(factors, k)) z = forward_name(scene, "z", coordinate, z);
    qdd[coordinate] = z;
  }
}

bool forward_by_factors(Scene *scene, Forward forward, Text *why)
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count;
  const Expr **b = forward_right_hand_side(scene, why);
  const Expr *const *M = b ? scene_quantity(scene, "M", why) : NULL;
  if (!M) return false;
  int *order = ARENA_ARRAY(arena, int, n);
  coordinates_by_tree(scene, order);
  SymmetricFactors factors;
  int singular = factors_of(scene, M, n, order, "", &factors);
  if (singular >= 0) {
    explain_no_inertia(scene, singular, is_zero(M[singular * n + singular]), why);
    return false;
  }
  for (int k = 0; k < n; k++)
    forward.pivots[n - 1 - k] = (Pivot){ .value = factors.pivot[k], .coordinate = order[k] };
  substitute_back(scene, &factors, b);
  substitute_forth(scene, &factors, b, forward.qdd);
  return true;
}
