// constraint_system.c -- programs of the constraints, and their scales.
// SPDX-License-Identifier: MIT
#include "system/constraints/constraint_system.h"

#include "numeric/solve/newton.h"

#include <math.h>
#include <string.h>

// Singular values below this part of the largest count as zero: q is known to all digits but the
// last three or four, and the smallest values that mean something are seldom below 1e-4.
static const double RANK_TOLERANCE = 1e-7;
static const double CLOSED = 1e-10;
static const double SAME = 1e-9;  // values of Phi, whole turns apart, in units of row_scale
static const double TURN = 2 * 3.14159265358979323846;
enum { SAMPLES = 8 };

// ---- evaluation

// Constants, zeros most of them where there are many loops, stay where they are.
static void evaluate(Closing *closing)
{
  if (!closing->program) return;
  program_run(closing->program, &closing->state, closing->registers);
  for (int k = 0; k < closing->moving_count; k++)
    *closing->moving[k].place = closing->registers[closing->moving[k].source];
}

static bool are_finite(const double values[], int count)
{
  for (int i = 0; i < count; i++) {
    if (!isfinite(values[i])) return false;
  }
  return true;
}

bool closing_evaluate(Closing *closing)
{
  const Entries *entries = &closing->entries;
  int n = closing->n;
  evaluate(closing);
  bool is_finite =
      are_finite(closing->phi, closing->holonomic) && are_finite(closing->rest, closing->rows);
  for (int i = 0; i < closing->rows; i++) {
    for (int e = entries->start[i]; e < entries->start[i + 1]; e++) {
      int j = entries->column[e];
      double value = closing->J[i * n + j] * closing->step[j] / closing->row_scale[i];
      closing->scaled[i * n + j] = value;
      is_finite = is_finite && isfinite(value);
    }
  }
  return is_finite;
}

bool closing_at(Closing *closing, const double q[])
{
  memcpy(closing->q, q, sizeof(double) * (size_t)closing->n);
  return closing_evaluate(closing);
}

// ---- scales

// A number between -1 and 1 that depends on two whole numbers, by the golden ratio and the root of
// two.
static double spread(int a, int b)
{
  double place = 0.6180339887498949 * (a + 1) + 0.4142135623730951 * (b + 1);
  return 2 * (place - floor(place)) - 1;
}

static bool has_unit(const Closing *closing, int coordinate, const char *unit)
{
  return strcmp(closing->equations->coordinates[coordinate].unit, unit) == 0;
}

// Sample 0 is the start.
static void evaluate_sample(Closing *closing, const double start[], int sample)
{
  for (int j = 0; j < closing->n; j++) {
    bool is_moved = sample > 0 && !has_unit(closing, j, "m");
    closing->q[j] = start[j] + (is_moved ? spread(sample, j) : 0);
  }
  evaluate(closing);
}

// Does the entry say how far a point moves when something turns?
static bool is_lever(const Closing *closing, const char *const row_units[], int row, int coordinate)
{
  if (has_unit(closing, coordinate, "m")) return false;
  const char *unit = row < closing->holonomic && row_units ? row_units[row] : "m";
  return strcmp(unit, "m") == 0 || (unit[0] == '\0' && has_unit(closing, coordinate, "rad"));
}

static void set_steps(Closing *closing, const double start[])
{
  const Quantity *phi = equations_find(closing->equations, "Phi");
  const char *const *units = phi ? phi->row_units : NULL;
  int n = closing->n;
  closing->size = 0;
  for (int k = 0; k < SAMPLES; k++) {
    evaluate_sample(closing, start, k);
    for (int i = 0; i < closing->rows * n; i++) {
      if (is_lever(closing, units, i / n, i % n) && isfinite(closing->J[i]))
        closing->size = fmax(closing->size, fabs(closing->J[i]));
    }
  }
  for (int j = 0; j < n; j++)
    closing->step[j] = has_unit(closing, j, "m") && closing->size > 0 ? closing->size : 1;
  closing->step[n] = 1;
}

static void set_row_scales(Closing *closing, const double start[])
{
  int n = closing->n;
  for (int i = 0; i < closing->rows; i++)
    closing->row_scale[i] = 0;
  for (int k = 0; k < SAMPLES; k++) {
    evaluate_sample(closing, start, k);
    for (int i = 0; i < closing->rows; i++) {
      double length = 0;
      for (int j = 0; j < n; j++) {
        double entry = closing->J[i * n + j];
        if (entry != 0) length = hypot(length, entry * closing->step[j]);
      }
      if (isfinite(length)) closing->row_scale[i] = fmax(closing->row_scale[i], length);
    }
  }
  for (int i = 0; i < closing->rows; i++) {
    if (closing->row_scale[i] == 0) closing->row_scale[i] = 1;
  }
}

void closing_set_scales(Closing *closing, const double q[])
{
  set_steps(closing, q);
  set_row_scales(closing, q);
}

// ---- whole turns

// Is Phi the same where the coordinates with numbers other than 0 are turned so often?
static bool is_same_turned(Closing *closing, const double start[], const int turns[])
{
  int m = closing->holonomic;
  ArenaMark mark = arena_mark(closing->arena);
  double *before = ARENA_ARRAY(closing->arena, double, m);
  bool is_same = true, has_value = false;
  for (int k = 1; k < SAMPLES && is_same; k++) {
    evaluate_sample(closing, start, k);
    if (!are_finite(closing->phi, m)) continue;
    memcpy(before, closing->phi, sizeof(double) * (size_t)m);
    for (int j = 0; j < closing->n; j++)
      closing->q[j] += TURN * turns[j];
    evaluate(closing);
    for (int i = 0; i < m; i++)
      is_same = is_same && fabs(closing->phi[i] - before[i]) <= SAME * closing->row_scale[i];
    has_value = true;
  }
  arena_rewind(closing->arena, mark);
  return is_same && has_value;
}

// An angle may enter by its sine and cosine, or as it is: screws, gears, halves of it. All are tried
// at once, turned by numbers that no ratio of gears makes up for, then one by one.
static void find_turns(Closing *closing, const double start[])
{
  int n = closing->n;
  ArenaMark mark = arena_mark(closing->arena);
  int *turns = ARENA_ARRAY(closing->arena, int, n);
  for (int j = 0; j < n; j++) {
    closing->turns[j] = has_unit(closing, j, "rad");
    turns[j] = closing->turns[j] ? 1 + (int)(200 * (1 + spread(j, 3 * j))) : 0;
  }
  if (!is_same_turned(closing, start, turns)) {
    memset(turns, 0, sizeof(int) * (size_t)n);
    for (int j = 0; j < n; j++) {
      turns[j] = 1;
      closing->turns[j] = closing->turns[j] && is_same_turned(closing, start, turns);
      turns[j] = 0;
    }
  }
  arena_rewind(closing->arena, mark);
}

// ---- norms

static void find_norms(Closing *closing, const double start[])
{
  closing->is_of_norms = closing->program;
  for (int k = 1; k < SAMPLES && closing->is_of_norms; k++) {
    evaluate_sample(closing, start, k);
    closing->is_of_norms = closing_looks_like_norms(closing);
  }
}

// ---- life

static int rows_of(const Equations *equations, const char *key)
{
  const Quantity *quantity = equations_find(equations, key);
  return quantity ? quantity->rows : 0;
}

static void make_room(Closing *closing)
{
  Arena *arena = closing->arena;
  int n = closing->n, rows = closing->rows;
  closing->q = ARENA_ARRAY(arena, double, n);
  closing->phi = ARENA_ARRAY(arena, double, closing->holonomic);
  closing->rest = ARENA_ARRAY(arena, double, rows);
  closing->J = ARENA_ARRAY(arena, double, rows *n);
  closing->scaled = ARENA_ARRAY(arena, double, rows *n);
  closing->turn = ARENA_ARRAY(arena, double, closing->turn_count);
  closing->row_scale = ARENA_ARRAY(arena, double, rows);
  closing->step = ARENA_ARRAY(arena, double, n + 1);
  closing->turns = ARENA_ARRAY(arena, bool, n);
}

// What an evaluation changes; the rest is put in its place.
static void find_moving(Closing *closing)
{
  const Program *program = closing->program;
  int count = 0;
  for (int k = 0; k < program->output_count; k++)
    count += program->outputs[k].quantity->rows * program->outputs[k].quantity->columns;
  closing->moving = ARENA_ARRAY(closing->arena, ClosingValue, count);
  for (int k = 0; k < program->output_count; k++) {
    const Output *output = &program->outputs[k];
    for (int i = 0; i < output->quantity->rows * output->quantity->columns; i++) {
      int source = output->registers[i];
      double *place = &closing->out[k][i];
      bool is_constant = source < program->constant_count;
      *place = is_constant ? program->constants[source] : 1;  // not zero, until it is evaluated
      if (!is_constant) closing->moving[closing->moving_count++] = (ClosingValue){ source, place };
    }
  }
}

static bool compile(Closing *closing, Text *why)
{
  const struct {
    const char *key;
    double *place;
  } WANTED[CLOSING_KEYS] = {
    { "Phi", closing->phi },
    { "Phi_q", closing->J },
    { "Phi_t", closing->rest },
    { "Phi_turn", closing->turn },
    { "H", closing->J + closing->holonomic * closing->n },
    { "b_nh", closing->rest + closing->holonomic },
  };
  const char *keys[CLOSING_KEYS];
  int count = 0;
  for (int i = 0; i < CLOSING_KEYS; i++) {
    if (!equations_find(closing->equations, WANTED[i].key)) continue;
    keys[count] = WANTED[i].key;
    closing->out[count++] = WANTED[i].place;
  }
  if (count == 0) return true;
  closing->program = program_new(closing->equations, keys, count, why);
  if (!closing->program) return false;
  closing->registers =
      ARENA_ARRAY(closing->arena, double, program_register_count(closing->program));
  find_moving(closing);
  return true;
}

bool closing_open(Closing *closing, const Equations *equations, const ProgramState *start,
                  Text *why)
{
  int holonomic = rows_of(equations, "Phi");
  *closing = (Closing){ .equations = equations,
                        .state = *start,
                        .n = equations->coordinate_count,
                        .rows = holonomic + rows_of(equations, "H"),
                        .holonomic = holonomic,
                        .geometric = holonomic,
                        .turn_count = rows_of(equations, "Phi_turn") };
  closing->arena = arena_new();
  make_room(closing);
  if (!compile(closing, why)) {
    closing_close(closing);
    return false;
  }
  double *unused;
  closing->entries = entries_of(closing->rows, closing->n, closing->J, closing->arena, &unused);
  size_t size = sizeof(double) * (size_t)closing->n;
  double *given = ARENA_ARRAY(closing->arena, double, closing->n);
  if (start->q) memcpy(given, start->q, size);
  closing->state.q = closing->q;
  closing_set_scales(closing, given);
  find_turns(closing, given);
  find_norms(closing, given);
  closing_at(closing, given);
  return true;
}

void closing_close(Closing *closing)
{
  program_free(closing->turning);
  program_free(closing->program);
  arena_free(closing->arena);
}

// ---- unknowns

void closing_set(const ClosingUnknowns *unknowns, const double x[])
{
  Closing *closing = unknowns->closing;
  for (int j = 0; j < unknowns->count; j++) {
    int place = unknowns->places[j];
    double *value = place == closing->n ? &closing->state.time : &closing->q[place];
    *value = x[j] * closing->step[place];
  }
}

void closing_get(const ClosingUnknowns *unknowns, double x[])
{
  const Closing *closing = unknowns->closing;
  for (int j = 0; j < unknowns->count; j++) {
    int place = unknowns->places[j];
    x[j] = (place == closing->n ? closing->state.time : closing->q[place]) / closing->step[place];
  }
}

bool closing_residuals(void *context, const double x[], double residual[], double jacobian[])
{
  const ClosingUnknowns *unknowns = context;
  Closing *closing = unknowns->closing;
  int n = closing->n;
  closing_set(unknowns, x);
  bool is_finite = closing_evaluate(closing);
  for (int i = 0; i < unknowns->equations; i++) {
    residual[i] = closing->phi[i] / closing->row_scale[i];
    for (int j = 0; j < unknowns->count; j++) {
      int place = unknowns->places[j];
      double by_time = closing->rest[i] * closing->step[n] / closing->row_scale[i];
      jacobian[i * unknowns->count + j] = place == n ? by_time : closing->scaled[i * n + place];
    }
  }
  return is_finite;
}

// ---- rank and projection

NumericStatus closing_rank(Closing *closing, RowSelection selection, double values[],
                           double directions[], NumericRank *rank)
{
  int n = closing->n, count = 0;
  ArenaMark mark = arena_mark(closing->arena);
  double *selected = ARENA_ARRAY(closing->arena, double, closing->rows *n);
  for (int i = 0; i < closing->rows; i++) {
    bool is_speed = i >= closing->holonomic, is_motion = !is_speed && i >= closing->geometric;
    if ((is_speed && selection == ROWS_GEOMETRY) || (is_motion && selection != ROWS_ALL)) continue;
    memcpy(selected + count++ * n, closing->scaled + i * n, sizeof(double) * (size_t)n);
  }
  if (values) memset(values, 0, sizeof(double) * (size_t)n);
  NumericStatus status =
      directions
          ? numeric_null_space(count, n, selected, RANK_TOLERANCE, values, directions, rank)
          : numeric_rank(count, n, selected, RANK_TOLERANCE, values, NULL, rank);
  arena_rewind(closing->arena, mark);
  return status;
}

// The first rows of J.
static Entries first_entries(const Closing *closing, int rows)
{
  Entries entries = closing->entries;
  entries.rows = rows;
  return entries;
}

// In units of the closing, by entry of the first rows.
static void read_scaled(const Closing *closing, const Entries *entries, double values[])
{
  for (int i = 0; i < entries->rows; i++) {
    for (int e = entries->start[i]; e < entries->start[i + 1]; e++)
      values[e] = closing->scaled[i * closing->n + entries->column[e]];
  }
}

// As closing_residuals(), of all coordinates and by entry.
static bool all_residuals(void *context, const double x[], double residual[], double jacobian[])
{
  const ClosingUnknowns *unknowns = context;
  const Closing *closing = unknowns->closing;
  closing_set(unknowns, x);
  bool is_finite = closing_evaluate(unknowns->closing);
  for (int i = 0; i < unknowns->equations; i++)
    residual[i] = closing->phi[i] / closing->row_scale[i];
  Entries entries = first_entries(closing, unknowns->equations);
  read_scaled(closing, &entries, jacobian);
  return is_finite;
}

// One step of Newton's method for the first rows where they were evaluated last, at closing->q, which
// it changes by the least, but what is held (NULL: nothing).
static bool step_closer(Closing *closing, int rows, const bool is_held[])
{
  int n = closing->n;
  ArenaMark mark = arena_mark(closing->arena);
  Entries entries = first_entries(closing, rows);
  double *values = ARENA_ARRAY(closing->arena, double, entries_count(&entries));
  double *change = ARENA_ARRAY(closing->arena, double, n);
  double *right = ARENA_ARRAY(closing->arena, double, rows);
  NumericRank rank;
  for (int i = 0; i < rows; i++)
    right[i] = -closing->phi[i] / closing->row_scale[i];
  read_scaled(closing, &entries, values);
  for (int e = 0; e < entries_count(&entries) && is_held; e++) {
    if (is_held[entries.column[e]]) values[e] = 0;
  }
  bool is_good = least_squares_of_entries(&entries, values, right, RANK_TOLERANCE, change, &rank,
                                          NULL) == NUMERIC_OK;
  for (int j = 0; j < n && is_good; j++)
    closing->q[j] += change[j] * closing->step[j];
  arena_rewind(closing->arena, mark);
  return is_good;
}

static double openness(const Closing *closing, int rows)
{
  double sum = 0;
  for (int i = 0; i < rows; i++) {
    double part = closing->phi[i] / closing->row_scale[i];
    sum += part * part;
  }
  return sqrt(sum);
}

// What has drifted a little is closed by a few steps that double the digits, until rounding stops them.
// False: it is farther away.
static bool close_nearby(Closing *closing, int rows, const bool is_held[], const double q[])
{
  enum { MOST_STEPS = 6 };
  static const double NEAR = 1e-2, ROUNDING = 1e-15, CLOSELY = 1e-13;
  double before = NEAR;
  for (int k = 0; k < MOST_STEPS; k++) {
    if (!(k == 0 ? closing_at(closing, q) : closing_evaluate(closing))) return false;
    double now = openness(closing, rows);
    if (now <= ROUNDING || (now <= CLOSELY && now > 0.1 * before)) return true;
    if (!(now <= (k == 0 ? 1 : 0.1) * before) || !step_closer(closing, rows, is_held)) return false;
    before = now;
  }
  return false;
}

static bool project(Closing *closing, int rows, double q[])
{
  if (rows == 0) return true;
  if (closing->is_of_norms) return closing_scale_norms(closing, q);
  int n = closing->n;
  if (close_nearby(closing, rows, NULL, q)) {
    memcpy(q, closing->q, sizeof(double) * (size_t)n);
    return true;
  }
  ArenaMark mark = arena_mark(closing->arena);
  double *x = ARENA_ARRAY(closing->arena, double, n);
  int *places = ARENA_ARRAY(closing->arena, int, n);
  for (int j = 0; j < n; j++)
    places[j] = j;
  ClosingUnknowns unknowns = { closing, places, n, rows };
  memcpy(closing->q, q, sizeof(double) * (size_t)n);
  closing_get(&unknowns, x);
  Entries entries = first_entries(closing, rows);
  NewtonProblem problem = { n, rows, all_residuals, &unknowns };
  NewtonOptions options = { .tolerance = CLOSED, .is_scaled = true, .entries = &entries };
  NewtonResult result;
  bool was_turned = closing_at(closing, q) && closing_is_turned_away(closing);
  bool is_closed = newton_solve(&problem, &options, x, &result) == NUMERIC_OK;
  closing_set(&unknowns, x);
  // The other way round it is another assembly, to which no motion leads.
  is_closed =
      is_closed && closing_evaluate(closing) && closing_is_turned_away(closing) == was_turned;
  memcpy(q, closing->q, sizeof(double) * (size_t)n);
  arena_rewind(closing->arena, mark);
  return is_closed;
}

bool closing_project(Closing *closing, double q[])
{
  return project(closing, closing->geometric, q);
}

bool closing_project_all(Closing *closing, double q[])
{
  return project(closing, closing->holonomic, q);
}

bool closing_close_nearby(Closing *closing, const bool is_held[], double q[])
{
  if (!close_nearby(closing, closing->holonomic, is_held, q)) return false;
  memcpy(q, closing->q, sizeof(double) * (size_t)closing->n);
  return true;
}

bool closing_polish(Closing *closing, double q[])
{
  if (closing->holonomic == 0) return true;
  if (!closing_at(closing, q) || !step_closer(closing, closing->holonomic, NULL)) return false;
  memcpy(q, closing->q, sizeof(double) * (size_t)closing->n);
  return true;
}

double closing_slip(const Closing *closing, int row, const double qd[])
{
  const Entries *entries = &closing->entries;
  double slip = closing->rest[row];
  for (int e = entries->start[row]; e < entries->start[row + 1]; e++)
    slip += closing->J[row * closing->n + entries->column[e]] * qd[entries->column[e]];
  return slip;
}

// What stays is a column of zeros, which the shortest solution does not use.
static bool fit_speeds(Closing *closing, const bool is_held[], const bool is_named[], double qd[])
{
  const Entries *entries = &closing->entries;
  int rows = closing->rows;
  ArenaMark mark = arena_mark(closing->arena);
  double *values = ARENA_ARRAY(closing->arena, double, entries_count(entries));
  double *right = ARENA_ARRAY(closing->arena, double, rows);
  double *change = ARENA_ARRAY(closing->arena, double, closing->n);
  double size = 0, left = 0;
  read_scaled(closing, entries, values);
  for (int i = 0; i < rows; i++) {
    right[i] = -closing->rest[i] / closing->row_scale[i];
    for (int e = entries->start[i]; e < entries->start[i + 1]; e++) {
      int j = entries->column[e];
      double term = values[e] * qd[j] / closing->step[j];
      size = fmax(size, fabs(term));
      right[i] -= term;
      if ((is_held && is_held[j]) || (is_named && is_named[j])) values[e] = 0;
    }
    size = fmax(size, fabs(right[i]));
  }
  NumericRank rank;
  NumericStatus status =
      least_squares_of_entries(entries, values, right, RANK_TOLERANCE, change, &rank, &left);
  for (int j = 0; j < closing->n; j++)
    qd[j] += change[j] * closing->step[j];
  arena_rewind(closing->arena, mark);
  return status == NUMERIC_OK && left <= SAME * size;
}

bool closing_fit_speeds(Closing *closing, const bool is_held[], const bool is_named[], double qd[])
{
  if (closing->is_of_norms && !is_held && !is_named) return closing_fit_norms(closing, qd);
  if (!is_named) return fit_speeds(closing, is_held, NULL, qd);
  size_t size = sizeof(double) * (size_t)closing->n;
  ArenaMark mark = arena_mark(closing->arena);
  double *given = ARENA_ARRAY(closing->arena, double, closing->n);
  memcpy(given, qd, size);
  bool fits = fit_speeds(closing, is_held, is_named, qd);
  if (!fits) memcpy(qd, given, size);
  arena_rewind(closing->arena, mark);
  return fits || fit_speeds(closing, is_held, NULL, qd);
}
