// regressor_dependence.c -- columns of a regressor that are sums of others, with their factors.
//
// Elimination in the fields (regressor_rank.c) says which columns depend on which. Their factors
// are functions of the parameters alone, so they can be found at any state: at one where angles are
// multiples of thirty degrees and everything else is a small number, the equations for them are
// short. What is found there is compared with the columns at every state; factors that do not hold
// everywhere are not taken, and the column stays.
// SPDX-License-Identifier: MIT
#include "formulation/parameters/regressor.h"
#include "symbolic/algebra.h"

// ---- states with short entries

enum { PLAIN_STATES = 10, MOST_SUMMANDS = 6 };

static unsigned pick(uint64_t *random, unsigned count)
{
  *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)((*random >> 33) % count);
}

// Angles are zero at first, then quarter turns, then multiples of thirty degrees.
static const Expr *plain_angle(Pool *pool, int number, uint64_t *random)
{
  int steps = (int)pick(random, 12);
  if (number < PLAIN_STATES / 2) steps = steps / 3 * 3;
  return product(expr_rational(pool, number == 0 ? 0 : steps, 6), expr_pi(pool));
}

static const Expr **plain_state(const Derivation *derivation, const StateSymbols *state, int number,
                                uint64_t *random)
{
  Pool *pool = derivation->equations->pool;
  int n = derivation->equations->coordinate_count;
  const Expr **values = ARENA_ARRAY(derivation->equations->arena, const Expr *, state->count);
  for (int i = 0; i < state->count; i++) {
    bool is_angle = i < n && derivation->mechanism->coordinates[i].kind == COORDINATE_ANGLE;
    values[i] = is_angle ? plain_angle(pool, number, random)
                         : expr_integer(pool, 1 + (long)pick(random, 5));
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

// The rows of the regressor at all plain states, as far as they have a value.
static Matrix plain_rows(const Derivation *derivation, Matrix Y)
{
  StateSymbols state = regressor_state(derivation);
  Matrix rows = derivation_zeros(derivation, 0, Y.columns);
  uint64_t random = 1;
  for (int number = 0; number < PLAIN_STATES; number++) {
    Matrix there = regressor_at(Y, &state, plain_state(derivation, &state, number, &random));
    int *defined = ARENA_ARRAY(Y.arena, int, Y.rows), count = 0;
    for (int i = 0; i < Y.rows; i++) {
      if (row_is_defined(there, i)) defined[count++] = i;
    }
    rows = matrix_above(rows, matrix_rows(there, defined, count));
  }
  return rows;
}

// ---- factors

// Column `column` as a sum of others: which they are, at the point of the fingerprints.
static int summands_of(const Echelon *echelon, int column, int summands[])
{
  int count = 0;
  for (int r = 0; r < echelon->rank; r++) {
    if (value_is_zero(values_row(echelon->reduced, r)[column])) continue;
    if (count == MOST_SUMMANDS) return MOST_SUMMANDS + 1;
    summands[count++] = echelon->pivots[r];
  }
  return count;
}

// Y x = column, x by summand, out of as many rows as there are summands; `at` NULL: no such rows.
static Matrix factors_at(Matrix rows, int column, const int summands[], int count)
{
  Matrix all = matrix_columns(rows, summands, count);
  int *chosen = ARENA_ARRAY(rows.arena, int, rows.rows), pivots[MOST_SUMMANDS];
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
  Echelon echelon = regressor_echelon(derivation, Y);
  bool *is_sum = ARENA_ARRAY(Y.arena, bool, Y.columns);
  Dependence result = { ARENA_ARRAY(Y.arena, int, Y.columns), 0, { 0 } };
  Matrix factors = matrix_identity(Y.arena, Y.pool, Y.columns), rows = { 0 };
  for (int c = 0, next = 0; c < Y.columns; c++) {
    if (next < echelon.rank && echelon.pivots[next] == c) {
      next++;
      continue;
    }
    int summands[MOST_SUMMANDS], count = summands_of(&echelon, c, summands);
    if (count > MOST_SUMMANDS) continue;
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
