// factors.c -- factors of the mass matrix, alone or with the constraints, and their names.
// SPDX-License-Identifier: MIT
#include "formulation/factors.h"

#include "formulation/forward.h"
#include "formulation/treatment.h"

#include <assert.h>

// ---- names

typedef struct Names {
  const Scene *scene;
  const char *suffix;
  const char *separator;  // between two numbers that may have two digits
} Names;

static const Expr *give_name(const void *context, const char *letter, int row, int column,
                             const Expr *value)
{
  const Names *names = context;
  Arena *arena = names->scene->equations->arena;
  const char *name = column < 0 ? arena_format(arena, "%s%d%s", letter, row + 1, names->suffix)
                                : arena_format(arena, "%s%d%s%d%s", letter, row + 1,
                                               names->separator, column + 1, names->suffix);
  return expr_name(scene_free_name(names->scene, name, 'F'), value);
}

Naming scene_names(const Scene *scene, const char *suffix, int n)
{
  if (scene->writing == WRITTEN_OUT) return (Naming){ 0 };
  Names *names = ARENA_NEW(scene->equations->arena, Names);
  *names = (Names){ scene, suffix, n > 9 ? "_" : "" };
  return (Naming){ give_name, names };
}

// ---- the mass matrix

// Of the augmented system.
static bool bound_factors(Scene *scene, const Bonds *bonds, MassFactors *mass, Text *why)
{
  Arena *arena = scene->equations->arena;
  AugmentedFactors *augmented = ARENA_NEW(arena, AugmentedFactors);
  int most = scene->equations->coordinate_count + bonds->count;
  ConstrainedMotion checks = { .pivots = ARENA_ARRAY(arena, Pivot, most) };
  if (!augmented_factors(scene, bonds, augmented, why)) return false;
  augmented_add_pivots(scene, bonds, augmented, &checks);
  *mass = (MassFactors){ .augmented = augmented,
                         .pivots = checks.pivots,
                         .pivot_count = checks.pivot_count };
  return true;
}

bool mass_factors(Scene *scene, MassFactors *mass, Text *why)
{
  const Equations *equations = scene->equations;
  const Bonds *bonds = scene_bonds(scene, why);
  if (!bonds) return false;
  if (bonds->count > 0) return bound_factors(scene, bonds, mass, why);
  if (!scene_quantity(scene, FORWARD_BY_FACTORS, why)) return false;
  const Quantity *forward = equations_find(equations, FORWARD_BY_FACTORS);
  mass->augmented = NULL;
  mass->pivots = forward->pivots;
  mass->pivot_count = forward->pivot_count;
  int *order = ARENA_ARRAY(equations->arena, int, equations->coordinate_count);
  coordinates_by_tree(scene, order);
  int singular = factors_of(scene_require_matrix(scene, "M"), order, (Naming){ 0 }, &mass->factors);
  assert(singular < 0 && "forward dynamics divided by the same pivots");
  return singular < 0;
}
