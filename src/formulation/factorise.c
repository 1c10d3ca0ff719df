// factorise.c -- forward dynamics by factors of the mass matrix that are as sparse as the tree.
//
//   M = L^T D L,  L unit lower triangular:   L^T y = b,   D z = y,   L qdd = z
//
// Elimination from the last coordinate to the first, children before parents: an entry that is zero
// because two coordinates lie on different branches stays zero, so nothing is ever filled in.
//
// Reference: Featherstone 2008, section 6.5 (LTDL factorisation, branch-induced sparsity).
// SPDX-License-Identifier: MIT
#include "formulation/forward.h"
#include "symbolic/algebra.h"

typedef struct Factors {
  const Scene *scene;
  int n;
  int *order;          // coordinate of row k
  const Expr **W;      // lower triangle: what is left of M, and rows of L where it is done
  const Expr **pivot;  // D
  const Expr **b;      // right-hand side, then y
} Factors;

static const Expr **at(const Factors *factors, int row, int column)
{
  return &factors->W[row * factors->n + column];
}

// ---- the equation

// tau + Qe + Qu - h - G: what acts, less inverse dynamics at rest of the accelerations.
static const Expr **right_hand_side(Scene *scene, Text *why)
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

static bool factors_begin(Scene *scene, Factors *factors, Text *why)
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count;
  const Expr **b = right_hand_side(scene, why);
  const Expr *const *M = b ? scene_quantity(scene, "M", why) : NULL;
  if (!M) return false;
  *factors = (Factors){
    .scene = scene,
    .n = n,
    .order = ARENA_ARRAY(arena, int, n),
    .W = ARENA_ARRAY(arena, const Expr *, n *n),
    .pivot = ARENA_ARRAY(arena, const Expr *, n),
    .b = ARENA_ARRAY(arena, const Expr *, n),
  };
  coordinates_by_tree(scene, factors->order);
  for (int i = 0; i < n; i++) {
    factors->b[i] = b[factors->order[i]];
    for (int j = 0; j <= i; j++)
      *at(factors, i, j) = M[factors->order[i] * n + factors->order[j]];
  }
  return true;
}

// ---- elimination

// L21, or L12_11 where there are ten coordinates or more.
static const Expr *name_pair(const Factors *factors, int row, int column, const Expr *value)
{
  const char *separator = factors->n > 9 ? "_" : "";
  const char *letters =
      arena_format(factors->scene->equations->arena, "L%d%s", factors->order[row] + 1, separator);
  return forward_name(factors->scene, letters, factors->order[column], value);
}

// Takes row k out of the rows above it; it becomes a row of L.
static void eliminate(Factors *factors, int k)
{
  const Expr *pivot = factors->pivot[k];
  for (int i = k - 1; i >= 0; i--) {
    const Expr *entry = *at(factors, k, i);
    if (is_zero(entry)) continue;
    const Expr *factor = name_pair(factors, k, i, quotient(entry, pivot));
    for (int j = 0; j <= i; j++) {
      const Expr *other = *at(factors, k, j);
      if (is_zero(other)) continue;
      const Expr *taken = product(factor, other);
      *at(factors, i, j) = difference(*at(factors, i, j), taken);
    }
    const Expr *taken = product(factor, factors->b[k]);
    factors->b[i] = difference(factors->b[i], taken);
    *at(factors, k, i) = factor;
  }
}

static bool is_read_later(const Factors *factors, int k)
{
  for (int i = k + 1; i < factors->n; i++) {
    if (!is_zero(*at(factors, i, k))) return true;
  }
  return false;
}

static void substitute(const Factors *factors, const Expr *qdd[])
{
  for (int k = 0; k < factors->n; k++) {
    const Expr *z = quotient(factors->b[k], factors->pivot[k]);
    for (int i = 0; i < k; i++) {
      const Expr *factor = *at(factors, k, i);
      if (!is_zero(factor)) z = difference(z, product(factor, qdd[factors->order[i]]));
    }
    if (is_read_later(factors, k)) z = forward_name(factors->scene, "z", factors->order[k], z);
    qdd[factors->order[k]] = z;
  }
}

bool forward_by_factors(Scene *scene, Forward forward, Text *why)
{
  Factors factors;
  if (!factors_begin(scene, &factors, why)) return false;
  int n = factors.n;
  const Expr *const *M = scene_require(scene, "M");
  for (int k = n - 1; k >= 0; k--) {
    int coordinate = factors.order[k];
    const Expr *pivot = *at(&factors, k, k);
    if (is_zero(pivot)) {
      explain_no_inertia(scene, coordinate, is_zero(M[coordinate * n + coordinate]), why);
      return false;
    }
    factors.b[k] = forward_name(scene, "y", coordinate, factors.b[k]);
    bool is_entry = pivot == M[coordinate * n + coordinate];
    if (!is_entry) pivot = forward_name(scene, "D", coordinate, pivot);
    factors.pivot[k] = pivot;
    forward.pivots[n - 1 - k] = (Pivot){ pivot, coordinate };
    eliminate(&factors, k);
  }
  substitute(&factors, forward.qdd);
  return true;
}
