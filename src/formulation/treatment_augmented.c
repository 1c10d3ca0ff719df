// treatment_augmented.c -- accelerations and multipliers together, by block elimination.
//
//   [ M  J^T ] [ qdd    ]   [ Q     ]        M = L^T D L (factors.h)
//   [ J  0   ] [ lambda ] = [ gamma ]
//
//   L^T E = J^T,   V = D^-1 E,   S = E^T V = J M^-1 J^T
//   L^T y = Q,     S lambda = V^T y - gamma,     L qdd = D^-1 (y - E lambda)
//
// S is positive where the constraints are independent, so no step needs another order of rows than
// the one that is fixed here, and the program has no branches.
// SPDX-License-Identifier: MIT
#include "formulation/treatment.h"
#include "symbolic/algebra.h"

static void see_bonds(const Scene *scene, const Bonds *bonds, AugmentedFactors *augmented)
{
  const SymmetricFactors *mass = &augmented->mass.factors;
  int n = mass->n, m = bonds->count;
  for (int i = 0; i < n * m; i++)
    augmented->E[i] = bonds->J[i % m * n + i / m];
  factors_reduce(mass, m, augmented->E);
  for (int k = 0; k < n; k++) {
    for (int c = 0; c < m; c++) {
      int row = mass->order[k];
      const Expr **E = &augmented->E[row * m + c];
      if (*E != bonds->J[c * n + row]) *E = name_entry(scene, "E", row, c, *E);
      const Expr *scaled = product(*E, mass->inverse[k]);
      augmented->V[row * m + c] = name_entry(scene, "V", row, c, scaled);
    }
  }
}

bool augmented_factors(Scene *scene, const Bonds *bonds, AugmentedFactors *augmented, Text *why)
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count, m = bonds->count;
  *augmented = (AugmentedFactors){ .E = ARENA_ARRAY(arena, const Expr *, n *m),
                                   .V = ARENA_ARRAY(arena, const Expr *, n *m),
                                   .diagonal = ARENA_ARRAY(arena, const Expr *, m) };
  if (!bound_mass(scene, bonds, &augmented->mass, why)) return false;
  see_bonds(scene, bonds, augmented);
  const Expr **S = ARENA_ARRAY(arena, const Expr *, m *m);
  for (int e = 0; e < m * m; e++) {
    int i = e / m, j = e % m;
    if (j > i) continue;
    const Expr *entry = dot_of(scene, augmented->E + i, m, augmented->V + j, m, n);
    S[i * m + j] = S[j * m + i] = name_entry(scene, "S", i, j, entry);
    if (i == j) augmented->diagonal[i] = S[e];
  }
  if (factors_of(scene, S, m, NULL, "c", &augmented->S) < 0) return true;
  text_put(why, "the constraints are not independent in any configuration");
  return false;
}

void augmented_add_pivots(const Scene *scene, const Bonds *bonds, const AugmentedFactors *augmented,
                          ConstrainedMotion *motion)
{
  motion_add_mass_pivots(motion, &augmented->mass);
  motion_add_bond_pivots(scene, motion, bonds, &augmented->S, augmented->diagonal);
}

// One column, whose steps are named if there is no other.
static void solve_column(const Scene *scene, const AugmentedFactors *augmented, int columns, int c,
                         const Expr *x[], const Expr *lambda[])
{
  int n = augmented->mass.factors.n, m = augmented->S.n;
  bool is_named = columns == 1;
  for (int i = 0; i < n && is_named; i++)
    x[i] = name_entry(scene, "y", i, -1, x[i]);
  for (int b = 0; b < m; b++) {
    const Expr *carried = dot_of(scene, augmented->V + b, m, x + c, columns, n);
    lambda[b * columns + c] = difference(carried, lambda[b * columns + c]);
  }
}

void augmented_solve(const Scene *scene, const AugmentedFactors *augmented, int columns,
                     const Expr *x[], const Expr *lambda[])
{
  int n = augmented->mass.factors.n, m = augmented->S.n;
  factors_reduce(&augmented->mass.factors, columns, x);
  for (int c = 0; c < columns; c++)
    solve_column(scene, augmented, columns, c, x, lambda);
  factors_solve(&augmented->S, lambda, columns, lambda);
  for (int b = 0; b < m && columns == 1; b++)
    lambda[b] = name_entry(scene, "lambda", b, -1, lambda[b]);
  for (int i = 0; i < n * columns; i++) {
    int row = i / columns, column = i % columns;
    const Expr *borne = dot_of(scene, augmented->E + row * m, 1, lambda + column, columns, m);
    x[i] = difference(x[i], borne);
  }
  factors_finish(&augmented->mass.factors, columns, x);
}

bool motion_augmented(Scene *scene, const Bonds *bonds, ConstrainedMotion *motion, Text *why)
{
  AugmentedFactors augmented;
  if (!augmented_factors(scene, bonds, &augmented, why)) return false;
  augmented_add_pivots(scene, bonds, &augmented, motion);
  for (int i = 0; i < scene->equations->coordinate_count; i++)
    motion->qdd[i] = augmented.mass.Q[i];
  for (int c = 0; c < bonds->count; c++)
    motion->lambda[c] = bonds->gamma[c];
  augmented_solve(scene, &augmented, 1, motion->qdd, motion->lambda);
  return true;
}
