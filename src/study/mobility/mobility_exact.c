// mobility_exact.c -- ranks without rounding errors.
//
// If the values of the description satisfy the constraints exactly (60 deg, 1/2, the root of 3), J
// there is a matrix of exact numbers. If these are rational, elimination is exact, and so is the
// rank. Otherwise, if the numbers can be represented by residues (algebraic.h), the rank is
// computed in two prime fields: it never exceeds the true rank, and is smaller only if both primes
// divide a minor. The rank in a neighbourhood is at least that. If nothing is known about the
// values, the rank at a random point is an upper bound for the equations.
// SPDX-License-Identifier: MIT
#include "formulation/verify/algebraic.h"
#include "study/mobility/mobility_findings.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/matrix/matrix.h"

// The rows of J except those of motions, and the position equations that belong to them.
typedef struct ExactRows {
  Matrix J;
  const Expr **phi;
  int phi_count;
} ExactRows;

static ExactRows rows_of(const MobilityStudy *study, Arena *arena)
{
  int n = study->coordinate_count, count = study->rows->count;
  int holonomic = study->rows->holonomic_count;
  const Quantity *Phi = equations_find(study->equations, "Phi");
  const Quantity *Phi_q = equations_find(study->equations, "Phi_q");
  const Quantity *H = equations_find(study->equations, "H");
  ExactRows result = { .J = matrix_zero(arena, study->equations->pool, count, n),
                       .phi = ARENA_ARRAY(arena, const Expr *, count) };
  result.J.rows = 0;
  for (int i = 0; i < count; i++) {
    if (study->rows->equations[i].origin == ORIGIN_MOTION) continue;
    const Expr **row = i < holonomic ? Phi_q->entries + i * n : H->entries + (i - holonomic) * n;
    for (int j = 0; j < n; j++)
      matrix_set(result.J, result.J.rows, j, row[j]);
    result.J.rows++;
    if (i < holonomic) result.phi[result.phi_count++] = Phi->entries[i];
  }
  return result;
}

// Symbols and their values at the start of the description.
typedef struct ExactValues {
  const Expr **from;
  const Expr **to;
  int count;
} ExactValues;

static ExactValues values_of(const Equations *equations, Arena *arena)
{
  int n = equations->coordinate_count;
  int most = n + equations->parameter_count + equations->input_count + 1;
  ExactValues values = { ARENA_ARRAY(arena, const Expr *, most),
                         ARENA_ARRAY(arena, const Expr *, most), 0 };
  const Expr *zero = expr_integer(equations->pool, 0);
  values.from[0] = expr_symbol(equations->pool, "t", STAGE_TIME);
  values.to[0] = zero;
  values.count = 1;
  for (int i = 0; i < n + equations->parameter_count; i++) {
    const Variable *variable = i < n ? &equations->coordinates[i] : &equations->parameters[i - n];
    values.from[values.count] = variable->symbol;
    values.to[values.count++] = variable->value ? variable->value : zero;
  }
  for (int i = 0; i < equations->input_count; i++) {
    values.from[values.count] = equations->inputs[i].symbol;
    values.to[values.count++] = equations->inputs[i].value ? equations->inputs[i].value : zero;
  }
  return values;
}

// Substitutes twice, since initial values may depend on parameters.
static const Expr *value_at(const Expr *e, const ExactValues *values)
{
  const Expr *once = expr_substitute(e, values->from, values->to, values->count);
  return expr_substitute(once, values->from, values->to, values->count);
}

static bool is_closed_exactly(const ExactRows *rows, const ExactValues *values)
{
  for (int i = 0; i < rows->phi_count; i++) {
    if (!expr_is_zero(value_at(rows->phi[i], values))) return false;
  }
  return true;
}

static bool set_values(Matrix J, const ExactValues *values)
{
  for (int e = 0; e < J.rows * J.columns; e++) {
    J.at[e] = value_at(J.at[e], values);
    if (J.at[e]->form->stage != STAGE_LITERAL) return false;
  }
  return true;
}

StartRank exact_start_rank(const MobilityStudy *study)
{
  StartRank result = { .rank = -1 };
  if (study->values != VALUES_DESCRIBED) return result;
  Arena *arena = arena_new();
  ExactRows rows = rows_of(study, arena);
  ExactValues values = values_of(study->equations, arena);
  if (is_closed_exactly(&rows, &values) && set_values(rows.J, &values) &&
      entries_are_algebraic(rows.J.at, rows.J.rows * rows.J.columns)) {
    result.rank = matrix_rank_of_numbers(rows.J);
    result.is_proved = result.rank >= 0;
    if (!result.is_proved) result.rank = matrix_rank(rows.J);
  }
  arena_free(arena);
  return result;
}

int exact_open_rank(const MobilityStudy *study)
{
  Arena *arena = arena_new();
  int rank = matrix_rank(rows_of(study, arena).J);
  arena_free(arena);
  return rank;
}
