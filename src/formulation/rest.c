// rest.c -- the symbols of the motion; substitution of zero for some of them.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/calculus/derivative.h"

// Column of symbols; `order` 0: coordinates, 1: speeds, 2: accelerations.
static Matrix column_of(const Equations *equations, int order)
{
  Matrix column = matrix_zero(equations->arena, equations->pool, equations->coordinate_count, 1);
  for (int i = 0; i < column.rows; i++) {
    column.at[i] = equations->coordinates[i].symbol;
    for (int k = 0; k < order; k++)
      column.at[i] = expr_rate(column.at[i]);
  }
  return column;
}

Matrix coordinate_column(const Derivation *derivation)
{
  return column_of(derivation->equations, 0);
}

Matrix speed_column(const Derivation *derivation) { return column_of(derivation->equations, 1); }

Matrix acceleration_column(const Derivation *derivation)
{
  return column_of(derivation->equations, 2);
}

Matrix torque_column(const Derivation *derivation)
{
  Matrix column = coordinate_column(derivation);
  for (int i = 0; i < column.rows; i++)
    column.at[i] = derivation->equations->torques[i].symbol;
  return column;
}

// Substitutes zero for these symbols in the entries of stage `stage` and later.
static void set_to_zero(Matrix symbols, Stage stage, const Expr *entries[], int count)
{
  Matrix zeros = matrix_zero(symbols.arena, symbols.pool, symbols.rows, 1);
  for (int e = 0; e < count; e++) {
    if (entries[e]->form->stage >= stage)
      entries[e] = expr_substitute(entries[e], symbols.at, zeros.at, symbols.rows);
  }
}

void without_accelerations(const Equations *equations, const Expr *entries[], int count)
{
  set_to_zero(column_of(equations, 2), STAGE_ACCELERATION, entries, count);
}

void without_speeds(const Equations *equations, const Expr *entries[], int count)
{
  set_to_zero(column_of(equations, 1), STAGE_VELOCITY, entries, count);
}
