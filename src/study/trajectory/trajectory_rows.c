// trajectory_rows.c -- the requested rows, and energies along the path.
//
// Work is integrated over the samples of the path, segment by segment, and interpolated for the
// rows. The result therefore does not depend on which rows are requested.
// SPDX-License-Identifier: MIT
#include "study/trajectory/trajectory_impl.h"

#include <math.h>
#include <string.h>

// ---- columns

static void name_columns(TrajectoryWork *work)
{
  Trajectory *trajectory = work->trajectory;
  Arena *arena = work->arena;
  int n = work->n, count = 1 + 3 * n + 2 * work->drive_count + 1;
  RowColumn *columns = ARENA_ARRAY(arena, RowColumn, count);
  trajectory->columns = columns;
  trajectory->column_count = count;
  *columns++ = (RowColumn){ "t", "s" };
  for (int order = 0; order < 3; order++) {
    static const char *const PRIMES[] = { "", "'", "''" }, *const TIMES[] = { "", "/s", "/s^2" };
    for (int j = 0; j < n; j++) {
      const TrajectoryAxis *axis = &trajectory->axes[j];
      const char *unit = axis->unit[0] || order == 0 ? axis->unit : "1";
      *columns++ = (RowColumn){ arena_format(arena, "%s%s", axis->name, PRIMES[order]),
                                arena_format(arena, "%s%s", unit, TIMES[order]) };
    }
  }
  for (int d = 0; d < work->drive_count; d++) {
    const TrajectoryAxis *axis = &trajectory->axes[work->drives[d]];
    *columns++ = (RowColumn){ arena_format(arena, "tau[%s]", axis->name), axis->effort_unit };
  }
  for (int d = 0; d < work->drive_count; d++) {
    const TrajectoryAxis *axis = &trajectory->axes[work->drives[d]];
    *columns++ = (RowColumn){ arena_format(arena, "P[%s]", axis->name), "W" };
  }
  *columns = (RowColumn){ "W", "J" };
}

// ---- energies

// Energies along the path, by sample.
typedef struct Energies {
  double *power;    // [W] of all drives
  double *other;    // [W] of all other loads
  double *energy;   // [J] T + V
  double *work;     // [J] work of all drives
  double **own;     // [W] power of each drive
  double **square;  // square of the effort of each drive
} Energies;

// Returns the integral from sample k - 1 to k of equidistant values, by the parabola through three
// of them.
static double add_part(const double values[], int k, int count, double interval)
{
  int middle = k == 1 ? 1 : k - 1;
  double a = values[middle - 1], b = values[middle],
         c = middle + 1 < count ? values[middle + 1] : b;
  if (middle + 1 >= count) return interval * (values[k - 1] + values[k]) / 2;
  return k == 1 ? interval * (5 * a + 8 * b - c) / 12 : interval * (-a + 8 * b + 5 * c) / 12;
}

// Integrates over scaled time; stores the integral up to each sample in `to` (may be NULL) and
// returns the total.
static double integrate(const TrajectoryWork *work, const double values[], double to[])
{
  double whole = 0;
  for (int i = 0; i < work->piece_count; i++) {
    const WayPiece *piece = &work->pieces[i];
    double interval = piece->interval * work->trajectory->stretch;
    for (int k = 0; k < piece->count; k++) {
      if (k > 0) whole += add_part(values + piece->first, k, piece->count, interval);
      if (to) to[piece->first + k] = whole;
    }
  }
  return whole;
}

static Energies new_energies(TrajectoryWork *work)
{
  Arena *arena = work->arena;
  size_t size = (size_t)work->samples, drives = (size_t)work->drive_count + 1;
  Energies energies = { .power = ARENA_ARRAY(arena, double, size),
                        .other = ARENA_ARRAY(arena, double, size),
                        .energy = ARENA_ARRAY(arena, double, size),
                        .work = ARENA_ARRAY(arena, double, size),
                        .own = ARENA_ARRAY(arena, double *, drives),
                        .square = ARENA_ARRAY(arena, double *, drives) };
  for (int d = 0; d < work->drive_count; d++) {
    energies.own[d] = ARENA_ARRAY(arena, double, size);
    energies.square[d] = ARENA_ARRAY(arena, double, size);
  }
  return energies;
}

static bool report_unbalanced(TrajectoryWork *work, double t)
{
  text_format(&work->trajectory->failure, "at t = %.6g s the efforts of the drives have no value",
              t);
  return false;
}

static bool measure_sample(TrajectoryWork *work, int k, Energies *energies)
{
  Trajectory *trajectory = work->trajectory;
  WayPoint point = trajectory_sample(work, k);
  if (!trajectory_efforts(work, &point, 1 / trajectory->stretch))
    return report_unbalanced(work, point.t);
  for (int d = 0; d < work->drive_count; d++) {
    energies->own[d][k] = work->effort[d] * work->moving[work->drives[d]];
    energies->square[d][k] = work->effort[d] * work->effort[d];
    energies->power[k] += energies->own[d][k];
  }
  energies->other[k] = work->other_power;
  energies->energy[k] = work->T[0] + work->V[0];
  trajectory->energy_scale = fmax(trajectory->energy_scale, fabs(work->T[0]) + fabs(work->V[0]));
  return true;
}

// Truncates the path to `count` samples.
static void cut_way(TrajectoryWork *work, int count)
{
  work->samples = count;
  while (work->piece_count > 0 && work->pieces[work->piece_count - 1].first >= count)
    work->piece_count--;
  if (work->piece_count == 0) return;
  WayPiece *last = &work->pieces[work->piece_count - 1];
  if (last->first + last->count > count) last->count = count - last->first;
}

static void measure_way(TrajectoryWork *work, Energies *energies)
{
  Trajectory *trajectory = work->trajectory;
  int count = 0;
  while (count < work->samples && measure_sample(work, count, energies))
    count++;
  cut_way(work, count);
  if (count == 0) return;
  double *other = ARENA_ARRAY(work->arena, double, count);
  double time = trajectory->stretch * (work->times[count - 1] - work->times[0]);
  trajectory->work = integrate(work, energies->power, energies->work);
  trajectory->other_work = integrate(work, energies->other, other);
  trajectory->start_energy = energies->energy[0];
  trajectory->last_energy = energies->energy[count - 1];
  for (int k = 0; k < count; k++) {
    double left = energies->energy[k] - energies->energy[0] - energies->work[k] - other[k];
    trajectory->audit = fmax(trajectory->audit, fabs(left));
  }
  for (int d = 0; d < work->drive_count; d++) {
    TrajectoryAxis *axis = &trajectory->axes[work->drives[d]];
    axis->work = integrate(work, energies->own[d], NULL);
    axis->rms = time > 0 ? sqrt(integrate(work, energies->square[d], NULL) / time) : 0;
  }
}

// Returns the work at an instant of the path, by cubic interpolation with the power as slope.
static double work_at(const TrajectoryWork *work, const Energies *energies, double t)
{
  int k = trajectory_sample_before(work, t);
  if (k == work->samples - 1) return energies->work[k];
  double h = work->times[k + 1] - work->times[k], x = h > 0 ? (t - work->times[k]) / h : 0;
  double step = h * work->trajectory->stretch, gain = energies->work[k + 1] - energies->work[k];
  double here = energies->power[k] * step, next = energies->power[k + 1] * step;
  return energies->work[k] +
         x * (here + x * (3 * gain - 2 * here - next + x * (here + next - 2 * gain)));
}

// ---- rows

static bool fill_row(TrajectoryWork *work, const Energies *energies, double t, double *row)
{
  Trajectory *trajectory = work->trajectory;
  int n = work->n, drives = work->drive_count;
  WayPoint point;
  if (!trajectory_at(work, t, &point) ||
      !trajectory_efforts(work, &point, 1 / trajectory->stretch)) {
    if (trajectory->failure.length == 0) report_unbalanced(work, t);
    return false;
  }
  row[0] = trajectory->begin + trajectory->stretch * (t - trajectory->begin);
  memcpy(row + 1, point.q, sizeof(double) * (size_t)n);
  memcpy(row + 1 + n, work->moving, sizeof(double) * (size_t)n);
  memcpy(row + 1 + 2 * n, work->turning, sizeof(double) * (size_t)n);
  for (int d = 0; d < drives; d++) {
    row[1 + 3 * n + d] = work->effort[d];
    row[1 + 3 * n + drives + d] = work->effort[d] * work->moving[work->drives[d]];
  }
  row[1 + 3 * n + 2 * drives] = work_at(work, energies, t);
  return true;
}

// Returns the number of intervals between rows; 0: too many, or none.
static int count_intervals(const TrajectoryWork *work)
{
  enum { DEFAULT = 500, MAX_ROWS = 1000000 };
  const Trajectory *trajectory = work->trajectory;
  double span = trajectory->stretch * (trajectory->end - trajectory->begin);
  double step = trajectory->options.step;
  if (!isfinite(step)) return DEFAULT;
  double intervals = ceil(span / step - 1e-9);
  return step > 0 && intervals < MAX_ROWS ? (int)fmax(intervals, 1) : 0;
}

bool trajectory_fill_rows(TrajectoryWork *work)
{
  Trajectory *trajectory = work->trajectory;
  int intervals = count_intervals(work);
  if (intervals == 0) {
    return trajectory_fail(
        work, (Span){ 0 }, NULL,
        "this is not a trajectory: its step must be above 0 and give less than a "
        "million rows");
  }
  name_columns(work);
  Energies energies = new_energies(work);
  measure_way(work, &energies);
  size_t width = (size_t)trajectory->column_count;
  trajectory->rows = ARENA_ARRAY(work->arena, double, ((size_t)intervals + 1) * width);
  if (work->samples == 0) return true;
  double last = work->times[work->samples - 1];
  for (int k = 0; k <= intervals; k++) {
    double span = trajectory->end - trajectory->begin;
    double t = k == intervals ? trajectory->end : trajectory->begin + k * (span / intervals);
    double *row = trajectory->rows + (size_t)k * width;
    if (t > last || !fill_row(work, &energies, t, row)) break;
    trajectory->row_count = k + 1;
  }
  return true;
}
