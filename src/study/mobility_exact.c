// mobility_exact.c -- ranks without rounding.
//
// Where the values of the description close the mechanism exactly (sixty degrees, a half, the root
// of three), J there is a matrix of exact numbers, and its rank modulo a large prime is the rank
// (up to an accident of one in 1e18), if residues know what the numbers are made of (algebraic.h).
// The rank around is at least that. Where nothing is known of the values, the rank at a random
// point says what the equations can do at most.
// SPDX-License-Identifier: MIT
#include "formulation/algebraic.h"
#include "formulation/modular.h"
#include "study/mobility_report.h"
#include "symbolic/derivative.h"

// The rows of J that are not motions, and the equations of positions that go with them.
typedef struct ExactRows {
  const Expr **J;
  const Expr **phi;
  int rows;
  int phi_count;
} ExactRows;

static ExactRows rows_of(const MobilityStudy *study, Arena *arena)
{
  int n = study->coordinate_count, count = study->rows->count;
  int holonomic = study->rows->holonomic_count;
  const Quantity *Phi = equations_find(study->equations, "Phi");
  const Quantity *Phi_q = equations_find(study->equations, "Phi_q");
  const Quantity *H = equations_find(study->equations, "H");
  ExactRows result = { .J = ARENA_ARRAY(arena, const Expr *, count *n),
                       .phi = ARENA_ARRAY(arena, const Expr *, count) };
  for (int i = 0; i < count; i++) {
    if (study->rows->equations[i].origin == ORIGIN_MOTION) continue;
    const Expr **row = i < holonomic ? Phi_q->entries + i * n : H->entries + (i - holonomic) * n;
    for (int j = 0; j < n; j++)
      result.J[result.rows * n + j] = row[j];
    result.rows++;
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
  int n = equations->coordinate_count, most = n + equations->parameter_count + 1;
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
  return values;
}

// Twice: initial values may be made of parameters.
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

static bool set_values(ExactRows *rows, int n, const ExactValues *values)
{
  for (int i = 0; i < rows->rows * n; i++) {
    rows->J[i] = value_at(rows->J[i], values);
    if (rows->J[i]->form->stage != STAGE_LITERAL) return false;
  }
  return true;
}

int exact_start_rank(const MobilityStudy *study)
{
  if (study->values != VALUES_DESCRIBED) return -1;
  int n = study->coordinate_count;
  Arena *arena = arena_new();
  ExactRows rows = rows_of(study, arena);
  ExactValues values = values_of(study->equations, arena);
  bool is_exact = is_closed_exactly(&rows, &values) && set_values(&rows, n, &values) &&
                  entries_are_algebraic(rows.J, rows.rows * n);
  int rank = is_exact ? modular_rank(rows.J, rows.rows, n) : -1;
  arena_free(arena);
  return rank;
}

int exact_open_rank(const MobilityStudy *study)
{
  Arena *arena = arena_new();
  ExactRows rows = rows_of(study, arena);
  int rank = modular_rank(rows.J, rows.rows, study->coordinate_count);
  arena_free(arena);
  return rank;
}
