// simulation_rows.c -- the table of a simulation.
// SPDX-License-Identifier: MIT
#include "study/simulation_impl.h"

#include <math.h>
#include <string.h>

static bool is_recorded(const SimulationOptions *options, const char *name)
{
  for (int i = 0; i < options->record_count; i++) {
    if (strcmp(options->records[i], name) == 0) return true;
  }
  return !options->records;
}

static void name_columns(Work *work)
{
  Simulation *simulation = work->simulation;
  const Equations *equations = work->system->equations;
  Arena *arena = work->arena;
  int count = 1 + 2 * work->n + work->states + work->mechanism->discrete_count;
  for (int k = 0; k < work->outputs.count; k++) {
    const Quantity *output = equations_find(equations, work->outputs.keys[k]);
    count += output->rows * output->columns;
  }
  RowColumn *columns = ARENA_ARRAY(arena, RowColumn, count);
  simulation->columns = columns;
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
  simulation->column_count = count;
}

bool rows_compile(Work *work)
{
  const Mechanism *mechanism = work->mechanism;
  work->outputs = board_new(work->system->equations, work->arena, mechanism->task_count + 1);
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

void rows_add(Work *work, double t, const double x[])
{
  Simulation *simulation = work->simulation;
  int width = simulation->column_count;
  if (simulation->row_count == simulation->row_capacity) {
    int larger = 2 * simulation->row_capacity + 64;
    double *rows = ARENA_ARRAY(work->arena, double, (size_t)larger *(size_t)width);
    if (simulation->row_count > 0) {
      memcpy(rows, simulation->rows,
             sizeof(double) * (size_t)simulation->row_count * (size_t)width);
    }
    simulation->rows = rows;
    simulation->row_capacity = larger;
  }
  double *row = simulation->rows + (size_t)simulation->row_count++ * (size_t)width;
  double energy = rates_energy(work, t, x);
  simulation->last_energy = energy;
  simulation->work = x[work->size - 1];
  simulation->last_time = t;
  double left = energy - simulation->start_energy - simulation->work - simulation->impact_energy;
  simulation->audit = fmax(simulation->audit, fabs(left));
  int count = 0;
  row[count++] = t;
  for (int i = 0; i < 2 * work->n + work->states; i++)
    row[count++] = x[i];
  for (int i = 0; i < work->mechanism->discrete_count; i++)
    row[count++] = work->discretes[i];
  if (!work->outputs.program) return;
  board_evaluate(&work->outputs, &work->state);
  for (int k = 0; k < work->outputs.count; k++) {
    const Quantity *output = equations_find(work->outputs.equations, work->outputs.keys[k]);
    for (int e = 0; e < output->rows * output->columns; e++)
      row[count++] = work->outputs.out[k][e];
  }
}
void rows_choose(Simulation *simulation)
{
  const SimulationOptions *options = &simulation->options;
  int kept = 1, width = simulation->column_count;
  int *places = ARENA_ARRAY(simulation->arena, int, width);
  if (!options->records) return;
  for (int c = 1; c < width; c++) {
    const char *name = simulation->columns[c].name;
    char *own = arena_copy_text(simulation->arena, name, strcspn(name, "["));
    if (!is_recorded(options, name) && !is_recorded(options, own)) continue;
    places[kept++] = c;
  }
  for (int k = 0; k < simulation->row_count; k++) {
    for (int c = 0; c < kept; c++)
      simulation->rows[(size_t)k * (size_t)kept + (size_t)c] =
          simulation->rows[(size_t)k * (size_t)width + (size_t)places[c]];
  }
  for (int c = 0; c < kept; c++)
    simulation->columns[c] = simulation->columns[places[c]];
  simulation->column_count = kept;
}