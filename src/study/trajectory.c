// trajectory.c -- from motions to rows.
// SPDX-License-Identifier: MIT
#include "study/trajectory_impl.h"

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

// ---- rows

// The integral up to sample k of values at equal distances, by the parabola through three of them.
static double add_part(const double values[], int k, int count, double interval)
{
  int middle = k == 1 ? 1 : k - 1;
  double a = values[middle - 1], b = values[middle],
         c = middle + 1 < count ? values[middle + 1] : b;
  if (middle + 1 >= count) return interval * (values[k - 1] + values[k]) / 2;
  return k == 1 ? interval * (5 * a + 8 * b - c) / 12 : interval * (-a + 8 * b + 5 * c) / 12;
}

static bool fill_row(TrajectoryWork *work, int k, double *power, double *other, double *energy)
{
  Trajectory *trajectory = work->trajectory;
  int n = work->n, drives = work->drive_count;
  double c = trajectory->stretch;
  double *row = trajectory->rows + (size_t)k * (size_t)trajectory->column_count;
  if (!trajectory_efforts(work, k, 1 / c)) {
    text_format(&trajectory->failure, "at t = %.6g s the efforts of the drives have no value",
                work->times[k]);
    return false;
  }
  row[0] = trajectory->begin + c * (work->times[k] - trajectory->begin);
  memcpy(row + 1, work->q + (size_t)k * (size_t)n, sizeof(double) * (size_t)n);
  memcpy(row + 1 + n, work->moving, sizeof(double) * (size_t)n);
  memcpy(row + 1 + 2 * n, work->turning, sizeof(double) * (size_t)n);
  *power = 0;
  for (int d = 0; d < drives; d++) {
    double own = work->effort[d] * work->moving[work->drives[d]];
    row[1 + 3 * n + d] = work->effort[d];
    row[1 + 3 * n + drives + d] = own;
    *power += own;
  }
  *other = work->other_power;
  *energy = work->T[0] + work->V[0];
  trajectory->energy_scale = fmax(trajectory->energy_scale, fabs(work->T[0]) + fabs(work->V[0]));
  return true;
}

static void integrate(TrajectoryWork *work, const double power[], const double other[],
                      const double energy[])
{
  Trajectory *trajectory = work->trajectory;
  int width = trajectory->column_count, count = trajectory->row_count;
  double interval = work->interval * trajectory->stretch;
  trajectory->start_energy = energy[0];
  trajectory->last_energy = energy[count - 1];
  for (int k = 1; k < count; k++) {
    double *row = trajectory->rows + (size_t)k * (size_t)width;
    trajectory->work += add_part(power, k, count, interval);
    trajectory->other_work += add_part(other, k, count, interval);
    row[width - 1] = trajectory->work;
    double left = energy[k] - energy[0] - trajectory->work - trajectory->other_work;
    trajectory->audit = fmax(trajectory->audit, fabs(left));
  }
  for (int d = 0; d < work->drive_count; d++) {
    double *own = ARENA_ARRAY(work->arena, double, count);
    for (int k = 0; k < count; k++)
      own[k] =
          trajectory
              ->rows[(size_t)k * (size_t)width + (size_t)(1 + 3 * work->n + work->drive_count + d)];
    for (int k = 1; k < count; k++)
      trajectory->axes[work->drives[d]].work += add_part(own, k, count, interval);
  }
}

static void fill_rows(TrajectoryWork *work)
{
  Trajectory *trajectory = work->trajectory;
  name_columns(work);
  size_t size = (size_t)work->rows;
  trajectory->rows = ARENA_ARRAY(work->arena, double, size *(size_t)trajectory->column_count);
  double *power = ARENA_ARRAY(work->arena, double, size);
  double *other = ARENA_ARRAY(work->arena, double, size);
  double *energy = ARENA_ARRAY(work->arena, double, size);
  for (int k = 0; k < work->rows && fill_row(work, k, &power[k], &other[k], &energy[k]); k++)
    trajectory->row_count = k + 1;
  if (trajectory->row_count > 0) integrate(work, power, other, energy);
}

// ---- life

static double *copied(Arena *arena, const double values[], int count)
{
  double *copy = ARENA_ARRAY(arena, double, count + 1);
  if (values && count > 0) memcpy(copy, values, sizeof(double) * (size_t)count);
  return copy;
}

static System *new_system(TrajectoryWork *work)
{
  FormulateOptions options = { .stays_long = true };
  system_free(work->trajectory->system);
  work->trajectory->system = system_new(work->trajectory->own, &options);
  return work->trajectory->system;
}

static bool has_places(const TrajectoryWork *work)
{
  bool result = false;
  for (int i = 0; i < work->motion_count; i++)
    result = result || work->motions[i].coordinate < 0;
  return result;
}

static bool run(TrajectoryWork *work)
{
  Trajectory *trajectory = work->trajectory;
  if (!trajectory_choose(work)) return false;
  trajectory_read_limits(work);
  if (has_places(work)) {
    System *system = new_system(work);
    if (!trajectory_close(work, system) || !trajectory_plan_places(work, system)) return false;
  }
  if (!trajectory_set_times(work)) return false;
  trajectory_add_places(work);
  if (!trajectory_close(work, new_system(work)) || !trajectory_follow(work)) return false;
  if (work->rows == 0) return true;
  if (!trajectory_choose_drives(work)) return false;
  if (trajectory->options.is_shortest && trajectory->failure.length == 0 &&
      !trajectory_shorten(work)) {
    return false;
  }
  fill_rows(work);
  trajectory->end = trajectory->begin + trajectory->stretch * (trajectory->end - trajectory->begin);
  trajectory_find_peaks(work);
  return true;
}

static void close_work(TrajectoryWork *work)
{
  board_close(&work->bias);
  board_close(&work->forces);
  described_values_free(work->inputs_over_time);
  if (work->closing.arena) closing_close(&work->closing);
}

Trajectory *trajectory_new(const Mechanism *mechanism, const ProgramState *start,
                           const TrajectoryOptions *options, Text *why, const char **hint,
                           Span *place)
{
  *hint = NULL;
  *place = (Span){ 0 };
  Arena *arena = arena_new();
  Trajectory *trajectory = ARENA_NEW(arena, Trajectory);
  *trajectory = (Trajectory){
    .arena = arena, .mechanism = mechanism, .options = *options, .stretch = 1, .decider = -1
  };
  TrajectoryWork work = { .trajectory = trajectory,
                          .described = mechanism,
                          .arena = arena,
                          .n = mechanism->coordinate_count,
                          .state = *start,
                          .why = why,
                          .hint = hint,
                          .place = place };
  work.q0 = copied(arena, start->q, work.n);
  trajectory->given = copied(arena, start->q, work.n);
  bool is_good = run(&work);
  bool is_open = !is_good && trajectory->assembly && !trajectory->is_closed;
  close_work(&work);
  if (is_good || is_open) return trajectory;
  trajectory_free(trajectory);
  return NULL;
}

RowTable trajectory_table(const Trajectory *trajectory)
{
  return (RowTable){ .columns = trajectory->columns,
                     .width = trajectory->column_count,
                     .count = trajectory->column_count,
                     .rows = trajectory->rows,
                     .row_count = trajectory->row_count };
}

void trajectory_free(Trajectory *trajectory)
{
  if (!trajectory) return;
  text_free(&trajectory->failure);
  assembly_free(trajectory->assembly);
  system_free(trajectory->system);
  mechanism_free(trajectory->own);
  arena_free(trajectory->arena);
}
