// trajectory_curves.c -- extremes of quantities along the path, independently of the requested
// rows.
//
// Samples locate an extreme; between adjacent samples it is refined to rounding accuracy, with the
// constraints solved at every trial. Segments are treated separately, so that an extreme may be at
// the junction of two.
// SPDX-License-Identifier: MIT
#include "study/trajectory/trajectory_impl.h"

#include "numeric/scalar.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <math.h>

// Values with a smaller relative difference are equal within rounding.
static const double ROUNDING = 1e-9;

// ---- jerks

bool trajectory_open_curves(TrajectoryWork *work)
{
  Derivation *derivation = work->trajectory->system->derivation;
  Pool *pool = work->trajectory->own->pool;
  const Expr *t = expr_symbol(pool, "t", STAGE_TIME);
  const Expr **jerks = ARENA_ARRAY(work->arena, const Expr *, work->motion_count);
  for (int i = 0; i < work->motion_count; i++) {
    const Expr *law = work->motions[i].coordinate >= 0 ? work->motions[i].task->law : NULL;
    for (int order = 0; law && order < 3; order++)
      law = expr_derivative(law, t);
    jerks[i] = law ? law : expr_integer(pool, 0);
  }
  work->curve = ARENA_ARRAY(work->arena, double, work->samples);
  work->laws =
      evaluator_of_expressions(derivation, work->arena, jerks, work->motion_count, &work->jerks);
  return evaluator_compile(&work->laws, work->why);
}

// Returns the derivative at x of the polynomial through the values at 0, 1, .. 4.
static double slope_through(const double y[5], double x)
{
  double slope = 0;
  for (int i = 0; i < 5; i++) {
    double weight = 0, scale = 1;
    for (int k = 0; k < 5; k++) {
      double part = 1;
      if (k == i) continue;
      scale *= i - k;
      for (int m = 0; m < 5; m++)
        part *= m == i || m == k ? 1 : x - m;
      weight += part;
    }
    slope += y[i] * weight / scale;
  }
  return slope;
}

static const WayPiece *piece_at(const TrajectoryWork *work, double t)
{
  int i = 0;
  while (i < work->piece_count - 1 && work->times[work->pieces[i + 1].first] <= t)
    i++;
  return &work->pieces[i];
}

// Returns the jerk of a coordinate without a law of its own: the numerical derivative of its
// acceleration.
static double slope_at(TrajectoryWork *work, const WayPiece *piece, int j, double t)
{
  double h = piece->interval / 2, y[5];
  double begin = work->times[piece->first], end = begin + (piece->count - 1) * piece->interval;
  double first = fmin(fmax(t - 2 * h, begin + work->nudge), end - work->nudge - 4 * h);
  WayPoint point;
  if (piece->count < 3) return NAN;
  for (int i = 0; i < 5; i++) {
    if (!trajectory_at(work, first + i * h, &point)) return NAN;
    y[i] = point.qdd[j];
  }
  return slope_through(y, (t - first) / h) / h;
}

static int motion_of(const TrajectoryWork *work, int coordinate)
{
  for (int i = 0; i < work->motion_count; i++) {
    if (work->motions[i].coordinate == coordinate) return i;
  }
  return -1;
}

static double jerk_at(TrajectoryWork *work, const WayPiece *piece, int j, double t)
{
  int motion = motion_of(work, j);
  if (motion < 0) return work->trajectory->axes[j].is_held ? 0 : slope_at(work, piece, j, t);
  ProgramState state = work->state;
  state.time = t;
  evaluator_evaluate(&work->laws, &state);
  return work->jerks[motion];
}

// ---- values

static double value_of(const WayCurve *curve, const WayPoint *point)
{
  double rate = curve->rate;
  switch (curve->kind) {
  case CURVE_POSITION: return point->q[curve->place];
  case CURVE_SPEED: return point->qd[curve->place] * rate;
  case CURVE_ACCELERATION: return point->qdd[curve->place] * rate * rate;
  case CURVE_JERK: break;
  case CURVE_EFFORT:
    if (!trajectory_efforts(curve->work, point, rate)) return NAN;
    return curve->work->effort[curve->place];
  }
  return NAN;
}

// Returns the value within a segment, with its sign.
static double value_at(const WayCurve *curve, const WayPiece *piece, double t)
{
  WayPoint point;
  double rate = curve->rate;
  if (curve->kind == CURVE_JERK)
    return rate * rate * rate * jerk_at(curve->work, piece, curve->place, t);
  return trajectory_at(curve->work, t, &point) ? value_of(curve, &point) : NAN;
}

bool trajectory_fill_curve(WayCurve *curve)
{
  TrajectoryWork *work = curve->work;
  bool is_good = true;
  for (int i = 0; i < work->piece_count; i++) {
    const WayPiece *piece = &work->pieces[i];
    for (int k = 0; k < piece->count; k++) {
      int sample = piece->first + k;
      double inside = k == 0 ? work->nudge : k == piece->count - 1 ? -work->nudge : 0;
      WayPoint point = trajectory_sample(work, sample);
      curve->values[sample] = curve->kind == CURVE_JERK ? value_at(curve, piece, point.t + inside)
                                                        : value_of(curve, &point);
      is_good = is_good && (curve->kind == CURVE_JERK || !isnan(curve->values[sample]));
    }
  }
  return is_good;
}

// ---- extremes

static double height(const WayCurve *curve, double value)
{
  return curve->sign == 0 ? fabs(value) : curve->sign * value;
}

static double height_of(const WayCurve *curve, int sample)
{
  return height(curve, curve->values[sample]);
}

typedef struct Search {
  const WayCurve *curve;
  const WayPiece *piece;
  double bound;
} Search;

static double height_above(void *context, double t)
{
  const Search *search = context;
  return height(search->curve, value_at(search->curve, search->piece, t)) - search->bound;
}

// Returns a bound on how far the curve can rise above a sample that is not below its neighbours.
// The maximum of a parabola is higher by at most an eighth of the drop to a neighbour; half of it
// is used.
static double rest_above(const WayCurve *curve, const WayPiece *piece, int k)
{
  int sample = piece->first + k;
  double here = height_of(curve, sample), rest = 0;
  if (k > 0) rest = fmax(rest, here - height_of(curve, sample - 1));
  if (k < piece->count - 1) rest = fmax(rest, here - height_of(curve, sample + 1));
  return rest / 2;
}

static bool is_top(const WayCurve *curve, const WayPiece *piece, int k)
{
  int sample = piece->first + k;
  double here = height_of(curve, sample);
  return (k == 0 || here >= height_of(curve, sample - 1)) &&
         (k == piece->count - 1 || here >= height_of(curve, sample + 1));
}

// Returns the maximum around a sample.
static TrajectoryPeak climb(const WayCurve *curve, const WayPiece *piece, int k)
{
  const TrajectoryWork *work = curve->work;
  int sample = piece->first + k;
  TrajectoryPeak peak = { curve->values[sample], work->times[sample] };
  Search search = { curve, piece, 0 };
  if (!(rest_above(curve, piece, k) > ROUNDING * height_of(curve, sample))) return peak;
  double a = work->times[k > 0 ? sample - 1 : sample];
  double b = work->times[k < piece->count - 1 ? sample + 1 : sample], t;
  a = fmax(a, work->times[piece->first] + work->nudge);
  b = fmin(b, work->times[piece->first + piece->count - 1] - work->nudge);
  double top = scalar_greatest(height_above, &search, a, b, &t);
  if (!(top > height(curve, peak.value))) return peak;
  return (TrajectoryPeak){ value_at(curve, piece, t), t };
}

TrajectoryPeak trajectory_extreme(WayCurve *curve)
{
  enum { MAX_TOPS = 64 };
  const TrajectoryWork *work = curve->work;
  double highest = -INFINITY;
  int tops = 0;
  for (int k = 0; k < work->samples; k++)
    highest = fmax(highest, height_of(curve, k));
  TrajectoryPeak peak = { NAN, work->times[0] };
  for (int i = 0; i < work->piece_count && tops < MAX_TOPS; i++) {
    const WayPiece *piece = &work->pieces[i];
    for (int k = 0; k < piece->count && tops < MAX_TOPS; k++) {
      bool is_high = height_of(curve, piece->first + k) + rest_above(curve, piece, k) >= highest;
      if (!is_high || !is_top(curve, piece, k)) continue;
      TrajectoryPeak here = climb(curve, piece, k);
      tops += here.time != work->times[piece->first + k];
      double top = height(curve, peak.value), gain = height(curve, here.value) - top;
      if (isnan(top) || gain > ROUNDING * fabs(top)) peak = here;
    }
  }
  return peak;
}

// ---- first time beyond a bound

// Finds the first segment and sample above the level. Returns false if there is none.
static bool find_above(const WayCurve *curve, double level, const WayPiece **piece, int *k)
{
  const TrajectoryWork *work = curve->work;
  for (int i = 0; i < work->piece_count; i++) {
    *piece = &work->pieces[i];
    for (*k = 0; *k < (*piece)->count; ++*k) {
      if (height_of(curve, (*piece)->first + *k) > level) return true;
    }
  }
  return false;
}

double trajectory_passes(WayCurve *curve, double bound, double slack, TrajectoryPeak peak)
{
  const TrajectoryWork *work = curve->work;
  const WayPiece *piece;
  int k;
  bool is_sample = find_above(curve, bound + slack, &piece, &k);
  double above = is_sample ? work->times[piece->first + k] : peak.time;
  if (is_sample && peak.time < above) {  // the peak is between samples that are below it
    above = peak.time;
    is_sample = false;
  }
  if (!is_sample) {
    piece = piece_at(work, above);
    k = trajectory_sample_before(work, above) - piece->first + 1;
  }
  if (k == 0) return above;
  double before = work->times[piece->first + k - 1];
  Search search = { curve, piece, bound };
  if (height_of(curve, piece->first + k - 1) > bound) return before;
  return scalar_crossing(height_above, &search, before, above);
}
