// identification_design.c -- exciting motions for parameter identification.
//
//   q_i(t) = c_i + s_i sum over l = 1..5 of a_il sin(l w t) + b_il cos(l w t),   w = 2 pi / T
//
// c_i and s_i fit the series into the limits of the joint. The condition number of the regressor
// with columns of length 1 is minimised by random search: starting from random coefficients, single
// joints are changed by decreasing amounts, and improvements are kept. The random numbers are
// reproducible.
// SPDX-License-Identifier: MIT
#include "study/identification/identification_impl.h"

#include "base/random.h"
#include "mechanism/default_value.h"
#include "numeric/linear/least_squares.h"

#include <math.h>
#include <string.h>

enum { HARMONICS = 5, COEFFICIENTS = 2 * HARMONICS, SAMPLES = 60, TABLE_ROWS = 1000 };
enum { STARTS = 6, TURNS = 250 };
static const double TWO_PI = 6.283185307179586;
// Fraction of the range of a joint, a margin for tracking errors.
static const double SHARE = 0.9;
static const double SINGULAR = 1e-12;

typedef struct Design {
  ExcitingMotion *motion;
  const ProgramState *start;
  RegressorEvaluator evaluator;
  Arena *arena;  // scratch
  int n;
  uint64_t random;
  double *q, *qd, *qdd;  // n values, of one sample
  double *W, *rest, *lengths;
} Design;

// Returns a random number in -1 .. 1.
static double draw(Design *design)
{
  return (double)(random_next(&design->random) >> 11) * 0x1p-52 - 1;
}

// Returns the series, or its derivative of order 1 or 2.
static double series(const double coefficients[], double w, double t, int order)
{
  double sum = 0;
  for (int l = 1; l <= HARMONICS; l++) {
    double rate = l * w, a = coefficients[2 * l - 2], b = coefficients[2 * l - 1];
    double s = sin(rate * t), c = cos(rate * t);
    if (order == 0) sum += a * s + b * c;
    if (order == 1) sum += rate * (a * c - b * s);
    if (order == 2) sum -= rate * rate * (a * s + b * c);
  }
  return sum;
}

// The factor and the offset that fit the series into the limits of its joint.
typedef struct Fit {
  double factor, shift;
} Fit;

static Fit fit_of(const Design *design, const double coefficients[], int i)
{
  enum { FINE = 200 };
  const ExcitationAxis *axis = &design->motion->axes[i];
  double period = design->motion->period, w = TWO_PI / period;
  double least = INFINITY, most = -INFINITY, speed = 0;
  for (int k = 0; k < FINE; k++) {
    double t = period * k / FINE, value = series(coefficients, w, t, 0);
    least = fmin(least, value);
    most = fmax(most, value);
    speed = fmax(speed, fabs(series(coefficients, w, t, 1)));
  }
  double factor = most > least ? SHARE * (axis->upper - axis->lower) / (most - least) : 0;
  if (factor * speed > SHARE * axis->speed) factor = SHARE * axis->speed / speed;
  return (Fit){ factor, (axis->lower + axis->upper) / 2 - factor * (least + most) / 2 };
}

static void put_state(const Design *design, const double coefficients[], const Fit fits[], double t,
                      double *const rates[3])
{
  double w = TWO_PI / design->motion->period;
  for (int i = 0; i < design->n; i++) {
    for (int order = 0; order < 3; order++) {
      double value = fits[i].factor * series(coefficients + i * COEFFICIENTS, w, t, order);
      rates[order][i] = value + (order == 0 ? fits[i].shift : 0);
    }
  }
}

static double condition_of(Design *design, const double coefficients[])
{
  int n = design->n, count = design->evaluator.count, rows = SAMPLES * n;
  Fit *fits = ARENA_ARRAY(design->arena, Fit, n);
  NumericRank rank;
  for (int i = 0; i < n; i++)
    fits[i] = fit_of(design, coefficients + i * COEFFICIENTS, i);
  for (int k = 0; k < SAMPLES; k++) {
    ProgramState state = *design->start;
    double *const rates[] = { design->q, design->qd, design->qdd };
    state.time = design->motion->period * k / SAMPLES;
    put_state(design, coefficients, fits, state.time, rates);
    state.q = design->q;
    state.qd = design->qd;
    state.qdd = design->qdd;
    regressor_evaluator_evaluate(&design->evaluator, &state, design->W + k * n * count,
                                 design->rest);
  }
  for (int i = 0; i < rows * count; i++) {
    if (!isfinite(design->W[i])) return INFINITY;
  }
  columns_scale(rows, count, design->W, design->lengths);
  NumericStatus status = numeric_rank(rows, count, design->W, SINGULAR, NULL, NULL, &rank);
  bool is_full = status == NUMERIC_OK && rank.rank == count;
  design->motion->tried++;
  return is_full ? rank.largest / rank.smallest : INFINITY;
}

// ---- search

// Improves `best` from one start; *condition is updated. Returns false if the user has cancelled.
static bool improve(Design *design, double best[], double *condition, int round, Progress *progress)
{
  int n = design->n, size = n * COEFFICIENTS;
  double *other = ARENA_ARRAY(design->arena, double, size), width = 0.5;
  ArenaMark mark = arena_mark(design->arena);
  for (int turn = 0; turn < TURNS; turn++) {
    int joint = (int)(random_next(&design->random) % (uint64_t)n);
    memcpy(other, best, sizeof(double) * (size_t)size);
    for (int k = 0; k < COEFFICIENTS; k++)
      other[joint * COEFFICIENTS + k] += width * draw(design);
    double found = condition_of(design, other);
    arena_rewind(design->arena, mark);
    bool is_better = found < *condition;
    if (is_better) memcpy(best, other, sizeof(double) * (size_t)size);
    if (is_better) *condition = found;
    width = fmin(1, fmax(0.02, width * (is_better ? 1.3 : 0.97)));
    if (!progress_report(progress, "search", (round + (double)turn / TURNS) / STARTS)) return false;
  }
  return true;
}

static bool search(Design *design, double best[], Progress *progress)
{
  int size = design->n * COEFFICIENTS;
  double *own = ARENA_ARRAY(design->arena, double, size);
  design->motion->condition = INFINITY;
  for (int round = 0; round < STARTS; round++) {
    for (int k = 0; k < size; k++)
      own[k] = draw(design);
    double condition = condition_of(design, own);
    if (round == 0) design->motion->first_condition = condition;
    if (!improve(design, own, &condition, round, progress)) return false;
    if (condition >= design->motion->condition) continue;
    design->motion->condition = condition;
    memcpy(best, own, sizeof(double) * (size_t)size);
  }
  return true;
}

// ---- limits and rows

static double limit_of(const Design *design, const Mechanism *mechanism, const Expr *e,
                       double otherwise)
{
  double value = e ? mechanism_value_with(mechanism, design->start->parameters, e) : NAN;
  return isfinite(value) ? value : otherwise;
}

// Reads the limits of the coordinates. Without limits the range is 180 deg, or 0.5 m, about the
// start.
static void read_limits(const Design *design, const Mechanism *mechanism)
{
  for (int i = 0; i < design->n; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    const Joint *joint = coordinate->joint >= 0 ? &mechanism->joints[coordinate->joint] : NULL;
    ExcitationAxis *axis = &design->motion->axes[i];
    bool is_length = coordinate->kind == COORDINATE_LENGTH;
    double start = design->start->q[i], reach = is_length ? 0.25 : TWO_PI / 4;
    axis->name = coordinate_name(coordinate);
    axis->unit = is_length ? "m" : "rad";
    axis->is_assumed = !coordinate->lower || !coordinate->upper;
    axis->lower = limit_of(design, mechanism, coordinate->lower, NAN);
    axis->upper = limit_of(design, mechanism, coordinate->upper, NAN);
    if (isnan(axis->lower))
      axis->lower = isnan(axis->upper) ? start - reach : axis->upper - 2 * reach;
    if (isnan(axis->upper)) axis->upper = axis->lower + 2 * reach;
    axis->speed =
        limit_of(design, mechanism, joint && joint->coordinate_count == 1 ? joint->velocity : NULL,
                 INFINITY);
  }
}

static void put_table(const Design *design, const Equations *equations, const double best[])
{
  static const char *const PRIMES[] = { "", "'", "''" }, *const TIMES[] = { "", "/s", "/s^2" };
  ExcitingMotion *motion = design->motion;
  int n = design->n, width = 1 + 3 * n;
  RowColumn *columns = ARENA_ARRAY(motion->arena, RowColumn, width);
  double *rows = ARENA_ARRAY(motion->arena, double, (TABLE_ROWS + 1) * width);
  Fit *fits = ARENA_ARRAY(design->arena, Fit, n);
  columns[0] = (RowColumn){ "t", "s" };
  for (int c = 0; c < 3 * n; c++) {
    const Variable *coordinate = &equations->coordinates[c % n];
    const char *unit = coordinate->unit[0] ? coordinate->unit : "1";
    columns[1 + c] =
        (RowColumn){ arena_format(motion->arena, "%s%s", coordinate->name, PRIMES[c / n]),
                     c < n ? coordinate->unit
                           : arena_format(motion->arena, "%s%s", unit, TIMES[c / n]) };
  }
  for (int i = 0; i < n; i++)
    fits[i] = fit_of(design, best + i * COEFFICIENTS, i);
  for (int k = 0; k <= TABLE_ROWS; k++) {
    double *row = rows + k * width;
    double *const rates[] = { row + 1, row + 1 + n, row + 1 + 2 * n };
    row[0] = motion->period * k / TABLE_ROWS;
    put_state(design, best, fits, row[0], rates);
  }
  motion->table = (RowTable){
    .columns = columns, .width = width, .count = width, .rows = rows, .row_count = TABLE_ROWS + 1
  };
}

// ---- allocation and release

static bool find_motion(Design *design, System *system, const IdentificationOptions *options,
                        Text *why)
{
  int n = design->n;
  if (!regressor_evaluator_init(system, options->has_friction, design->arena, &design->evaluator,
                                why))
    return false;
  int count = design->evaluator.count;
  design->motion->parameter_count = count;
  design->motion->axes = ARENA_ARRAY(design->motion->arena, ExcitationAxis, n);
  design->motion->axis_count = n;
  design->q = ARENA_ARRAY(design->arena, double, n);
  design->qd = ARENA_ARRAY(design->arena, double, n);
  design->qdd = ARENA_ARRAY(design->arena, double, n);
  design->W = ARENA_ARRAY(design->arena, double, SAMPLES *n *count);
  design->rest = ARENA_ARRAY(design->arena, double, n);
  design->lengths = ARENA_ARRAY(design->arena, double, count);
  double *best = ARENA_ARRAY(design->arena, double, n *COEFFICIENTS);
  read_limits(design, system->mechanism);
  if (!search(design, best, options->progress)) return false;
  if (!isfinite(design->motion->condition)) {
    text_put(why, "no motion within the limits shows all parameters");
    return false;
  }
  put_table(design, system->equations, best);
  return true;
}

ExcitingMotion *exciting_motion_new(System *system, const ProgramState *start, double period,
                                    const IdentificationOptions *options, Text *why)
{
  Arena *arena = arena_new();
  ExcitingMotion *motion = ARENA_NEW(arena, ExcitingMotion);
  *motion = (ExcitingMotion){ .arena = arena, .period = period, .harmonics = HARMONICS };
  Design design = { .motion = motion,
                    .start = start,
                    .arena = arena_new(),
                    .n = system->mechanism->coordinate_count,
                    .random = 1 };
  bool is_good = find_motion(&design, system, options, why);
  evaluator_free(&design.evaluator.evaluator);
  arena_free(design.arena);
  if (is_good) return motion;
  exciting_motion_free(motion);
  return NULL;
}

void exciting_motion_free(ExcitingMotion *motion)
{
  if (motion) arena_free(motion->arena);
}
