// trajectory_limits.c -- peaks, limits that are not kept, and the least time in which all are.
// SPDX-License-Identifier: MIT
#include "study/trajectory_impl.h"

#include "mechanism/default_value.h"
#include "symbolic/motion_law.h"

#include <math.h>
#include <string.h>

// Rounding of a limit that is just reached.
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

// ---- the shortest time

typedef struct Demand {
  double ratio;  // to the limit, at most
  int coordinate;
  TrajectoryLimit limit;
} Demand;

static void ask(Demand *demand, double ratio, int coordinate, TrajectoryLimit limit)
{
  if (!(ratio > demand->ratio)) return;
  *demand = (Demand){ ratio, coordinate, limit };
}

// The top of the parabola through a sample and its neighbours, where the curve is smooth: at corners
// and jumps the next curvatures are others.
static double top_at(const TrajectoryWork *work, const double values[], int row, int column)
{
  enum { AROUND = 2 };
  double y[2 * AROUND + 1], bends[3];
  size_t n = (size_t)work->n;
  const double *at = values + (size_t)row * n + (size_t)column;
  if (row < AROUND || row >= work->rows - AROUND) return fabs(*at);
  for (int i = 0; i <= 2 * AROUND; i++)
    y[i] = fabs(*(at - AROUND * n + (size_t)i * n));
  for (int i = 0; i < 3; i++)
    bends[i] = y[i] - 2 * y[i + 1] + y[i + 2];
  double bend = bends[1], slope = y[3] - y[1];
  bool is_top = y[2] >= y[1] && y[2] >= y[3] && bend < 0;
  bool is_smooth = fabs(bends[0] - bend) < -bend / 4 && fabs(bends[2] - bend) < -bend / 4;
  return is_top && is_smooth ? y[2] - slope * slope / (8 * bend) : y[2];
}

// How much longer than it is the way must take for its speeds, accelerations and jerks.
static Demand kinematic_demand(const TrajectoryWork *work)
{
  const double *const rates[] = { work->qd, work->qdd, work->jerk };
  Demand demand = { 0, -1, LIMIT_COUNT };
  for (int k = 0; k < work->rows; k++) {
    for (int j = 0; j < work->n; j++) {
      const double *limits = work->trajectory->axes[j].limits;
      for (int order = 0; order < 3; order++) {
        double ratio = top_at(work, rates[order], k, j) / limits[LIMIT_SPEED + order];
        ask(&demand, pow(ratio, 1.0 / (order + 1)), j, (TrajectoryLimit)((int)LIMIT_SPEED + order));
      }
    }
  }
  for (int p = 0; p < work->trajectory->place_count; p++)
    ask(&demand, work->trajectory->places[p].demand, work->n + p, LIMIT_SPEED);
  return demand;
}

// Efforts with speeds times `rate`, as parts of their limits.
static bool effort_demand(TrajectoryWork *work, double rate, Demand *demand)
{
  *demand = (Demand){ 0, -1, LIMIT_EFFORT };
  for (int k = 0; k < work->rows; k++) {
    if (!trajectory_efforts(work, k, rate)) return false;
    for (int d = 0; d < work->drive_count; d++) {
      double limit = work->trajectory->axes[work->drives[d]].limits[LIMIT_EFFORT];
      ask(demand, fabs(work->effort[d]) / limit, work->drives[d], LIMIT_EFFORT);
    }
  }
  return true;
}

static bool tell_unbalanced(TrajectoryWork *work)
{
  return trajectory_refuse(work, (Span){ 0 }, NULL,
                           "the efforts of the drives have no value along the way");
}

// Stretching between one that is too short and one that is long enough.
static bool bisect(TrajectoryWork *work, double bad, double good, Demand *decides)
{
  Demand demand;
  for (int k = 0; k < 200 && good - bad > 1e-13 * good; k++) {
    double middle = (bad + good) / 2;
    if (!effort_demand(work, 1 / middle, &demand)) return tell_unbalanced(work);
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
  enum { MOST_DOUBLINGS = 60 };
  Demand demand;
  double bad = 0, good = least > 0 ? least : 1;
  for (int k = 0; k < MOST_DOUBLINGS; k++) {
    if (!effort_demand(work, 1 / good, &demand)) return tell_unbalanced(work);
    if (demand.ratio <= 1) break;
    bad = good;
    *decides = demand;
    good *= 2;
  }
  work->trajectory->stretch = good;
  if (bad == 0 && good <= least) return true;  // speeds and accelerations decide
  for (int k = 0; bad == 0 && k < MOST_DOUBLINGS; k++) {
    if (!effort_demand(work, 2 / good, &demand)) return tell_unbalanced(work);
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
    return trajectory_refuse(
        work, work->motions[0].task->span,
        "such as 'velocity 2 rad/s' of a motion, or 'effort 40 N.m' of a joint",
        "nothing limits the motions: there is no shortest time");
  }
  if (!isfinite(decides.ratio)) {
    return trajectory_refuse(work, work->described->coordinates[decides.coordinate].span,
                             "no time is long enough", "'%s' has a limit of 0 and is to move",
                             trajectory->axes[decides.coordinate].name);
  }
  trajectory->stretch = decides.ratio;
  if (has_effort) {
    if (!effort_demand(work, 0, &rest)) return tell_unbalanced(work);
    if (rest.ratio > 1) {
      const TrajectoryAxis *axis = &trajectory->axes[rest.coordinate];
      return trajectory_refuse(work, work->described->coordinates[rest.coordinate].span,
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

// The first of several that differ by rounding.
static void see(TrajectoryPeak *peak, double value, double time)
{
  if (fabs(value) > peak->value * (1 + SLACK)) *peak = (TrajectoryPeak){ fabs(value), time };
}

// Values of a limit are those of a column; where it is passed first, and by how much at most.
static void look_for_excess(TrajectoryWork *work, int coordinate, TrajectoryLimit limit, int column)
{
  Trajectory *trajectory = work->trajectory;
  double bound = trajectory->axes[coordinate].limits[limit];
  double sign = limit == LIMIT_LOWER ? -1 : 1;
  bool is_absolute = limit >= LIMIT_SPEED, is_over = false;
  TrajectoryExcess excess = { .coordinate = coordinate, .limit = limit };
  double before = 0, last_time = 0, most = 0;
  for (int k = 0; k < trajectory->row_count; k++) {
    const double *row = trajectory->rows + (size_t)k * (size_t)trajectory->column_count;
    double value = is_absolute ? fabs(row[column]) : sign * row[column];
    double over = value - sign * bound;
    if (over > SLACK * fmax(fabs(bound), 1e-3) && !is_over) {
      excess.since =
          k > 0 && over > before ? row[0] - (row[0] - last_time) * over / (over - before) : row[0];
      if (k > 0 && before > 0) excess.since = last_time;
      is_over = true;
    }
    if (is_over && over > most) {
      most = over;
      excess.worst = (TrajectoryPeak){ row[column], row[0] };
    }
    before = over;
    last_time = row[0];
  }
  if (is_over) trajectory->excesses[trajectory->excess_count++] = excess;
}

// A coordinate that a motion moves has its jerk, all else that of all motions.
static bool has_unbounded_jerk(const TrajectoryWork *work, int axis)
{
  bool result = false;
  for (int i = 0; i < work->motion_count; i++) {
    const FollowedMotion *motion = &work->motions[i];
    const TaskOption *along = task_option(motion->task, "method");
    const char *law = along ? along->text : motion->task->word;
    bool is_jerky = strcmp(law, "trapezoid") == 0 || strcmp(law, "bang_bang") == 0;
    if (motion->coordinate == axis) return is_jerky;
    result = result || is_jerky;
  }
  return result;
}

static void measure(TrajectoryWork *work, int j)
{
  Trajectory *trajectory = work->trajectory;
  TrajectoryAxis *axis = &trajectory->axes[j];
  double c = trajectory->stretch, squares = 0;
  int drive = 0;
  while (drive < work->drive_count && work->drives[drive] != j)
    drive++;
  for (int k = 0; k < trajectory->row_count; k++) {
    const double *row = trajectory->rows + (size_t)k * (size_t)trajectory->column_count;
    double jerk = work->jerk[(size_t)k * (size_t)work->n + (size_t)j] / (c * c * c);
    double weight = k == 0 || k == trajectory->row_count - 1 ? 0.5 : 1;
    see(&axis->peaks[LIMIT_SPEED], row[1 + work->n + j], row[0]);
    see(&axis->peaks[LIMIT_ACCELERATION], row[1 + 2 * work->n + j], row[0]);
    see(&axis->peaks[LIMIT_JERK], jerk, row[0]);
    if (!axis->is_driven) continue;
    double effort = row[1 + 3 * work->n + drive];
    see(&axis->peaks[LIMIT_EFFORT], effort, row[0]);
    squares += weight * effort * effort;
  }
  axis->rms = trajectory->row_count > 1 ? sqrt(squares / (trajectory->row_count - 1)) : 0;
  if (has_unbounded_jerk(work, j)) axis->peaks[LIMIT_JERK].value = NAN;
  look_for_excess(work, j, LIMIT_LOWER, 1 + j);
  look_for_excess(work, j, LIMIT_UPPER, 1 + j);
  look_for_excess(work, j, LIMIT_SPEED, 1 + work->n + j);
  look_for_excess(work, j, LIMIT_ACCELERATION, 1 + 2 * work->n + j);
  if (axis->is_driven) look_for_excess(work, j, LIMIT_EFFORT, 1 + 3 * work->n + drive);
}

void trajectory_find_peaks(TrajectoryWork *work)
{
  Trajectory *trajectory = work->trajectory;
  trajectory->excesses = ARENA_ARRAY(work->arena, TrajectoryExcess, work->n * LIMIT_COUNT);
  for (int j = 0; j < work->n; j++)
    measure(work, j);
}
