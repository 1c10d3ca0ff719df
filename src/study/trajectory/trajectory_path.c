// trajectory_path.c -- positions, speeds and accelerations along the path; each sample is closed
// from the one before, and any instant between samples from the nearest before it.
// SPDX-License-Identifier: MIT
#include "study/trajectory/trajectory_impl.h"

#include "numeric/solve/newton.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static const double CLOSED = 1e-12;
// Singular values below this fraction of the largest count as zero.
static const double RANK_TOLERANCE = 1e-8;
// Largest admissible relative residual of A qdd = gamma, or of the equations for the speeds.
static const double FITS = 1e-6;

bool trajectory_fail(TrajectoryWork *work, Span place, const char *hint, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  text_vformat(work->why, format, arguments);
  va_end(arguments);
  *work->place = place;
  *work->hint = hint;
  return false;
}

// ---- start

bool trajectory_close(TrajectoryWork *work, System *system)
{
  Trajectory *trajectory = work->trajectory;
  if (!system_derive_constraints(system, work->why)) return false;
  trajectory->is_closed = true;
  if (system->rows->count > system->rows->holonomic_count) {
    return trajectory_fail(work, (Span){ 0 }, NULL,
                           "'%s' ties speeds, not positions: a trajectory needs to know where the "
                           "mechanism is; simulate it instead",
                           system->rows->equations[system->rows->holonomic_count].label);
  }
  if (system->rows->count == 0) return true;
  ProgramState start = work->state;
  start.q = work->q0;
  start.time = trajectory->begin;
  AssemblyOptions options = { .is_held = trajectory->options.is_held,
                              .is_named = trajectory->options.is_named };
  assembly_free(trajectory->assembly);
  trajectory->assembly = assembly_new(system, &start, &options, work->why);
  if (!trajectory->assembly) return false;
  trajectory->is_closed = trajectory->assembly->is_closed;
  if (trajectory->is_closed)
    memcpy(work->q0, trajectory->assembly->configurations[0].q, sizeof(double) * (size_t)work->n);
  return trajectory->is_closed;
}

// ---- held coordinates

static void find_own_rows(TrajectoryWork *work)
{
  const ConstraintList *list = work->trajectory->system->rows;
  work->own_rows = ARENA_ARRAY(work->arena, int, list->count + 1);
  for (int i = 0; i < list->count; i++) {
    const ConstraintEquation *row = &list->equations[i];
    bool is_way =
        row->origin == ORIGIN_STATEMENT && row->index >= work->described->constraint_count;
    if (row->origin != ORIGIN_MOTION && !is_way) work->own_rows[work->own_count++] = i;
  }
}

// Returns a quasi-random number between -1 and 1 that depends on an integer.
static double spread(int i)
{
  double place = 0.6180339887498949 * (i + 1);
  return 2 * (place - floor(place)) - 1;
}

// Evaluates the constraints near the start. Without loops the rank is that of any nearby
// configuration, and the start is often singular.
static void go_beside(TrajectoryWork *work)
{
  double *q = ARENA_ARRAY(work->arena, double, work->n);
  bool has_loops = work->described->loop_count + work->described->constraint_count > 0;
  for (int j = 0; j < work->n; j++)
    q[j] = work->q0[j] + (has_loops ? 0 : 1e-3 * work->constraints.step[j] * spread(j));
  work->constraints.state.time = work->trajectory->begin;
  constraint_system_evaluate_at(&work->constraints, q);
}

static int rank_of(const double rows[], int count, int n)
{
  NumericRank rank = { 0 };
  numeric_rank(count, n, rows, RANK_TOLERANCE, NULL, NULL, &rank);
  return rank.rank;
}

// Holds the coordinates that the rows do not determine: first the requested ones, then from the
// last to the first, so that a hand is held while the arm moves.
static void hold_the_rest(TrajectoryWork *work)
{
  const TrajectoryOptions *options = &work->trajectory->options;
  TrajectoryAxis *axes = work->trajectory->axes;
  int n = work->n, count = work->constraints.rows;
  go_beside(work);
  double *rows = ARENA_ARRAY(work->arena, double, (count + n) * n);
  memcpy(rows, work->constraints.scaled, sizeof(double) * (size_t)(count * n));
  int rank = rank_of(rows, count, n);
  for (int k = 0; k < 2 * n; k++) {
    int j = n - 1 - k % n;
    bool is_asked = options->is_held && options->is_held[j];
    if (is_asked != (k < n) || axes[j].is_moved) continue;
    memset(rows + count * n, 0, sizeof(double) * (size_t)n);
    rows[count * n + j] = 1;
    int with = rank_of(rows, count + 1, n);
    if (with == rank) continue;
    rank = with;
    count++;
    axes[j].is_held = true;
  }
  work->free = ARENA_ARRAY(work->arena, int, n);
  for (int j = 0; j < n; j++) {
    if (!axes[j].is_held) work->free[work->free_count++] = j;
  }
}

// Returns true if the motions prescribe more than the degrees of freedom.
static bool is_too_much(const TrajectoryWork *work)
{
  int n = work->n, rows = work->constraints.rows;
  ArenaMark mark = arena_mark(work->arena);
  double *own = ARENA_ARRAY(work->arena, double, (work->own_count + 1) * n);
  for (int i = 0; i < work->own_count; i++) {
    memcpy(own + i * n, work->constraints.scaled + work->own_rows[i] * n,
           sizeof(double) * (size_t)n);
  }
  int rank = rank_of(own, work->own_count, n);
  arena_rewind(work->arena, mark);
  return rows - work->own_count > n - rank;
}

// ---- one row

static bool close_row(TrajectoryWork *work, double q[])
{
  ConstraintSystem *constraints = &work->constraints;
  memcpy(constraints->q, q, sizeof(double) * (size_t)work->n);
  if (work->free_count == 0) return constraint_system_evaluate(constraints);
  ConstraintUnknowns unknowns = { constraints, work->free, work->free_count,
                                  constraints->holonomic };
  NewtonProblem problem = { work->free_count, constraints->holonomic, constraint_system_residuals,
                            &unknowns };
  NewtonOptions options = { .tolerance = CLOSED, .is_scaled = true };
  NewtonResult result;
  constraint_system_get(&unknowns, work->unknowns);
  bool is_closed = newton_solve(&problem, &options, work->unknowns, &result) == NUMERIC_OK;
  constraint_system_set(&unknowns, work->unknowns);
  bool has_value = constraint_system_evaluate(constraints);
  memcpy(q, constraints->q, sizeof(double) * (size_t)work->n);
  return is_closed && has_value;
}

// Solves A x = right over the coordinates that are not held. Returns false if there is no unique
// solution.
static bool solve_rates(TrajectoryWork *work, double sign, const double right[], double rates[])
{
  const ConstraintSystem *constraints = &work->constraints;
  int n = work->n, count = work->free_count, rows = constraints->rows;
  double size = 0, left = 0;
  memset(rates, 0, sizeof(double) * (size_t)n);
  if (count == 0) return true;
  for (int i = 0; i < rows; i++) {
    work->right[i] = sign * right[i] / constraints->row_scale[i];
    size = fmax(size, fabs(work->right[i]));
    for (int j = 0; j < count; j++)
      work->equations[i * count + j] = constraints->scaled[i * n + work->free[j]];
  }
  NumericRank rank;
  NumericStatus status = least_squares_solve(rows, count, work->equations, work->right,
                                             RANK_TOLERANCE, work->unknowns, &rank, &left);
  for (int j = 0; j < count; j++)
    rates[work->free[j]] = work->unknowns[j] * constraints->step[work->free[j]];
  return status == NUMERIC_OK && rank.rank == count && left <= FITS * size;
}

static bool move_row(TrajectoryWork *work, double t, const double q[], double qd[], double qdd[])
{
  if (!solve_rates(work, -1, work->constraints.rest, qd)) return false;
  if (work->constraints.rows == 0) return true;
  ProgramState state = work->state;
  state.time = t;
  state.q = q;
  state.qd = qd;
  evaluator_evaluate(&work->bias, &state);
  return solve_rates(work, 1, work->gamma, qdd);
}

// ---- all samples

static int worst_row(const TrajectoryWork *work)
{
  const ConstraintSystem *constraints = &work->constraints;
  int worst = 0;
  for (int i = 1; i < constraints->holonomic; i++) {
    if (fabs(constraints->phi[i]) / constraints->row_scale[i] >
        fabs(constraints->phi[worst]) / constraints->row_scale[worst])
      worst = i;
  }
  return worst;
}

static void report_open(TrajectoryWork *work, double t)
{
  int worst = worst_row(work);
  text_format(
      &work->trajectory->failure, "at t = %.6g s '%s' is out of reach, off by %.3g: nearest is", t,
      work->trajectory->system->rows->equations[worst].label, fabs(work->constraints.phi[worst]));
  for (int j = 0; j < work->n; j++) {
    text_format(&work->trajectory->failure, "%s %s = %.6g", j > 0 ? "," : "",
                work->trajectory->axes[j].name, work->constraints.q[j]);
  }
  if (is_too_much(work)) {
    text_put(&work->trajectory->failure,
             ". The motions prescribe more than can move: name those to be followed; of a frame "
             "they prescribe the orientation, too, of a point on it they do not");
  }
}

static void report_singular(TrajectoryWork *work, double t, const double q[])
{
  text_format(&work->trajectory->failure,
              "at t = %.6g s the configuration is singular, no speeds or accelerations follow:", t);
  for (int j = 0; j < work->n; j++) {
    text_format(&work->trajectory->failure, "%s %s = %.6g", j > 0 ? "," : "",
                work->trajectory->axes[j].name, q[j]);
  }
}

// Extrapolates from sample `base` over the time `h`.
static void predict(const TrajectoryWork *work, int base, double h, double q[])
{
  int n = work->n;
  for (int j = 0; j < n; j++) {
    size_t at = (size_t)base * (size_t)n + (size_t)j;
    q[j] = work->q[at] + h * work->qd[at] + h * h / 2 * work->qdd[at];
  }
}

static bool add_sample(TrajectoryWork *work, int k, double t)
{
  size_t at = (size_t)k * (size_t)work->n;
  double *q = work->q + at;
  if (k == 0) {
    memcpy(q, work->q0, sizeof(double) * (size_t)work->n);
  } else {
    predict(work, k - 1, work->times[k] - work->times[k - 1], q);
  }
  work->constraints.state.time = t;
  if (!close_row(work, q)) {
    report_open(work, t);
    return false;
  }
  trajectory_see_places(work);
  if (move_row(work, t, q, work->qd + at, work->qdd + at)) return true;
  report_singular(work, t, q);
  return false;
}

int trajectory_sample_before(const TrajectoryWork *work, double t)
{
  int first = 0, last = work->samples - 1;
  while (first < last) {
    int middle = (first + last + 1) / 2;
    if (work->times[middle] <= t) {
      first = middle;
    } else {
      last = middle - 1;
    }
  }
  return first;
}

bool trajectory_at(TrajectoryWork *work, double t, WayPoint *point)
{
  double end = work->trajectory->end;
  int base = trajectory_sample_before(work, t);
  predict(work, base, t - work->times[base], work->here[0]);
  *point = (WayPoint){ t, work->here[0], work->here[1], work->here[2] };
  double moment = t == end ? end - work->nudge : t;
  work->constraints.state.time = moment;
  return close_row(work, work->here[0]) &&
         move_row(work, moment, work->here[0], work->here[1], work->here[2]);
}

WayPoint trajectory_sample(const TrajectoryWork *work, int k)
{
  size_t at = (size_t)k * (size_t)work->n;
  return (WayPoint){ work->times[k], work->q + at, work->qd + at, work->qdd + at };
}

// Plans equidistant samples within each segment, with an even number of intervals. The ends of a
// segment are evaluated from inside: after the last one laws are constant, with zero acceleration.
static bool plan_samples(TrajectoryWork *work)
{
  enum { INTERVALS = 500, LEAST = 16 };
  const Trajectory *trajectory = work->trajectory;
  double *breaks, span = trajectory->end - trajectory->begin;
  int count = trajectory_breaks(work, &breaks);
  if (count == 0) return false;
  work->nudge = 1e-13 * span;
  work->pieces = ARENA_ARRAY(work->arena, WayPiece, count);
  work->piece_count = count - 1;
  int first = 0;
  for (int i = 0; i < count - 1; i++) {
    double length = breaks[i + 1] - breaks[i];
    int intervals = 2 * (int)ceil(INTERVALS * length / (2 * span));
    if (intervals < LEAST) intervals = LEAST;
    work->pieces[i] = (WayPiece){ first, intervals + 1, length / intervals };
    first += intervals + 1;
  }
  work->times = ARENA_ARRAY(work->arena, double, first);
  for (int i = 0; i < count - 1; i++) {
    const WayPiece *piece = &work->pieces[i];
    for (int k = 0; k < piece->count; k++)
      work->times[piece->first + k] =
          k == piece->count - 1 ? breaks[i + 1] : breaks[i] + k * piece->interval;
  }
  return true;
}

static double moment_of(const TrajectoryWork *work, const WayPiece *piece, int k)
{
  double time = work->times[piece->first + k];
  bool is_begin = k == 0 && piece->first > 0;
  return k == piece->count - 1 ? time - work->nudge : is_begin ? time + work->nudge : time;
}

// Computes samples as far as possible, which may end within a segment.
static void add_samples(TrajectoryWork *work)
{
  double last = work->trajectory->end - work->trajectory->begin;
  for (int i = 0; i < work->piece_count; i++) {
    WayPiece *piece = &work->pieces[i];
    for (int k = 0; k < piece->count; k++) {
      double t = moment_of(work, piece, k), part = (t - work->trajectory->begin) / last;
      bool is_good = add_sample(work, piece->first + k, t);
      if (is_good) work->samples++;
      if (is_good && progress_report(work->trajectory->options.progress, "trajectory", part))
        continue;
      piece->count = k + is_good;
      work->piece_count = piece->count > 0 ? i + 1 : i;
      return;
    }
  }
}

bool trajectory_follow(TrajectoryWork *work)
{
  const ConstraintList *ties = work->trajectory->system->rows;
  int n = work->n, rows = ties->count, most = rows > n ? rows : n;
  ProgramState start = work->state;
  start.q = work->q0;
  start.time = work->trajectory->begin;
  if (!plan_samples(work)) return false;
  const WayPiece *end = &work->pieces[work->piece_count - 1];
  size_t size = (size_t)(end->first + end->count) * (size_t)n;
  work->q = ARENA_ARRAY(work->arena, double, size);
  work->qd = ARENA_ARRAY(work->arena, double, size);
  work->qdd = ARENA_ARRAY(work->arena, double, size);
  for (int order = 0; order < 3; order++)
    work->here[order] = ARENA_ARRAY(work->arena, double, n);
  if (!constraint_system_init(&work->constraints, work->trajectory->system->ties, &start,
                              work->why))
    return false;
  work->equations = ARENA_ARRAY(work->arena, double, most *(most + n));
  work->right = ARENA_ARRAY(work->arena, double, most);
  work->unknowns = ARENA_ARRAY(work->arena, double, most + n);
  find_own_rows(work);
  hold_the_rest(work);
  work->bias = evaluator_new(work->trajectory->system->equations, work->arena, 1);
  static const char *const BIAS[] = { "gamma" };
  if (rows > 0) {
    if (!system_derive(work->trajectory->system, BIAS, 1, work->why)) return false;
    work->gamma = evaluator_add(&work->bias, BIAS[0], NULL);
  }
  if (!evaluator_compile(&work->bias, work->why)) return false;
  add_samples(work);
  return true;
}
