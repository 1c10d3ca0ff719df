// treatment_projector.c -- forces freed of what the constraints bear.
//
//   S = J M^-1 J^T,   P = I - J^T S^-1 J M^-1,   P P = P,   P J^T = 0
//   qdd = M^-1 (P Q + J^T S^-1 gamma),   lambda = S^-1 (J M^-1 Q - gamma)
//
// P M alone is singular, of rank n less the constraints: it is J qdd = gamma, the second part of
// qdd, that determines the motion (an erratum of 004).
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "formulation/treatment.h"
#include "symbolic/algebra.h"

typedef struct Projection {
  BoundMass mass;
  const Expr **X;  // M^-1 J^T, n x count
  SymmetricFactors S;
  const Expr **diagonal;  // of S
  const Expr **B;         // S^-1 J M^-1, count x n
  const Expr **P;         // n x n
} Projection;

static bool fill_inverse(Scene *scene, const Bonds *bonds, Projection *projection, Text *why)
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count, m = bonds->count;
  if (!bound_mass(scene, bonds, &projection->mass, why)) return false;
  projection->X = ARENA_ARRAY(arena, const Expr *, n *m);
  projection->diagonal = ARENA_ARRAY(arena, const Expr *, m);
  const Expr **S = ARENA_ARRAY(arena, const Expr *, m *m);
  for (int i = 0; i < n * m; i++)
    projection->X[i] = bonds->J[i % m * n + i / m];
  factors_solve(&projection->mass.factors, projection->X, m, projection->X);
  for (int i = 0; i < n * m; i++)
    projection->X[i] = name_entry(scene, "X", i / m, i % m, projection->X[i]);
  for (int e = 0; e < m * m; e++) {
    const Expr *entry = dot_of(scene, bonds->J + e / m * n, 1, projection->X + e % m, m, n);
    S[e] = name_entry(scene, "S", e / m, e % m, entry);
    if (e / m == e % m) projection->diagonal[e / m] = S[e];
  }
  if (factors_of(scene, S, m, NULL, "c", &projection->S) < 0) return true;
  text_put(why, "the constraints are not independent in any configuration");
  return false;
}

static void fill_projector(const Scene *scene, const Bonds *bonds, Projection *projection)
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count, m = bonds->count;
  projection->B = ARENA_ARRAY(arena, const Expr *, m *n);
  projection->P = ARENA_ARRAY(arena, const Expr *, n *n);
  for (int i = 0; i < m * n; i++)
    projection->B[i] = projection->X[i % n * m + i / n];
  factors_solve(&projection->S, projection->B, n, projection->B);
  for (int i = 0; i < m * n; i++)
    projection->B[i] = name_entry(scene, "B", i / n, i % n, projection->B[i]);
  for (int e = 0; e < n * n; e++) {
    const Expr *borne = dot_of(scene, bonds->J + e / n, n, projection->B + e % n, n, m);
    projection->P[e] = difference(integer(borne, e / n == e % n), borne);
  }
}

static bool projection_of(Scene *scene, const Bonds *bonds, Projection *projection, Text *why)
{
  if (!fill_inverse(scene, bonds, projection, why)) return false;
  fill_projector(scene, bonds, projection);
  return true;
}

bool motion_by_projector(Scene *scene, const Bonds *bonds, ConstrainedMotion *motion, Text *why)
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count, m = bonds->count;
  Projection projection;
  if (!projection_of(scene, bonds, &projection, why)) return false;
  const Expr *const *Q = projection.mass.Q;
  motion_add_mass_pivots(motion, &projection.mass);
  motion_add_bond_pivots(scene, motion, bonds, &projection.S, projection.diagonal);
  const Expr **pushed = ARENA_ARRAY(arena, const Expr *, m);  // S^-1 gamma
  factors_solve(&projection.S, bonds->gamma, 1, pushed);
  for (int c = 0; c < m; c++) {
    pushed[c] = name_entry(scene, "g", c, -1, pushed[c]);
    const Expr *borne = dot_of(scene, projection.B + c * n, 1, Q, 1, n);
    motion->lambda[c] = difference(borne, pushed[c]);
  }
  for (int i = 0; i < n; i++) {
    const Expr *freed = dot_of(scene, projection.P + i * n, 1, Q, 1, n);
    freed = sum(freed, dot_of(scene, bonds->J + i, n, pushed, 1, m));
    motion->qdd[i] = name_entry(scene, "f", i, -1, freed);
  }
  factors_solve(&projection.mass.factors, motion->qdd, 1, motion->qdd);
  return true;
}

bool derive_projector(Scene *scene, const char *key, Text *why)
{
  Equations *equations = scene->equations;
  int n = equations->coordinate_count;
  const Bonds *bonds = scene_bonds(scene, why);
  Projection projection;
  if (!bonds || !projection_of(scene, bonds, &projection, why)) return false;
  ConstrainedMotion motion = { .pivots = ARENA_ARRAY(equations->arena, Pivot, n + bonds->count) };
  motion_add_mass_pivots(&motion, &projection.mass);
  motion_add_bond_pivots(scene, &motion, bonds, &projection.S, projection.diagonal);
  const Expr **P = equations_add(
      equations,
      (Quantity){ .key = key,
                  .function = "projector",
                  .title = "projector, I - J^T (J M^-1 J^T)^-1 J M^-1: forces freed of what the "
                           "constraints bear",
                  .unit = "",
                  .rows = n,
                  .columns = n,
                  .shape = QUANTITY_MATRIX,
                  .pivots = motion.pivots,
                  .pivot_count = motion.pivot_count });
  for (int i = 0; i < n * n; i++)
    P[i] = projection.P[i];
  return true;
}
