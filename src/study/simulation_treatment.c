// simulation_treatment.c -- what of a state is integrated under constraints.
// SPDX-License-Identifier: MIT
#include "study/simulation_impl.h"

#include <math.h>
#include <string.h>

static const char *const WORDS[SIMULATION_TREATMENTS] = { "auto", "projection", "ggl",
                                                          "independent" };

SimulationTreatment simulation_treatment(const char *word)
{
  for (int i = 0; i < SIMULATION_TREATMENTS; i++) {
    if (strcmp(word, WORDS[i]) == 0) return (SimulationTreatment)i;
  }
  return SIMULATION_TREATMENTS;
}

const char *simulation_treatment_word(SimulationTreatment treatment) { return WORDS[treatment]; }

// ---- between x and y

void treatment_pack(Work *work)
{
  Treating *treating = &work->treating;
  double *y = treating->y;
  int n = work->n;
  if (treating->kind != SIMULATION_INDEPENDENT) {
    memset(y, 0, sizeof(double) * (size_t)treating->problem.size);
    memcpy(y, work->x, sizeof(double) * (size_t)work->size);
    return;
  }
  for (int i = 0; i < treating->position_count; i++)
    *y++ = work->x[treating->positions[i]];
  for (int i = 0; i < treating->speed_count; i++)
    *y++ = work->x[n + treating->speeds[i]];
  memcpy(y, work->x + 2 * n, sizeof(double) * (size_t)(work->size - 2 * n));
}

// x of y; NULL: it cannot be closed there.
static const double *x_of(Work *work, double t, const double y[])
{
  Treating *treating = &work->treating;
  if (treating->kind != SIMULATION_INDEPENDENT) return y;
  rates_read_state(work, t, treating->x);  // inputs
  work->closing.state.time = t;
  work->closing.state.inputs = work->inputs;
  return independent_unpack(work, t, y) ? treating->next : NULL;
}

// ---- what the integrator asks for

static bool independent_rates(void *context, double t, const double y[], double rates[])
{
  Work *work = context;
  Treating *treating = &work->treating;
  int n = work->n;
  const double *x = x_of(work, t, y);
  double *all = treating->x + work->size;
  if (!x || !rates_at(work, t, x, all)) return false;
  for (int i = 0; i < treating->position_count; i++)
    *rates++ = all[treating->positions[i]];
  for (int i = 0; i < treating->speed_count; i++)
    *rates++ = all[n + treating->speeds[i]];
  memcpy(rates, all + 2 * n, sizeof(double) * (size_t)(work->size - 2 * n));
  return true;
}

static bool events_at(void *context, double t, const double y[], double values[])
{
  Work *work = context;
  const double *x = x_of(work, t, y);
  double *near = &values[work->events];
  bool looks_near = work->treating.problem.event_count > work->events;
  if (x && work->events > 0) rates_events(work, t, x, values);
  if (x && work->events == 0) rates_read_state(work, t, x);
  if (!x) {  // behind a position in which the others are not determined: nothing else is seen there
    for (int e = 0; e < work->events; e++)
      values[e] = -1;
  }
  if (looks_near)
    *near =
        work->treating.limit - (x && rates_close_at(work, t, x) ? independent_quality(work) : 0);
  bool is_near = looks_near && *near > 0;  // what follows from there may be another branch
  if (x && x != y && !is_near) independent_keep(work, t, x);
  return true;
}

// ---- the choice

static bool choose(Work *work)
{
  const SimulationOptions *options = &work->simulation->options;
  SimulationTreatment kind = options->treatment;
  bool is_ida = options->method == INTEGRATOR_IDA;
  if (kind == SIMULATION_AUTO) kind = is_ida ? SIMULATION_GGL : SIMULATION_PROJECTION;
  if ((kind == SIMULATION_GGL) != is_ida && options->method != INTEGRATOR_AUTO) {
    text_format(work->why,
                "this cannot be simulated: the treatment %s does not go with the method %s",
                WORDS[kind], integrator_method_word(options->method));
    return false;
  }
  if (kind == SIMULATION_INDEPENDENT && work->closing.rows == 0) kind = SIMULATION_PROJECTION;
  if (kind == SIMULATION_GGL && work->contacts.count > 0) {
    text_put(work->why, "this cannot be simulated: impacts do not go with the treatment ggl");
    return false;
  }
  bool ties_speeds = work->closing.rows > work->closing.holonomic;
  if (kind == SIMULATION_INDEPENDENT && options->method == INTEGRATOR_EULER && ties_speeds) {
    text_put(work->why, "this cannot be simulated: euler needs a speed for every coordinate, which "
                        "independent ones under constraints on speeds have not");
    return false;
  }
  if (kind == SIMULATION_GGL) work->simulation->options.method = INTEGRATOR_IDA;
  work->treating.kind = work->simulation->treatment = kind;
  return true;
}

static void keep_rows(Work *work)
{
  Treating *treating = &work->treating;
  const bool *omitted = work->system->options.omitted;
  treating->kept = ARENA_ARRAY(work->arena, int, work->closing.rows + 1);
  for (int i = 0; i < work->closing.rows; i++) {
    if (omitted && omitted[i]) continue;
    treating->kept[treating->kept_count++] = i;
    if (i < work->closing.holonomic) treating->kept_holonomic = treating->kept_count;
  }
  treating->rows = ARENA_ARRAY(work->arena, double, treating->kept_count * work->n + 1);
  treating->masks =
      ARENA_ARRAY(work->arena, uint64_t, treating->kept_count * (work->n / 64 + 1) + 1);
  treating->references = ARENA_ARRAY(work->arena, double, treating->kept_count * work->n + 1);
}

bool treatment_begin(Work *work)
{
  // Of the usual length of a row, and of what is left of it at the start: below that speeds that are
  // off become motions of their own.
  static const double NEAR = 1e-2, PART = 0.05;
  Treating *treating = &work->treating;
  if (work->follows && (work->contacts.count > 0 || work->along.count > 0)) {
    text_format(work->why, "forces depend on multipliers here: there is no motion with %s",
                work->contacts.count > 0 ? "impacts" : "derivatives by values of the start");
    return false;
  }
  if (!choose(work)) return false;
  keep_rows(work);
  bool is_ggl = treating->kind == SIMULATION_GGL;
  bool is_independent = treating->kind == SIMULATION_INDEPENDENT;
  int most = work->size + treating->kept_count + treating->kept_holonomic;
  treating->y = ARENA_ARRAY(work->arena, double, most);
  treating->x = ARENA_ARRAY(work->arena, double, 2 * work->size + 2 * work->n);
  treating->next = ARENA_ARRAY(work->arena, double, work->size);
  treating->has_risen = ARENA_ARRAY(work->arena, bool, work->events + 2);
  treating->problem = (IntegratorProblem){
    .size = is_ggl ? most : work->size,
    .context = work,
    .positions = work->n,
    .idle = is_ggl || work->along.count > 0 ? 0 : work->size - 2 * work->n - work->states,
    .event_count = work->events + (treating->kept_count > 0 && !is_ggl),
    .events = events_at,
    .operations = rates_operations(work),
    .has_brief_events = work->events > 0,
  };
  IntegratorProblem *problem = &treating->problem;
  double begin = work->simulation->options.begin;
  rates_read_state(work, begin, work->x);
  if (treating->kept_count > 0 && rates_close_at(work, begin, work->x))
    treating->limit = treating->usual_limit = fmin(NEAR, PART * independent_quality(work));
  if (is_ggl) {
    problem->residual = ggl_residual;
    problem->begin = ggl_begin;
    return ggl_compile(work);
  }
  if (is_independent) {
    problem->rates = independent_rates;
    double quality;
    return independent_choose(work, begin, work->x, &quality);
  }
  problem->rates = rates_at;
  if (work->contacts.count == 0) {  // the forces of contacts are not in lin:A
    problem->has_jacobian = rates_have_jacobian;
    problem->jacobian = rates_jacobian;
  }
  bool is_tied = work->closing.rows > 0 || work->contacts.count > 0;
  problem->project = is_tied ? rates_project : NULL;
  return true;
}

void treatment_close(Work *work) { board_close(&work->treating.balance); }

// ---- the way

IntegratorEnd treatment_go(Work *work, Integrator *integrator, double until, double wall, double *t,
                           bool *is_near)
{
  Treating *treating = &work->treating;
  IntegratorEnd end = integrator_go(integrator, until, wall, t, treating->y, treating->has_risen,
                                    &work->simulation->failure);
  *is_near = end == INTEGRATOR_EVENT && treating->has_risen[work->events] &&
             treating->problem.event_count > work->events;
  for (int e = 0; e < work->events; e++)
    work->has_risen[e] = end == INTEGRATOR_EVENT && treating->has_risen[e];
  const double *x = x_of(work, *t, treating->y);
  if (!x && *is_near) {  // just behind the limit: the last place where it was closed is before it
    *t = treating->time;
    x = treating->x;
  }
  if (x) memcpy(work->x, x, sizeof(double) * (size_t)work->size);
  if (x || end == INTEGRATOR_FAILED) return end;
  text_format(&work->simulation->failure, "the mechanism cannot be closed at t = %.9g s", *t);
  return INTEGRATOR_FAILED;
}

bool treatment_restart(Work *work, Integrator *integrator, double t)
{
  work->treating.has_references = false;
  independent_keep(work, t, work->x);
  treatment_pack(work);
  return integrator_restart(integrator, t, work->treating.y, &work->simulation->failure);
}
