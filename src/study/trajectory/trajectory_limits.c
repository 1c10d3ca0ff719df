// trajectory_limits.c -- peaks, exceeded limits, and the shortest time that satisfies all limits.
// SPDX-License-Identifier: MIT
#include "study/trajectory/trajectory_impl.h"

#include "mechanism/default_value.h"
#include "symbolic/calculus/motion_law.h"

#include <math.h>
#include <string.h>

// Relative tolerance of a limit that is just reached.
static const double SLACK = 1e-9;

// ---- limits

static double value_of(const TrajectoryWork *work, const Expr *e, double otherwise)
{
  double value = e ? mechanism_value_with(work->trajectory->own, work->state.parameters, e) : NAN;
  return isfinite(value) ? value : otherwise;
}

static void take_least(double *limit, double other) { *limit = fmin(*limit, other); }

static void read_motion_limits(TrajectoryWork *work, const FollowedMotion *motion)
{
  static const char *const OPTIONS[] = { "velocity", "acceleration", "jerk" };
  TrajectoryAxis *axis = &work->trajectory->axes[motion->coordinate];
  axis->is_moved = true;
  for (int k = 0; k < 3; k++) {
    const TaskOption *option = task_option(motion->task, OPTIONS[k]);
    if (option)
      take_least(&axis->limits[LIMIT_SPEED + k], value_of(work, option->values[0], INFINITY));
  }
}

void trajectory_read_limits(TrajectoryWork *work)
{
  Trajectory *trajectory = work->trajectory;
  const Mechanism *mechanism = trajectory->own;
  trajectory->axes = ARENA_ARRAY(work->arena, TrajectoryAxis, work->n);
  for (int i = 0; i < work->n; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    TrajectoryAxis *axis = &trajectory->axes[i];
    const Joint *joint = coordinate->joint >= 0 ? &mechanism->joints[coordinate->joint] : NULL;
    if (joint && joint->coordinate_count != 1) joint = NULL;
    bool is_angle = coordinate->kind == COORDINATE_ANGLE;
    *axis = (TrajectoryAxis){ .name = coordinate_name(coordinate),
                              .joint = joint ? joint->name : NULL,
                              .unit = is_angle ? "rad" : "",
                              .effort_unit = is_angle ? "N.m" : "" };
    if (coordinate->kind == COORDINATE_LENGTH) {
      axis->unit = "m";
      axis->effort_unit = "N";
    }
    axis->limits[LIMIT_LOWER] = value_of(work, coordinate->lower, -INFINITY);
    axis->limits[LIMIT_UPPER] = value_of(work, coordinate->upper, INFINITY);
    axis->limits[LIMIT_SPEED] = value_of(work, joint ? joint->velocity : NULL, INFINITY);
    axis->limits[LIMIT_ACCELERATION] = axis->limits[LIMIT_JERK] = INFINITY;
    axis->limits[LIMIT_EFFORT] = value_of(work, joint ? joint->effort : NULL, INFINITY);
  }
  for (int i = 0; i < work->motion_count; i++) {
    if (work->motions[i].coordinate >= 0) read_motion_limits(work, &work->motions[i]);
  }
}

// ---- shortest time

typedef struct Demand {
  double ratio;  // largest ratio to the limit
  int coordinate;
  TrajectoryLimit limit;
} Demand;

static void ask(Demand *demand, double ratio, int coordinate, TrajectoryLimit limit)
{
  if (!(ratio > demand->ratio)) return;
  *demand = (Demand){ ratio, coordinate, limit };
}

static TrajectoryPeak extreme_of(TrajectoryWork *work, CurveKind kind, int place, double rate)
{
  WayCurve curve = { work, kind, place, rate, 0, work->curve };
  trajectory_fill_curve(&curve);
  return trajectory_extreme(&curve);
}

// Returns the factor by which the time must be lengthened because of speeds, accelerations and
// jerks.
static Demand kinematic_demand(TrajectoryWork *work)
{
  Demand demand = { 0, -1, LIMIT_COUNT };
  for (int j = 0; j < work->n; j++) {
    const double *limits = work->trajectory->axes[j].limits;
    for (int order = 0; order < 3; order++) {
      double limit = limits[LIMIT_SPEED + order];
      if (!isfinite(limit)) continue;
      double peak = extreme_of(work, (CurveKind)((int)CURVE_SPEED + order), j, 1).value;
      double ratio = peak != 0 ? fabs(peak) / limit : 0;
      ask(&demand, pow(ratio, 1.0 / (order + 1)), j, (TrajectoryLimit)((int)LIMIT_SPEED + order));
    }
  }
  for (int p = 0; p < work->trajectory->place_count; p++)
    ask(&demand, work->trajectory->places[p].demand, work->n + p, LIMIT_SPEED);
  return demand;
}

// Computes the ratios of the efforts to their limits, with speeds multiplied by `rate`.
static bool effort_demand(TrajectoryWork *work, double rate, Demand *demand)
{
  *demand = (Demand){ 0, -1, LIMIT_EFFORT };
  for (int d = 0; d < work->drive_count; d++) {
    double limit = work->trajectory->axes[work->drives[d]].limits[LIMIT_EFFORT];
    WayCurve curve = { work, CURVE_EFFORT, d, rate, 0, work->curve };
    if (!isfinite(limit)) continue;
    if (!trajectory_fill_curve(&curve)) return false;
    ask(demand, fabs(trajectory_extreme(&curve).value) / limit, work->drives[d], LIMIT_EFFORT);
  }
  return true;
}

static bool report_unbalanced(TrajectoryWork *work)
{
  return trajectory_fail(work, (Span){ 0 }, NULL,
                         "the efforts of the drives have no value along the way");
}

// Bisects the time scale between one that is too short and one that is sufficient.
static bool bisect(TrajectoryWork *work, double bad, double good, Demand *decides)
{
  Demand demand;
  for (int k = 0; k < 200 && good - bad > 1e-13 * good; k++) {
    double middle = (bad + good) / 2;
    if (!effort_demand(work, 1 / middle, &demand)) return report_unbalanced(work);
    if (demand.ratio > 1) {
      bad = middle;
      *decides = demand;
    } else {
      good = middle;
    }
  }
  work->trajectory->stretch = good;
  return true;
}

static bool search(TrajectoryWork *work, double least, Demand *decides)
{
  enum { MAX_DOUBLINGS = 60 };
  Demand demand;
  double bad = 0, good = least > 0 ? least : 1;
  for (int k = 0; k < MAX_DOUBLINGS; k++) {
    if (!effort_demand(work, 1 / good, &demand)) return report_unbalanced(work);
    if (demand.ratio <= 1) break;
    bad = good;
    *decides = demand;
    good *= 2;
  }
  work->trajectory->stretch = good;
  if (bad == 0 && good <= least) return true;  // limited by speeds and accelerations
  for (int k = 0; bad == 0 && k < MAX_DOUBLINGS; k++) {
    if (!effort_demand(work, 2 / good, &demand)) return report_unbalanced(work);
    if (demand.ratio > 1) {
      bad = good / 2;
    } else {
      good /= 2;
    }
    *decides = demand;
  }
  return bisect(work, bad, good, decides);
}

bool trajectory_shorten(TrajectoryWork *work)
{
  Trajectory *trajectory = work->trajectory;
  Demand rest, decides = kinematic_demand(work);
  bool has_effort = false;
  for (int d = 0; d < work->drive_count; d++)
    has_effort = has_effort || isfinite(trajectory->axes[work->drives[d]].limits[LIMIT_EFFORT]);
  if (decides.coordinate < 0 && !has_effort) {
    return trajectory_fail(work, work->motions[0].task->span,
                           "such as 'velocity 2 rad/s' of a motion, or 'effort 40 N.m' of a joint",
                           "nothing limits the motions: there is no shortest time");
  }
  if (!isfinite(decides.ratio)) {
    return trajectory_fail(work, work->described->coordinates[decides.coordinate].span,
                           "no time is long enough", "'%s' has a limit of 0 and is to move",
                           trajectory->axes[decides.coordinate].name);
  }
  trajectory->stretch = decides.ratio;
  if (has_effort) {
    if (!effort_demand(work, 0, &rest)) return report_unbalanced(work);
    if (rest.ratio > 1) {
      const TrajectoryAxis *axis = &trajectory->axes[rest.coordinate];
      return trajectory_fail(work, work->described->coordinates[rest.coordinate].span,
                             "no time is long enough: it needs a stronger drive, or another way",
                             "'%s' cannot even hold the mechanism at rest on the way: that takes "
                             "%.4g %s of its %.4g",
                             axis->joint, rest.ratio * axis->limits[LIMIT_EFFORT],
                             axis->effort_unit, axis->limits[LIMIT_EFFORT]);
    }
    if (!search(work, decides.ratio, &decides)) return false;
  }
  trajectory->decider = decides.coordinate;
  trajectory->decides = decides.limit;
  return true;
}

// ---- peaks

static double stretched(const TrajectoryWork *work, double t)
{
  const Trajectory *trajectory = work->trajectory;
  return trajectory->begin + trajectory->stretch * (t - trajectory->begin);
}

// Records when the limit is first exceeded, and the worst value. The values of the curve must have
// been filled.
static void judge(WayCurve *curve, int coordinate, TrajectoryLimit limit)
{
  TrajectoryWork *work = curve->work;
  Trajectory *trajectory = work->trajectory;
  double bound = trajectory->axes[coordinate].limits[limit];
  if (!isfinite(bound)) return;
  double sign = limit == LIMIT_LOWER ? -1 : 1, slack = SLACK * fmax(fabs(bound), 1e-3);
  TrajectoryPeak peak = trajectory_extreme(curve);
  double value = limit >= LIMIT_SPEED ? fabs(peak.value) : sign * peak.value;
  if (!(value - sign * bound > slack)) return;
  double since = trajectory_passes(curve, sign * bound, slack, peak);
  peak.time = stretched(work, peak.time);
  trajectory->excesses[trajectory->excess_count++] = (TrajectoryExcess){
    .coordinate = coordinate, .limit = limit, .since = stretched(work, since), .worst = peak
  };
}

// Returns the first junction of segments at which these values of a coordinate jump; NAN if none
// does.
static double first_jump(const TrajectoryWork *work, const double values[], int axis)
{
  static const double PART = 1e-6;  // relative to the largest value
  static const double LEAST = 1e-12;
  double largest = 0;
  for (int k = 0; k < work->samples; k++)
    largest = fmax(largest, fabs(values[k * work->n + axis]));
  for (int i = 1; i < work->piece_count; i++) {
    int behind = work->pieces[i].first;
    double jump = values[behind * work->n + axis] - values[(behind - 1) * work->n + axis];
    if (fabs(jump) > fmax(PART * largest, LEAST)) return work->times[behind];
  }
  return NAN;
}

// A coordinate with a motion of its own has the jerk of that motion; all others may have that of
// any motion.
static bool has_unbounded_jerk(const TrajectoryWork *work, int axis)
{
  bool result = !isnan(first_jump(work, work->qdd, axis));
  for (int i = 0; i < work->motion_count; i++) {
    const FollowedMotion *motion = &work->motions[i];
    const TaskOption *along = task_option(motion->task, "method");
    const char *law = along ? along->text : motion->task->word;
    bool is_jerky = strcmp(law, "trapezoid") == 0 || strcmp(law, "bang_bang") == 0;
    if (motion->coordinate == axis) return result || is_jerky;
    result = result || is_jerky;
  }
  return result;
}

// A jump of position requires an unbounded speed, a jump of speed an unbounded acceleration, and
// both an unbounded effort.
static void set_unbounded(TrajectoryWork *work, int axis, TrajectoryLimit limit, double since)
{
  Trajectory *trajectory = work->trajectory;
  double time = stretched(work, since);
  trajectory->axes[axis].peaks[limit] = (TrajectoryPeak){ NAN, time };
  if (!isfinite(trajectory->axes[axis].limits[limit])) return;
  trajectory->excesses[trajectory->excess_count++] = (TrajectoryExcess){
    .coordinate = axis, .limit = limit, .since = time, .worst = { INFINITY, time }
  };
}

// Determines the largest absolute value along the path, and whether it satisfies its limit.
static void measure_curve(TrajectoryWork *work, int j, CurveKind kind, int place,
                          TrajectoryLimit limit)
{
  WayCurve curve = { work, kind, place, 1 / work->trajectory->stretch, 0, work->curve };
  if (!trajectory_fill_curve(&curve)) return;
  TrajectoryPeak peak = trajectory_extreme(&curve);
  work->trajectory->axes[j].peaks[limit] =
      (TrajectoryPeak){ fabs(peak.value), stretched(work, peak.time) };
  judge(&curve, j, limit);
}

static void measure_range(TrajectoryWork *work, int j, TrajectoryLimit limit)
{
  double sign = limit == LIMIT_LOWER ? -1 : 1;
  WayCurve curve = { work, CURVE_POSITION, j, 1, sign, work->curve };
  if (!isfinite(work->trajectory->axes[j].limits[limit])) return;
  trajectory_fill_curve(&curve);
  judge(&curve, j, limit);
}

// If any position or speed jumps, all efforts are treated as unbounded: those of the drives that
// cause it are, those of other drives may be.
static void measure_effort(TrajectoryWork *work, int drive)
{
  double jump = NAN;
  for (int j = 0; j < work->n; j++)
    jump = fmin(jump, fmin(first_jump(work, work->q, j), first_jump(work, work->qd, j)));
  if (isnan(jump)) {
    measure_curve(work, work->drives[drive], CURVE_EFFORT, drive, LIMIT_EFFORT);
  } else {
    set_unbounded(work, work->drives[drive], LIMIT_EFFORT, jump);
  }
}

static void measure(TrajectoryWork *work, int j)
{
  measure_range(work, j, LIMIT_LOWER);
  measure_range(work, j, LIMIT_UPPER);
  double leap = first_jump(work, work->q, j);
  double jump = fmin(leap, first_jump(work, work->qd, j));
  if (isnan(leap)) {
    measure_curve(work, j, CURVE_SPEED, j, LIMIT_SPEED);
  } else {
    set_unbounded(work, j, LIMIT_SPEED, leap);
  }
  if (isnan(jump)) {
    measure_curve(work, j, CURVE_ACCELERATION, j, LIMIT_ACCELERATION);
  } else {
    set_unbounded(work, j, LIMIT_ACCELERATION, jump);
  }
  if (isnan(jump) && !has_unbounded_jerk(work, j)) {
    measure_curve(work, j, CURVE_JERK, j, LIMIT_JERK);
  } else {
    work->trajectory->axes[j].peaks[LIMIT_JERK].value = NAN;
  }
  for (int d = 0; d < work->drive_count; d++) {
    if (work->drives[d] == j) measure_effort(work, d);
  }
}

void trajectory_find_peaks(TrajectoryWork *work)
{
  Trajectory *trajectory = work->trajectory;
  trajectory->excesses = ARENA_ARRAY(work->arena, TrajectoryExcess, work->n * LIMIT_COUNT);
  for (int j = 0; j < work->n; j++)
    measure(work, j);
}
