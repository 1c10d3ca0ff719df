// model_rates.c -- coordinate rates that move a point as commanded.
//
//   v = J qd,   qd = J^-1 v                     resolved rate (Whitney 1969)
//   a = J qdd + Jd qd,   qdd = J^-1 (a - Jd qd)  resolved acceleration (Luh, Walker, Paul 1980)
//
// Zero rows of J are omitted. With more coordinates than rows, the minimum-norm solution J' (J
// J')^-1 v is used. In terms of the minors J_S of J, over all selections S of as many columns as
// rows, rate i is
//
//   sum over S with i of |J_S| |J_S with v for column i| / sum over S of |J_S|^2
//
// (Cauchy, Binet, Cramer). The condition number of J J' is the square of that of J; the minors lose
// few digits near a singular configuration. Where all of them are rounding errors, the rates are
// undefined instead of wrong: by Hadamard's inequality none exceeds |J|^rows, and they count as
// zero below 1e-12 of that. Under constraints, J N and the independent coordinates replace J and
// all coordinates (model_ties.c).
// SPDX-License-Identifier: MIT
#include "control/model_impl.h"
#include "mechanism/kinematics.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/matrix/matrix.h"

#include <assert.h>

typedef struct MovedPlace {
  Matrix velocity;  // velocity of the point, 3 x 1
  Matrix J;         // 3 x coordinates; under constraints 3 x independent coordinates
  Matrix all;       // 3 x coordinates
  int rows[3], row_count;
  int *columns, column_count;
} MovedPlace;

static MovedPlace place_of(const Model *model, const ModelTerm *term)
{
  const Mechanism *mechanism = model->mechanism;
  Arena *arena = model->scratch;
  int n = mechanism->coordinate_count;
  const FrameMotion *motion = &kinematics_of(mechanism, mechanism->pool, arena)[term->place.frame];
  Vec3 p = pose_apply(motion->pose, term->place.position_F);
  MovedPlace place = { .columns = ARENA_ARRAY(arena, int, n) };
  place.velocity = matrix_zero(arena, mechanism->pool, 3, 1);
  expr_time_derivatives(p.at, 3, place.velocity.at);
  Matrix speeds = matrix_zero(arena, mechanism->pool, n, 1);
  for (int i = 0; i < n; i++)
    speeds.at[i] = coordinate_rate(&mechanism->coordinates[i]);
  place.J = place.all = matrix_jacobian(place.velocity, speeds);
  if (model->ties.count > 0) place.J = matrix_mul(place.all, model->ties.N);
  for (int i = 0; i < 3; i++) {
    if (!matrix_row_is_zero(place.J, i)) place.rows[place.row_count++] = i;
  }
  Matrix transposed = matrix_transpose(place.J);
  for (int i = 0; i < place.J.columns; i++) {
    if (!matrix_row_is_zero(transposed, i)) place.columns[place.column_count++] = i;
  }
  return place;
}

// Returns the part of the rates, or accelerations, that does not depend on the independent ones.
static Matrix tied_rest(const Model *model, bool is_rate)
{
  const Mechanism *mechanism = model->mechanism;
  const ModelConstraints *ties = &model->ties;
  if (!is_rate) return ties->a;
  Matrix speeds = matrix_zero(model->scratch, mechanism->pool, mechanism->coordinate_count, 1);
  Matrix own = matrix_zero(model->scratch, mechanism->pool, ties->count, 1);
  for (int i = 0; i < mechanism->coordinate_count; i++)
    speeds.at[i] = coordinate_rate(&mechanism->coordinates[i]);
  for (int k = 0; k < ties->count; k++)
    own.at[k] = coordinate_rate(&mechanism->coordinates[ties->independent[k]]);
  return matrix_sub(speeds, matrix_mul(ties->N, own));
}

// Returns the velocity, or its derivative, at zero rates, or accelerations.
static Matrix rest_of(const Model *model, const MovedPlace *place, bool is_rate)
{
  const Mechanism *mechanism = model->mechanism;
  Substitution still = model_list(model);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    substitution_add(&still,
                     is_rate ? coordinate_rate(coordinate) : coordinate_acceleration(coordinate),
                     expr_integer(mechanism->pool, 0));
  }
  Matrix rest = matrix_copy(place->velocity);
  if (!is_rate) expr_time_derivatives(rest.at, 3, rest.at);
  expr_substitute_all(rest.at, 3, still.from, still.to, still.count, rest.at);
  if (model->ties.count > 0)
    rest = matrix_add(rest, matrix_mul(place->all, tied_rest(model, is_rate)));
  return rest;
}

// Advances to the next selection of `count` columns of `all`, in order. Returns false after the
// last.
static bool next_choice(int columns[], int count, int all)
{
  int k = count - 1;
  while (k >= 0 && columns[k] == all - count + k)
    k--;
  if (k < 0) return false;
  columns[k]++;
  for (int i = k + 1; i < count; i++)
    columns[i] = columns[i - 1] + 1;
  return true;
}

// Returns the determinant of these columns of J with v substituted for column `replaced`, or NULL
// if that column is not among them.
static const Expr *minor_with(Matrix J, const int columns[], int replaced, Matrix v)
{
  Matrix minor = matrix_copy(matrix_columns(J, columns, J.rows));
  for (int k = 0; k < J.rows; k++) {
    if (columns[k] != replaced) continue;
    for (int i = 0; i < J.rows; i++)
      matrix_set(minor, i, k, v.at[i]);
    return matrix_determinant(minor);
  }
  return NULL;
}

// Returns the threshold below which a minor counts as a rounding error.
static const Expr *rounding_of_minors(Matrix J)
{
  static const char PART[] = "1e-12";
  const Expr *size = expr_integer(J.pool, 0);
  for (int i = 0; i < J.rows * J.columns; i++)
    size = sum(size, square(J.at[i]));
  const Expr *bound = J.rows == 2 ? size : product(size, expr_call(OP_SQRT, size));
  return product(expr_decimal(J.pool, PART, sizeof PART - 1), bound);
}

// Returns entry `index` of the minimum-norm solution of J x = v.
static const Expr *shortest_entry(Matrix J, Matrix v, int index)
{
  int columns[3];
  assert(J.rows > 0 && J.rows <= 3);
  for (int k = 0; k < J.rows; k++)
    columns[k] = k;
  if (J.rows == J.columns) return quotient(minor_with(J, columns, index, v), matrix_determinant(J));
  const Expr *above = expr_integer(J.pool, 0), *below = above, *largest = NULL;
  if (J.rows == 1)
    return quotient(product(J.at[index], v.at[0]), matrix_mul(J, matrix_transpose(J)).at[0]);
  do {
    const Expr *minor = matrix_determinant(matrix_columns(J, columns, J.rows));
    const Expr *moved = minor_with(J, columns, index, v);
    if (moved) above = sum(above, product(minor, moved));
    below = sum(below, square(minor));
    const Expr *size = expr_call(OP_ABS, minor);
    largest = largest ? expr_call2(OP_MAX, largest, size) : size;
  } while (next_choice(columns, J.rows, J.columns));
  const Expr *is_regular = expr_call2(OP_LT, rounding_of_minors(J), largest);
  const Expr *one = expr_integer(J.pool, 1), *none = expr_integer(J.pool, 0);
  return quotient(quotient(above, below), expr_if(is_regular, one, none));
}

bool model_put_rate(Model *model, const ModelTerm *term)
{
  MovedPlace place = place_of(model, term);
  bool is_rate = term->kind == MODEL_RATE;
  Matrix rest = rest_of(model, &place, is_rate);
  Matrix J = matrix_columns(matrix_rows(place.J, place.rows, place.row_count), place.columns,
                            place.column_count);
  if (place.row_count == 0 || matrix_rank(J) < place.row_count) {
    diagnostics_add(model->diagnostics, SEVERITY_ERROR, term->span,
                    "move it by as many joints as it has directions",
                    "the joints cannot move the point as it is commanded");
    return false;
  }
  model_use_own_parameters(model, J);
  model_use_own_parameters(model, rest);
  Matrix command = matrix_zero(model->scratch, model->mechanism->pool, place.row_count, 1);
  for (int i = 0; i < place.row_count; i++) {
    int row = place.rows[i];
    command.at[i] = difference(term->given[row], rest.at[row]);
  }
  const Expr *rate = expr_integer(model->mechanism->pool, 0);
  for (int i = 0; i < place.column_count; i++) {
    int column = place.columns[i];
    int coordinate = model->ties.count > 0 ? model->ties.independent[column] : column;
    if (coordinate == term->coordinate) rate = shortest_entry(J, command, i);
  }
  substitution_add(&model->known, term->symbol, rate);
  return true;
}
