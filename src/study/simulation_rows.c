// simulation_rows.c -- the table of a simulation.
// SPDX-License-Identifier: MIT
#include "study/simulation_impl.h"

#include <math.h>
#include <string.h>

enum {
  MOST_KEPT = 4096,  // rows, where a listener has them all: enough for words and curves
  MOST_ACTING = 50,  // forces and elements whose work is told
};

// ---- what acts

bool rows_begin(Work *work)
{
  static const char *const KEY = "Pa";
  Simulation *simulation = work->simulation;
  int count = work->mechanism->force_count + work->mechanism->energy_count;
  if (count > 0 && count <= MOST_ACTING) {
    if (!system_derive(work->system, &KEY, 1, work->why)) return false;
    const Quantity *powers = equations_find(work->system->equations, KEY);
    simulation->acting = powers->row_labels;
    simulation->acting_count = powers->rows;
    simulation->acting_work = ARENA_ARRAY(work->arena, double, powers->rows);
  }
  work->size = 2 * work->n + work->states + simulation->acting_count + 1;
  return true;
}

// ---- columns

static bool is_recorded(const SimulationOptions *options, const char *name)
{
  for (int i = 0; i < options->record_count; i++) {
    if (strcmp(options->records[i], name) == 0) return true;
  }
  return !options->records;
}

// "force[2]" is a part of the output 'force'.
static void choose_columns(Work *work, const RowColumn all[], int count)
{
  Simulation *simulation = work->simulation;
  const SimulationOptions *options = &simulation->options;
  int kept = 0;
  work->places = ARENA_ARRAY(work->arena, int, count);
  const RowExtension *extension = options->extension;
  int more = extension ? extension->count : 0;
  simulation->columns = ARENA_ARRAY(work->arena, RowColumn, count + more);
  for (int c = 0; c < count; c++) {
    const char *name = all[c].name;
    const char *whole = arena_copy_text(work->arena, name, strcspn(name, "["));
    if (c > 0 && !is_recorded(options, name) && !is_recorded(options, whole)) continue;
    simulation->columns[kept] = all[c];
    work->places[kept++] = c;
  }
  for (int c = 0; c < more; c++)
    simulation->columns[kept + c] = extension->columns[c];
  simulation->own_columns = kept;
  simulation->column_count = kept + more;
  work->row = ARENA_ARRAY(work->arena, double, kept + more);
  work->next_row = ARENA_ARRAY(work->arena, double, kept + more);
}

static void name_columns(Work *work)
{
  const Equations *equations = work->system->equations;
  Arena *arena = work->arena;
  int count = 1 + 2 * work->n + work->states + work->mechanism->discrete_count;
  for (int k = 0; k < work->outputs.count; k++) {
    const Quantity *output = equations_find(equations, work->outputs.keys[k]);
    count += output->rows * output->columns;
  }
  RowColumn *all = ARENA_ARRAY(arena, RowColumn, count), *columns = all;
  *columns++ = (RowColumn){ "t", "s" };
  for (int i = 0; i < work->n; i++)
    *columns++ = (RowColumn){ equations->coordinates[i].name, equations->coordinates[i].unit };
  for (int i = 0; i < work->n; i++) {
    const char *unit = equations->coordinates[i].unit;
    *columns++ = (RowColumn){ arena_format(arena, "%s'", equations->coordinates[i].name),
                              unit[0] ? arena_format(arena, "%s/s", unit) : "1/s" };
  }
  for (int i = 0; i < work->states; i++)
    *columns++ = (RowColumn){ equations->states[i].name, equations->states[i].unit };
  for (int i = 0; i < work->mechanism->discrete_count; i++)
    *columns++ = (RowColumn){ equations->discretes[i].name, equations->discretes[i].unit };
  for (int k = 0; k < work->outputs.count; k++) {
    const Quantity *output = equations_find(equations, work->outputs.keys[k]);
    const char *name = output->key + strlen("out:");
    int entries = output->rows * output->columns;
    for (int e = 0; e < entries; e++) {
      *columns++ = (RowColumn){
        entries == 1 ? name : arena_format(arena, "%s[%d]", name, e + 1),
        output->unit ? output->unit : "",
      };
    }
  }
  work->values = ARENA_ARRAY(arena, double, count);
  choose_columns(work, all, count);
}

bool rows_compile(Work *work)
{
  const Mechanism *mechanism = work->mechanism;
  work->simulation->row_stride = 1;
  work->outputs = rates_board(work, mechanism->task_count + 1);
  for (int i = 0; i < mechanism->task_count; i++) {
    if (mechanism->tasks[i].kind != TASK_OUTPUT) continue;
    if (!is_recorded(&work->simulation->options, mechanism->tasks[i].name)) continue;
    const char *key = arena_format(work->arena, "out:%s", mechanism->tasks[i].name);
    if (!system_derive(work->system, &key, 1, work->why)) return false;
    board_add(&work->outputs, key, NULL);
  }
  name_columns(work);
  return board_compile(&work->outputs, work->why);
}

// ---- rows that are kept

static double *kept_row(const Simulation *simulation, int index)
{
  return simulation->rows + (size_t)index * (size_t)simulation->column_count;
}

static void append_row(Simulation *simulation, const double row[])
{
  size_t width = (size_t)simulation->column_count;
  if (simulation->row_count == simulation->row_capacity) {
    int larger = 2 * simulation->row_capacity + 64;
    double *rows = ARENA_ARRAY(simulation->arena, double, (size_t)larger *width);
    if (simulation->row_count > 0)
      memcpy(rows, simulation->rows, sizeof(double) * (size_t)simulation->row_count * width);
    simulation->rows = rows;
    simulation->row_capacity = larger;
  }
  memcpy(kept_row(simulation, simulation->row_count++), row, sizeof(double) * width);
}

// Every other row goes.
static void thin_rows(Simulation *simulation)
{
  int kept = (simulation->row_count + 1) / 2;
  for (int k = 1; k < kept; k++) {
    memcpy(kept_row(simulation, k), kept_row(simulation, 2 * k),
           sizeof(double) * (size_t)simulation->column_count);
  }
  simulation->row_count = kept;
  simulation->row_stride *= 2;
}

static void keep_row(Simulation *simulation, const double row[])
{
  bool is_kept = simulation->row_total++ % simulation->row_stride == 0;
  if (is_kept) append_row(simulation, row);
  if (simulation->options.listener && simulation->row_count >= MOST_KEPT) thin_rows(simulation);
}

void rows_end(Work *work)
{
  Simulation *simulation = work->simulation;
  if (simulation->row_count == 0) return;
  bool has_last = (simulation->row_total - 1) % simulation->row_stride == 0;
  if (!has_last) append_row(simulation, work->row);
}

// ---- rows

static void audit(Work *work, double t, double energy, const double x[])
{
  Simulation *simulation = work->simulation;
  simulation->last_energy = energy;
  simulation->work = x[work->size - 1];
  for (int k = 0; k < simulation->acting_count; k++)
    simulation->acting_work[k] = x[2 * work->n + work->states + k];
  simulation->last_time = t;
  double left = energy - simulation->start_energy - simulation->work - simulation->impact_energy;
  simulation->audit = fmax(simulation->audit, fabs(left));
}

// The state must have been read.
static void evaluate_row(Work *work, double t, const double x[])
{
  double *values = work->values;
  *values++ = t;
  for (int i = 0; i < 2 * work->n + work->states; i++)
    *values++ = x[i];
  for (int i = 0; i < work->mechanism->discrete_count; i++)
    *values++ = work->discretes[i];
  board_evaluate(&work->outputs, &work->state);
  for (int k = 0; k < work->outputs.count; k++) {
    const Quantity *output = equations_find(work->outputs.equations, work->outputs.keys[k]);
    for (int e = 0; e < output->rows * output->columns; e++)
      *values++ = work->outputs.out[k][e];
  }
}

// False: the extension has no such row.
static bool take_columns(Work *work)
{
  const Simulation *simulation = work->simulation;
  const RowExtension *extension = simulation->options.extension;
  double *row = work->next_row;
  for (int c = 0; c < simulation->own_columns; c++)
    row[c] = work->values[work->places[c]];
  return !extension || extension->fill(extension->context, simulation->row_total, row,
                                       row + simulation->own_columns);
}

static bool has_values(Work *work, double t, double energy)
{
  Simulation *simulation = work->simulation;
  const char *lost = isfinite(energy) ? NULL : "the energy";
  for (int c = 0; c < simulation->column_count && !lost; c++) {
    if (!isfinite(work->next_row[c])) lost = simulation->columns[c].name;
  }
  if (lost) text_format(&simulation->failure, "%s has no value at t = %.9g s", lost, t);
  return !lost;
}

bool rows_add(Work *work, double t, const double x[])
{
  Simulation *simulation = work->simulation;
  const SimulationOptions *options = &simulation->options;
  double energy = rates_energy(work, t, x);
  evaluate_row(work, t, x);
  if (!take_columns(work)) return true;
  if (!has_values(work, t, energy)) return false;
  audit(work, t, energy, x);
  memcpy(work->row, work->next_row, sizeof(double) * (size_t)simulation->column_count);
  keep_row(simulation, work->row);
  if (options->listener) {
    simulation->is_unheard = !options->listener(options->listener_context, simulation->columns,
                                                simulation->column_count, work->row);
  }
  return !simulation->is_unheard;
}
