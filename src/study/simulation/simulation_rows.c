// simulation_rows.c -- the table of results.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_impl.h"

#include <math.h>
#include <string.h>

enum {
  MAX_KEPT = 4096,  // rows kept if a listener receives all: enough for texts and plots
  MAX_ACTING = 50,  // forces and elements whose works are listed
};

// ---- loads

bool rows_begin(Work *work)
{
  static const char *const KEY = "Pa";
  Simulation *simulation = work->simulation;
  int count = work->mechanism->force_count + work->mechanism->energy_count;
  if (count > 0 && count <= MAX_ACTING) {
    if (!system_derive(work->system, &KEY, 1, work->why)) return false;
    const Quantity *powers = equations_find(work->system->equations, KEY);
    simulation->acting = powers->row_labels;
    simulation->acting_count = powers->rows;
    simulation->acting_work = ARENA_ARRAY(work->arena, double, powers->rows);
  }
  int used = 2 * work->n + work->states;
  work->along = (SensitivityState){ .count = simulation->options.by_count,
                                    .used = used,
                                    .by = simulation->options.by };
  work->plain = used + simulation->acting_count + 1;
  work->size = work->plain + work->along.count * used;
  return true;
}

// ---- columns

// The columns and their expressions.
typedef struct Columns {
  Work *work;
  RowColumn *columns;
  const Expr **entries;
  int count;
} Columns;

static void put_column(Columns *columns, const char *name, const char *unit, const Expr *entry)
{
  columns->entries[columns->count] = entry;
  columns->columns[++columns->count] = (RowColumn){ name, unit };  // the first column is the time
}

static void put_value(Columns *columns, const char *name, const TaskOption *value)
{
  Arena *arena = columns->work->arena;
  Text unit = { 0 };
  dimension_print(value->dimension, &unit);
  const char *kept = arena_copy_text(arena, text_string(&unit), unit.length);
  text_free(&unit);
  for (int e = 0; e < value->value_count; e++) {
    put_column(columns, row_part_name(arena, name, e, value->value_count), kept, value->values[e]);
  }
}

// Records the value as applied: commands of controllers are limited, sampled and delayed after they
// are read.
static void put_recorded(Columns *columns, const TaskOption *recorded)
{
  const Mechanism *mechanism = columns->work->mechanism;
  TaskOption value = *recorded;
  for (int i = 0; i < mechanism->force_count && recorded->is_force; i++) {
    const Force *force = &mechanism->forces[i];
    if (strcmp(force->name, recorded->text) != 0) continue;
    value.value_count = force_given(force, &value.values);
  }
  put_value(columns, recorded->text, &value);
}

static void put_coordinates(Columns *columns)
{
  const Work *work = columns->work;
  const Variable *variables = work->system->equations->coordinates;
  for (int i = 0; i < work->n; i++)
    put_column(columns, variables[i].name, variables[i].unit, work->mechanism->coordinates[i].q);
  for (int i = 0; i < work->n; i++) {
    const char *unit = variables[i].unit;
    put_column(columns, arena_format(work->arena, "%s'", variables[i].name),
               unit[0] ? arena_format(work->arena, "%s/s", unit) : "1/s",
               expr_rate(variables[i].symbol));
  }
}

// Adds coordinates, speeds, states, discrete variables and outputs.
static void put_all(Columns *columns)
{
  const Mechanism *mechanism = columns->work->mechanism;
  const Equations *equations = columns->work->system->equations;
  put_coordinates(columns);
  for (int i = 0; i < mechanism->state_count; i++)
    put_column(columns, equations->states[i].name, equations->states[i].unit,
               mechanism->states[i].symbol);
  for (int i = 0; i < mechanism->discrete_count; i++)
    put_column(columns, equations->discretes[i].name, equations->discretes[i].unit,
               mechanism->discretes[i].symbol);
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (task->kind == TASK_OUTPUT) put_value(columns, task->name, &task->options[0]);
  }
}

// Returns the unit of a derivative, such as m/(N/m); empty if both units are the same.
static const char *unit_of(Arena *arena, const char *above, const char *below)
{
  if (!below[0] || strcmp(below, "1") == 0) return above;
  if (strcmp(above, below) == 0) return "";
  if (!above[0]) above = "1";
  return arena_format(arena, strpbrk(below, "/.") ? "%s/(%s)" : "%s/%s", above, below);
}

static RowColumn derivative_column(const Work *work, const RowColumn *column,
                                   const SensitivityVariable *by)
{
  return (RowColumn){ arena_format(work->arena, "d(%s)/d(%s)", column->name, by->name),
                      unit_of(work->arena, column->unit, by->unit) };
}

static bool has_column(const Columns *columns, const char *name)
{
  for (int c = 1; c <= columns->count; c++) {
    if (strcmp(columns->columns[c].name, name) == 0) return true;
  }
  return false;
}

// Adds the values that events record and that are not yet in the table.
static void put_records_of_events(Columns *columns)
{
  const Mechanism *mechanism = columns->work->mechanism;
  for (int e = 0; e < mechanism->event_count; e++) {
    const Event *event = &mechanism->events[e];
    for (int k = 0; k < event->record_count; k++) {
      const char *name = event->records[k].text;
      bool is_vector = event->records[k].value_count > 1;
      if (is_vector) name = arena_format(columns->work->arena, "%s[1]", name);
      if (!has_column(columns, name)) put_recorded(columns, &event->records[k]);
    }
  }
}

static int records_of_events(const Mechanism *mechanism)
{
  int count = 0;
  for (int e = 0; e < mechanism->event_count; e++)
    count += mechanism->events[e].record_count;
  return count;
}

bool rows_compile(Work *work)
{
  enum { MAX_COMPONENTS = 9 };
  Simulation *simulation = work->simulation;
  const SimulationOptions *options = &simulation->options;
  const Mechanism *mechanism = work->mechanism;
  int values = options->by_count;
  int most = 1 + 2 * work->n + work->states + mechanism->discrete_count +
             MAX_COMPONENTS *
                 (mechanism->task_count + options->record_count + records_of_events(mechanism));
  most *= 1 + values;
  Columns columns = { work, ARENA_ARRAY(work->arena, RowColumn, most),
                      ARENA_ARRAY(work->arena, const Expr *, most), 0 };
  columns.columns[0] = (RowColumn){ "t", "s" };
  for (int k = 0; options->records && k < options->record_count; k++)
    put_recorded(&columns, options->records[k]);
  if (!options->records) put_all(&columns);
  put_records_of_events(&columns);
  simulation->row_stride = 1;
  simulation->columns = columns.columns;
  simulation->own_columns = columns.count + 1;
  simulation->column_count = simulation->own_columns + columns.count * values;
  for (int i = 0; i < columns.count * values; i++)
    columns.columns[simulation->own_columns + i] =
        derivative_column(work, &columns.columns[1 + i / values], &options->by[i % values]);
  work->row = ARENA_ARRAY(work->arena, double, simulation->column_count);
  work->next_row = ARENA_ARRAY(work->arena, double, simulation->column_count);
  work->recorded = evaluator_of_expressions(work->system->derivation, work->arena, columns.entries,
                                            columns.count, &work->values);
  return evaluator_compile(&work->recorded, work->why);
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

// Removes every other row.
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
  if (simulation->options.listener && simulation->row_count >= MAX_KEPT) thin_rows(simulation);
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
  simulation->work = x[work->plain - 1];
  for (int k = 0; k < simulation->acting_count; k++)
    simulation->acting_work[k] = x[2 * work->n + work->states + k];
  simulation->last_time = t;
  double left = energy - simulation->start_energy - simulation->work - simulation->impact_energy;
  simulation->audit = fmax(simulation->audit, fabs(left));
}

// Evaluates the row into work->next_row; the state must have been read. Returns false if the row
// needs accelerations and they have no value.
static bool evaluate_row(Work *work, double t)
{
  double *row = work->next_row;
  int own = work->simulation->own_columns;
  saturation_record(work, t);
  table_range_record(work, t);
  bool has_value = rates_prepare(work, &work->recorded);
  evaluator_evaluate(&work->recorded, &work->state);
  row[0] = t;
  memcpy(row + 1, work->values, sizeof(double) * (size_t)(own - 1));
  sensitivity_row(work, row + own);
  return has_value;
}

static bool has_values(Work *work, double t, double energy, bool is_row)
{
  Simulation *simulation = work->simulation;
  const char *lost = isfinite(energy) ? NULL : "the energy has";
  if (!lost && !is_row) lost = "the accelerations have";
  for (int c = 0; c < simulation->column_count && !lost; c++) {
    if (!isfinite(work->next_row[c]))
      lost = arena_format(work->arena, "%s has", simulation->columns[c].name);
  }
  if (lost) text_format(&simulation->failure, "%s no value at t = %.9g s", lost, t);
  return !lost;
}

bool rows_add(Work *work, double t, const double x[])
{
  Simulation *simulation = work->simulation;
  const SimulationOptions *options = &simulation->options;
  double energy = rates_energy(work, t, x);
  bool is_row = evaluate_row(work, t);
  if (!has_values(work, t, energy, is_row)) return false;
  size_t size = sizeof(double) * (size_t)simulation->column_count;
  bool is_known = simulation->row_total > 0 && memcmp(work->row, work->next_row, size) == 0;
  if (is_known) return true;  // an event at the time of a row, or one that stops the simulation
  audit(work, t, energy, x);
  memcpy(work->row, work->next_row, size);
  keep_row(simulation, work->row);
  if (options->listener) {
    simulation->listener_stopped = !options->listener(
        options->listener_context, simulation->columns, simulation->column_count, work->row);
  }
  return !simulation->listener_stopped;
}
