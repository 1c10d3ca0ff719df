// constraint_system_tangent.c -- directional derivatives of an assembled mechanism.
//
// With Phi(q, p) = 0 and J qd + b = 0, the derivatives dq and dqd satisfy
//
//   J dq + dPhi = 0,   J dqd + dJ qd + db = 0
//
// where dPhi, dJ and db are derivatives along the given direction. The derivative of a minimum-norm
// velocity correction delta = J+ r, where delta = J^T y, is
//
//   d delta = J+ (dr - dJ delta) + (1 - J+ J) dJ^T y
//
// SPDX-License-Identifier: MIT
#include "system/constraints/constraint_system.h"

static const double RANK_TOLERANCE = 1e-7;
static const double FITS = 1e-8;  // relative to the largest term

// ---- the direction

// The array of `tangent` that corresponds to an array of values.
static double *tangent_of(const ConstraintSystem *constraints, const double values[])
{
  const ConstraintTangent *tangent = constraints->tangent;
  if (values == constraints->phi) return tangent->phi;
  if (values == constraints->rest) return tangent->rest;
  if (values == constraints->J) return tangent->J;
  if (values == constraints->turn) return tangent->turn;
  return values == constraints->rest + constraints->holonomic
             ? tangent->rest + constraints->holonomic
             : tangent->J + constraints->holonomic * constraints->n;
}

void constraint_system_tangent(ConstraintSystem *constraints, const ProgramState *direction)
{
  Arena *arena = constraints->arena;
  if (!constraints->tangent) {
    constraints->tangent = ARENA_NEW(arena, ConstraintTangent);
    constraints->tangent->phi = ARENA_ARRAY(arena, double, constraints->holonomic);
    constraints->tangent->rest = ARENA_ARRAY(arena, double, constraints->rows);
    constraints->tangent->J = ARENA_ARRAY(arena, double, constraints->rows * constraints->n);
    constraints->tangent->turn = ARENA_ARRAY(arena, double, constraints->turn_count);
    constraints->tangent->registers =
        ARENA_ARRAY(arena, double, program_register_count(constraints->program));
  }
  ConstraintTangent *tangent = constraints->tangent;
  program_tangents(constraints->program, constraints->registers, direction, tangent->registers);
  for (int k = 0; k < constraints->program->output_count; k++)
    program_copy(&constraints->program->outputs[k], tangent->registers,
                 tangent_of(constraints, constraints->out[k]));
}

// ---- minimum-norm corrections

// The columns of J, in scaled units, of the coordinates that may change.
typedef struct Columns {
  int *places;
  int count;
  double *matrix;  // rows x count
} Columns;

static Columns columns_of(ConstraintSystem *constraints, int rows, const bool stays[])
{
  int n = constraints->n;
  Columns columns = { .places = ARENA_ARRAY(constraints->arena, int, n + 1),
                      .matrix = ARENA_ARRAY(constraints->arena, double, rows *n + 1) };
  for (int j = 0; j < n; j++) {
    if (!stays || !stays[j]) columns.places[columns.count++] = j;
  }
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < columns.count; j++)
      columns.matrix[i * columns.count + j] = constraints->scaled[i * n + columns.places[j]];
  }
  return columns;
}

// Minimum-norm solution of matrix change = right for these columns. Returns false if there is none.
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

bool constraint_system_follow(ConstraintSystem *constraints, const bool stays[], double dq[])
{
  int rows = constraints->holonomic;
  if (rows == 0) return true;
  ArenaMark mark = arena_mark(constraints->arena);
  Columns columns = columns_of(constraints, rows, stays);
  double *right = ARENA_ARRAY(constraints->arena, double, rows);
  double *change = ARENA_ARRAY(constraints->arena, double, constraints->n + 1);
  for (int i = 0; i < rows; i++)
    right[i] = -constraints->tangent->phi[i] / constraints->row_scale[i];
  bool is_good = solve_least(&columns, rows, right, change);
  for (int j = 0; j < columns.count; j++)
    dq[columns.places[j]] += change[j] * constraints->step[columns.places[j]];
  arena_rewind(constraints->arena, mark);
  return is_good;
}

// Adds (1 - J+ J) dJ^T y with J^T y = delta: the effect of the rotation of the rows on a correction
// already made.
static bool add_turned(ConstraintSystem *constraints, const Columns *columns, const double delta[],
                       double change[])
{
  int rows = constraints->rows, n = constraints->n, count = columns->count;
  double *transposed = ARENA_ARRAY(constraints->arena, double, rows *count + 1);
  double *known = ARENA_ARRAY(constraints->arena, double, count + 1);
  double *y = ARENA_ARRAY(constraints->arena, double, rows + 1);
  double *turned = ARENA_ARRAY(constraints->arena, double, count + 1);
  double *right = ARENA_ARRAY(constraints->arena, double, rows + 1);
  double *along = ARENA_ARRAY(constraints->arena, double, count + 1);
  NumericRank rank;
  for (int j = 0; j < count; j++) {
    known[j] = delta[columns->places[j]] / constraints->step[columns->places[j]];
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
      turned[j] += constraints->tangent->J[i * n + place] * constraints->step[place] /
                   constraints->row_scale[i] * y[i];
  }
  for (int i = 0; i < rows; i++)
    right[i] = dot(columns->matrix + i * count, turned, count);
  bool is_good = solve_least(columns, rows, right, along);
  for (int j = 0; j < count; j++)
    change[j] += turned[j] - along[j];
  return is_good;
}

bool constraint_system_follow_velocity(ConstraintSystem *constraints, const bool stays[],
                                       const double delta[], const double qd[], double dqd[])
{
  int rows = constraints->rows, n = constraints->n;
  if (rows == 0) return true;
  ArenaMark mark = arena_mark(constraints->arena);
  Columns columns = columns_of(constraints, rows, stays);
  double *right = ARENA_ARRAY(constraints->arena, double, rows);
  double *change = ARENA_ARRAY(constraints->arena, double, n + 1);
  for (int i = 0; i < rows; i++) {
    double off = constraints->tangent->rest[i] + dot(constraints->tangent->J + i * n, qd, n) +
                 dot(constraints->J + i * n, dqd, n);
    right[i] = -off / constraints->row_scale[i];
  }
  bool is_good = solve_least(&columns, rows, right, change);
  if (is_good && delta) is_good = add_turned(constraints, &columns, delta, change);
  for (int j = 0; j < columns.count; j++)
    dqd[columns.places[j]] += change[j] * constraints->step[columns.places[j]];
  arena_rewind(constraints->arena, mark);
  return is_good;
}
