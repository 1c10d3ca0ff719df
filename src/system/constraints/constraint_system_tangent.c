// constraint_system_tangent.c -- how a closed mechanism changes along a direction.
//
// With Phi(q, p) = 0 and J qd + b = 0, changes dq and dqd satisfy
//
//   J dq + dPhi = 0,   J dqd + dJ qd + db = 0
//
// where dPhi, dJ and db are changes along what is given. Speeds that were changed by the least delta,
// J+ r, change by what that does when J and r do: delta = J^T y,
//
//   d delta = J+ (dr - dJ delta) + (1 - J+ J) dJ^T y
//
// SPDX-License-Identifier: MIT
#include "system/constraints/constraint_system.h"

static const double RANK_TOLERANCE = 1e-7;
static const double FITS = 1e-8;  // of the largest term

// ---- the direction

// Places in `tangent` of what a place in `values` has.
static double *tangent_of(const Closing *closing, const double values[])
{
  const ClosingTangent *tangent = closing->tangent;
  if (values == closing->phi) return tangent->phi;
  if (values == closing->rest) return tangent->rest;
  if (values == closing->J) return tangent->J;
  if (values == closing->turn) return tangent->turn;
  return values == closing->rest + closing->holonomic
             ? tangent->rest + closing->holonomic
             : tangent->J + closing->holonomic * closing->n;
}

void closing_go_along(Closing *closing, const ProgramState *direction)
{
  Arena *arena = closing->arena;
  if (!closing->tangent) {
    closing->tangent = ARENA_NEW(arena, ClosingTangent);
    closing->tangent->phi = ARENA_ARRAY(arena, double, closing->holonomic);
    closing->tangent->rest = ARENA_ARRAY(arena, double, closing->rows);
    closing->tangent->J = ARENA_ARRAY(arena, double, closing->rows * closing->n);
    closing->tangent->turn = ARENA_ARRAY(arena, double, closing->turn_count);
    closing->tangent->registers =
        ARENA_ARRAY(arena, double, program_register_count(closing->program));
  }
  ClosingTangent *tangent = closing->tangent;
  program_tangents(closing->program, closing->registers, direction, tangent->registers);
  for (int k = 0; k < closing->program->output_count; k++)
    program_copy(&closing->program->outputs[k], tangent->registers,
                 tangent_of(closing, closing->out[k]));
}

// ---- least changes

// Columns of J, in units of the closing, of what does not stay.
typedef struct Columns {
  int *places;
  int count;
  double *matrix;  // rows x count
} Columns;

static Columns columns_of(Closing *closing, int rows, const bool stays[])
{
  int n = closing->n;
  Columns columns = { .places = ARENA_ARRAY(closing->arena, int, n + 1),
                      .matrix = ARENA_ARRAY(closing->arena, double, rows *n + 1) };
  for (int j = 0; j < n; j++) {
    if (!stays || !stays[j]) columns.places[columns.count++] = j;
  }
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns.count; j++)
      columns.matrix[i * columns.count + j] = closing->scaled[i * n + columns.places[j]];
  }
  return columns;
}

// The least change of these columns with which matrix change = right. False: there is none.
static bool solve_least(const Columns *columns, int rows, const double right[], double change[])
{
  double left = 0, size = 0;
  NumericRank rank;
  for (int i = 0; i < rows; i++)
    size = right[i] > size ? right[i] : -right[i] > size ? -right[i] : size;
  return least_squares_solve(rows, columns->count, columns->matrix, right, RANK_TOLERANCE, change,
                             &rank, &left) == NUMERIC_OK &&
         left <= FITS * size;
}

static double dot(const double a[], const double b[], int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += a[i] * b[i];
  return sum;
}

bool closing_follow(Closing *closing, const bool stays[], double dq[])
{
  int rows = closing->holonomic;
  if (rows == 0) return true;
  ArenaMark mark = arena_mark(closing->arena);
  Columns columns = columns_of(closing, rows, stays);
  double *right = ARENA_ARRAY(closing->arena, double, rows);
  double *change = ARENA_ARRAY(closing->arena, double, closing->n + 1);
  for (int i = 0; i < rows; i++)
    right[i] = -closing->tangent->phi[i] / closing->row_scale[i];
  bool is_good = solve_least(&columns, rows, right, change);
  for (int j = 0; j < columns.count; j++)
    dq[columns.places[j]] += change[j] * closing->step[columns.places[j]];
  arena_rewind(closing->arena, mark);
  return is_good;
}

// (1 - J+ J) dJ^T y with J^T y = delta: what turning of the rows makes of a change that was made.
static bool add_turned(Closing *closing, const Columns *columns, const double delta[],
                       double change[])
{
  int rows = closing->rows, n = closing->n, count = columns->count;
  double *transposed = ARENA_ARRAY(closing->arena, double, rows *count + 1);
  double *known = ARENA_ARRAY(closing->arena, double, count + 1);
  double *y = ARENA_ARRAY(closing->arena, double, rows + 1);
  double *turned = ARENA_ARRAY(closing->arena, double, count + 1);
  double *right = ARENA_ARRAY(closing->arena, double, rows + 1);
  double *along = ARENA_ARRAY(closing->arena, double, count + 1);
  NumericRank rank;
  for (int j = 0; j < count; j++) {
    known[j] = delta[columns->places[j]] / closing->step[columns->places[j]];
    for (int i = 0; i < rows; i++)
      transposed[j * rows + i] = columns->matrix[i * count + j];
  }
  if (least_squares_solve(count, rows, transposed, known, RANK_TOLERANCE, y, &rank, NULL) !=
      NUMERIC_OK) {
    return false;
  }
  for (int j = 0; j < count; j++) {
    int place = columns->places[j];
    for (int i = 0; i < rows; i++)
      turned[j] +=
          closing->tangent->J[i * n + place] * closing->step[place] / closing->row_scale[i] * y[i];
  }
  for (int i = 0; i < rows; i++)
    right[i] = dot(columns->matrix + i * count, turned, count);
  bool is_good = solve_least(columns, rows, right, along);
  for (int j = 0; j < count; j++)
    change[j] += turned[j] - along[j];
  return is_good;
}

bool closing_follow_speeds(Closing *closing, const bool stays[], const double delta[],
                           const double qd[], double dqd[])
{
  int rows = closing->rows, n = closing->n;
  if (rows == 0) return true;
  ArenaMark mark = arena_mark(closing->arena);
  Columns columns = columns_of(closing, rows, stays);
  double *right = ARENA_ARRAY(closing->arena, double, rows);
  double *change = ARENA_ARRAY(closing->arena, double, n + 1);
  for (int i = 0; i < rows; i++) {
    double off = closing->tangent->rest[i] + dot(closing->tangent->J + i * n, qd, n) +
                 dot(closing->J + i * n, dqd, n);
    right[i] = -off / closing->row_scale[i];
  }
  bool is_good = solve_least(&columns, rows, right, change);
  if (is_good && delta) is_good = add_turned(closing, &columns, delta, change);
  for (int j = 0; j < columns.count; j++)
    dqd[columns.places[j]] += change[j] * closing->step[columns.places[j]];
  arena_rewind(closing->arena, mark);
  return is_good;
}
