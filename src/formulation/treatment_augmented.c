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

// Half of J M^-1: what the constraints look like to the coordinates, by row of the matrix.
typedef struct Seen {
  const Expr **E;  // n x count
  const Expr **V;
  const Expr **S;  // count x count
  const Expr **diagonal;
} Seen;

static Seen see_bonds(const Scene *scene, const Bonds *bonds, const SymmetricFactors *mass)
{
  Arena *arena = scene->equations->arena;
  int n = mass->n, m = bonds->count;
  Seen seen = { ARENA_ARRAY(arena, const Expr *, n *m), ARENA_ARRAY(arena, const Expr *, n *m),
                ARENA_ARRAY(arena, const Expr *, m *m), ARENA_ARRAY(arena, const Expr *, m) };
  for (int i = 0; i < n * m; i++)
    seen.E[i] = bonds->J[i % m * n + i / m];
  factors_reduce(mass, m, seen.E);
  for (int k = 0; k < n; k++) {
    for (int c = 0; c < m; c++) {
      int place = mass->order[k] * m + c;
      bool is_given = seen.E[place] == bonds->J[c * n + mass->order[k]];
      if (!is_given) seen.E[place] = name_entry(scene, "E", mass->order[k], c, seen.E[place]);
      const Expr *scaled = product(seen.E[place], mass->inverse[k]);
      seen.V[place] = name_entry(scene, "V", mass->order[k], c, scaled);
    }
  }
  for (int e = 0; e < m * m; e++) {
    int i = e / m, j = e % m;
    if (j > i) continue;
    const Expr *entry = dot_of(scene, seen.E + i, m, seen.V + j, m, n);
    seen.S[i * m + j] = seen.S[j * m + i] = name_entry(scene, "S", i, j, entry);
    if (i == j) seen.diagonal[i] = seen.S[e];
  }
  return seen;
}

bool motion_augmented(Scene *scene, const Bonds *bonds, ConstrainedMotion *motion, Text *why)
{
  Arena *arena = scene->equations->arena;
  int n = scene->equations->coordinate_count, m = bonds->count;
  BoundMass mass;
  if (!bound_mass(scene, bonds, &mass, why)) return false;
  Seen seen = see_bonds(scene, bonds, &mass.factors);
  SymmetricFactors S;
  if (factors_of(scene, seen.S, m, NULL, "c", &S) >= 0) {
    text_put(why, "the constraints are not independent in any configuration");
    return false;
  }
  motion_add_mass_pivots(motion, &mass);
  motion_add_bond_pivots(scene, motion, bonds, &S, seen.diagonal);
  const Expr **y = ARENA_ARRAY(arena, const Expr *, n);
  for (int i = 0; i < n; i++)
    y[i] = mass.Q[i];
  factors_reduce(&mass.factors, 1, y);
  for (int i = 0; i < n; i++)
    y[i] = name_entry(scene, "y", i, -1, y[i]);
  for (int c = 0; c < m; c++) {
    const Expr *carried = dot_of(scene, seen.V + c, m, y, 1, n);
    motion->lambda[c] = difference(carried, bonds->gamma[c]);
  }
  factors_solve(&S, motion->lambda, 1, motion->lambda);
  for (int c = 0; c < m; c++)
    motion->lambda[c] = name_entry(scene, "lambda", c, -1, motion->lambda[c]);
  for (int i = 0; i < n; i++) {
    const Expr *borne = dot_of(scene, seen.E + i * m, 1, motion->lambda, 1, m);
    motion->qdd[i] = difference(y[i], borne);
  }
  factors_finish(&mass.factors, 1, motion->qdd);
  return true;
}
