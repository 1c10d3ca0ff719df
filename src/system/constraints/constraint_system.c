// constraint_system.c -- programs of the constraints, and their scales.
// SPDX-License-Identifier: MIT
#include "system/constraints/constraint_system.h"

#include "numeric/solve/newton.h"

#include <math.h>
#include <string.h>

// Relative tolerance of singular values: q is accurate to all but the last three or four digits,
// and significant values are rarely below 1e-4.
static const double RANK_TOLERANCE = 1e-7;
static const double CLOSED = 1e-10;
static const double SAME = 1e-9;  // periodicity tolerance of Phi, in units of row_scale
static const double TURN = 2 * 3.14159265358979323846;
enum { SAMPLES = 8 };

// ---- evaluation

// Runs the program and copies only the non-constant outputs; constant entries (mostly structural
// zeros) were stored once by find_moving().
static void evaluate(ConstraintSystem *constraints)
{
  if (!constraints->program) return;
  program_run(constraints->program, &constraints->state, constraints->registers);
  for (int k = 0; k < constraints->moving_count; k++)
    *constraints->moving[k].place = constraints->registers[constraints->moving[k].source];
}

static bool are_finite(const double values[], int count)
{
  for (int i = 0; i < count; i++) {
    if (!isfinite(values[i])) return false;
  }
  return true;
}

bool constraint_system_evaluate(ConstraintSystem *constraints)
{
  const Entries *entries = &constraints->entries;
  int n = constraints->n;
  evaluate(constraints);
  bool is_finite = are_finite(constraints->phi, constraints->holonomic) &&
                   are_finite(constraints->rest, constraints->rows);
  for (int i = 0; i < constraints->rows; i++) {
    for (int e = entries->start[i]; e < entries->start[i + 1]; e++) {
      int j = entries->column[e];
      double value = constraints->J[i * n + j] * constraints->step[j] / constraints->row_scale[i];
      constraints->scaled[i * n + j] = value;
      is_finite = is_finite && isfinite(value);
    }
  }
  return is_finite;
}

bool constraint_system_evaluate_at(ConstraintSystem *constraints, const double q[])
{
  memcpy(constraints->q, q, sizeof(double) * (size_t)constraints->n);
  return constraint_system_evaluate(constraints);
}

// ---- scales

// Quasi-random number in [-1, 1) from two integers, by the golden ratio and the square root of two.
static double spread(int a, int b)
{
  double place = 0.6180339887498949 * (a + 1) + 0.4142135623730951 * (b + 1);
  return 2 * (place - floor(place)) - 1;
}

static bool has_unit(const ConstraintSystem *constraints, int coordinate, const char *unit)
{
  return strcmp(constraints->equations->coordinates[coordinate].unit, unit) == 0;
}

// Evaluates at a sample point near the start; sample 0 is the start itself.
static void evaluate_sample(ConstraintSystem *constraints, const double start[], int sample)
{
  for (int j = 0; j < constraints->n; j++) {
    bool is_moved = sample > 0 && !has_unit(constraints, j, "m");
    constraints->q[j] = start[j] + (is_moved ? spread(sample, j) : 0);
  }
  evaluate(constraints);
}

// Returns true if the Jacobian entry is a lever arm: a length per radian.
static bool is_lever(const ConstraintSystem *constraints, const char *const row_units[], int row,
                     int coordinate)
{
  if (has_unit(constraints, coordinate, "m")) return false;
  const char *unit = row < constraints->holonomic && row_units ? row_units[row] : "m";
  return strcmp(unit, "m") == 0 || (unit[0] == '\0' && has_unit(constraints, coordinate, "rad"));
}

static void set_steps(ConstraintSystem *constraints, const double start[])
{
  const Quantity *phi = equations_find(constraints->equations, "Phi");
  const char *const *units = phi ? phi->row_units : NULL;
  int n = constraints->n;
  constraints->size = 0;
  for (int k = 0; k < SAMPLES; k++) {
    evaluate_sample(constraints, start, k);
    for (int i = 0; i < constraints->rows * n; i++) {
      if (is_lever(constraints, units, i / n, i % n) && isfinite(constraints->J[i]))
        constraints->size = fmax(constraints->size, fabs(constraints->J[i]));
    }
  }
  for (int j = 0; j < n; j++)
    constraints->step[j] =
        has_unit(constraints, j, "m") && constraints->size > 0 ? constraints->size : 1;
  constraints->step[n] = 1;
}

static void set_row_scales(ConstraintSystem *constraints, const double start[])
{
  int n = constraints->n;
  for (int i = 0; i < constraints->rows; i++)
    constraints->row_scale[i] = 0;
  for (int k = 0; k < SAMPLES; k++) {
    evaluate_sample(constraints, start, k);
    for (int i = 0; i < constraints->rows; i++) {
      double length = 0;
      for (int j = 0; j < n; j++) {
        double entry = constraints->J[i * n + j];
        if (entry != 0) length = hypot(length, entry * constraints->step[j]);
      }
      if (isfinite(length)) constraints->row_scale[i] = fmax(constraints->row_scale[i], length);
    }
  }
  for (int i = 0; i < constraints->rows; i++) {
    if (constraints->row_scale[i] == 0) constraints->row_scale[i] = 1;
  }
}

void constraint_system_find_scales(ConstraintSystem *constraints, const double q[])
{
  set_steps(constraints, q);
  set_row_scales(constraints, q);
}

// ---- periodicity

// Returns true if Phi is unchanged, at all sample points, when coordinate j is shifted by
// 2*pi*turns[j].
static bool is_same_turned(ConstraintSystem *constraints, const double start[], const int turns[])
{
  int m = constraints->holonomic;
  ArenaMark mark = arena_mark(constraints->arena);
  double *before = ARENA_ARRAY(constraints->arena, double, m);
  bool is_same = true, has_value = false;
  for (int k = 1; k < SAMPLES && is_same; k++) {
    evaluate_sample(constraints, start, k);
    if (!are_finite(constraints->phi, m)) continue;
    memcpy(before, constraints->phi, sizeof(double) * (size_t)m);
    for (int j = 0; j < constraints->n; j++)
      constraints->q[j] += TURN * turns[j];
    evaluate(constraints);
    for (int i = 0; i < m; i++)
      is_same =
          is_same && fabs(constraints->phi[i] - before[i]) <= SAME * constraints->row_scale[i];
    has_value = true;
  }
  arena_rewind(constraints->arena, mark);
  return is_same && has_value;
}

// Finds the angles in which Phi is 2*pi-periodic (not so for screws, gears and half angles). All
// angles are first shifted together by unrelated integers; only if that changes Phi are they tested
// one by one.
static void find_turns(ConstraintSystem *constraints, const double start[])
{
  int n = constraints->n;
  ArenaMark mark = arena_mark(constraints->arena);
  int *turns = ARENA_ARRAY(constraints->arena, int, n);
  for (int j = 0; j < n; j++) {
    constraints->turns[j] = has_unit(constraints, j, "rad");
    turns[j] = constraints->turns[j] ? 1 + (int)(200 * (1 + spread(j, 3 * j))) : 0;
  }
  if (!is_same_turned(constraints, start, turns)) {
    memset(turns, 0, sizeof(int) * (size_t)n);
    for (int j = 0; j < n; j++) {
      turns[j] = 1;
      constraints->turns[j] = constraints->turns[j] && is_same_turned(constraints, start, turns);
      turns[j] = 0;
    }
  }
  arena_rewind(constraints->arena, mark);
}

// ---- quaternion norms

static void find_norms(ConstraintSystem *constraints, const double start[])
{
  constraints->is_of_norms = constraints->program;
  for (int k = 1; k < SAMPLES && constraints->is_of_norms; k++) {
    evaluate_sample(constraints, start, k);
    constraints->is_of_norms = constraint_system_has_only_norms(constraints);
  }
}

// ---- construction

static int rows_of(const Equations *equations, const char *key)
{
  const Quantity *quantity = equations_find(equations, key);
  return quantity ? quantity->rows : 0;
}

static void make_room(ConstraintSystem *constraints)
{
  Arena *arena = constraints->arena;
  int n = constraints->n, rows = constraints->rows;
  constraints->q = ARENA_ARRAY(arena, double, n);
  constraints->phi = ARENA_ARRAY(arena, double, constraints->holonomic);
  constraints->rest = ARENA_ARRAY(arena, double, rows);
  constraints->J = ARENA_ARRAY(arena, double, rows *n);
  constraints->scaled = ARENA_ARRAY(arena, double, rows *n);
  constraints->turn = ARENA_ARRAY(arena, double, constraints->turn_count);
  constraints->row_scale = ARENA_ARRAY(arena, double, rows);
  constraints->step = ARENA_ARRAY(arena, double, n + 1);
  constraints->turns = ARENA_ARRAY(arena, bool, n);
}

// Lists the outputs that an evaluation changes; stores the constants once.
static void find_moving(ConstraintSystem *constraints)
{
  const Program *program = constraints->program;
  int count = 0;
  for (int k = 0; k < program->output_count; k++)
    count += program->outputs[k].quantity->rows * program->outputs[k].quantity->columns;
  constraints->moving = ARENA_ARRAY(constraints->arena, ConstraintValue, count);
  for (int k = 0; k < program->output_count; k++) {
    const Output *output = &program->outputs[k];
    for (int i = 0; i < output->quantity->rows * output->quantity->columns; i++) {
      int source = output->registers[i];
      double *place = &constraints->out[k][i];
      bool is_constant = source < program->constant_count;
      *place = is_constant ? program->constants[source] : 1;  // nonzero until evaluated
      if (!is_constant)
        constraints->moving[constraints->moving_count++] = (ConstraintValue){ source, place };
    }
  }
}

static bool compile(ConstraintSystem *constraints, Text *why)
{
  const struct {
    const char *key;
    double *place;
  } WANTED[CONSTRAINT_KEYS] = {
    { "Phi", constraints->phi },
    { "Phi_q", constraints->J },
    { "Phi_t", constraints->rest },
    { "Phi_turn", constraints->turn },
    { "H", constraints->J + constraints->holonomic * constraints->n },
    { "b_nh", constraints->rest + constraints->holonomic },
  };
  const char *keys[CONSTRAINT_KEYS];
  int count = 0;
  for (int i = 0; i < CONSTRAINT_KEYS; i++) {
    if (!equations_find(constraints->equations, WANTED[i].key)) continue;
    keys[count] = WANTED[i].key;
    constraints->out[count++] = WANTED[i].place;
  }
  if (count == 0) return true;
  constraints->program = program_new(constraints->equations, keys, count, why);
  if (!constraints->program) return false;
  constraints->registers =
      ARENA_ARRAY(constraints->arena, double, program_register_count(constraints->program));
  find_moving(constraints);
  return true;
}

bool constraint_system_init(ConstraintSystem *constraints, const Equations *equations,
                            const ProgramState *start, Text *why)
{
  int holonomic = rows_of(equations, "Phi");
  *constraints = (ConstraintSystem){ .equations = equations,
                                     .state = *start,
                                     .n = equations->coordinate_count,
                                     .rows = holonomic + rows_of(equations, "H"),
                                     .holonomic = holonomic,
                                     .geometric = holonomic,
                                     .turn_count = rows_of(equations, "Phi_turn") };
  constraints->arena = arena_new();
  make_room(constraints);
  if (!compile(constraints, why)) {
    constraint_system_free(constraints);
    return false;
  }
  double *unused;
  constraints->entries =
      entries_of(constraints->rows, constraints->n, constraints->J, constraints->arena, &unused);
  size_t size = sizeof(double) * (size_t)constraints->n;
  double *given = ARENA_ARRAY(constraints->arena, double, constraints->n);
  if (start->q) memcpy(given, start->q, size);
  constraints->state.q = constraints->q;
  constraint_system_find_scales(constraints, given);
  find_turns(constraints, given);
  find_norms(constraints, given);
  constraint_system_evaluate_at(constraints, given);
  return true;
}

void constraint_system_free(ConstraintSystem *constraints)
{
  program_free(constraints->turning);
  program_free(constraints->program);
  arena_free(constraints->arena);
}

// ---- unknowns

void constraint_system_set(const ConstraintUnknowns *unknowns, const double x[])
{
  ConstraintSystem *constraints = unknowns->constraints;
  for (int j = 0; j < unknowns->count; j++) {
    int place = unknowns->places[j];
    double *value = place == constraints->n ? &constraints->state.time : &constraints->q[place];
    *value = x[j] * constraints->step[place];
  }
}

void constraint_system_get(const ConstraintUnknowns *unknowns, double x[])
{
  const ConstraintSystem *constraints = unknowns->constraints;
  for (int j = 0; j < unknowns->count; j++) {
    int place = unknowns->places[j];
    x[j] = (place == constraints->n ? constraints->state.time : constraints->q[place]) /
           constraints->step[place];
  }
}

bool constraint_system_residuals(void *context, const double x[], double residual[],
                                 double jacobian[])
{
  const ConstraintUnknowns *unknowns = context;
  ConstraintSystem *constraints = unknowns->constraints;
  int n = constraints->n;
  constraint_system_set(unknowns, x);
  bool is_finite = constraint_system_evaluate(constraints);
  for (int i = 0; i < unknowns->equations; i++) {
    residual[i] = constraints->phi[i] / constraints->row_scale[i];
    for (int j = 0; j < unknowns->count; j++) {
      int place = unknowns->places[j];
      double by_time = constraints->rest[i] * constraints->step[n] / constraints->row_scale[i];
      jacobian[i * unknowns->count + j] = place == n ? by_time : constraints->scaled[i * n + place];
    }
  }
  return is_finite;
}

// ---- rank and projection

NumericStatus constraint_system_rank(ConstraintSystem *constraints, RowSelection selection,
                                     double values[], double directions[], NumericRank *rank)
{
  int n = constraints->n, count = 0;
  ArenaMark mark = arena_mark(constraints->arena);
  double *selected = ARENA_ARRAY(constraints->arena, double, constraints->rows *n);
  for (int i = 0; i < constraints->rows; i++) {
    bool is_speed = i >= constraints->holonomic,
         is_motion = !is_speed && i >= constraints->geometric;
    if ((is_speed && selection == ROWS_GEOMETRY) || (is_motion && selection != ROWS_ALL)) continue;
    memcpy(selected + count++ * n, constraints->scaled + i * n, sizeof(double) * (size_t)n);
  }
  if (values) memset(values, 0, sizeof(double) * (size_t)n);
  NumericStatus status =
      directions ? numeric_null_space(count, n, selected, RANK_TOLERANCE, values, directions, rank)
                 : numeric_rank(count, n, selected, RANK_TOLERANCE, values, NULL, rank);
  arena_rewind(constraints->arena, mark);
  return status;
}

// The entries of the first `rows` rows of J.
static Entries first_entries(const ConstraintSystem *constraints, int rows)
{
  Entries entries = constraints->entries;
  entries.rows = rows;
  return entries;
}

// Scaled values of these entries.
static void read_scaled(const ConstraintSystem *constraints, const Entries *entries,
                        double values[])
{
  for (int i = 0; i < entries->rows; i++) {
    for (int e = entries->start[i]; e < entries->start[i + 1]; e++)
      values[e] = constraints->scaled[i * constraints->n + entries->column[e]];
  }
}

// As constraint_system_residuals(), for all coordinates, with the Jacobian by entry.
static bool all_residuals(void *context, const double x[], double residual[], double jacobian[])
{
  const ConstraintUnknowns *unknowns = context;
  const ConstraintSystem *constraints = unknowns->constraints;
  constraint_system_set(unknowns, x);
  bool is_finite = constraint_system_evaluate(unknowns->constraints);
  for (int i = 0; i < unknowns->equations; i++)
    residual[i] = constraints->phi[i] / constraints->row_scale[i];
  Entries entries = first_entries(constraints, unknowns->equations);
  read_scaled(constraints, &entries, jacobian);
  return is_finite;
}

// One minimum-norm Newton step for the first `rows` equations, using the values at constraints->q.
// Coordinates with is_held are not changed (NULL: none are held). Updates constraints->q.
static bool step_closer(ConstraintSystem *constraints, int rows, const bool is_held[])
{
  int n = constraints->n;
  ArenaMark mark = arena_mark(constraints->arena);
  Entries entries = first_entries(constraints, rows);
  double *values = ARENA_ARRAY(constraints->arena, double, entries_count(&entries));
  double *change = ARENA_ARRAY(constraints->arena, double, n);
  double *right = ARENA_ARRAY(constraints->arena, double, rows);
  NumericRank rank;
  for (int i = 0; i < rows; i++)
    right[i] = -constraints->phi[i] / constraints->row_scale[i];
  read_scaled(constraints, &entries, values);
  for (int e = 0; e < entries_count(&entries) && is_held; e++) {
    if (is_held[entries.column[e]]) values[e] = 0;
  }
  bool is_good = least_squares_of_entries(&entries, values, right, RANK_TOLERANCE, change, &rank,
                                          NULL) == NUMERIC_OK;
  for (int j = 0; j < n && is_good; j++)
    constraints->q[j] += change[j] * constraints->step[j];
  arena_rewind(constraints->arena, mark);
  return is_good;
}

static double openness(const ConstraintSystem *constraints, int rows)
{
  double sum = 0;
  for (int i = 0; i < rows; i++) {
    double part = constraints->phi[i] / constraints->row_scale[i];
    sum += part * part;
  }
  return sqrt(sum);
}

// Newton correction from a small drift; converges quadratically to rounding level. Returns false if
// the residual is not below NEAR at q or fails to fall by a factor of 10 per step.
static bool close_nearby(ConstraintSystem *constraints, int rows, const bool is_held[],
                         const double q[])
{
  enum { MAX_STEPS = 6 };
  static const double NEAR = 1e-2, ROUNDING = 1e-15, CLOSELY = 1e-13;
  double before = NEAR;
  for (int k = 0; k < MAX_STEPS; k++) {
    if (!(k == 0 ? constraint_system_evaluate_at(constraints, q)
                 : constraint_system_evaluate(constraints)))
      return false;
    double now = openness(constraints, rows);
    if (now <= ROUNDING || (now <= CLOSELY && now > 0.1 * before)) return true;
    if (!(now <= (k == 0 ? 1 : 0.1) * before) || !step_closer(constraints, rows, is_held))
      return false;
    before = now;
  }
  return false;
}

static bool project(ConstraintSystem *constraints, int rows, double q[])
{
  if (rows == 0) return true;
  if (constraints->is_of_norms) return constraint_system_scale_norms(constraints, q);
  int n = constraints->n;
  if (close_nearby(constraints, rows, NULL, q)) {
    memcpy(q, constraints->q, sizeof(double) * (size_t)n);
    return true;
  }
  ArenaMark mark = arena_mark(constraints->arena);
  double *x = ARENA_ARRAY(constraints->arena, double, n);
  int *places = ARENA_ARRAY(constraints->arena, int, n);
  for (int j = 0; j < n; j++)
    places[j] = j;
  ConstraintUnknowns unknowns = { constraints, places, n, rows };
  memcpy(constraints->q, q, sizeof(double) * (size_t)n);
  constraint_system_get(&unknowns, x);
  Entries entries = first_entries(constraints, rows);
  NewtonProblem problem = { n, rows, all_residuals, &unknowns };
  NewtonOptions options = { .tolerance = CLOSED, .is_scaled = true, .entries = &entries };
  NewtonResult result;
  bool was_turned = constraint_system_evaluate_at(constraints, q) &&
                    constraint_system_is_turned_away(constraints);
  bool is_closed = newton_solve(&problem, &options, x, &result) == NUMERIC_OK;
  constraint_system_set(&unknowns, x);
  // A configuration with a joint on its other side is a different assembly that no motion reaches.
  is_closed = is_closed && constraint_system_evaluate(constraints) &&
              constraint_system_is_turned_away(constraints) == was_turned;
  memcpy(q, constraints->q, sizeof(double) * (size_t)n);
  arena_rewind(constraints->arena, mark);
  return is_closed;
}

bool constraint_system_project(ConstraintSystem *constraints, double q[])
{
  return project(constraints, constraints->geometric, q);
}

bool constraint_system_project_all(ConstraintSystem *constraints, double q[])
{
  return project(constraints, constraints->holonomic, q);
}

bool constraint_system_correct(ConstraintSystem *constraints, const bool is_held[], double q[])
{
  if (!close_nearby(constraints, constraints->holonomic, is_held, q)) return false;
  memcpy(q, constraints->q, sizeof(double) * (size_t)constraints->n);
  return true;
}

bool constraint_system_refine(ConstraintSystem *constraints, double q[])
{
  if (constraints->holonomic == 0) return true;
  if (!constraint_system_evaluate_at(constraints, q) ||
      !step_closer(constraints, constraints->holonomic, NULL))
    return false;
  memcpy(q, constraints->q, sizeof(double) * (size_t)constraints->n);
  return true;
}

double constraint_system_velocity_residual(const ConstraintSystem *constraints, int row,
                                           const double qd[])
{
  const Entries *entries = &constraints->entries;
  double slip = constraints->rest[row];
  for (int e = entries->start[row]; e < entries->start[row + 1]; e++)
    slip += constraints->J[row * constraints->n + entries->column[e]] * qd[entries->column[e]];
  return slip;
}

// Minimum-norm velocity correction. Columns of fixed coordinates are set to zero, so the
// minimum-norm solution leaves them unchanged.
static bool fit_speeds(ConstraintSystem *constraints, const bool is_held[], const bool is_named[],
                       double qd[])
{
  const Entries *entries = &constraints->entries;
  int rows = constraints->rows;
  ArenaMark mark = arena_mark(constraints->arena);
  double *values = ARENA_ARRAY(constraints->arena, double, entries_count(entries));
  double *right = ARENA_ARRAY(constraints->arena, double, rows);
  double *change = ARENA_ARRAY(constraints->arena, double, constraints->n);
  double size = 0, left = 0;
  read_scaled(constraints, entries, values);
  for (int i = 0; i < rows; i++) {
    right[i] = -constraints->rest[i] / constraints->row_scale[i];
    for (int e = entries->start[i]; e < entries->start[i + 1]; e++) {
      int j = entries->column[e];
      double term = values[e] * qd[j] / constraints->step[j];
      size = fmax(size, fabs(term));
      right[i] -= term;
      if ((is_held && is_held[j]) || (is_named && is_named[j])) values[e] = 0;
    }
    size = fmax(size, fabs(right[i]));
  }
  NumericRank rank;
  NumericStatus status =
      least_squares_of_entries(entries, values, right, RANK_TOLERANCE, change, &rank, &left);
  for (int j = 0; j < constraints->n; j++)
    qd[j] += change[j] * constraints->step[j];
  arena_rewind(constraints->arena, mark);
  return status == NUMERIC_OK && left <= SAME * size;
}

bool constraint_system_project_velocity(ConstraintSystem *constraints, const bool is_held[],
                                        const bool is_named[], double qd[])
{
  if (constraints->is_of_norms && !is_held && !is_named)
    return constraint_system_normalise_quaternions(constraints, qd);
  if (!is_named) return fit_speeds(constraints, is_held, NULL, qd);
  size_t size = sizeof(double) * (size_t)constraints->n;
  ArenaMark mark = arena_mark(constraints->arena);
  double *given = ARENA_ARRAY(constraints->arena, double, constraints->n);
  memcpy(given, qd, size);
  bool fits = fit_speeds(constraints, is_held, is_named, qd);
  if (!fits) memcpy(qd, given, size);
  arena_rewind(constraints->arena, mark);
  return fits || fit_speeds(constraints, is_held, NULL, qd);
}
