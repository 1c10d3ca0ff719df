// regressor_rank.c -- which parameters motion can tell apart, counted without any rule.
//
// Columns depend on each other when they do so at every state, with factors that depend on the
// parameters alone. The regressor is written once for each of several states, in symbols of their
// own; the fingerprints of its entries are then its values at random states, and elimination in two
// prime fields (symbolic/values.h) gives rank and factors, symbolic lengths included. States are
// added until one says nothing new: then no other does, up to an accident of both fields.
// SPDX-License-Identifier: MIT
#include "formulation/parameters/regressor.h"
#include "symbolic/derivative.h"

#include <string.h>

// ---- states

StateSymbols regressor_state(const Derivation *derivation)
{
  const Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  int most = 3 * n + 1 + equations->input_count;
  StateSymbols state = { ARENA_ARRAY(equations->arena, const Expr *, most), 3 * n + 1 };
  for (int i = 0; i < n; i++) {
    state.symbols[i] = equations->coordinates[i].symbol;
    state.symbols[n + i] = speed_of(equations, i);
    state.symbols[2 * n + i] = acceleration_of(equations, i);
  }
  state.symbols[3 * n] = expr_symbol(equations->pool, "t", STAGE_TIME);
  for (int i = 0; i < equations->input_count; i++) {
    const Expr *symbol = equations->inputs[i].symbol;
    if (symbol->form->stage == STAGE_TIME) state.symbols[state.count++] = symbol;
  }
  return state;
}

Matrix regressor_at(Matrix Y, const StateSymbols *state, const Expr *const values[])
{
  Matrix there = matrix_copy(Y);
  expr_substitute_all(Y.at, Y.rows * Y.columns, state->symbols, values, state->count, there.at);
  return there;
}

// Symbols that stand for those of the state at state number `number`.
static const Expr **fresh_symbols(const Derivation *derivation, const StateSymbols *state,
                                  int number)
{
  const Equations *equations = derivation->equations;
  const Expr **symbols = ARENA_ARRAY(equations->arena, const Expr *, state->count);
  for (int i = 0; i < state->count; i++) {
    const Symbol *symbol = state->symbols[i]->form->symbol;
    const char *name = arena_format(equations->arena, "%s[%d]", symbol->name, number);
    symbols[i] = expr_symbol(equations->pool, name, symbol->stage);
  }
  return symbols;
}

// ---- elimination

// The rows of an echelon form that are not zero, with `more` below them.
static Values rows_with(const Echelon *echelon, Values more)
{
  Values rows = values_new(more.arena, echelon->rank + more.rows, more.columns);
  size_t row_size = sizeof(Value) * (size_t)more.columns;
  memcpy(rows.at, echelon->reduced.at, row_size * (size_t)echelon->rank);
  memcpy(values_row(rows, echelon->rank), more.at, row_size * (size_t)more.rows);
  return rows;
}

Echelon regressor_echelon(const Derivation *derivation, Matrix Y)
{
  Arena *scratch = arena_new(), *arena = derivation->equations->arena;
  StateSymbols state = regressor_state(derivation);
  Y.arena = scratch;
  Echelon echelon = values_echelon(values_of(Y));
  for (int number = 1, before = -1; echelon.rank > before; number++) {
    before = echelon.rank;
    Matrix there = regressor_at(Y, &state, fresh_symbols(derivation, &state, number));
    echelon = values_echelon(rows_with(&echelon, values_of(there)));
  }
  echelon.reduced = rows_with(&echelon, values_new(arena, 0, Y.columns));
  int *pivots = ARENA_ARRAY(arena, int, echelon.rank);
  memcpy(pivots, echelon.pivots, sizeof(int) * (size_t)echelon.rank);
  echelon.pivots = pivots;
  arena_free(scratch);
  return echelon;
}

int regressor_rank(const Mechanism *mechanism, uint64_t seed)
{
  Text why = { 0 };
  Derivation *derivation = derivation_new(mechanism, NULL, seed);
  Matrix Y = derivation_matrix(derivation, "Y", &why);
  int rank = Y.at ? regressor_echelon(derivation, Y).rank : 0;
  text_free(&why);
  equations_free(derivation_release(derivation));
  return rank;
}
