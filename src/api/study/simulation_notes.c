// simulation_notes.c -- warnings about a simulation, at the statement they refer to.
// SPDX-License-Identifier: MIT
#include "api/study/simulation_notes.h"

#include "symbolic/calculus/table_function.h"

#include <math.h>
#include <string.h>

// A condition that already holds at the start does not trigger an event there.
static void note_events(const Mechanism *mechanism, const Simulation *simulation,
                        Diagnostics *diagnostics)
{
  for (int e = 0; e < mechanism->event_count; e++) {
    const Event *event = &mechanism->events[e];
    if (!simulation->holds_at_start || !simulation->holds_at_start[e]) continue;
    diagnostics_add(diagnostics, SEVERITY_WARNING, event->span,
                    "it happens when it becomes true: start where it is not",
                    "'%s' holds at the start already", event->condition);
  }
}

// Reports event functions that nearly reached 0.
static void note_misses(const Mechanism *mechanism, const Simulation *simulation,
                        Diagnostics *diagnostics)
{
  for (int e = 0; e < mechanism->event_count && simulation->misses; e++) {
    const Event *event = &mechanism->events[e];
    const SimulationMiss *miss = &simulation->misses[e];
    if (isnan(miss->time)) continue;
    diagnostics_add(diagnostics, SEVERITY_WARNING, event->span, "take a smaller tolerance",
                    "'%s' is missed by %.1g at t = %.9g s: with this tolerance it is not known "
                    "whether it happens",
                    event->condition, miss->by, miss->time);
  }
}

// Reports Cartesian paths, which a simulation does not follow.
static void note_ways(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (task->kind != TASK_MOTION || task->law) continue;
    diagnostics_add(diagnostics, SEVERITY_WARNING, task->span, "'bielle trajectory' follows it",
                    "the way of '%s' is not simulated", task->name);
  }
}

// ---- tables

// Returns true if the table is extrapolated by a constant, so that leaving its range is expected.
static bool stays_outside(const TableFunction *table, bool is_above)
{
  double x = is_above ? table->x[table->count - 1] + 1 : table->x[0] - 1;
  return table_function_value(table, 1, x) == 0;
}

// The first table function of that name whose range was left at this end, so that each table is
// reported once.
static const SimulationTable *first_left(const Simulation *simulation, const char *name,
                                         bool is_above)
{
  const SimulationTable *first = NULL;
  for (int i = 0; i < simulation->table_count; i++) {
    const SimulationTable *it = &simulation->tables[i];
    double at = is_above ? it->above_at : it->below_at;
    if (strcmp(it->table->name, name) != 0 || isnan(at)) continue;
    if (!first || at < (is_above ? first->above_at : first->below_at)) first = it;
  }
  return first;
}

static void note_table(const SimulationTable *it, bool is_above, Diagnostics *diagnostics)
{
  const TableFunction *table = it->table;
  double end = is_above ? table->x[table->count - 1] : table->x[0];
  const char *hint = "outside it stays as it is at its end: add points, or 'outside linear'";
  const char *ends = is_above ? "ends" : "begins";
  if (it->is_of_time) {
    diagnostics_add(diagnostics, SEVERITY_WARNING, it->span, hint,
                    "the table '%s' %s at t = %.9g s, %s the simulation does", table->name, ends,
                    end, is_above ? "before" : "after");
  } else {
    diagnostics_add(diagnostics, SEVERITY_WARNING, it->span, hint,
                    "the table '%s' %s at %.9g, and is left at t = %.6g s", table->name, ends, end,
                    is_above ? it->above_at : it->below_at);
  }
}

static void note_tables(const Simulation *simulation, Diagnostics *diagnostics)
{
  for (int i = 0; i < 2 * simulation->table_count; i++) {
    const SimulationTable *it = &simulation->tables[i / 2];
    bool is_above = i % 2 == 0;
    if (first_left(simulation, it->table->name, is_above) == it &&
        stays_outside(it->table, is_above))
      note_table(it, is_above, diagnostics);
  }
}

// ---- limits

// Returns true if a spring limits the coordinate.
static bool has_elastic_stop(const Mechanism *mechanism, int coordinate)
{
  for (int i = 0; i < mechanism->force_count; i++) {
    const Force *force = &mechanism->forces[i];
    if (force->kind == FORCE_TORQUE && force->coordinate == coordinate && force->element &&
        strcmp(force->element, "elastic_stop") == 0) {
      return true;
    }
  }
  return false;
}

static void note_limits_left(const Mechanism *mechanism, const Simulation *simulation,
                             Diagnostics *diagnostics)
{
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    if (!simulation->left_at || isnan(simulation->left_at[i])) continue;
    if (has_elastic_stop(mechanism, i)) continue;
    diagnostics_add(diagnostics, SEVERITY_WARNING, coordinate->span,
                    "nothing stops it there: use impulsive_stop(..) or elastic_stop(..)",
                    "'%s' leaves its limits at t = %.6g s", coordinate_name(coordinate),
                    simulation->left_at[i]);
  }
}

// ---- forces without a value

static void note_lost(const Simulation *simulation, Diagnostics *diagnostics)
{
  const Force *lost = simulation->lost;
  const Joint *turned = simulation->turned;
  if (turned)
    diagnostics_add(diagnostics, SEVERITY_WARNING, turned->span,
                    "a quaternion does: 'quaternion' after the kind of the joint",
                    "three angles do not tell how '%s' turns where the second is 90 deg, as at t = "
                    "%.9g s",
                    turned->name, simulation->lost_time);
  if (!lost) return;
  diagnostics_add(diagnostics, SEVERITY_WARNING, lost->span,
                  "the motion ends there: see that it has one wherever the motion comes",
                  "'%s' has no value at t = %.9g s: %s is none", lost->name, simulation->lost_time,
                  simulation->lost_in);
}

// ---- energy

// Warns if the energy error is large: steps were too long, or an event was missed.
static void note_balance(const Simulation *simulation, Diagnostics *diagnostics)
{
  static const double MOST = 1e-3;
  IntegratorMethod method = simulation->counts.method;
  bool is_fixed = integrator_method_is_fixed(method);
  double part = simulation->audit / fmax(simulation->energy_scale, 1e-300);
  double most = is_fixed ? MOST : fmax(MOST, 10 * simulation->options.tolerance);
  const char *hint = "take a smaller tolerance, or another method: --method adams";
  if (method == INTEGRATOR_ADAMS)
    hint = "take a smaller tolerance, or another method: --method erk8, or bdf where it is stiff";
  if (is_fixed) hint = "take shorter steps, --stride, or a method that chooses them: --method auto";
  // an error below the tolerance of the work is not significant
  bool is_below =
      !is_fixed && simulation->audit <= 10 * simulation->options.tolerance * simulation->work_size;
  if (!(part > most) || is_below) return;
  diagnostics_add(diagnostics, SEVERITY_WARNING, (Span){ 0 }, hint,
                  "unreliable result: energy error is %.1g of the peak |T| + |V|", part);
}

void simulation_notes(const Mechanism *mechanism, const Simulation *simulation,
                      Diagnostics *diagnostics)
{
  note_ways(mechanism, diagnostics);
  note_events(mechanism, simulation, diagnostics);
  note_misses(mechanism, simulation, diagnostics);
  note_tables(simulation, diagnostics);
  note_limits_left(mechanism, simulation, diagnostics);
  note_lost(simulation, diagnostics);
  note_balance(simulation, diagnostics);
}
