// simulation_notes.c -- what a simulation makes one wonder about, said at its place.
// SPDX-License-Identifier: MIT
#include "api/simulation_notes.h"

#include "symbolic/steps.h"
#include "symbolic/table_function.h"

#include <math.h>
#include <string.h>

// A condition that holds at the start is no event there.
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

// A line or an arc is read, and not simulated.
static void note_ways(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (task->kind != TASK_MOTION || task->law) continue;
    diagnostics_add(diagnostics, SEVERITY_WARNING, task->span, "'bielle trajectory' follows it",
                    "the way of '%s' is not simulated", task->name);
  }
}

// ---- tables of time

typedef struct TimeSpan {
  double begin, end;  // [s]
  Diagnostics *diagnostics;
} TimeSpan;

// A table that goes on straight outside was meant to.
static void note_table(const TimeSpan *time, const TableFunction *table, Span span)
{
  double first = table->x[0], last = table->x[table->count - 1];
  const char *hint = "outside it stays as it is at its end: add points, or 'outside linear'";
  if (last < time->end && table_function_value(table, 1, last + 1) == 0) {
    diagnostics_add(time->diagnostics, SEVERITY_WARNING, span, hint,
                    "the table '%s' ends at t = %.9g s, before the simulation does", table->name,
                    last);
  }
  if (first > time->begin && table_function_value(table, 1, first - 1) == 0) {
    diagnostics_add(time->diagnostics, SEVERITY_WARNING, span, hint,
                    "the table '%s' begins at t = %.9g s, after the simulation does", table->name,
                    first);
  }
}

static bool is_time(const Expr *e)
{
  return expr_op(e) == OP_SYMBOL && strcmp(e->form->symbol->name, "t") == 0;
}

// The tables of t itself in the expression. A list of steps, since tyres share most of theirs.
static void note_tables_in(const TimeSpan *time, const Expr *e, Span span)
{
  Steps steps = steps_of(&e, 1);
  for (int i = 0; i < steps.count; i++) {
    const Form *form = steps.at[i].form;
    if (form->op == OP_TABLE && is_time(form->arg[0]) && expr_op(form->arg[1]) == OP_POINTS)
      note_table(time, form->arg[1]->form->points.table, span);
  }
  steps_free(&steps);
}

static void note_tables(const Mechanism *mechanism, const TimeSpan *time)
{
  for (int i = 0; i < mechanism->input_count; i++) {
    const Input *input = &mechanism->inputs[i];
    if (input->value) note_tables_in(time, input->value, input->span);
  }
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (task->kind == TASK_MOTION && task->law) note_tables_in(time, task->law, task->span);
  }
  for (int i = 0; i < mechanism->force_count; i++) {
    const Force *force = &mechanism->forces[i];
    bool is_torque = force->kind == FORCE_TORQUE;
    if (is_torque) note_tables_in(time, force->amount, force->span);
    for (int k = 0; k < 3 && !is_torque; k++)
      note_tables_in(time, force->vector.at[k], force->span);
  }
}

// ---- limits

// A spring gives way.
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
                    "'%s' leaves its limits at t = %.6g s", coordinate->name,
                    simulation->left_at[i]);
  }
}

// ---- forces without value

static void note_lost(const Simulation *simulation, Diagnostics *diagnostics)
{
  const Force *lost = simulation->lost;
  const Joint *turned = simulation->turned;
  if (turned)
    diagnostics_add(diagnostics, SEVERITY_WARNING, turned->span,
                    "a quaternion does: 'quaternion' behind the kind of the joint",
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

// With steps chosen by a tolerance, such a balance says that something was stepped over.
static void note_balance(const Simulation *simulation, Diagnostics *diagnostics)
{
  static const double MOST = 1e-3;
  bool has_tolerance = simulation->options.method != INTEGRATOR_RK4 &&
                       simulation->options.method != INTEGRATOR_EULER &&
                       simulation->options.method != INTEGRATOR_MIDPOINT;
  double part = simulation->audit / fmax(simulation->energy_scale, 1e-300);
  if (!has_tolerance || !(part > fmax(MOST, 10 * simulation->options.tolerance))) return;
  diagnostics_add(diagnostics, SEVERITY_WARNING, (Span){ 0 },
                  "take a smaller tolerance, or another method: --method adams",
                  "the motion is not to be trusted: the balance of energy is off by %.1g of the "
                  "energy that moves",
                  part);
}

void simulation_notes(const Mechanism *mechanism, const Simulation *simulation,
                      Diagnostics *diagnostics)
{
  const TimeSpan time = { simulation->options.begin, simulation->options.end, diagnostics };
  note_ways(mechanism, diagnostics);
  note_events(mechanism, simulation, diagnostics);
  note_tables(mechanism, &time);
  note_limits_left(mechanism, simulation, diagnostics);
  note_lost(simulation, diagnostics);
  note_balance(simulation, diagnostics);
}
