// simulation_events.c -- instants with jumps: events and samples.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_impl.h"

#include "mechanism/default_value.h"
#include "symbolic/steps.h"

#include <math.h>
#include <string.h>

// ---- jumps

// Holds the input at the value from now on, instead of its law; the rates of a smooth input are
// then 0.
static void hold_input(Work *work, int input, double value)
{
  const Input *inputs = work->mechanism->inputs;
  work->inputs[input] = value;
  work->is_held[input] = true;
  work->has_moved_input = work->has_moved_input || input_is_smooth(&inputs[input]);
  for (int i = input + 1; i < work->mechanism->input_count && inputs[i].is_rate; i++) {
    work->inputs[i] = 0;
    work->is_held[i] = true;
    sensitivity_hold(work, i);
  }
}

static void put_target(Work *work, const Reset *reset, double value)
{
  switch (reset->kind) {
  case TARGET_POSITION: work->x[reset->index] = value; break;
  case TARGET_SPEED: work->x[work->n + reset->index] = value; break;
  case TARGET_STATE: work->x[2 * work->n + reset->index] = value; break;
  case TARGET_DISCRETE: work->discretes[reset->index] = value; break;
  case TARGET_INPUT: hold_input(work, reset->index, value); break;
  case TARGET_NEWTON:
  case TARGET_POISSON:
  case TARGET_FRICTION:
  case TARGET_SLIP: break;  // handled by contacts_hit()
  }
}

static bool lack_accelerations(Work *work, double t)
{
  text_format(&work->simulation->failure, "the accelerations have no value at t = %.9g s", t);
  return false;
}

// Evaluates all values of one setting from the state before the jump. Returns false with a message
// in simulation->failure.
static bool evaluate_setting(Work *work, int place, double t, int count)
{
  rates_read_state(work, t, work->x);
  if (!work->settings[place].program) return true;
  if (!rates_prepare(work, &work->settings[place])) return lack_accelerations(work, t);
  evaluator_evaluate(&work->settings[place], &work->state);
  sensitivity_set(work, place, count);
  return true;
}

// Number of entries of a setting: values, then their derivatives with respect to each value of the
// start.
static int width_of(const Work *work, int count) { return count * (1 + work->along.count); }

static void apply_setting(Work *work, const double set[], const Reset resets[], int count)
{
  for (int k = 0; k < count; k++) {
    put_target(work, &resets[k], set[k]);
    for (int v = 0; v < work->along.count; v++)
      sensitivity_put(work, &resets[k], v, set[(v + 1) * count + k]);
  }
}

// Projects the speeds onto the constraints; speeds that an event has set are kept.
static bool settle_speeds(Work *work, double t, const bool is_set[])
{
  int n = work->n;
  if (work->constraints.rows == 0) return true;
  ArenaMark mark = arena_mark(work->arena);
  double *delta = ARENA_ARRAY(work->arena, double, n);
  work->constraints.state.time = t;
  for (int i = 0; i < n; i++)
    delta[i] = -work->x[n + i];
  bool is_good = constraint_system_evaluate_at(&work->constraints, work->x) &&
                 constraint_system_project_velocity(&work->constraints, NULL, is_set, work->x + n);
  bool stays = true;
  for (int i = 0; i < n; i++) {
    delta[i] += work->x[n + i];
    stays = stays && !(is_set[i] && delta[i] != 0);
  }
  is_good = is_good && sensitivity_follow_speeds(work, stays ? is_set : NULL, delta);
  arena_rewind(work->arena, mark);
  return is_good;
}

// Projects the state again onto constraints that depend on a smooth input which has jumped.
static bool close_after_input(Work *work, double t)
{
  bool is_off = work->has_moved_input && work->constraints.rows > 0;
  work->has_moved_input = false;
  if (!is_off || rates_project_tightly(work, t, work->x)) return true;
  text_format(&work->simulation->failure,
              "the inputs that are set at t = %.9g s contradict the constraints", t);
  return false;
}

// ---- samples

static double time_of_sample(const Work *work, int k)
{
  return (double)work->ticks[k] * work->periods[k];
}

// Due time of the oldest sampled values in the delay line; INFINITY: there are none.
static double time_of_waiting(const Work *work, int k)
{
  const SampleDelay *waiting = &work->waiting[k];
  if (waiting->count == 0) return INFINITY;
  return (double)(work->ticks[k] - waiting->count) * work->periods[k] + waiting->delay;
}

static void keep_waiting(Work *work, int k)
{
  SampleDelay *waiting = &work->waiting[k];
  int width = width_of(work, work->mechanism->samples[k].reset_count);
  int place = (waiting->first + waiting->count++) % waiting->room;
  memcpy(waiting->values + (size_t)place * (size_t)width, work->set[work->events + k],
         sizeof(double) * (size_t)width);
}

static void apply_waiting(Work *work, int k)
{
  SampleDelay *waiting = &work->waiting[k];
  const Sampling *sampling = &work->mechanism->samples[k];
  int width = width_of(work, sampling->reset_count);
  const double *values = waiting->values + (size_t)waiting->first * (size_t)width;
  apply_setting(work, values, sampling->resets, sampling->reset_count);
  waiting->first = (waiting->first + 1) % waiting->room;
  waiting->count--;
}

// Takes the samples that are due; all of them read the state before. Returns false with a message
// in simulation->failure.
static bool sample(Work *work, double t)
{
  int count = work->mechanism->sample_count;
  double until = t + 1e-12 * fmax(1, fabs(t));
  for (int k = 0; k < count; k++) {
    if (time_of_sample(work, k) <= until &&
        !evaluate_setting(work, work->events + k, t, work->mechanism->samples[k].reset_count)) {
      return false;
    }
  }
  for (int k = 0; k < count; k++) {
    if (time_of_sample(work, k) <= until) {
      keep_waiting(work, k);
      work->ticks[k]++;
    }
    if (time_of_waiting(work, k) <= until) apply_waiting(work, k);
  }
  return true;
}

bool simulation_events_check(Work *work, double t, double values[])
{
  if (work->events == 0 || rates_events(work, t, work->x, values)) return true;
  return lack_accelerations(work, t);
}

// Adds one row for all events that record at this instant. Returns false if it could not be
// computed.
static bool record_before(Work *work, double t)
{
  bool is_wanted = false;
  for (int e = 0; e < work->events; e++)
    is_wanted = is_wanted || (work->has_crossed[e] && work->mechanism->events[e].adds_row);
  if (!is_wanted || work->simulation->options.lacks_event_rows) return true;
  return rows_add(work, t, work->x);
}

// All fired events read the state before the jump; then their values are set in order. Returns
// false with a message in simulation->failure.
static bool jump(Work *work, double t)
{
  Simulation *simulation = work->simulation;
  for (int e = 0; e < work->events; e++) {
    int count = work->mechanism->events[e].reset_count;
    if (work->has_crossed[e] && !evaluate_setting(work, e, t, count)) return false;
  }
  if (!record_before(work, t)) return false;
  for (int e = 0; e < work->events; e++) {
    const Event *event = &work->mechanism->events[e];
    if (!work->has_crossed[e]) continue;
    moments_keep(work, t, e, EVENT_FIRED);
    if (event->reset_count > 0)
      apply_setting(work, work->set[e], event->resets, event->reset_count);
    for (int k = 0; k < event->reset_count; k++) {
      if (event->resets[k].kind == TARGET_SPEED) work->is_set[event->resets[k].index] = true;
    }
    if (event->stop && !simulation->stop) simulation->stop = event->stop;
  }
  return contacts_hit(work, t);
}

// Finds the conditions that a jump has made true. Returns false with a message in
// simulation->failure.
static bool find_rises(Work *work, double t, bool *is_any)
{
  *is_any = false;
  if (!simulation_events_check(work, t, work->after)) return false;
  for (int e = 0; e < work->events; e++)
    work->has_crossed[e] = work->before[e] <= 0 && work->after[e] > 0 && !work->has_crossed[e];
  if (!contacts_rise(work, t)) return false;
  for (int e = 0; e < work->events; e++)
    *is_any = *is_any || work->has_crossed[e];
  memcpy(work->before, work->after, sizeof(double) * (size_t)work->events);
  return true;
}

// Adds the energy change by the jumps since `energy` to the energy balance of the following rows.
static void account(Work *work, double t, double *energy)
{
  double now = rates_energy(work, t, work->x);
  work->simulation->impact_energy += now - *energy;
  *energy = now;
}

// Handles the events that jumps trigger, and those they trigger in turn, until there are no more.
static bool jump_in_turn(Work *work, double t, double *energy)
{
  enum { MAX_ROUNDS = 100 };
  for (int rounds = 1; work->events > 0 && !work->simulation->stop; rounds++) {
    bool is_any;
    if (!find_rises(work, t, &is_any)) return false;
    if (!is_any) return true;
    if (rounds == MAX_ROUNDS) {
      text_format(&work->simulation->failure, "events cause one another without end at t = %.9g s",
                  t);
      return false;
    }
    account(work, t, energy);
    if (!jump(work, t)) return false;
  }
  return true;
}

// Projects the speeds if any were set; those that were set are kept.
static bool settle_all_speeds(Work *work, double t)
{
  bool sets_speeds = false;
  for (int i = 0; i < work->n; i++)
    sets_speeds = sets_speeds || work->is_set[i];
  if (!sets_speeds || settle_speeds(work, t, work->is_set)) return true;
  text_format(&work->simulation->failure,
              "the speeds that are set at t = %.9g s contradict the constraints", t);
  return false;
}

// Handles the events that caused this instant, or the samples.
static bool begin_moment(Work *work, double t, bool has_sampled)
{
  memset(work->is_set, 0, sizeof(bool) * (size_t)work->n);
  contacts_begin_moment(work, t);
  if (!simulation_events_check(work, t, work->before)) return false;
  if (!has_sampled) return contacts_rise(work, t) && jump(work, t);
  memset(work->has_crossed, 0, sizeof(bool) * (size_t)work->events);
  return sample(work, t);
}

bool simulation_events_handle(Work *work, double t, bool has_sampled)
{
  double energy = rates_energy(work, t, work->x);
  if (!begin_moment(work, t, has_sampled) || !jump_in_turn(work, t, &energy) ||
      !close_after_input(work, t) || !settle_all_speeds(work, t) ||
      !contacts_update_status(work, t)) {
    return false;
  }
  account(work, t, &energy);
  return simulation_events_check(work, t, work->before);
}

bool simulation_events_start(Work *work, double t)
{
  if (simulation_events_next_sample(work) <= t && !sample(work, t)) return false;
  return close_after_input(work, t);
}

double simulation_events_next_sample(const Work *work)
{
  double next = INFINITY;
  for (int k = 0; k < work->mechanism->sample_count; k++)
    next = fmin(next, fmin(time_of_sample(work, k), time_of_waiting(work, k)));
  return next;
}

// ---- derived quantities

bool simulation_events_compile(Work *work)
{
  const Mechanism *mechanism = work->mechanism;
  int count = work->events + mechanism->sample_count;
  work->settings = ARENA_ARRAY(work->arena, Evaluator, count + 1);
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
    work->settings[i] = evaluator_new(work->system->equations, work->arena, 1);
    work->set[i] = ARENA_ARRAY(work->arena, double, width_of(work, resets));
    evaluator_add(&work->settings[i], key, work->set[i]);
    if (!evaluator_compile(&work->settings[i], work->why)) return false;
  }
  return true;
}

// Evaluates and checks the period and the delay.
static bool begin_sampling(Work *work, int k)
{
  enum { MAX_WAITING = 100000 };
  const Mechanism *mechanism = work->mechanism;
  const Sampling *sampling = &mechanism->samples[k];
  SampleDelay *waiting = &work->waiting[k];
  const double *parameters = work->state.parameters;
  double period = mechanism_value_with(mechanism, parameters, sampling->period);
  waiting->delay =
      sampling->delay ? mechanism_value_with(mechanism, parameters, sampling->delay) : 0;
  if (!(period > 0)) {
    text_format(work->why, "the period of '%s' is not above 0", sampling->name);
    return false;
  }
  if (!(waiting->delay >= 0)) {
    text_format(work->why, "the delay of '%s' is below 0", sampling->name);
    return false;
  }
  if (!(waiting->delay / period < MAX_WAITING)) {
    text_format(work->why, "the delay of '%s' is too many periods long", sampling->name);
    return false;
  }
  waiting->room = (int)(waiting->delay / period) + 2;
  waiting->values =
      ARENA_ARRAY(work->arena, double, waiting->room *width_of(work, sampling->reset_count));
  work->periods[k] = period;
  work->ticks[k] = lround(ceil(work->simulation->options.begin / period - 1e-9));
  return true;
}

// The search for sign changes needs to know the side of a function that stays 0 for some time, as
// max(x, 0) > 0 does. This applies to piecewise functions, except the gaps of impacts.
static double value_at_zero(const Event *event)
{
  const double A_LITTLE = 1e-100;
  bool has_pieces = false;
  Steps steps = steps_of(&event->function, 1);
  for (int i = 0; i < steps.count; i++)
    has_pieces = has_pieces || steps.at[i].node->form->op >= OP_ABS;
  steps_free(&steps);
  if (!has_pieces || event_is_impact(event)) return 0;
  return event->is_strict ? -A_LITTLE : A_LITTLE;
}

bool simulation_events_begin(Work *work)
{
  const Mechanism *mechanism = work->mechanism;
  moments_new(work);
  work->is_held = ARENA_ARRAY(work->arena, bool, mechanism->input_count + 1);
  const bool *gives = work->simulation->options.has_inputs;
  for (int i = 0; gives && i < mechanism->input_count; i++)
    work->is_held[i] = gives[i];
  work->has_crossed = ARENA_ARRAY(work->arena, bool, work->events + 1);
  work->at_zero = ARENA_ARRAY(work->arena, double, work->events + 1);
  work->is_set = ARENA_ARRAY(work->arena, bool, work->n + 1);
  work->before = ARENA_ARRAY(work->arena, double, work->events + 1);
  work->after = ARENA_ARRAY(work->arena, double, work->events + 1);
  work->periods = ARENA_ARRAY(work->arena, double, mechanism->sample_count + 1);
  work->ticks = ARENA_ARRAY(work->arena, long, mechanism->sample_count + 1);
  work->waiting = ARENA_ARRAY(work->arena, SampleDelay, mechanism->sample_count + 1);
  for (int e = 0; e < work->events; e++) {
    work->at_zero[e] = value_at_zero(&mechanism->events[e]);
  }
  for (int k = 0; k < mechanism->sample_count; k++) {
    if (!begin_sampling(work, k)) return false;
  }
  return true;
}

void simulation_events_free(Work *work)
{
  for (int i = 0; work->settings && i < work->events + work->mechanism->sample_count; i++)
    evaluator_free(&work->settings[i]);
}
