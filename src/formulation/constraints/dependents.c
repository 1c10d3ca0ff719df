// dependents.c -- selection of dependent coordinates, in an order that matches common practice.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/dependents.h"

#include "formulation/constraints/constraint_method.h"
#include "formulation/formulation.h"
#include "symbolic/algebra.h"

static const ConstraintEquation *equation_of(const DependencyRows *rows, int row)
{
  return &rows->list->equations[rows->places ? rows->places[row] : row];
}

// Returns true if a coefficient of the coordinate's rate depends on the configuration.
static bool is_awkward(const DependencyRows *rows, int coordinate)
{
  for (int i = 0; i < rows->J.rows; i++) {
    if (matrix_get(rows->J, i, coordinate)->form->stage > STAGE_PARAMETER) return true;
  }
  return false;
}

static bool is_shared(const DependencyRows *rows, int coordinate)
{
  enum { SEVERAL = 3 };
  int loops = 0, last = -1;
  for (int i = 0; i < rows->J.rows; i++) {
    const ConstraintEquation *equation = equation_of(rows, i);
    if (equation->origin != ORIGIN_LOOP || is_zero(matrix_get(rows->J, i, coordinate))) continue;
    loops += equation->index != last;
    last = equation->index;
  }
  return loops >= SEVERAL;
}

// Returns true if the coordinate has a torque that is an input or independent of the configuration.
// Springs and friction are not drives.
static bool is_driven(const Mechanism *mechanism, int coordinate)
{
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    if (force->kind != FORCE_TORQUE || force->coordinate != coordinate) continue;
    Stage stage = force->amount->form->stage;
    if (stage == STAGE_INPUT || stage < STAGE_POSITION) return true;
  }
  return false;
}

DependencyRank dependency_rank_of(const Mechanism *mechanism, const DependencyRows *rows,
                                  const bool wanted[], int coordinate)
{
  if (wanted && wanted[coordinate]) return DEPENDENCY_REQUESTED;
  if (is_driven(mechanism, coordinate)) return RELUCTANCE_DRIVEN;
  DependencyRank base = is_shared(rows, coordinate) ? RELUCTANCE_SHARED : RELUCTANCE_LENGTH;
  bool is_length = mechanism->coordinates[coordinate].kind == COORDINATE_LENGTH;
  if (is_length) return base;
  return base + (is_awkward(rows, coordinate) ? RELUCTANCE_PLAIN : RELUCTANCE_CONSTANT);
}

void order_by_dependency_rank(const Mechanism *mechanism, const DependencyRows *rows,
                              const bool wanted[], int order[])
{
  int count = 0;
  for (int reluctance = 0; reluctance < RELUCTANCE_COUNT; reluctance++) {
    for (int j = mechanism->coordinate_count - 1; j >= 0; j--) {
      if ((int)dependency_rank_of(mechanism, rows, wanted, j) == reluctance) order[count++] = j;
    }
  }
}

void find_dependents(const Derivation *derivation, const ActiveConstraints *active,
                     bool is_dependent[])
{
  Arena *arena = derivation->equations->arena;
  const FormulateOptions *options = derivation->options;
  if (options && options->places) {
    for (int k = 0; k < active->count; k++)
      is_dependent[options->places[k].coordinate] = true;
    return;
  }
  int n = derivation->equations->coordinate_count;
  int *order = ARENA_ARRAY(arena, int, n), *pivots = ARENA_ARRAY(arena, int, n);
  const DependencyRows rows = { derivation->constraints, active->places, active->J };
  order_by_dependency_rank(derivation->mechanism, &rows, options ? options->independent : NULL,
                           order);
  int rank = matrix_independent_columns(matrix_columns(active->J, order, n), pivots);
  for (int i = 0; i < rank; i++)
    is_dependent[order[pivots[i]]] = true;
}
