// simulation.c -- from a start through events and samples to the end.
// SPDX-License-Identifier: MIT
#include "study/simulation.h"

#include "mechanism/default_value.h"
#include "system/closing.h"
#include "system/described_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// So many events within a billionth of the time are an accumulation.
enum { MOST_AT_ONCE = 100 };
static const double AT_ONCE = 1e-9;

typedef struct Work {
  Simulation *simulation;
  System *system;
  const Mechanism *mechanism;
  Arena *arena;  // of the simulation
  int n, states, events;
  int size;  // of x
  double *x;
  double *inputs;     // as they are now
  double *discretes;  // likewise
  bool *is_sampled;   // by input: a sample or an event sets it
  ProgramState state;
  DescribedValues *described;
  DescribedArrays described_arrays;
  double *described_inputs;
  Board motion;  // qdd, lambda, sd
  double *qdd, *lambda, *sd;
  Board power;  // T, V, P, P_t
  double *T, *V, *P, *P_t;
  Board happening;  // ev
  double *ev;
  Board *settings;  // by event, then by sample: what it sets
  double **set;
  Board outputs;
  Closing closing;  // with rows
  bool *has_risen;
  bool *is_set;            // speeds, at a moment
  double *before, *after;  // event functions, around a jump
  double *periods;         // by sample
  long *ticks;             // samples so far
  Text *why;
} Work;

// ---- the state

// Inputs that the description gives as functions of time; those that are set stay as they are.
static void read_inputs(Work *work, double t)
{
  int count = work->mechanism->input_count;
  if (count == 0) return;
  double *now = work->described_inputs;
  described_values_at(work->described, work->state.parameters, t, work->described_arrays);
  for (int i = 0; i < count; i++) {
    if (!work->is_sampled[i] && !input_is_free(&work->mechanism->inputs[i]))
      work->inputs[i] = now[i];
  }
}

static void read_state(Work *work, double t, const double x[])
{
  read_inputs(work, t);
  work->state.time = t;
  work->state.q = x;
  work->state.qd = x + work->n;
  work->state.states = x + 2 * work->n;
  work->state.qdd = NULL;
}

static double constraint_power(Work *work, const double x[])
{
  double power = 0;
  if (work->closing.rows == 0) return 0;
  work->closing.state.time = work->state.time;
  work->closing.state.inputs = work->inputs;
  closing_at(&work->closing, x);
  for (int i = 0; i < work->closing.rows; i++)
    power += work->lambda[i] * work->closing.rest[i];
  return power;
}

// ---- what the integrator asks for

static bool rates_at(void *context, double t, const double x[], double rates[])
{
  Work *work = context;
  int n = work->n;
  read_state(work, t, x);
  if (board_evaluate(&work->motion, &work->state) != 0) return false;
  memcpy(rates, x + n, sizeof(double) * (size_t)n);
  memcpy(rates + n, work->qdd, sizeof(double) * (size_t)n);
  for (int i = 0; i < work->states; i++)
    rates[2 * n + i] = work->sd[i];
  work->state.qdd = work->qdd;
  board_evaluate(&work->power, &work->state);
  rates[work->size - 1] = work->P[0] + work->P_t[0] + constraint_power(work, x);
  return true;
}

static bool events_at(void *context, double t, const double x[], double values[])
{
  Work *work = context;
  read_state(work, t, x);
  board_evaluate(&work->happening, &work->state);
  memcpy(values, work->ev, sizeof(double) * (size_t)work->events);
  return true;
}

static bool put_on_constraints(Work *work, double t, double x[])
{
  work->closing.state.time = t;
  work->closing.state.inputs = work->inputs;
  bool is_tied = work->closing.holonomic > 0;
  if (is_tied && !closing_project_all(&work->closing, x)) return false;
  return closing_at(&work->closing, x) &&
         closing_fit_speeds(&work->closing, NULL, NULL, x + work->n);
}

static bool project_at(void *context, double t, double x[])
{
  return put_on_constraints(context, t, x);
}

// ---- rows

static double energy_at(Work *work, double t, const double x[])
{
  read_state(work, t, x);
  board_evaluate(&work->power, &work->state);
  Simulation *simulation = work->simulation;
  simulation->energy_scale = fmax(simulation->energy_scale, fabs(work->T[0]) + fabs(work->V[0]));
  return work->T[0] + work->V[0];
}

// Off by how much: positions, speeds.
static void measure_drift(Work *work, const double x[], double *positions, double *speeds)
{
  *positions = *speeds = 0;
  if (work->closing.rows == 0) return;
  work->closing.state.time = work->state.time;
  work->closing.state.inputs = work->inputs;
  closing_at(&work->closing, x);
  for (int i = 0; i < work->closing.rows; i++) {
    if (i < work->closing.holonomic) *positions = fmax(*positions, fabs(work->closing.phi[i]));
    *speeds = fmax(*speeds, fabs(closing_slip(&work->closing, i, x + work->n)));
  }
}

static void add_row(Work *work, double t, const double x[])
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
  double energy = energy_at(work, t, x);
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

// ---- what jumps

static void put_target(Work *work, const Reset *reset, double value)
{
  switch (reset->kind) {
  case TARGET_POSITION: work->x[reset->index] = value; break;
  case TARGET_SPEED: work->x[work->n + reset->index] = value; break;
  case TARGET_STATE: work->x[2 * work->n + reset->index] = value; break;
  case TARGET_DISCRETE: work->discretes[reset->index] = value; break;
  case TARGET_INPUT: work->inputs[reset->index] = value; break;
  }
}

// All of one moment from what there was before it.
static void evaluate_setting(Work *work, int place, double t)
{
  read_state(work, t, work->x);
  if (work->settings[place].program) board_evaluate(&work->settings[place], &work->state);
}

static void apply_setting(Work *work, int place, const Reset resets[], int count)
{
  for (int k = 0; k < count; k++)
    put_target(work, &resets[k], work->set[place][k]);
}

// Speeds that an event set stay, the others follow as the constraints want.
static bool settle_speeds(Work *work, double t, const bool is_set[])
{
  if (work->closing.rows == 0) return true;
  work->closing.state.time = t;
  return closing_at(&work->closing, work->x) &&
         closing_fit_speeds(&work->closing, NULL, is_set, work->x + work->n);
}

static void keep_moment(Work *work, double t, const Event *event)
{
  Simulation *simulation = work->simulation;
  if (simulation->moment_count == simulation->moment_capacity) {
    int larger = 2 * simulation->moment_capacity + 16;
    SimulationMoment *moments = ARENA_ARRAY(work->arena, SimulationMoment, larger);
    for (int i = 0; i < simulation->moment_count; i++)
      moments[i] = simulation->moments[i];
    simulation->moments = moments;
    simulation->moment_capacity = larger;
  }
  simulation->moments[simulation->moment_count++] = (SimulationMoment){ t, event };
}

// Samples that are due.
static void sample(Work *work, double t)
{
  const Mechanism *mechanism = work->mechanism;
  double slack = 1e-12 * fmax(1, fabs(t));
  for (int k = 0; k < mechanism->sample_count; k++) {
    if ((double)work->ticks[k] * work->periods[k] <= t + slack)
      evaluate_setting(work, work->events + k, t);
  }
  for (int k = 0; k < mechanism->sample_count; k++) {
    const Sampling *sampling = &mechanism->samples[k];
    if ((double)work->ticks[k] * work->periods[k] > t + slack) continue;
    apply_setting(work, work->events + k, sampling->resets, sampling->reset_count);
    work->ticks[k]++;
  }
}

static void look_at_events(Work *work, double t, double values[])
{
  if (work->events == 0) return;
  read_state(work, t, work->x);
  board_evaluate(&work->happening, &work->state);
  memcpy(values, work->ev, sizeof(double) * (size_t)work->events);
}

// What has risen sees what there was before, then values are taken in order.
static void jump(Work *work, double t)
{
  Simulation *simulation = work->simulation;
  for (int e = 0; e < work->events; e++) {
    if (work->has_risen[e]) evaluate_setting(work, e, t);
  }
  for (int e = 0; e < work->events; e++) {
    const Event *event = &work->mechanism->events[e];
    if (!work->has_risen[e]) continue;
    keep_moment(work, t, event);
    apply_setting(work, e, event->resets, event->reset_count);
    for (int k = 0; k < event->reset_count; k++) {
      if (event->resets[k].kind == TARGET_SPEED) work->is_set[event->resets[k].index] = true;
    }
    if (event->stop && !simulation->stop) simulation->stop = event->stop;
  }
}

// Conditions that a jump made true.
static bool find_rises(Work *work, double t)
{
  bool is_any = false;
  look_at_events(work, t, work->after);
  for (int e = 0; e < work->events; e++) {
    work->has_risen[e] = work->before[e] <= 0 && work->after[e] > 0 && !work->has_risen[e];
    is_any = is_any || work->has_risen[e];
  }
  memcpy(work->before, work->after, sizeof(double) * (size_t)work->events);
  return is_any;
}

// All that happens at one time: what has risen by itself, or by a sample, then what that makes true.
static bool happen(Work *work, double t, bool has_sampled)
{
  enum { MOST_ROUNDS = 100 };
  Simulation *simulation = work->simulation;
  double energy = energy_at(work, t, work->x);
  memset(work->is_set, 0, sizeof(bool) * (size_t)work->n);
  look_at_events(work, t, work->before);
  if (has_sampled) {
    memset(work->has_risen, 0, sizeof(bool) * (size_t)work->events);
    sample(work, t);
  } else {
    jump(work, t);
  }
  int rounds = 0;
  while (work->events > 0 && !simulation->stop && find_rises(work, t) && ++rounds < MOST_ROUNDS)
    jump(work, t);
  if (rounds == MOST_ROUNDS) {
    text_format(&simulation->failure, "events cause one another without end at t = %.9g s", t);
    return false;
  }
  bool sets_speeds = false;
  for (int i = 0; i < work->n; i++)
    sets_speeds = sets_speeds || work->is_set[i];
  if (sets_speeds && !settle_speeds(work, t, work->is_set)) {
    text_format(&simulation->failure,
                "the speeds that are set at t = %.9g s contradict the constraints", t);
    return false;
  }
  simulation->impact_energy += energy_at(work, t, work->x) - energy;
  look_at_events(work, t, work->before);
  return true;
}

// Does time stand still?
static bool accumulates(const Work *work, double t)
{
  const Simulation *simulation = work->simulation;
  int count = simulation->moment_count;
  if (count < MOST_AT_ONCE) return false;
  double span = simulation->options.end - simulation->options.begin;
  return t - simulation->moments[count - MOST_AT_ONCE].time < AT_ONCE * span;
}

// After an event its condition ends again, or holds as little as when it was found. If it is still
// true and ever more so, the events had become too many to be told apart.
static const Event *endless_event(Work *work, double t)
{
  const Simulation *simulation = work->simulation;
  if (work->events == 0) return NULL;
  look_at_events(work, t, work->after);
  for (int e = 0; e < work->events; e++) {
    const Event *event = &work->mechanism->events[e];
    int times = 0;
    for (int k = simulation->moment_count; k > 0 && times < 3; k--)
      times += simulation->moments[k - 1].event == event;
    bool is_held = work->before[e] > -1e-9 && work->after[e] > work->before[e] + 1e-9;
    bool changes = event->reset_count > 0 && !event->stop;
    if (times == 3 && is_held && changes && work->after[e] > 0) return event;
  }
  return NULL;
}

static double next_tick(const Work *work)
{
  double next = INFINITY;
  for (int k = 0; k < work->mechanism->sample_count; k++)
    next = fmin(next, (double)work->ticks[k] * work->periods[k]);
  return next;
}

// ---- the way

static bool keep_closed(Work *work, Integrator *integrator, double t)
{
  Simulation *simulation = work->simulation;
  double positions, speeds, fastest = 1, farthest = 1;
  measure_drift(work, work->x, &positions, &speeds);
  simulation->position_drift = fmax(simulation->position_drift, positions);
  simulation->speed_drift = fmax(simulation->speed_drift, speeds);
  for (int i = 0; i < work->n; i++) {
    farthest = fmax(farthest, fabs(work->x[i]));
    fastest = fmax(fastest, fabs(work->x[work->n + i]));
  }
  double most = simulation->options.tolerance;
  if (positions <= most * farthest && speeds <= most * fastest) return true;
  if (!put_on_constraints(work, t, work->x)) {
    text_format(&simulation->failure, "the mechanism cannot be closed at t = %.9g s", t);
    return false;
  }
  simulation->projections++;
  return integrator_restart(integrator, t, work->x, &simulation->failure);
}

static double last_moment(const Work *work)
{
  const Simulation *simulation = work->simulation;
  return simulation->moments[simulation->moment_count - 1].time;
}

static bool tell_accumulation(Work *work, double t, const Event *event)
{
  text_format(
      &work->simulation->failure,
      "events accumulate at t = %.9g s: '%s' happens ever more often there, %d times so far", t,
      event->condition, work->simulation->moment_count);
  return false;
}

// One way to the next row, sample or event.
static bool go_on(Work *work, Integrator *integrator, double row, double *t, bool *is_row)
{
  Simulation *simulation = work->simulation;
  double tick = next_tick(work), until = fmin(row, tick);
  IntegratorEnd end = integrator_go(integrator, until, fmin(tick, simulation->options.end), t,
                                    work->x, work->has_risen, &simulation->failure);
  if (end == INTEGRATOR_FAILED) return false;
  bool is_event = end == INTEGRATOR_EVENT, is_sampled = !is_event && until == tick;
  *is_row = !is_event && until == row;
  if (*is_row) {
    const Event *endless = endless_event(work, *t);
    if (endless) return tell_accumulation(work, last_moment(work), endless);
  }
  if (!is_event && !is_sampled) return true;
  if (!happen(work, *t, is_sampled)) return false;
  if (is_event && accumulates(work, *t))
    return tell_accumulation(work, *t, simulation->moments[simulation->moment_count - 1].event);
  return integrator_restart(integrator, *t, work->x, &simulation->failure);
}

static bool follow(Work *work, Integrator *integrator)
{
  Simulation *simulation = work->simulation;
  const SimulationOptions *options = &simulation->options;
  double t = options->begin, span = options->end - options->begin;
  long rows = lround(ceil(span / options->step - 1e-9));
  for (long k = 1; k <= rows;) {
    double row = k == rows ? options->end : options->begin + (double)k * options->step;
    bool is_row;
    if (!go_on(work, integrator, row, &t, &is_row)) return false;
    if (is_row || simulation->stop) add_row(work, t, work->x);
    if (simulation->stop) return true;
    if (is_row) k++;
    if (is_row && work->closing.rows > 0 && !keep_closed(work, integrator, t)) return false;
    if (!progress_tell(options->progress, "motion", (t - options->begin) / span)) return false;
  }
  return true;
}

// ---- what is derived

static bool compile_settings(Work *work)
{
  const Mechanism *mechanism = work->mechanism;
  int count = work->events + mechanism->sample_count;
  work->settings = ARENA_ARRAY(work->arena, Board, count + 1);
  work->set = ARENA_ARRAY(work->arena, double *, count + 1);
  for (int i = 0; i < count; i++) {
    bool is_event = i < work->events;
    int resets = is_event ? mechanism->events[i].reset_count
                          : mechanism->samples[i - work->events].reset_count;
    const char *name =
        is_event ? mechanism->events[i].name : mechanism->samples[i - work->events].name;
    if (resets == 0) continue;
    const char *key = arena_format(work->arena, "set:%s", name);
    if (!system_derive(work->system, &key, 1, work->why)) return false;
    work->settings[i] = board_new(work->system->equations, work->arena, 1);
    work->set[i] = board_add(&work->settings[i], key, NULL);
    if (!board_compile(&work->settings[i], work->why)) return false;
  }
  return true;
}

static bool is_recorded(const SimulationOptions *options, const char *name)
{
  for (int i = 0; i < options->record_count; i++) {
    if (strcmp(options->records[i], name) == 0) return true;
  }
  return !options->records;
}

static bool compile_outputs(Work *work)
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
  return board_compile(&work->outputs, work->why);
}

static bool compile(Work *work)
{
  static const char *const ENERGIES[] = { "T", "V", "P", "P_t" };
  static const char *const STATES[] = { "sd" };
  static const char *const EVENTS[] = { "ev" };
  System *system = work->system;
  const Equations *equations = system->equations;
  bool is_tied = system->rows->count > 0;
  if (!system_derive(system, ENERGIES, 4, work->why) ||
      !system_derive(system, STATES, work->states > 0 ? 1 : 0, work->why) ||
      !system_derive(system, EVENTS, work->events > 0 ? 1 : 0, work->why)) {
    return false;
  }
  work->motion = board_new(equations, work->arena, 3);
  work->qdd = board_add(&work->motion, "qdd", NULL);
  if (is_tied) work->lambda = board_add(&work->motion, "lambda", NULL);
  if (work->states > 0) work->sd = board_add(&work->motion, "sd", NULL);
  work->power = board_new(equations, work->arena, 4);
  work->T = board_add(&work->power, "T", NULL);
  work->V = board_add(&work->power, "V", NULL);
  work->P = board_add(&work->power, "P", NULL);
  work->P_t = board_add(&work->power, "P_t", NULL);
  work->happening = board_new(equations, work->arena, 1);
  if (work->events > 0) work->ev = board_add(&work->happening, "ev", NULL);
  work->described = described_values_new(equations, work->why);
  return work->described && board_compile(&work->motion, work->why) &&
         board_compile(&work->power, work->why) && board_compile(&work->happening, work->why) &&
         compile_settings(work) && compile_outputs(work);
}

static void mark_sampled(Work *work, const Reset resets[], int count)
{
  for (int k = 0; k < count; k++) {
    if (resets[k].kind == TARGET_INPUT) work->is_sampled[resets[k].index] = true;
  }
}

static double *copied(Arena *arena, const double values[], int count)
{
  double *copy = ARENA_ARRAY(arena, double, count + 1);
  if (values && count > 0) memcpy(copy, values, sizeof(double) * (size_t)count);
  return copy;
}

// The start of x, and of all that is held between jumps.
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
  work->is_sampled = ARENA_ARRAY(work->arena, bool, mechanism->input_count + 1);
  work->has_risen = ARENA_ARRAY(work->arena, bool, work->events + 1);
  work->is_set = ARENA_ARRAY(work->arena, bool, n + 1);
  work->before = ARENA_ARRAY(work->arena, double, work->events + 1);
  work->after = ARENA_ARRAY(work->arena, double, work->events + 1);
  work->described_inputs = ARENA_ARRAY(work->arena, double, mechanism->input_count + 1);
  work->described_arrays = (DescribedArrays){
    .inputs = work->described_inputs,
    .q = ARENA_ARRAY(work->arena, double, n + 1),
    .states = ARENA_ARRAY(work->arena, double, work->states + 1),
    .discretes = ARENA_ARRAY(work->arena, double, mechanism->discrete_count + 1),
  };
  work->periods = ARENA_ARRAY(work->arena, double, mechanism->sample_count + 1);
  work->ticks = ARENA_ARRAY(work->arena, long, mechanism->sample_count + 1);
  for (int e = 0; e < work->events; e++)
    mark_sampled(work, mechanism->events[e].resets, mechanism->events[e].reset_count);
  for (int k = 0; k < mechanism->sample_count; k++) {
    const Sampling *sampling = &mechanism->samples[k];
    mark_sampled(work, sampling->resets, sampling->reset_count);
    work->periods[k] = mechanism_default_value(mechanism, sampling->period);
    work->ticks[k] = lround(ceil(work->simulation->options.begin / work->periods[k] - 1e-9));
    if (!(work->periods[k] > 0)) {
      text_format(work->why, "the period of '%s' is not above 0", sampling->name);
      return false;
    }
  }
  work->x = ARENA_ARRAY(work->arena, double, work->size);
  memcpy(work->x, motion->q, sizeof(double) * (size_t)n);
  memcpy(work->x + n, motion->qd, sizeof(double) * (size_t)n);
  for (int i = 0; i < work->states; i++)
    work->x[2 * n + i] = start->states[i];
  ProgramState closed = work->state;
  closed.q = motion->q;
  return closing_open(&work->closing, work->system->ties, &closed, work->why);
}

static void note_start(Work *work)
{
  Simulation *simulation = work->simulation;
  simulation->holds_at_start = ARENA_ARRAY(work->arena, bool, work->events + 1);
  if (work->events == 0) return;
  read_state(work, simulation->options.begin, work->x);
  board_evaluate(&work->happening, &work->state);
  for (int e = 0; e < work->events; e++)
    simulation->holds_at_start[e] = work->ev[e] > 0;
}

static bool run(Work *work, const ProgramState *start)
{
  Simulation *simulation = work->simulation;
  const SimulationOptions *options = &simulation->options;
  if (!begin(work, start) || !compile(work)) return false;
  name_columns(work);
  if (next_tick(work) <= options->begin) sample(work, options->begin);
  look_at_events(work, options->begin, work->before);
  simulation->start_energy = energy_at(work, options->begin, work->x);
  add_row(work, options->begin, work->x);
  IntegratorProblem problem = { .size = work->size,
                                .context = work,
                                .rates = rates_at,
                                .event_count = work->events,
                                .events = events_at,
                                .project = work->closing.rows > 0 ? project_at : NULL };
  note_start(work);
  IntegratorOptions how = { options->method, options->tolerance, options->step };
  Integrator *integrator = integrator_new(&problem, &how, options->begin, work->x, work->why);
  if (!integrator) return false;
  bool is_whole = follow(work, integrator);
  if (!is_whole && simulation->last_time < work->state.time)
    simulation->last_time = work->state.time;
  simulation->counts = integrator_counts(integrator);
  integrator_free(integrator);
  return true;
}

static void close_boards(Work *work)
{
  board_close(&work->motion);
  board_close(&work->power);
  board_close(&work->happening);
  board_close(&work->outputs);
  for (int i = 0; work->settings && i < work->events + work->mechanism->sample_count; i++)
    board_close(&work->settings[i]);
  described_values_free(work->described);
  if (work->closing.arena) closing_close(&work->closing);
}

// ---- columns that are wanted

static void choose_columns(Simulation *simulation)
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

// ---- life

Simulation *simulation_new(System *system, const ProgramState *start,
                           const SimulationOptions *options, Text *why, const char **hint)
{
  const Mechanism *mechanism = system->mechanism;
  ProgramState at = *start;
  at.time = options->begin;
  MotionStudy *motion = motion_study_new(system, &at, &options->closing, why, hint);
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
  work.size = 2 * work.n + work.states + 1;
  bool is_good = run(&work, &at);
  close_boards(&work);
  if (is_good) choose_columns(simulation);
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
