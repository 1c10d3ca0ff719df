// constraint_method_weights.c -- where one inertia in a loop outweighs the others.
//
// The multipliers come from J M^-1 J^T, a sum over the coordinates of J^2 / D with D what resists
// each of them. Beside light ones a heavy one vanishes in it; then Q - J^T lambda, what is left to
// move the light ones, is nothing but rounding. So each 1/D is compared with those of the
// coordinates in the same loop: alike ones as they are, and that of a length with what the angles
// give at their levers. An angle is not compared with lengths: it has no lever at a dead point,
// which is no loss.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/constraint_method.h"
#include "symbolic/algebra.h"

#include <string.h>

typedef struct Weights {
  const Derivation *derivation;
  const ActiveConstraints *active;
  const int *coordinates;  // by freedom
  const Expr **inverse;    // 1/D by freedom
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

// The loop of the bond, which is its first one, as the coordinate meets it.
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

// What coordinate j gives along the loop's distances.
static const Expr *along_loop(const Weights *weights, int constraint, int j)
{
  const Expr *total = expr_integer(weights->derivation->equations->pool, 0);
  for (int c = constraint; c < weights->active->count; c++) {
    if (!is_same_loop(weights, constraint, c) || equation_of(weights, c)->is_turn) continue;
    total = sum(total, square(matrix_get(weights->active->J, c, j)));
  }
  return product(total, weights->inverse[j]);
}

// What stands beside the coordinate in the loop of the bond; zero if nothing does.
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
