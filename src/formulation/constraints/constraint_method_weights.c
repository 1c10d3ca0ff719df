// constraint_method_weights.c -- checks that no inertia in a loop dominates the others numerically.
//
// The multipliers follow from J M^-1 J^T, a sum over the coordinates of J^2 / D, where D is the
// effective inertia of each. The contribution of a heavy coordinate vanishes next to light ones;
// then Q - J^T lambda, the force that remains to accelerate the light ones, is only rounding.
// Therefore each 1/D is compared with those of the coordinates in the same loop: directly for
// coordinates of the same kind, and for a length with the contributions of the angles at their
// lever arms. An angle is not compared with lengths: its lever arm is zero at a dead-centre
// position, which does no harm.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/constraint_method.h"
#include "symbolic/algebra.h"

#include <string.h>

typedef struct Weights {
  const Derivation *derivation;
  const ActiveConstraints *active;
  const int *coordinates;  // by DOF
  const Expr **inverse;    // 1/D by DOF
  int count;
} Weights;

static const char *unit_of(const Weights *weights, int freedom)
{
  return weights->derivation->equations->coordinates[weights->coordinates[freedom]].unit;
}

static const ConstraintEquation *equation_of(const Weights *weights, int constraint)
{
  return &weights->derivation->constraints->equations[weights->active->places[constraint]];
}

static bool is_same_loop(const Weights *weights, int constraint, int other)
{
  const ConstraintEquation *a = equation_of(weights, constraint), *b = equation_of(weights, other);
  return a->origin == b->origin && a->index == b->index;
}

// Returns true if the coordinate occurs in the loop of `constraint`, which must be its first row.
static bool loop_has(const Weights *weights, int constraint, int coordinate)
{
  for (int c = constraint; c < weights->active->count; c++) {
    if (is_same_loop(weights, constraint, c) &&
        !is_zero(matrix_get(weights->active->J, c, coordinate)))
      return true;
  }
  return false;
}

static bool is_first_active_constraint(const Weights *weights, int constraint)
{
  return constraint == 0 || !is_same_loop(weights, constraint, constraint - 1);
}

// The contribution of coordinate j to the distances of the loop.
static const Expr *along_loop(const Weights *weights, int constraint, int j)
{
  const Expr *total = expr_integer(weights->derivation->equations->pool, 0);
  for (int c = constraint; c < weights->active->count; c++) {
    if (!is_same_loop(weights, constraint, c) || equation_of(weights, c)->is_turn) continue;
    total = sum(total, square(matrix_get(weights->active->J, c, j)));
  }
  return product(total, weights->inverse[j]);
}

// The sum of contributions that the coordinate is compared with in the loop of `constraint`; zero
// if no other coordinate contributes.
static const Expr *beside(const Weights *weights, int constraint, int coordinate)
{
  const char *unit = unit_of(weights, coordinate);
  const Expr *total = expr_integer(weights->derivation->equations->pool, 0);
  bool has_other = false;
  for (int j = 0; j < weights->count; j++) {
    if (!loop_has(weights, constraint, j)) continue;
    bool is_alike = strcmp(unit_of(weights, j), unit) == 0;
    bool is_lever = strcmp(unit, "m") == 0 && strcmp(unit_of(weights, j), "rad") == 0;
    if (is_alike) total = sum(total, weights->inverse[j]);
    if (is_lever) total = sum(total, along_loop(weights, constraint, j));
    has_other = has_other || (j != coordinate && (is_alike || is_lever));
  }
  return has_other ? total : expr_integer(weights->derivation->equations->pool, 0);
}

void motion_add_weights(const Derivation *derivation, ConstrainedMotion *motion,
                        const ActiveConstraints *active, const RegularisedMass *mass)
{
  const Equations *equations = derivation->equations;
  Pool *pool = equations->pool;
  const SymmetricFactors *factors = &mass->factors;
  int n = equations->coordinate_count, count = factors->n;
  Weights weights = { derivation, active, mass->coordinates,
                      ARENA_ARRAY(equations->arena, const Expr *, count), count };
  for (int k = 0; k < count; k++)
    weights.inverse[factors->order[k]] = factors->inverse[k];
  for (int i = 0; i < count; i++) {
    const Expr *others = expr_integer(pool, 0);
    for (int constraint = 0; constraint < active->count; constraint++) {
      if (is_first_active_constraint(&weights, constraint) && loop_has(&weights, constraint, i))
        others = sum(others, beside(&weights, constraint, i));
    }
    if (is_zero(others)) continue;
    const Expr *least = product(expr_rational(pool, 1, 1L << 40), others);
    motion->pivots[motion->pivot_count++] =
        (Pivot){ .value = difference(weights.inverse[i], least),
                 .coordinate = n + derivation->constraints->count + mass->coordinates[i],
                 .heavy = equations->coordinates[mass->coordinates[i]].name };
  }
}
