// regressor_rank.c -- identifiable parameters, counted without regrouping rules.
//
// Columns are dependent if they are so at every state, with factors that depend on the parameters
// only. The regressor is evaluated at several states, each with its own symbols; the fingerprints
// of its entries are then its values at random states, and elimination in two prime fields
// (symbolic/field/field_matrix.h) yields rank and factors, including symbolic lengths. States are
// added until one does not increase the rank: then no other does, except by coincidence in both
// fields.
// SPDX-License-Identifier: MIT
#include "formulation/parameters/regressor.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/field/field_matrix.h"

#include <string.h>

// ---- states

// The variables of the motion: coordinates, their rates and accelerations, and time.
static Matrix state_column(const Derivation *derivation)
{
  const Equations *equations = derivation->equations;
  Matrix rates = matrix_above(speed_column(derivation), acceleration_column(derivation));
  Matrix time = derivation_zeros(derivation, 1 + equations->input_count, 1);
  time.rows = 1;
  time.at[0] = expr_symbol(equations->pool, "t", STAGE_TIME);
  for (int i = 0; i < equations->input_count; i++) {
    const Expr *symbol = equations->inputs[i].symbol;
    if (symbol->form->stage == STAGE_TIME) time.at[time.rows++] = symbol;
  }
  return matrix_above(matrix_above(coordinate_column(derivation), rates), time);
}

// A regressor with these values substituted for the state.
static Matrix regressor_at(Matrix Y, Matrix state, Matrix values)
{
  Matrix there = matrix_copy(Y);
  expr_substitute_all(Y.at, Y.rows * Y.columns, state.at, values.at, state.rows, there.at);
  return there;
}

// The symbols of the state at state number `number`.
static Matrix fresh_symbols(Matrix state, int number)
{
  Matrix fresh = matrix_copy(state);
  for (int i = 0; i < state.rows; i++) {
    const Symbol *symbol = state.at[i]->form->symbol;
    const char *name = arena_format(state.arena, "%s at state %d", symbol->name, number);
    fresh.at[i] = expr_symbol(state.pool, name, symbol->stage);
  }
  return fresh;
}

// ---- elimination

// The non-zero rows of an echelon form, with `more` below them.
static Values rows_with(const Echelon *echelon, Values more)
{
  Values rows = values_new(more.arena, echelon->rank + more.rows, more.columns);
  size_t row_size = sizeof(Fingerprint) * (size_t)more.columns;
  memcpy(rows.at, echelon->reduced.at, row_size * (size_t)echelon->rank);
  memcpy(values_row(rows, echelon->rank), more.at, row_size * (size_t)more.rows);
  return rows;
}

// The reduced rows of a regressor at random states, with the same parameters in all of them; states
// are added until one does not increase the rank.
static Echelon echelon_of(const Derivation *derivation, Matrix Y)
{
  Arena *scratch = arena_new(), *arena = derivation->equations->arena;
  Matrix state = state_column(derivation);
  Y.arena = scratch;
  Echelon echelon = values_echelon(values_of(Y));
  for (int number = 1, before = -1; echelon.rank > before; number++) {
    before = echelon.rank;
    Matrix there = regressor_at(Y, state, fresh_symbols(state, number));
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
  int rank = Y.at ? echelon_of(derivation, Y).rank : 0;
  text_free(&why);
  equations_free(derivation_release(derivation));
  return rank;
}

// ---- factors of linearly dependent columns
//
// Elimination determines which columns depend on which. Their factors are functions of the
// parameters only, so they can be computed at any state: if angles are multiples of 30 deg and all
// other variables are small numbers, the equations for them are short. The result is compared with
// the columns at every state; factors that are not valid everywhere are rejected, and the column is
// kept.

enum { PLAIN_STATES = 10, MAX_SUMMANDS = 6 };

static unsigned pick(uint64_t *random, unsigned count)
{
  *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)((*random >> 33) % count);
}

// Angles are zero for the first state, then multiples of 90 deg, then multiples of 30 deg.
static const Expr *plain_angle(Pool *pool, int number, uint64_t *random)
{
  int steps = (int)pick(random, 12);
  if (number < PLAIN_STATES / 2) steps = steps / 3 * 3;
  return product(expr_rational(pool, number == 0 ? 0 : steps, 6), expr_pi(pool));
}

static Matrix plain_state(const Derivation *derivation, Matrix state, int number, uint64_t *random)
{
  int n = derivation->equations->coordinate_count;
  Matrix values = matrix_copy(state);
  for (int i = 0; i < state.rows; i++) {
    bool is_angle = i < n && derivation->mechanism->coordinates[i].kind == COORDINATE_ANGLE;
    values.at[i] = is_angle ? plain_angle(state.pool, number, random)
                            : expr_integer(state.pool, 1 + (long)pick(random, 5));
  }
  return values;
}

static bool row_is_defined(Matrix a, int row)
{
  for (int j = 0; j < a.columns; j++) {
    if (expr_is_undefined(matrix_get(a, row, j))) return false;
  }
  return true;
}

// The rows of the regressor at all simple states, as far as they are defined.
static Matrix plain_rows(const Derivation *derivation, Matrix Y)
{
  Matrix state = state_column(derivation);
  Matrix rows = derivation_zeros(derivation, 0, Y.columns);
  uint64_t random = 1;
  for (int number = 0; number < PLAIN_STATES; number++) {
    Matrix there = regressor_at(Y, state, plain_state(derivation, state, number, &random));
    int *defined = ARENA_ARRAY(Y.arena, int, Y.rows), count = 0;
    for (int i = 0; i < Y.rows; i++) {
      if (row_is_defined(there, i)) defined[count++] = i;
    }
    rows = matrix_above(rows, matrix_rows(there, defined, count));
  }
  return rows;
}

// The columns of which column `column` is a linear combination, at the point of the fingerprints.
// Returns their number.
static int summands_of(const Echelon *echelon, int column, int summands[])
{
  int count = 0;
  for (int r = 0; r < echelon->rank; r++) {
    if (fingerprint_is_zero(values_row(echelon->reduced, r)[column])) continue;
    if (count == MAX_SUMMANDS) return MAX_SUMMANDS + 1;
    summands[count++] = echelon->pivots[r];
  }
  return count;
}

// Solves Y x = column, x by summand, using as many rows as there are summands; `at` is NULL if
// there are no such rows.
static Matrix factors_at(Matrix rows, int column, const int summands[], int count)
{
  Matrix all = matrix_columns(rows, summands, count);
  int *chosen = ARENA_ARRAY(rows.arena, int, rows.rows), pivots[MAX_SUMMANDS];
  if (matrix_independent_rows(all, chosen) < count) return (Matrix){ 0 };
  Matrix system = matrix_rows(matrix_beside(all, matrix_columns(rows, &column, 1)), chosen, count);
  matrix_echelon(system, pivots);
  Matrix x = matrix_columns(system, &count, 1);
  entries_shorten(x.at, count);
  return x;
}

static bool adds_up(Matrix Y, int column, const int summands[], Matrix x)
{
  Matrix made = matrix_mul(matrix_columns(Y, summands, x.rows), x);
  return matrix_is_zero(matrix_sub(made, matrix_columns(Y, &column, 1)));
}

Dependence regressor_dependence(const Derivation *derivation, Matrix Y)
{
  Echelon echelon = echelon_of(derivation, Y);
  bool *is_sum = ARENA_ARRAY(Y.arena, bool, Y.columns);
  Dependence result = { ARENA_ARRAY(Y.arena, int, Y.columns), 0, { 0 } };
  Matrix factors = matrix_identity(Y.arena, Y.pool, Y.columns), rows = { 0 };
  for (int c = 0, next = 0; c < Y.columns; c++) {
    if (next < echelon.rank && echelon.pivots[next] == c) {
      next++;
      continue;
    }
    int summands[MAX_SUMMANDS], count = summands_of(&echelon, c, summands);
    if (count > MAX_SUMMANDS) continue;
    if (!rows.at) rows = plain_rows(derivation, Y);
    Matrix x = factors_at(rows, c, summands, count);
    is_sum[c] = x.at && adds_up(Y, c, summands, x);
    for (int k = 0; k < count && is_sum[c]; k++)
      matrix_set(factors, summands[k], c, x.at[k]);
  }
  for (int c = 0; c < Y.columns; c++) {
    if (!is_sum[c]) result.kept[result.count++] = c;
  }
  result.factors = matrix_rows(factors, result.kept, result.count);
  return result;
}
