// mobility_jacobian.c -- Phi and J of a mechanism at any configuration, well scaled.
// SPDX-License-Identifier: MIT
#include "numeric/newton.h"
#include "study/mobility_impl.h"

#include <math.h>
#include <string.h>

// Singular values below this part of the largest count as zero: q is known to all digits but the
// last three or four, and the smallest values that mean something are seldom below 1e-4.
static const double RANK_TOLERANCE = 1e-7;
static const double CLOSED = 1e-10;
enum { SAMPLES = 8, MOST_KEYS = 3 };

// ---- evaluation

static void evaluate(Closing *closing, const double q[])
{
  ProgramState state = closing->state;
  state.q = q;
  double *out[MOST_KEYS];
  int count = 0;
  if (closing->holonomic > 0) {
    out[count++] = closing->phi;
    out[count++] = closing->J;
  }
  if (closing->rows > closing->holonomic) out[count] = closing->J + closing->holonomic * closing->n;
  program_evaluate(closing->program, &state, closing->registers, out);
}

bool closing_at(Closing *closing, const double q[])
{
  bool is_finite = true;
  evaluate(closing, q);
  for (int i = 0; i < closing->rows * closing->n; i++) {
    int row = i / closing->n, column = i % closing->n;
    closing->scaled[i] = closing->J[i] * closing->step[column] / closing->row_scale[row];
    is_finite = is_finite && isfinite(closing->scaled[i]);
  }
  return is_finite;
}

// ---- scales

// A number between -1 and 1 that depends on two whole numbers, by the golden ratio and the root of
// two.
static double spread(int a, int b)
{
  double place = 0.6180339887498949 * (a + 1) + 0.4142135623730951 * (b + 1);
  return 2 * (place - floor(place)) - 1;
}

static bool is_length(const MobilityStudy *study, int coordinate)
{
  return study->mechanism->coordinates[coordinate].kind == COORDINATE_LENGTH;
}

static void move_angles(const MobilityStudy *study, int sample, double q[])
{
  for (int j = 0; j < study->coordinate_count; j++)
    q[j] = study->start_q[j] + (sample > 0 && !is_length(study, j) ? spread(sample, j) : 0);
}

// The longest lever: how far what is tied moves when an angle changes.
static double size_here(const Closing *closing, const MobilityStudy *study)
{
  double size = 0;
  for (int i = 0; i < closing->rows * closing->n; i++) {
    bool is_lever = !study->rows->equations[i / closing->n].is_turn &&
                    !is_length(study, i % closing->n) && isfinite(closing->J[i]);
    if (is_lever) size = fmax(size, fabs(closing->J[i]));
  }
  return size;
}

static void set_steps(Closing *closing, const MobilityStudy *study, double q[])
{
  double size = 0;
  for (int k = 0; k < SAMPLES; k++) {
    move_angles(study, k, q);
    evaluate(closing, q);
    size = fmax(size, size_here(closing, study));
  }
  for (int j = 0; j < closing->n; j++)
    closing->step[j] = is_length(study, j) && size > 0 ? size : 1;
}

static void set_row_scales(Closing *closing, const MobilityStudy *study, double q[])
{
  for (int k = 0; k < SAMPLES; k++) {
    move_angles(study, k, q);
    evaluate(closing, q);
    for (int i = 0; i < closing->rows; i++) {
      double length = 0;
      for (int j = 0; j < closing->n; j++)
        length = hypot(length, closing->J[i * closing->n + j] * closing->step[j]);
      if (isfinite(length)) closing->row_scale[i] = fmax(closing->row_scale[i], length);
    }
  }
  for (int i = 0; i < closing->rows; i++) {
    if (closing->row_scale[i] == 0) closing->row_scale[i] = 1;
  }
}

bool closing_new(Closing *closing, const MobilityStudy *study, Text *why)
{
  const char *keys[MOST_KEYS];
  int n = study->coordinate_count, count = 0, rows = study->rows->count;
  int holonomic = study->rows->holonomic_count;
  if (holonomic > 0) {
    keys[count++] = "Phi";
    keys[count++] = "Phi_q";
  }
  if (rows > holonomic) keys[count++] = "H";
  Program *program = program_new(study->equations, keys, count, why);
  if (!program) return false;
  Arena *arena = arena_new();
  *closing = (Closing){
    .program = program,
    .state = { .parameters = study->parameters, .inputs = study->inputs, .time = study->time },
    .arena = arena,
    .n = n,
    .rows = rows,
    .holonomic = holonomic,
    .geometric = holonomic - study->motion_count,  // motions are the last
    .registers = ARENA_ARRAY(arena, double, program_register_count(program)),
    .phi = ARENA_ARRAY(arena, double, rows),
    .J = ARENA_ARRAY(arena, double, rows *n),
    .scaled = ARENA_ARRAY(arena, double, rows *n),
    .selected = ARENA_ARRAY(arena, double, rows *n),
    .row_scale = ARENA_ARRAY(arena, double, rows),
    .step = ARENA_ARRAY(arena, double, n),
  };
  double *q = ARENA_ARRAY(arena, double, n);
  set_steps(closing, study, q);
  set_row_scales(closing, study, q);
  return true;
}

void closing_free(Closing *closing)
{
  program_free(closing->program);
  arena_free(closing->arena);
}

// ---- rank and projection

// Copies rows first..end-1 behind `count` rows; returns how many there are then.
static int select_rows(Closing *closing, int count, int first, int end)
{
  size_t row = sizeof(double) * (size_t)closing->n;
  memcpy(closing->selected + count * closing->n, closing->scaled + first * closing->n,
         row * (size_t)(end - first));
  return count + end - first;
}

NumericRank closing_rank(Closing *closing, RowSelection selection, double values[],
                         double directions[])
{
  NumericRank rank;
  int count = select_rows(closing, 0, 0, closing->geometric);
  if (selection == ROWS_ALL) {
    count = select_rows(closing, count, closing->geometric, closing->holonomic);
  }
  if (selection != ROWS_GEOMETRY) {
    count = select_rows(closing, count, closing->holonomic, closing->rows);
  }
  if (values) memset(values, 0, sizeof(double) * (size_t)closing->n);
  numeric_rank(count, closing->n, closing->selected, RANK_TOLERANCE, values, directions, &rank);
  return rank;
}

// Newton's unknowns are the coordinates in units of `step`.
static bool evaluate_scaled(void *context, const double x[], double residual[], double jacobian[])
{
  Closing *closing = context;
  int n = closing->n;
  double *q = ARENA_ARRAY(closing->arena, double, n);
  for (int j = 0; j < n; j++)
    q[j] = x[j] * closing->step[j];
  bool is_finite = closing_at(closing, q);
  for (int i = 0; i < closing->geometric; i++)
    residual[i] = closing->phi[i] / closing->row_scale[i];
  memcpy(jacobian, closing->scaled, sizeof(double) * (size_t)(closing->geometric * n));
  return is_finite;
}

bool closing_project(Closing *closing, double q[])
{
  if (closing->geometric == 0) return true;
  ArenaMark mark = arena_mark(closing->arena);
  double *x = ARENA_ARRAY(closing->arena, double, closing->n);
  for (int j = 0; j < closing->n; j++)
    x[j] = q[j] / closing->step[j];
  NewtonProblem problem = { closing->n, closing->geometric, evaluate_scaled, closing };
  NewtonOptions options = { .tolerance = CLOSED };
  NewtonResult result;
  bool is_closed = newton_solve(&problem, &options, x, &result) == NUMERIC_OK;
  for (int j = 0; j < closing->n; j++)
    q[j] = x[j] * closing->step[j];
  arena_rewind(closing->arena, mark);
  return is_closed;
}
