// simulation_moments.c -- records of events in order of time, and detection of accumulating events.
//
// With a listener for the rows, memory does not grow with the simulated time: only the first
// records are kept, and the total number is counted.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_impl.h"

#include <math.h>
#include <string.h>

enum { MAX_KEPT = 4096 };
// Relative to the time span: MOMENTS_AT_ONCE records within it are an accumulation.
static const double AT_ONCE = 1e-9;

void moments_new(Work *work)
{
  work->moments.counts = ARENA_ARRAY(work->arena, long, work->events + 1);
  work->simulation->misses = ARENA_ARRAY(work->arena, SimulationMiss, work->events + 1);
  for (int e = 0; e < work->events; e++)
    work->simulation->misses[e].time = NAN;
}

// Returns true if the event belongs to a closed contact: its event function is then the contact
// force.
static bool is_closed(const Contacts *contacts, int event)
{
  for (int c = 0; c < contacts->count; c++) {
    if (contacts->events[c] == event) return contacts->is_closed[c];
  }
  return false;
}

void moments_miss(void *context, int event, double t, double by)
{
  Work *work = context;
  SimulationMiss *miss = &work->simulation->misses[event];
  bool is_nearer = isnan(miss->time) || by < miss->by;
  if (is_nearer && !is_closed(&work->contacts, event)) *miss = (SimulationMiss){ t, by };
}

static void make_room(Simulation *simulation)
{
  int larger = 2 * simulation->moment_capacity + 16;
  SimulationEventRecord *moments = ARENA_ARRAY(simulation->arena, SimulationEventRecord, larger);
  for (int i = 0; i < simulation->moment_count; i++)
    moments[i] = simulation->moments[i];
  simulation->moments = moments;
  simulation->moment_capacity = larger;
}

void moments_keep(Work *work, double t, int event, MomentKind kind)
{
  Simulation *simulation = work->simulation;
  work->moments.times[simulation->moment_total % MOMENTS_AT_ONCE] = t;
  work->moments.last = event;
  work->moments.counts[event]++;
  simulation->moment_total++;
  if (simulation->options.listener && simulation->moment_count == MAX_KEPT) return;
  if (simulation->moment_count == simulation->moment_capacity) make_room(simulation);
  simulation->moments[simulation->moment_count++] =
      (SimulationEventRecord){ t, &work->mechanism->events[event], kind };
}

// ---- accumulation of events

static void report_accumulation(Work *work, double t, int event)
{
  text_format(
      &work->simulation->failure,
      "events accumulate at t = %.9g s: '%s' happens ever more often there, %ld times so far", t,
      work->mechanism->events[event].condition, work->simulation->moment_total);
}

// Returns true if the last MOMENTS_AT_ONCE records have practically the same time.
bool moments_accumulate(Work *work, double t)
{
  const Simulation *simulation = work->simulation;
  if (simulation->moment_total < MOMENTS_AT_ONCE) return false;
  double span = simulation->options.end - simulation->options.begin;
  double first = work->moments.times[simulation->moment_total % MOMENTS_AT_ONCE];
  if (t - first >= AT_ONCE * span) return false;
  report_accumulation(work, t, work->moments.last);
  return true;
}

static bool changes_motion(const Event *event)
{
  bool is_any = false;
  for (int k = 0; k < event->reset_count; k++) {
    TargetKind kind = event->resets[k].kind;
    is_any = is_any || kind == TARGET_POSITION || kind == TARGET_SPEED ||
             reset_is_impact(&event->resets[k]);
  }
  return is_any;
}

// After an event that changes the motion, its condition normally ends, or is not more satisfied
// than when it was detected. If it is still true and increasingly so, events have become too
// frequent to be resolved.
static bool is_endless(const Work *work, int e)
{
  enum { OFTEN = 3 };
  const Event *event = &work->mechanism->events[e];
  bool is_held = work->before[e] > -1e-9 && work->after[e] > work->before[e] + 1e-9;
  return work->moments.counts[e] >= OFTEN && is_held && work->after[e] > 0 &&
         changes_motion(event) && !event->stop;
}

bool moments_are_endless(Work *work, double t)
{
  const Simulation *simulation = work->simulation;
  if (work->events == 0) return false;
  if (!simulation_events_check(work, t, work->after)) return true;
  for (int e = 0; e < work->events; e++) {
    if (!is_endless(work, e)) continue;
    long last = simulation->moment_total - 1;
    report_accumulation(work, work->moments.times[last % MOMENTS_AT_ONCE], e);
    return true;
  }
  return false;
}
