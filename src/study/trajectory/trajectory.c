// trajectory.c -- computation of a trajectory, from motions to rows.
// SPDX-License-Identifier: MIT
#include "study/trajectory/trajectory_impl.h"

#include <string.h>

// ---- allocation and release

static double *copied(Arena *arena, const double values[], int count)
{
  double *copy = ARENA_ARRAY(arena, double, count + 1);
  if (values && count > 0) memcpy(copy, values, sizeof(double) * (size_t)count);
  return copy;
}

static System *new_system(TrajectoryWork *work)
{
  FormulateOptions options = { .skip_shortening = true };
  system_free(work->trajectory->system);
  work->trajectory->system = system_new(work->trajectory->own, &options);
  work->trajectory->system->keeps_sides = work->trajectory->options.keeps_sides;
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
  if (work->samples == 0) return true;
  if (!trajectory_choose_drives(work) || !trajectory_open_curves(work)) return false;
  if (trajectory->options.is_shortest && trajectory->failure.length == 0 &&
      !trajectory_shorten(work)) {
    return false;
  }
  if (!trajectory_fill_rows(work)) return false;
  if (work->samples > 0) trajectory_find_peaks(work);
  trajectory->end = trajectory->begin + trajectory->stretch * (trajectory->end - trajectory->begin);
  return true;
}

static void close_work(TrajectoryWork *work)
{
  evaluator_free(&work->bias);
  evaluator_free(&work->forces);
  evaluator_free(&work->laws);
  described_values_free(work->inputs_over_time);
  if (work->constraints.arena) constraint_system_free(&work->constraints);
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
