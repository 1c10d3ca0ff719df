// regressor_rank.c -- how many parameters motion can tell apart, counted without any formula.
//
// Columns depend on each other when they do so at every state. The regressor is written once for
// each of many states, in symbols of their own; the fingerprints of its entries (symbolic/field.h)
// are then its values at random states, and elimination modulo a prime gives the rank exactly,
// symbolic lengths included. Too small by chance: below one in 10^15.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "formulation/regressor.h"
#include "symbolic/derivative.h"
#include "symbolic/field.h"

#include <stdlib.h>

// ---- states

// Coordinates, rates and accelerations, and symbols that stand for them at state number `state`.
typedef struct State {
  const Expr **from;
  const Expr **to;
  int count;
} State;

static void add_symbol(const Equations *equations, State *state, const Expr *symbol, int number)
{
  const char *name = arena_format(equations->arena, "%s[%d]", symbol->form->symbol->name, number);
  state->from[state->count] = symbol;
  state->to[state->count++] = expr_symbol(equations->pool, name, symbol->form->symbol->stage);
}

static State state_of(const Equations *equations, int number)
{
  int n = equations->coordinate_count;
  State state = {
    .from = ARENA_ARRAY(equations->arena, const Expr *, 3 * n),
    .to = ARENA_ARRAY(equations->arena, const Expr *, 3 * n),
  };
  for (int i = 0; i < n; i++) {
    add_symbol(equations, &state, equations->coordinates[i].symbol, number);
    add_symbol(equations, &state, speed_of(equations, i), number);
    add_symbol(equations, &state, acceleration_of(equations, i), number);
  }
  return state;
}

// ---- elimination

typedef struct Table {
  uint64_t *at;
  int rows;
  int columns;
} Table;

static bool bring_pivot(const Table *table, int rank, int column)
{
  for (int r = rank; r < table->rows; r++) {
    uint64_t *row = table->at + r * table->columns, *target = table->at + rank * table->columns;
    if (row[column] == 0) continue;
    for (int c = 0; c < table->columns; c++) {
      uint64_t moved = row[c];
      row[c] = target[c];
      target[c] = moved;
    }
    return true;
  }
  return false;
}

static int rank_of(const Table *table)
{
  Field field = FIELD[0];
  int rank = 0;
  for (int column = 0; column < table->columns; column++) {
    if (!bring_pivot(table, rank, column)) continue;
    const uint64_t *pivot = table->at + rank * table->columns;
    uint64_t inverse = field_inverse(field, pivot[column]);
    for (int r = rank + 1; r < table->rows; r++) {
      uint64_t *row = table->at + r * table->columns;
      uint64_t factor = field_mul(field, row[column], inverse);
      for (int c = column; c < table->columns && factor != 0; c++)
        row[c] = field_sub(field, row[c], field_mul(field, factor, pivot[c]));
    }
    rank++;
  }
  return rank;
}

// ---- the regressor at many states

enum { SPARE_STATES = 2 };

static int rank_at_states(const Equations *equations, const Quantity *Y)
{
  int size = Y->rows * Y->columns, state_count = Y->columns / Y->rows + 1 + SPARE_STATES;
  const Expr **entries = memory_new((size_t)size, sizeof(*entries));
  Table table = {
    .at = memory_new((size_t)size * (size_t)state_count, sizeof(uint64_t)),
    .rows = state_count * Y->rows,
    .columns = Y->columns,
  };
  for (int s = 0; s < state_count; s++) {
    State state = state_of(equations, s + 1);
    expr_substitute_all(Y->entries, size, state.from, state.to, state.count, entries);
    for (int i = 0; i < size; i++)
      table.at[s * size + i] = entries[i]->value.at[0];
  }
  int rank = rank_of(&table);
  free(table.at);
  free(entries);
  return rank;
}

int regressor_rank(const Mechanism *mechanism, uint64_t seed)
{
  Text why = { 0 };
  Scene *scene = scene_new(mechanism, NULL, seed);
  int rank = 0;
  if (scene_quantity(scene, "Y", &why)) {
    rank = rank_at_states(scene->equations, equations_find(scene->equations, "Y"));
  }
  text_free(&why);
  equations_free(scene_release(scene));
  return rank;
}
