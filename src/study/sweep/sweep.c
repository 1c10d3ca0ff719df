// sweep.c -- set-up of a sweep: derived quantities, scaling, order of the computation.
// SPDX-License-Identifier: MIT
#include "study/sweep/sweep_impl.h"

#include <math.h>
#include <string.h>

// ---- equations

static bool derive_named(System *system, const char *format, const char *name, Text *why)
{
  const char *key = arena_format(system->arena, format, name);
  return system_derive(system, &key, 1, why);
}

static bool derive_points(System *system, Text *why)
{
  static const char *const KEYS[] = { "pos:%s", "twist:%s/ground", "accel:%s/ground" };
  const Mechanism *mechanism = system->mechanism;
  for (int i = 0; i < 3 * mechanism->point_count; i++) {
    if (!derive_named(system, KEYS[i % 3], mechanism->points[i / 3].name, why)) return false;
  }
  return true;
}

static bool derive_outputs(System *system, Text *why)
{
  const Mechanism *mechanism = system->mechanism;
  for (int i = 0; i < mechanism->task_count; i++) {
    if (mechanism->tasks[i].kind != TASK_OUTPUT) continue;
    if (!derive_named(system, "out:%s", mechanism->tasks[i].name, why)) return false;
  }
  return true;
}

// Derives Phi and its derivatives, if there are constraints on positions; poses and velocities of
// the points; outputs.
static bool derive(System *system, Text *why)
{
  static const char *const RATES[] = { "gamma" };
  if (!system_derive_constraints(system, why)) return false;
  if (system->rows->count > system->rows->holonomic_count) {
    text_put(why, "wheels and constraints that tie speeds do not say where the input leads; write "
                  "what they mean for positions, such as constraint c : x = r*phi");
    return false;
  }
  return system_derive(system, RATES, system->rows->count > 0 ? 1 : 0, why) &&
         derive_points(system, why) && derive_outputs(system, why);
}

// ---- computation

static void open_extremes(Sweep *sweep)
{
  int n = sweep->equations->coordinate_count;
  sweep->extremes = ARENA_ARRAY(sweep->arena, SweepExtremes, n);
  for (int i = 0; i < n; i++)
    sweep->extremes[i] = (SweepExtremes){ .least = INFINITY, .greatest = -INFINITY };
}

static Sweep *sweep_begin(const System *system, const SweepOptions *options)
{
  const Equations *equations = system->equations;
  Arena *arena = arena_new();
  Sweep *sweep = ARENA_NEW(arena, Sweep);
  int n = equations->coordinate_count;
  bool *is_held = ARENA_ARRAY(arena, bool, n);
  if (options->is_held) memcpy(is_held, options->is_held, sizeof(bool) * (size_t)n);
  bool is_time = options->input == SWEEP_TIME;
  *sweep = (Sweep){ .arena = arena,
                    .system = system,
                    .equations = equations,
                    .options = *options,
                    .input_name = is_time ? "t" : equations->coordinates[options->input].name,
                    .input_unit = is_time ? "s" : equations->coordinates[options->input].unit };
  sweep->options.is_held = is_held;
  open_extremes(sweep);
  return sweep;
}

// Follows the curve from a start near the approximate values; if it does not enter the range, from
// a start in the range.
static SweepStatus follow(Sweep *sweep, SweepConstraints *closure, SweepRows *rows, Text *why)
{
  size_t size = sizeof(double) * (size_t)closure->constraints.n;
  double *rough = ARENA_ARRAY(sweep->arena, double, closure->constraints.n);
  memcpy(rough, closure->constraints.q, size);
  double rough_time = closure->constraints.state.time;
  SweepStatus status = sweep_find_start(sweep, closure, false, why);
  if (status != SWEEP_OK) return status;
  sweep_trace(sweep, closure, rows);
  if (sweep->row_count > 0) return SWEEP_OK;
  memcpy(closure->constraints.q, rough, size);
  closure->constraints.state.time = rough_time;
  Text unused = { 0 };
  if (sweep_find_start(sweep, closure, true, &unused) == SWEEP_OK) {
    sweep->place_count = 0;
    sweep_trace(sweep, closure, rows);
  }
  text_free(&unused);
  return SWEEP_OK;
}

// Scales lengths by the size of the mechanism, or by the range if nothing rotates; time by the
// range.
static bool open_closure(SweepConstraints *closure, const Sweep *sweep, const ProgramState *start,
                         Text *why)
{
  ConstraintSystem *constraints = &closure->constraints;
  if (!constraint_system_init(constraints, sweep->equations, start, why)) return false;
  int n = constraints->n, input = sweep->options.input, count = 0;
  int *places = ARENA_ARRAY(sweep->arena, int, n + 1);
  double range = fabs(sweep->options.to - sweep->options.from);
  for (int i = 0; i < n; i++) {
    if (i != input && !sweep->options.is_held[i]) places[count++] = i;
    bool is_length = strcmp(sweep->equations->coordinates[i].unit, "m") == 0;
    if (is_length && !(constraints->size > 0)) constraints->step[i] = range;
  }
  if (input == SWEEP_TIME) constraints->step[n] = range;
  places[count] = input == SWEEP_TIME ? n : input;
  closure->unknowns =
      (ConstraintUnknowns){ constraints, places, count + 1, constraints->holonomic };
  closure->free_count = count;
  closure->input = input;
  return true;
}

static SweepStatus sweep_run(Sweep *sweep, const ProgramState *start, Text *why)
{
  SweepConstraints closure;
  if (!open_closure(&closure, sweep, start, why)) return SWEEP_BROKEN;
  SweepRows *rows = sweep_rows_new(sweep, why);
  SweepStatus status = rows ? follow(sweep, &closure, rows, why) : SWEEP_BROKEN;
  sweep_rows_free(rows);
  constraint_system_free(&closure.constraints);
  return status;
}

SweepStatus sweep_new(System *system, const ProgramState *start, const SweepOptions *options,
                      Sweep **out, Text *why)
{
  *out = NULL;
  if (!derive(system, why)) return SWEEP_NO_EQUATIONS;
  Sweep *sweep = sweep_begin(system, options);
  SweepStatus status = sweep_run(sweep, start, why);
  if (status != SWEEP_OK) {
    sweep_free(sweep);
    sweep = NULL;
  }
  *out = sweep;
  return status;
}

void sweep_append(Sweep *sweep, const RowColumn columns[], int count, const double values[])
{
  int before = sweep->column_count, width = before + count;
  RowColumn *all = ARENA_ARRAY(sweep->arena, RowColumn, width);
  double *rows = ARENA_ARRAY(sweep->arena, double, (size_t)width *(size_t)sweep->row_count);
  memcpy(all, sweep->columns, sizeof *all * (size_t)before);
  if (count > 0) memcpy(all + before, columns, sizeof *all * (size_t)count);
  for (int k = 0; k < sweep->row_count; k++) {
    double *row = rows + (size_t)k * (size_t)width;
    memcpy(row, sweep->rows + (size_t)k * (size_t)before, sizeof(double) * (size_t)before);
    for (int c = 0; c < count; c++)
      row[before + c] = values[k * count + c];
  }
  sweep->columns = all;
  sweep->column_count = width;
  sweep->rows = rows;
}

int sweep_find_column(const Sweep *sweep, const char *name)
{
  for (int i = 0; i < sweep->column_count; i++) {
    if (strcmp(sweep->columns[i].name, name) == 0) return i;
  }
  return -1;
}

RowTable sweep_table(const Sweep *sweep)
{
  return (RowTable){ .columns = sweep->columns,
                     .width = sweep->column_count,
                     .chosen = sweep->chosen,
                     .count = sweep->chosen ? sweep->chosen_count : sweep->column_count,
                     .rows = sweep->rows,
                     .row_count = sweep->row_count };
}

void sweep_free(Sweep *sweep)
{
  if (sweep) arena_free(sweep->arena);
}
