// simulation_text.c -- a simulation as text, and all its rows as data.
// SPDX-License-Identifier: MIT
#include "report/row_table.h"
#include "report/studies/study_record.h"
#include "report/studies/study_text.h"
#include "report/words.h"

#include <math.h>
#include <stdlib.h>

enum { MAX_MOMENTS = 12 };

// ---- text

// Returns true if auto selected BDF.
static bool is_stiff(const Simulation *simulation)
{
  return simulation->options.method == INTEGRATOR_AUTO &&
         simulation->counts.method == INTEGRATOR_BDF;
}

static void put_heading(const Simulation *simulation, Text *out)
{
  const SimulationOptions *options = &simulation->options;
  const IntegratorCounts *counts = &simulation->counts;
  text_format(out, "%s: t from %.9g to %.9g s by %s", simulation->system->equations->name,
              options->begin, simulation->last_time, integrator_method_word(options->method));
  if (options->method == INTEGRATOR_AUTO)
    text_format(out, " (%s%s)", is_stiff(simulation) ? "stiff: " : "",
                integrator_method_word(counts->method));
  if (!integrator_method_is_fixed(options->method))
    text_format(out, ", tolerance %.0e", options->tolerance);
  text_format(out, "\n%ld rows; %ld steps (%ld rejected), %ld right-hand-side evaluations\n",
              simulation->row_total, counts->steps, counts->rejected, counts->evaluations);
  if (counts->jacobians > 0)
    text_format(out, "Symbolic Jacobian of the right-hand side, evaluated %ld time%s\n",
                counts->jacobians, words_plural((int)counts->jacobians));
  if (simulation->lacks_jacobian)
    text_put(
        out,
        "Jacobian of the right-hand side by finite differences: its derivation takes too long\n");
}

static const char *const AFTER[] = {
  "", ", and rests", " no more", ", and sticks", ", and slips", ", and jams"
};
static const char *const KINDS[] = { "happens", "rests", "leaves", "sticks", "slips", "jams" };

static void put_moments(const Simulation *simulation, Text *out)
{
  long count = simulation->moment_total;
  if (count == 0) return;
  text_format(out, "%ld event%s:\n", count, count == 1 ? "" : "s");
  for (int k = 0; k < count && k < MAX_MOMENTS; k++) {
    const SimulationEventRecord *moment = &simulation->moments[k];
    text_format(out, "  %-14.9g s  %s%s\n", moment->time, moment->event->condition,
                AFTER[moment->kind]);
  }
  if (count > MAX_MOMENTS) text_format(out, "  and %ld more\n", count - MAX_MOMENTS);
}

static void put_commands(const Simulation *simulation, Text *out)
{
  for (int i = 0; i < simulation->command_count; i++) {
    const SimulationCommand *command = &simulation->commands[i];
    if (isnan(command->reached_first)) continue;
    const char *unit = simulation->system->equations->torques[command->force->coordinate].unit;
    text_format(out, "%s reached its limit %.6g %s, first at t = %.6g s\n", command->force->name,
                command->limit, unit, command->reached_first);
  }
}

static void put_audit(const Simulation *simulation, Text *out)
{
  double scale = fmax(simulation->energy_scale, 1e-300);
  text_format(out, "Energy %.6g J at the start, %.6g J at the end: work done on the system %.6g J",
              simulation->start_energy, simulation->last_energy, simulation->work);
  if (simulation->impact_energy != 0)
    text_format(out, ", of events %.6g J", simulation->impact_energy);
  text_format(out, ";\n  energy error at most %.1e J (%.0e of the peak |T| + |V|)\n",
              simulation->audit, simulation->audit / scale);
}

// Work of a force element, sorted by magnitude; elements without work are omitted, such as springs,
// whose energy is in V.
typedef struct WorkOf {
  const char *name;
  double work;
} WorkOf;

static int compare_works(const void *a, const void *b)
{
  double one = fabs(((const WorkOf *)a)->work), other = fabs(((const WorkOf *)b)->work);
  return (one < other) - (one > other);
}

static bool has_friction(const Simulation *simulation)
{
  const Mechanism *mechanism = simulation->system->mechanism;
  for (int e = 0; e < mechanism->event_count; e++) {
    const Event *event = &mechanism->events[e];
    for (int k = 0; k < event->reset_count; k++) {
      if (event->resets[k].kind == TARGET_FRICTION) return true;
    }
  }
  return false;
}

// Lists the works; the remainder of the total is done by prescribed motions. Returns the number of
// entries.
static int list_works(const Simulation *simulation, WorkOf works[])
{
  double scale = simulation->energy_scale, rest = simulation->work;
  int count = 0;
  for (int k = 0; k < simulation->acting_count; k++) {
    works[count++] = (WorkOf){ simulation->acting[k], simulation->acting_work[k] };
    rest -= simulation->acting_work[k];
    scale = fmax(scale, fabs(simulation->acting_work[k]));
  }
  works[count++] =
      (WorkOf){ has_friction(simulation) ? "contact friction and prescribed (time-driven) motion"
                                         : "prescribed (time-driven) motion",
                rest };
  double least = 10 * simulation->options.tolerance * scale;
  int kept = 0;
  for (int k = 0; k < count; k++) {
    if (fabs(works[k].work) > least) works[kept++] = works[k];
  }
  qsort(works, (size_t)kept, sizeof works[0], compare_works);
  return kept;
}

static void put_works(const Simulation *simulation, Text *out)
{
  enum { MAX_WORKS = 10 };
  if (simulation->acting_count == 0) return;
  Arena *arena = arena_new();
  WorkOf *works = ARENA_ARRAY(arena, WorkOf, simulation->acting_count + 1);
  int count = list_works(simulation, works);
  for (int k = 0; k < count && k < MAX_WORKS; k++)
    text_format(out, "  %12.6g J  by %s\n", works[k].work, works[k].name);
  if (count > MAX_WORKS) text_format(out, "  and %d more\n", count - MAX_WORKS);
  arena_free(arena);
}

static void put_changes(const Simulation *simulation, Text *out)
{
  for (int k = 0; k < simulation->change_count; k++) {
    const SimulationChange *change = &simulation->changes[k];
    text_format(out, "From t = %.9g s on, %s instead of %s: %s\n", change->time,
                constraint_enforcement_word(change->to), constraint_enforcement_word(change->from),
                change->cause);
  }
}

// Reports the costs that decided the initial selection of `auto`.
static void put_weights(const Simulation *simulation, Text *out)
{
  const double *works = simulation->treatment_work;
  bool is_asked = simulation->change_count > 0 || works[SIMULATION_PROJECTION] == 0 ||
                  simulation->treatment == SIMULATION_GGL;
  if (is_asked) return;
  text_format(out, " (%.0f operations per step", works[simulation->treatment]);
  for (ConstraintEnforcement k = SIMULATION_PROJECTION; k < SIMULATION_TREATMENTS; k++) {
    if (k != simulation->treatment)
      text_format(out, ", %s %.0f", constraint_enforcement_word(k), works[k]);
  }
  text_put(out, ")");
}

static void put_drift(const Simulation *simulation, Text *out)
{
  if (simulation->system->rows->count == 0) return;
  text_format(out, "Constraints, by %s", constraint_enforcement_word(simulation->treatment));
  put_weights(simulation, out);
  text_format(out, ", maximum position drift %.1e, velocity drift %.1e", simulation->position_drift,
              simulation->speed_drift);
  if (simulation->projections > 0)
    text_format(out, "; projected onto the constraints %d time%s", simulation->projections,
                words_plural(simulation->projections));
  text_put(out, "\n");
  put_changes(simulation, out);
  if (simulation->independents) {
    text_format(out, "Independent: %s", simulation->independents);
    if (simulation->choices > 1)
      text_format(out, "; changed %d time%s", simulation->choices - 1,
                  words_plural(simulation->choices - 1));
    text_put(out, "\n");
  }
  if (simulation->crossings > 0) {
    text_format(out, "Passed %d singular configuration%s of the constraints, last at t = %.9g s\n",
                simulation->crossings, words_plural(simulation->crossings),
                simulation->last_crossing);
  }
  if (simulation->passings > 0) {
    text_format(out, "Passed %d configuration%s with a singular mass matrix, last at t = %.9g s\n",
                simulation->passings, words_plural(simulation->passings), simulation->last_passing);
  }
}

void simulation_words(const Simulation *simulation, Text *out)
{
  if (!simulation->motion->is_closed) {
    motion_words(simulation->motion, out);
    return;
  }
  put_heading(simulation, out);
  motion_words_of_changes(simulation->motion, false, out);
  put_moments(simulation, out);
  if (simulation->stop)
    text_format(out, "Stopped by event at t = %.9g s: %s\n", simulation->last_time,
                simulation->stop);
  if (simulation->failure.length > 0)
    text_format(out, "Simulation failed: %s\n", text_string(&simulation->failure));
  put_commands(simulation, out);
  put_audit(simulation, out);
  put_works(simulation, out);
  put_drift(simulation, out);
  text_put_char(out, '\n');
  RowTable table = simulation_table(simulation);
  if (!row_table_words(&table, out)) {
    text_format(out, "All %ld rows and %d columns: -o FILE.csv, or FILE.npz\n",
                simulation->row_total, simulation->column_count);
  }
}

// ---- data

void simulation_record(const Simulation *simulation, Record *out)
{
  const IntegratorCounts *counts = &simulation->counts;
  record_flag(out, "closed", simulation->motion->is_closed);
  record_number(out, "begin", simulation->options.begin, "s");
  record_number(out, "end", simulation->last_time, "s");
  record_text(out, "stop", simulation->stop ? simulation->stop : "");
  record_text(out, "failure", text_string(&simulation->failure));
  record_number(out, "steps", (double)counts->steps, "");
  record_number(out, "evaluations", (double)counts->evaluations, "");
  record_number(out, "jacobians", (double)counts->jacobians, "");
  record_text(out, "method", integrator_method_word(counts->method));
  record_flag(out, "stiff", is_stiff(simulation));
  record_text(out, "treatment", constraint_enforcement_word(simulation->treatment));
  Record *operations = record_object(out, "treatment_operations");
  for (ConstraintEnforcement k = SIMULATION_PROJECTION;
       k < SIMULATION_TREATMENTS && simulation->treatment_work[k] > 0; k++)
    record_number(operations, constraint_enforcement_word(k), simulation->treatment_work[k], "");
  Record *changes = record_list(out, "changes");
  for (int k = 0; k < simulation->change_count; k++) {
    const SimulationChange *change = &simulation->changes[k];
    Record *entry = record_object(changes, NULL);
    record_number(entry, "t", change->time, "s");
    record_text(entry, "from", constraint_enforcement_word(change->from));
    record_text(entry, "to", constraint_enforcement_word(change->to));
    record_text(entry, "cause", change->cause);
  }
  record_number(out, "crossings", simulation->crossings, "");
  record_number(out, "passings", simulation->passings, "");
  record_number(out, "energy_start", simulation->start_energy, "J");
  record_number(out, "energy_end", simulation->last_energy, "J");
  record_number(out, "work", simulation->work, "J");
  Record *works = record_object(out, "works");
  for (int k = 0; k < simulation->acting_count; k++)
    record_number(works, simulation->acting[k], simulation->acting_work[k], "J");
  record_number(out, "impacts", simulation->impact_energy, "J");
  record_number(out, "audit", simulation->audit, "J");
  record_number(out, "position_drift", simulation->position_drift, "");
  record_number(out, "speed_drift", simulation->speed_drift, "");
  record_number(out, "event_count", (double)simulation->moment_total, "");
  Record *events = record_list(out, "events");
  for (int k = 0; k < simulation->moment_count; k++) {
    Record *event = record_object(events, NULL);
    record_number(event, "t", simulation->moments[k].time, "s");
    record_text(event, "event", simulation->moments[k].event->name);
    record_text(event, "condition", simulation->moments[k].event->condition);
    record_text(event, "what", KINDS[simulation->moments[k].kind]);
  }
  Record *commands = record_list(out, "commands");
  for (int i = 0; i < simulation->command_count; i++) {
    const SimulationCommand *command = &simulation->commands[i];
    Record *entry = record_object(commands, NULL);
    record_text(entry, "command", command->force->name);
    record_number(entry, "limit", command->limit, "");
    record_flag(entry, "reached", !isnan(command->reached_first));
  }
  RowTable table = simulation_table(simulation);
  row_table_record(&table, out);
}
