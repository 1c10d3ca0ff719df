// simulation.c -- main loop: from the start through events and samples to the end.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_contacts.h"
#include "study/simulation/simulation_impl.h"

#include "mechanism/default_value.h"

#include <float.h>
#include <math.h>
#include <string.h>

// ---- limits of the coordinates

static void find_limits(Work *work, const double parameters[])
{
  const Mechanism *mechanism = work->mechanism;
  work->lower = ARENA_ARRAY(work->arena, double, work->n + 1);
  work->upper = ARENA_ARRAY(work->arena, double, work->n + 1);
  work->simulation->left_at = ARENA_ARRAY(work->arena, double, work->n + 1);
  for (int i = 0; i < work->n; i++) {
    work->lower[i] =
        mechanism->coordinates[i].lower
            ? mechanism_value_with(mechanism, parameters, mechanism->coordinates[i].lower)
            : NAN;
    work->upper[i] =
        mechanism->coordinates[i].upper
            ? mechanism_value_with(mechanism, parameters, mechanism->coordinates[i].upper)
            : NAN;
    work->simulation->left_at[i] = NAN;
  }
}

static void check_limits(Work *work, double t)
{
  double *left_at = work->simulation->left_at;
  for (int i = 0; i < work->n; i++) {
    double q = work->x[i], slack = 1e-6 * fmax(1, fabs(q));
    bool is_outside = q < work->lower[i] - slack || q > work->upper[i] + slack;
    if (is_outside && isnan(left_at[i])) left_at[i] = t;
  }
}

// ---- main loop

static bool is_tied(const Work *work)
{
  return work->constraints.rows > 0 || work->contacts.count > 0;
}

static bool keep_closed(Work *work, double t)
{
  Simulation *simulation = work->simulation;
  double positions, speeds, fastest = 1, farthest = 1;
  rates_read_state(work, t, work->x);
  rates_drift(work, work->x, &positions, &speeds);
  simulation->position_drift = fmax(simulation->position_drift, positions);
  simulation->speed_drift = fmax(simulation->speed_drift, speeds);
  for (int i = 0; i < work->n; i++) {
    farthest = fmax(farthest, fabs(work->x[i]));
    fastest = fmax(fastest, fabs(work->x[work->n + i]));
  }
  // The constraints are among its equations.
  if (work->treating.kind == SIMULATION_GGL) return true;
  double most = 10 * simulation->options.tolerance;  // smaller drifts do not justify a restart
  if (positions <= most * farthest && speeds <= most * fastest &&
      contacts_drift(work, t, work->x) <= most * fastest) {
    return true;
  }
  if (!rates_project(work, t, work->x, 0)) {
    text_format(&simulation->failure, "the mechanism cannot be closed at t = %.9g s", t);
    return false;
  }
  return treatment_restart(work, t, false);
}

static bool report_singular(Work *work, double t)
{
  text_format(&work->simulation->failure,
              "the constraints depend on one another at t = %.9g s: beyond that position the "
              "mechanism may continue in several ways or not at all",
              t);
  return false;
}

// Chooses independent coordinates again, since others may determine the dependent ones better.
// Returns false if they hardly do.
static bool choose_anew(Work *work, double t)
{
  EnforcementState *treating = &work->treating;
  double before = treating->limit, quality;
  if (!independent_choose(work, t, work->x, &quality)) return false;
  if (quality > 2 * before) return true;
  treating->limit = fmin(treating->default_limit, before);
  return before > treating->default_limit;
}

// The constraints are about to become linearly dependent: starts a crossing. Where the motion would
// not be smooth, it may only come near to such a configuration; integration then continues with a
// smaller limit.
static bool come_near(Work *work, double t)
{
  static const double CLOSEST = 1e-6;
  EnforcementState *treating = &work->treating;
  if (treating->kind == SIMULATION_INDEPENDENT && choose_anew(work, t))
    return treatment_restart(work, t, false);
  if (crossing_begin(work, t)) return true;
  treating->limit *= 0.1;
  if (treating->limit < CLOSEST) return report_singular(work, t);
  return treatment_restart(work, t, false);
}

// Advances within a crossing of a singular configuration.
static bool cross(Work *work, double until, double *t)
{
  *t = fmin(until, work->crossing.to);
  if (until < work->crossing.to) {
    crossing_at(work, until, work->x);
    rates_read_state(work, until, work->x);
    return true;
  }
  crossing_end(work);
  double quality = treatment_quality(work, *t);
  if (work->treating.kind == SIMULATION_INDEPENDENT &&
      !independent_choose(work, *t, work->x, &quality)) {
    return report_singular(work, *t);
  }
  // The limit stays below the present quality, so that the next such configuration, or this one
  // again, is detected only when closer.
  work->treating.limit = fmin(work->treating.default_limit, 0.95 * quality);
  return treatment_restart(work, *t, false);
}

// Advances to `until`, to an event, or within a crossing up to its end.
static bool move_on(Work *work, double until, double stop_time, double *t, bool *is_event)
{
  bool is_near;
  *is_event = false;
  if (work->crossing.is_on) return cross(work, until, t);
  if (until - *t <= 8 * DBL_EPSILON * fmax(fabs(until), fabs(*t))) {  // too short for an integrator
    *t = until;
    return true;
  }
  if (work->passing.is_on) until = fmin(until, work->passing.time - work->passing.distance);
  IntegratorEnd end = treatment_go(work, until, stop_time, t, &is_near);
  for (int e = 0; e < work->events && end == INTEGRATOR_EVENT; e++)
    *is_event = *is_event || work->has_crossed[e];
  if (is_near && !*is_event) return come_near(work, *t);
  if (end == INTEGRATOR_REACHED && passing_is_near(work, *t)) return passing_try(work, *t);
  return end != INTEGRATOR_FAILED;
}

// Advances once towards the next row, sample or event.
static bool go_on(Work *work, double row, double *t, bool *is_row)
{
  Simulation *simulation = work->simulation;
  double tick = simulation_events_next_sample(work);
  if (fabs(tick - row) < 1e-12 * fmax(1, fabs(row))) tick = row;  // they differ by rounding only
  double until = fmin(row, tick);
  bool is_event;
  *is_row = false;
  if (!move_on(work, until, fmin(tick, simulation->options.end), t, &is_event))
    return passing_begin(work, t) || treatment_change(work, t);
  bool is_sampled = !is_event && *t == tick;
  *is_row = !is_event && *t == row;
  if (*is_row && moments_are_endless(work, *t)) return false;
  if (!is_event && !is_sampled) return true;
  if (!sensitivity_leave(work, *t, is_event)) return false;
  if (!simulation_events_handle(work, *t, is_sampled)) return false;
  if (!sensitivity_arrive(work, *t)) return false;
  if (is_event && moments_accumulate(work, *t)) return false;
  treatment_keep(work, *t);
  bool was_crossing = work->crossing.is_on;
  work->crossing.is_on = false;
  if (was_crossing && crossing_begin(work, *t)) return true;
  return treatment_restart(work, *t, true);
}

// Checks the state at the time of a row. *goes_back: another constraint method resumes from an
// earlier time. Returns false with a message in simulation->failure.
static bool check_row(Work *work, double *t, bool *goes_back)
{
  *goes_back = false;
  if (work->crossing.is_on) return true;
  if (is_tied(work) && !keep_closed(work, *t)) return *goes_back = treatment_change(work, t);
  return contacts_audit(work, *t);
}

static bool follow(Work *work)
{
  Simulation *simulation = work->simulation;
  const SimulationOptions *options = &simulation->options;
  double t = options->begin, span = options->end - options->begin;
  long rows = lround(ceil(span / options->step - 1e-9));
  for (long k = 1; k <= rows;) {
    double row = k == rows ? options->end : options->begin + (double)k * options->step;
    bool is_row, goes_back = false;
    if (!go_on(work, row, &t, &is_row)) return false;
    if (is_row && !check_row(work, &t, &goes_back)) return false;
    if (goes_back) continue;
    if ((is_row || simulation->stop) && !rows_add(work, t, work->x)) return false;
    check_limits(work, t);
    if (simulation->stop) return true;
    if (is_row) k++;
    if (is_row && !work->crossing.is_on) treatment_keep(work, t);
    if (!progress_report(options->progress, "motion", (t - options->begin) / span)) return false;
  }
  return true;
}

// ---- start

static double *copied(Arena *arena, const double values[], int count)
{
  double *copy = ARENA_ARRAY(arena, double, count + 1);
  if (values && count > 0) memcpy(copy, values, sizeof(double) * (size_t)count);
  return copy;
}

// Initialises x, and all values that are held between jumps.
static bool begin(Work *work, const ProgramState *start)
{
  const Mechanism *mechanism = work->mechanism;
  const MotionStudy *motion = work->simulation->motion;
  int n = work->n;
  work->state = *start;
  work->inputs = copied(work->arena, start->inputs, mechanism->input_count);
  work->discretes = copied(work->arena, start->discretes, mechanism->discrete_count);
  work->state.inputs = work->inputs;
  work->state.discretes = work->discretes;
  work->described_inputs = ARENA_ARRAY(work->arena, double, mechanism->input_count + 1);
  work->described_arrays = (DescribedArrays){
    .inputs = work->described_inputs,
    .q = ARENA_ARRAY(work->arena, double, n + 1),
    .states = ARENA_ARRAY(work->arena, double, work->states + 1),
    .discretes = ARENA_ARRAY(work->arena, double, mechanism->discrete_count + 1),
  };
  work->x = ARENA_ARRAY(work->arena, double, work->size);
  work->lost = ARENA_ARRAY(work->arena, double, work->size);
  memcpy(work->x, motion->q, sizeof(double) * (size_t)n);
  memcpy(work->x + n, motion->qd, sizeof(double) * (size_t)n);
  for (int i = 0; i < work->states; i++)
    work->x[2 * n + i] = start->states[i];
  find_limits(work, start->parameters);
  ProgramState closed = work->state;
  closed.q = motion->q;
  return constraint_system_init(&work->constraints, work->system->ties, &closed, work->why);
}

static void note_start(Work *work)
{
  Simulation *simulation = work->simulation;
  simulation->holds_at_start = ARENA_ARRAY(work->arena, bool, work->events + 1);
  for (int e = 0; e < work->events; e++)
    simulation->holds_at_start[e] = work->before[e] > 0;
  for (int c = 0; c < work->contacts.count; c++) {
    int e = work->contacts.events[c];  // a contact that only touches may come to rest
    simulation->holds_at_start[e] = work->before[e] > contacts_touching(work);
  }
}

static bool run(Work *work, const ProgramState *start)
{
  Simulation *simulation = work->simulation;
  const SimulationOptions *options = &simulation->options;
  if (!rows_begin(work) || !begin(work, start) || !simulation_events_begin(work) ||
      !rates_compile(work) || !contacts_compile(work) || !treatment_begin(work) ||
      !simulation_events_compile(work) || !commands_compile(work) || !rows_compile(work) ||
      !tables_compile(work) || !sensitivity_begin(work)) {
    return false;
  }
  bool begins = simulation_events_start(work, options->begin) &&
                simulation_events_check(work, options->begin, work->before);
  note_start(work);
  simulation->start_energy = rates_energy(work, options->begin, work->x);
  begins = begins &&
           (work->contacts.count == 0 || simulation_events_handle(work, options->begin, false));
  if (!rows_add(work, options->begin, work->x) || !begins || simulation->stop) return true;
  treatment_keep(work, options->begin);
  if (!treatment_start(work, options->begin, work->why)) return false;
  bool is_whole = follow(work);
  rows_end(work);
  if (!is_whole && simulation->last_time < work->state.time)
    simulation->last_time = work->state.time;
  treatment_end(work);
  return true;
}

static void free_evaluators(Work *work)
{
  evaluator_free(&work->motion);
  evaluator_free(&work->joint_reactions);
  evaluator_free(&work->acting);
  evaluator_free(&work->energy);
  evaluator_free(&work->slopes);
  treatment_close(work);
  passing_close(work);
  evaluator_free(&work->event_evaluator);
  evaluator_free(&work->recorded);
  evaluator_free(&work->arguments);
  evaluator_free(&work->commands);
  simulation_events_free(work);
  contacts_close(work);
  described_values_free(work->described);
  if (work->constraints.arena) constraint_system_free(&work->constraints);
}

// ---- allocation and release

Simulation *simulation_new(System *system, const ProgramState *start,
                           const SimulationOptions *options, Text *why, const char **hint)
{
  const Mechanism *mechanism = system->mechanism;
  ProgramState at = *start;
  at.time = options->begin;
  MotionStudy *motion = motion_study_new(system, &at, &options->constraints, why, hint);
  if (!motion) return NULL;
  Arena *arena = arena_new();
  Simulation *simulation = ARENA_NEW(arena, Simulation);
  *simulation =
      (Simulation){ .arena = arena, .system = system, .options = *options, .motion = motion };
  if (!motion->is_closed) return simulation;
  Work work = { .simulation = simulation,
                .system = system,
                .mechanism = mechanism,
                .arena = arena,
                .n = mechanism->coordinate_count,
                .states = mechanism->state_count,
                .events = mechanism->event_count,
                .why = why };
  bool is_good = run(&work, &at);
  if (is_good) failure_locate(&work);
  free_evaluators(&work);
  if (is_good) return simulation;
  simulation_free(simulation);
  return NULL;
}

RowTable simulation_table(const Simulation *simulation)
{
  return (RowTable){ .columns = simulation->columns,
                     .width = simulation->column_count,
                     .count = simulation->column_count,
                     .rows = simulation->rows,
                     .row_count = simulation->row_count };
}

void simulation_free(Simulation *simulation)
{
  if (!simulation) return;
  motion_study_free(simulation->motion);
  text_free(&simulation->failure);
  arena_free(simulation->arena);
}
