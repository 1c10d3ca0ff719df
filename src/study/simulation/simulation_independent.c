// simulation_independent.c -- independent coordinates and speeds, and the dependent ones
// (coordinate partitioning).
//
// The rows of J, in the scaled units of the constraint system, are eliminated one after the other;
// in each, the dependent coordinate is the one that is furthest from the ground among the largest
// entries. Constraints on positions determine dependent coordinates, all constraints determine
// dependent speeds.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_impl.h"

#include "numeric/linear/echelon.h"
#include "numeric/solve/newton.h"

#include <math.h>
#include <string.h>

// ---- quality of the choice

// Copies the kept rows at the configuration of the constraint system; columns of independent speeds
// are set to 0.
static void read_rows(Work *work, double values[])
{
  const EnforcementState *treating = &work->treating;
  const Entries *across = &treating->across;
  int n = work->n;
  bool is_part = treating->kind == SIMULATION_INDEPENDENT && treating->is_speed;
  for (int j = 0; j < n; j++) {
    for (int e = across->start[j]; e < across->start[j + 1]; e++) {
      int row = treating->kept[across->column[e]];
      values[e] = is_part && treating->is_speed[j] ? 0 : work->constraints.scaled[row * n + j];
    }
  }
}

// Cubic Hermite interpolation between the positions and speeds x0 at t0 and x1 at t1.
static void interpolate(int n, double t0, const double x0[], double t1, const double x1[], double s,
                        double q[])
{
  double h = t1 - t0, more = s * s * (3 - 2 * s);
  for (int i = 0; i < n; i++)
    q[i] =
        (1 - more) * x0[i] + more * x1[i] + h * s * (1 - s) * ((1 - s) * x0[n + i] - s * x1[n + i]);
}

// Counts, for each row, the sign changes in `parts` equal parts of the step to x.
static void count_turns(Work *work, double t, const double x[], int parts, int counts[])
{
  EnforcementState *treating = &work->treating;
  int rows = treating->kept_count, entries = entries_count(&treating->across);
  ArenaMark mark = arena_mark(work->arena);
  bool *turns = ARENA_ARRAY(work->arena, bool, rows);
  double *from = ARENA_ARRAY(work->arena, double, entries + 1);
  double *to = ARENA_ARRAY(work->arena, double, entries + 1);
  double *between = ARENA_ARRAY(work->arena, double, work->size);
  memcpy(between, x, sizeof(double) * (size_t)work->size);
  memcpy(from, treating->before, sizeof(double) * (size_t)entries);
  memset(counts, 0, sizeof(int) * (size_t)rows);
  for (int part = 1; part <= parts; part++) {
    double s = (double)part / parts, time = treating->before_time;
    interpolate(work->n, time, treating->before_x, t, x, s, between);
    time += s * (t - time);
    rates_read_state(work, time, between);
    if (!rates_close_at(work, time, between)) continue;  // compared from the previous part instead
    read_rows(work, to);
    band_sign_changes(&treating->band, from, to, turns);
    for (int k = 0; k < rows; k++)
      counts[k] += turns[k];
    memcpy(from, to, sizeof(double) * (size_t)entries);
  }
  arena_rewind(work->arena, mark);
  rates_read_state(work, t, x);
  rates_close_at(work, t, x);
}

// Determines the rows that point to the opposite side after the step to x. A row may also turn by
// more than 90 deg without passing through zero, as that of a wheel rolling round a curve. In
// sufficiently short parts of the step only a row that passes through zero turns that far, and it
// does so once.
static void follow_turns(Work *work, double t, const double x[], bool is_turned[])
{
  enum { PARTS = 32, MAX_PARTS = 2048, FINER = 4 };
  int rows = work->treating.kept_count, most = 2;
  int *counts = ARENA_ARRAY(work->arena, int, rows);
  for (int parts = PARTS; most > 1 && parts <= MAX_PARTS; parts *= FINER) {
    count_turns(work, t, x, parts, counts);
    most = 0;
    for (int k = 0; k < rows; k++)
      most = counts[k] > most ? counts[k] : most;
  }
  for (int k = 0; k < rows; k++)
    is_turned[k] = counts[k] % 2 == 1;
}

// The orthogonal remainder of a row changes sign where it passes through zero. A step may lead from
// one side to the other, so the remainder is compared with that of the previous evaluation.
double independent_quality(Work *work, double t, const double x[])
{
  EnforcementState *treating = &work->treating;
  int rows = treating->kept_count;
  double least = 1;
  if (rows == 0) return least;
  read_rows(work, treating->now);
  band_lengths(&treating->band, treating->now, treating->lengths);
  for (int k = 0; k < rows; k++)
    least = fmin(least, treating->lengths[k]);
  if (!(least > 0)) return 0;
  ArenaMark mark = arena_mark(work->arena);
  bool *turns = ARENA_ARRAY(work->arena, bool, rows), is_any = false;
  if (treating->has_references)
    band_sign_changes(&treating->band, treating->before, treating->now, turns);
  for (int k = 0; k < rows; k++)
    is_any = is_any || turns[k];
  if (is_any) follow_turns(work, t, x, turns);
  for (int k = 0; k < rows; k++) {
    treating->is_turned[k] = treating->has_references && treating->is_turned[k] != turns[k];
    if (treating->is_turned[k]) least = fmin(least, -treating->lengths[k]);
  }
  arena_rewind(work->arena, mark);
  memcpy(treating->before, treating->now,
         sizeof(double) * (size_t)entries_count(&treating->across));
  memcpy(treating->before_x, x, sizeof(double) * 2 * (size_t)work->n);
  treating->before_time = t;
  treating->has_references = true;
  return least;
}

// ---- choice of coordinates

// Marks the dependent coordinates of the first `rows` kept rows. Returns false if there are fewer
// than `rows`.
static bool mark_followers(Work *work, int rows, bool follows[])
{
  const ConstraintSystem *constraints = &work->constraints;
  int n = work->n;
  ArenaMark mark = arena_mark(work->arena);
  double *matrix = ARENA_ARRAY(work->arena, double, rows *n + 1);
  int *pivots = ARENA_ARRAY(work->arena, int, rows + 1);
  for (int k = 0; k < rows; k++) {
    for (int j = 0; j < n; j++)  // the last joints come first, so that they become dependent
      matrix[k * n + n - 1 - j] = constraints->scaled[work->treating.kept[k] * n + j];
  }
  int found = echelon_reduce(rows, n, matrix, 1e-9, pivots);
  memset(follows, 0, sizeof(bool) * (size_t)n);
  for (int k = 0; k < found; k++)
    follows[n - 1 - pivots[k]] = true;
  arena_rewind(work->arena, mark);
  return found == rows;
}

static void name_independents(Work *work)
{
  const EnforcementState *treating = &work->treating;
  const Variable *coordinates = work->system->equations->coordinates;
  Text names = { 0 };
  for (int i = 0; i < treating->position_count; i++)
    text_format(&names, "%s%s", i > 0 ? ", " : "", coordinates[treating->positions[i]].name);
  if (treating->speed_count != treating->position_count) {
    for (int i = 0; i < treating->speed_count; i++)
      text_format(&names, "%s%s'", i > 0 ? ", " : "; speeds ",
                  coordinates[treating->speeds[i]].name);
  }
  work->simulation->independents = arena_copy_text(work->arena, text_string(&names), names.length);
  text_free(&names);
}

bool independent_choose(Work *work, double t, const double x[], double *quality)
{
  EnforcementState *treating = &work->treating;
  int n = work->n;
  if (!treating->positions) {
    treating->positions = ARENA_ARRAY(work->arena, int, n + 1);
    treating->speeds = ARENA_ARRAY(work->arena, int, n + 1);
    treating->followers = ARENA_ARRAY(work->arena, int, n + 1);
  }
  ArenaMark mark = arena_mark(work->arena);
  bool *follows = ARENA_ARRAY(work->arena, bool, n + 1);
  bool *is_position = ARENA_ARRAY(work->arena, bool, n + 1);
  bool *is_speed = ARENA_ARRAY(work->arena, bool, n + 1);
  bool is_good = rates_close_at(work, t, x) &&
                 mark_followers(work, treating->kept_holonomic, follows) &&
                 mark_followers(work, treating->kept_count, is_speed);
  if (!is_good) {
    arena_rewind(work->arena, mark);
    text_format(work->why, "no coordinates determine the others at t = %.9g s", t);
    return false;
  }
  treating->position_count = treating->speed_count = treating->follower_count = 0;
  for (int j = 0; j < n; j++) {
    is_speed[j] = !is_speed[j];
    if (is_speed[j]) treating->speeds[treating->speed_count++] = j;
    is_position[j] = !follows[j];
    if (follows[j]) treating->followers[treating->follower_count++] = j;
    if (!follows[j]) treating->positions[treating->position_count++] = j;
  }
  treating->is_position = is_position;
  treating->is_speed = is_speed;
  IntegratorProblem *problem = &treating->problem;
  problem->positions = treating->position_count;
  problem->size = treating->position_count + treating->speed_count + work->size - 2 * n;
  independent_keep(work, t, x);
  work->simulation->choices++;
  name_independents(work);
  treating->has_references = false;
  // chosen again when the dependent coordinates are determined ten times worse
  *quality = independent_quality(work, t, x);
  treating->limit = fmax(0.1 * *quality, fmin(treating->default_limit, 0.5 * *quality));
  return true;
}

// ---- dependent coordinates

// Solves for the dependent coordinates, starting from a linear extrapolation of the last step. A
// solution far from there is rejected: it belongs to another branch, or differs by full
// revolutions.
static bool close_followers(Work *work, double t, double x[])
{
  enum { MAX_ITERATIONS = 12 };
  // In scaled units: radians, or multiples of the size of the mechanism.
  static const double FAR = 1;
  EnforcementState *treating = &work->treating;
  ConstraintSystem *constraints = &work->constraints;
  int n = work->n, count = treating->follower_count;
  if (count == 0) return true;
  double *unknown = treating->x + 2 * work->size, *start = unknown + count;
  ConstraintUnknowns unknowns = { constraints, treating->followers, count, constraints->holonomic };
  memcpy(constraints->q, x, sizeof(double) * (size_t)n);
  for (int i = 0; i < count; i++) {
    int j = treating->followers[i];
    double way = x[n + j] * (t - treating->time);
    if (fabs(way) < FAR * constraints->step[j]) constraints->q[j] += way;
  }
  constraint_system_get(&unknowns, unknown);
  memcpy(start, unknown, sizeof(double) * (size_t)count);
  memcpy(x, constraints->q, sizeof(double) * (size_t)n);
  if (constraint_system_correct(constraints, treating->is_position, x)) return true;
  NewtonProblem problem = { count, constraints->holonomic, constraint_system_residuals, &unknowns };
  NewtonOptions options = { .iterations = MAX_ITERATIONS, .tolerance = 1e-12, .is_scaled = true };
  NewtonResult result;
  if (newton_solve(&problem, &options, unknown, &result) != NUMERIC_OK) return false;
  for (int i = 0; i < count; i++) {
    if (fabs(unknown[i] - start[i]) > FAR) return false;
  }
  constraint_system_set(&unknowns, unknown);
  memcpy(x, constraints->q, sizeof(double) * (size_t)n);
  return true;
}

bool independent_unpack(Work *work, double t, const double y[])
{
  EnforcementState *treating = &work->treating;
  double *next = treating->next;
  int n = work->n;
  memcpy(next, treating->x, sizeof(double) * (size_t)work->size);
  for (int i = 0; i < treating->position_count; i++)
    next[treating->positions[i]] = *y++;
  if (!close_followers(work, t, next)) return false;
  for (int i = 0; i < treating->speed_count; i++)
    next[n + treating->speeds[i]] = *y++;
  memcpy(next + 2 * n, y, sizeof(double) * (size_t)(work->size - 2 * n));
  return rates_close_at(work, t, next) &&
         constraint_system_project_velocity(&work->constraints, treating->is_speed, NULL, next + n);
}

void independent_keep(Work *work, double t, const double x[])
{
  memcpy(work->treating.x, x, sizeof(double) * (size_t)work->size);
  work->treating.time = t;
}

// ---- Jacobian of the rates

bool independent_have_jacobian(void *context)
{
  evaluator_differentiate(&((Work *)context)->motion);
  return true;
}

// Computes the change of all coordinates, speeds and states along entry j of y. The constraint
// system must have been evaluated at x.
static bool follow_entry(Work *work, const double x[], int j, double along[])
{
  const EnforcementState *treating = &work->treating;
  int n = work->n, positions = treating->position_count, own = positions + treating->speed_count;
  double *dq = along, *dqd = along + n, *states = along + 2 * n;
  memset(along, 0, sizeof(double) * (size_t)(2 * n + work->states));
  if (j < positions)
    dq[treating->positions[j]] = 1;
  else if (j < own)
    dqd[treating->speeds[j - positions]] = 1;
  else
    states[j - own] = 1;
  const ProgramState direction = { .q = dq, .qd = dqd, .states = states };
  if (j < positions) {
    constraint_system_tangent(&work->constraints, &direction);
    if (!constraint_system_follow(&work->constraints, treating->is_position, dq)) return false;
  }
  constraint_system_tangent(&work->constraints, &direction);
  return constraint_system_follow_velocity(&work->constraints, treating->is_speed, NULL, x + n,
                                           dqd);
}

// Applies the chain rule through the programs of the constraints and of the accelerations. The rows
// of works are left 0, as in rates_jacobian().
bool independent_jacobian(void *context, double t, const double y[], double jacobian[])
{
  Work *work = context;
  const EnforcementState *treating = &work->treating;
  int n = work->n, size = treating->problem.size, positions = treating->position_count;
  int own = positions + treating->speed_count;
  rates_read_state(work, t, treating->x);  // evaluates the inputs
  if (!independent_unpack(work, t, y)) return false;
  const double *x = treating->next;
  rates_read_state(work, t, x);
  evaluator_linearise_at(&work->motion, &work->state);
  const double *qdd = evaluator_derivative(&work->motion, work->qdd);
  const double *sd = evaluator_derivative(&work->motion, work->sd);
  ArenaMark mark = arena_mark(work->arena);
  double *along = ARENA_ARRAY(work->arena, double, 2 * n + work->states + 1);
  bool is_good = true;
  memset(jacobian, 0, sizeof(double) * (size_t)size * (size_t)size);
  for (int j = 0; j < own + work->states && is_good; j++) {
    is_good = follow_entry(work, x, j, along);
    const ProgramState direction = { .q = along, .qd = along + n, .states = along + 2 * n };
    evaluator_directional(&work->motion, &direction);
    for (int i = 0; i < positions; i++)
      jacobian[i * size + j] = along[n + treating->positions[i]];
    for (int i = 0; i < treating->speed_count; i++)
      jacobian[(positions + i) * size + j] = qdd[treating->speeds[i]];
    for (int i = 0; i < work->states; i++)
      jacobian[(own + i) * size + j] = sd[i];
  }
  arena_rewind(work->arena, mark);
  return is_good;
}
