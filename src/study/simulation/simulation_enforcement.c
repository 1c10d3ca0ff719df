// simulation_enforcement.c -- constraint methods: which part of the state is integrated.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_impl.h"

#include <math.h>
#include <string.h>

static const char *const WORDS[SIMULATION_TREATMENTS] = { "auto", "projection", "ggl",
                                                          "independent" };

ConstraintEnforcement simulation_treatment(const char *word)
{
  for (int i = 0; i < SIMULATION_TREATMENTS; i++) {
    if (strcmp(word, WORDS[i]) == 0) return (ConstraintEnforcement)i;
  }
  return SIMULATION_TREATMENTS;
}

const char *constraint_enforcement_word(ConstraintEnforcement treatment)
{
  return WORDS[treatment];
}

// ---- conversion between x and y

// Packs work->x into y, at the time of the state.
static void pack(Work *work)
{
  EnforcementState *treating = &work->treating;
  double *y = treating->y;
  int n = work->n;
  kinds_put(work);
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

// Returns x for y; NULL if the dependent coordinates have no solution.
static const double *x_of(Work *work, double t, const double y[])
{
  EnforcementState *treating = &work->treating;
  if (treating->kind != SIMULATION_INDEPENDENT) return y;
  rates_read_state(work, t, treating->x);  // evaluates the inputs
  work->constraints.state.time = t;
  work->constraints.state.inputs = work->inputs;
  return independent_unpack(work, t, y) ? treating->next : NULL;
}

// ---- callbacks of the integrator

static bool independent_rates(void *context, double t, const double y[], double rates[])
{
  Work *work = context;
  EnforcementState *treating = &work->treating;
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
  if (x && work->events > 0 && !rates_events(work, t, x, values)) return false;
  if (x && work->events == 0) rates_read_state(work, t, x);
  // Past a configuration in which the dependent coordinates are undetermined: no other event is
  // detected there.
  if (!x) {
    for (int e = 0; e < work->events; e++)
      values[e] = -1;
  }
  if (looks_near)
    *near = work->treating.limit -
            (x && rates_close_at(work, t, x) ? independent_quality(work, t, x) : 0);
  bool is_near = looks_near && *near > 0;  // the solution past this point may lie on another branch
  if (x && x != y && !is_near) independent_keep(work, t, x);
  return true;
}

// ---- choice of the constraint method

// Estimates the operations per step of each method. Factorisations of constraints are those of
// band.h at full bandwidth; steps of `ggl` are of low order, and therefore more numerous. Implicit
// methods reuse matrices for many steps (Hindmarsh and others 2005): Jacobians for 50,
// factorisations for 20.
static void weigh(Work *work)
{
  static const double EXPLICIT = 2, IMPLICIT = 1.3, CLOSING = 3, MORE_STEPS = 3;
  const EnforcementState *treating = &work->treating;
  IntegratorMethod method = treating->method;
  bool is_implicit = method == INTEGRATOR_BDF || method == INTEGRATOR_MIDPOINT;
  bool closes_in_steps = method != INTEGRATOR_AUTO && method != INTEGRATOR_ADAMS;
  int n = work->n, rows = treating->kept_count, bound = treating->kept_holonomic;
  double evaluations = is_implicit ? IMPLICIT : EXPLICIT, rates = rates_operations(work);
  double residuals = program_register_count(work->constraints.program);
  double speeds = residuals + (double)rows * rows * n,
         closed = residuals + (double)bound * bound * n;
  double all = 2 * n + work->states, own = all - rows - bound, whole = all + rows + bound;
  double *works = work->simulation->treatment_work;
  works[SIMULATION_PROJECTION] = evaluations * rates +
                                 (closes_in_steps ? CLOSING * closed + speeds : 0) +
                                 (is_implicit ? all * rates / 50 + all * all * all / 3 / 20 : 0);
  works[SIMULATION_INDEPENDENT] =
      evaluations * (rates + CLOSING * closed + speeds) +
      (is_implicit ? 2 * own * (rates + closed + speeds) / 50 + own * own * own / 3 / 20 : 0);
  works[SIMULATION_GGL] =
      MORE_STEPS * (IMPLICIT * (rates + residuals) + 2 * n * (rates + residuals) / 20 +
                    whole * whole * whole / 3 / 20);
}

static bool may_take(const Work *work, ConstraintEnforcement kind)
{
  IntegratorMethod method = work->treating.method;
  bool is_free = method == INTEGRATOR_AUTO || method == INTEGRATOR_IDA;
  bool ties_speeds = work->constraints.rows > work->constraints.holonomic;
  return !work->treating.has_failed[kind] && (is_free || kind != SIMULATION_GGL) &&
         !(kind == SIMULATION_INDEPENDENT && method == INTEGRATOR_EULER && ties_speeds);
}

static ConstraintEnforcement least_work(Work *work)
{
  const double *works = work->simulation->treatment_work;
  bool is_less = works[SIMULATION_INDEPENDENT] < works[SIMULATION_PROJECTION];
  return is_less && may_take(work, SIMULATION_INDEPENDENT) ? SIMULATION_INDEPENDENT
                                                           : SIMULATION_PROJECTION;
}

static bool choose(Work *work, ConstraintEnforcement *chosen)
{
  const SimulationOptions *options = &work->simulation->options;
  ConstraintEnforcement kind = options->treatment;
  bool is_ida = options->method == INTEGRATOR_IDA;
  if (kind == SIMULATION_AUTO) kind = is_ida ? SIMULATION_GGL : least_work(work);
  if ((kind == SIMULATION_GGL) != is_ida && options->method != INTEGRATOR_AUTO) {
    text_format(work->why,
                "this cannot be simulated: the treatment %s does not go with the method %s",
                WORDS[kind], integrator_method_word(options->method));
    return false;
  }
  if (kind == SIMULATION_INDEPENDENT && work->constraints.rows == 0) kind = SIMULATION_PROJECTION;
  bool ties_speeds = work->constraints.rows > work->constraints.holonomic;
  if (kind == SIMULATION_INDEPENDENT && options->method == INTEGRATOR_EULER && ties_speeds) {
    text_put(work->why, "this cannot be simulated: euler needs a speed for every coordinate, which "
                        "independent ones under constraints on speeds have not");
    return false;
  }
  if (kind == SIMULATION_GGL) work->simulation->options.method = INTEGRATOR_IDA;
  *chosen = kind;
  return true;
}

static void keep_rows(Work *work)
{
  EnforcementState *treating = &work->treating;
  const bool *omitted = work->system->options.omitted;
  treating->kept = ARENA_ARRAY(work->arena, int, work->constraints.rows + 1);
  for (int i = 0; i < work->constraints.rows; i++) {
    if (omitted && omitted[i]) continue;
    treating->kept[treating->kept_count++] = i;
    if (i < work->constraints.holonomic) treating->kept_holonomic = treating->kept_count;
  }
  const Entries *all = &work->constraints.entries;
  Entries kept = { treating->kept_count, work->n,
                   ARENA_ARRAY(work->arena, int, treating->kept_count + 1),
                   ARENA_ARRAY(work->arena, int, entries_count(all) + 1) };
  for (int k = 0; k < treating->kept_count; k++) {
    int row = treating->kept[k], count = all->start[row + 1] - all->start[row];
    memcpy(kept.column + kept.start[k], all->column + all->start[row], sizeof(int) * (size_t)count);
    kept.start[k + 1] = kept.start[k] + count;
  }
  treating->across = entries_transposed(&kept, work->arena, NULL);
  treating->band = band_order(&treating->across, work->arena);
  treating->now = ARENA_ARRAY(work->arena, double, entries_count(&kept) + 1);
  treating->before = ARENA_ARRAY(work->arena, double, entries_count(&kept) + 1);
  treating->before_x = ARENA_ARRAY(work->arena, double, 2 * work->n + 1);
  treating->lengths = ARENA_ARRAY(work->arena, double, treating->kept_count + 1);
  treating->is_turned = ARENA_ARRAY(work->arena, bool, treating->kept_count + 1);
}

double treatment_quality(Work *work, double t)
{
  work->treating.has_references = false;
  return rates_close_at(work, t, work->x) ? independent_quality(work, t, work->x) : 0;
}

// Returns true if constraints may become linearly dependent. Quaternion norms do not, since each
// has its own coordinates, but one of these may cease to determine the others.
static bool may_come_near(const Work *work, ConstraintEnforcement kind)
{
  bool has_others = !work->constraints.is_of_norms && kind != SIMULATION_GGL;
  return work->treating.kept_count > 0 && (kind == SIMULATION_INDEPENDENT || has_others);
}

// Sets up the integration problem for a constraint method from work->x, at the time of the state.
// Returns false with a message in work->why.
static bool take(Work *work, ConstraintEnforcement kind)
{
  // Limits of the quality: as a fraction of the reference length of a row, and of the quality at
  // the start. Below, velocity errors become visible motions.
  static const double NEAR = 1e-2, PART = 0.05;
  EnforcementState *treating = &work->treating;
  bool is_ggl = kind == SIMULATION_GGL;
  double t = work->state.time;
  treating->kind = work->simulation->treatment = kind;
  treating->problem = (IntegratorProblem){
    .size = is_ggl ? ggl_size(work) : work->size,
    .context = work,
    .positions = work->n,
    .idle = is_ggl || work->along.count > 0 ? 0 : work->size - 2 * work->n - work->states,
    .event_count = work->events + may_come_near(work, kind),
    .guards = may_come_near(work, kind),
    .events = events_at,
    .missed = moments_miss,
    .operations = rates_operations(work),
    .has_brief_events = work->events > 0,
    .is_sampled = work->mechanism->sample_count > 0,
    .remembers = work->follows,
  };
  IntegratorProblem *problem = &treating->problem;
  treating->is_speed = NULL;
  if (treating->kept_count > 0) {
    double quality = treatment_quality(work, t);
    if (treating->default_limit == 0) treating->default_limit = fmin(NEAR, PART * quality);
    treating->limit = fmin(treating->default_limit, 0.95 * quality);
  }
  if (is_ggl) {
    problem->residual = ggl_residual;
    problem->begin = ggl_begin;
    if (work->along.count == 0 && !work->follows) problem->residual_jacobian = ggl_jacobian;
    if (!ggl_compile(work)) return false;
    problem->is_algebraic = treating->is_algebraic;
    return true;
  }
  if (kind == SIMULATION_INDEPENDENT) {
    problem->rates = independent_rates;
    if (work->contacts.count == 0 && work->along.count == 0 && !work->follows) {
      problem->has_jacobian = independent_have_jacobian;
      problem->jacobian = independent_jacobian;
    }
    double quality;
    return independent_choose(work, t, work->x, &quality);
  }
  problem->rates = rates_at;
  // Contact forces and multiplier inputs are not in lin:A.
  if (work->contacts.count == 0 && !work->follows) {
    problem->has_jacobian = rates_have_jacobian;
    problem->jacobian = rates_jacobian;
  }
  bool is_tied = work->constraints.rows > 0 || work->contacts.count > 0;
  problem->project = is_tied ? rates_project : NULL;
  return true;
}

bool treatment_begin(Work *work)
{
  EnforcementState *treating = &work->treating;
  ConstraintEnforcement kind;
  treating->method = work->simulation->options.method;
  if (work->follows && (work->contacts.count > 0 || work->along.count > 0)) {
    text_format(work->why, "forces depend on multipliers here: there is no motion with %s",
                work->contacts.count > 0 ? "impacts" : "derivatives by values of the start");
    return false;
  }
  keep_rows(work);
  if (treating->kept_count > 0 && work->simulation->options.treatment == SIMULATION_AUTO)
    weigh(work);
  if (!choose(work, &kind)) return false;
  treating->y = ARENA_ARRAY(work->arena, double, ggl_size(work));
  kinds_new(work);
  treating->x = ARENA_ARRAY(work->arena, double, 2 * work->size + 2 * work->n);
  treating->next = ARENA_ARRAY(work->arena, double, work->size);
  treating->has_crossed = ARENA_ARRAY(work->arena, bool, work->events + 2);
  rates_read_state(work, work->simulation->options.begin, work->x);
  return take(work, kind);
}

void treatment_close(Work *work) { evaluator_free(&work->treating.balance); }

// ---- integrator

bool treatment_start(Work *work, double t, Text *why)
{
  const SimulationOptions *options = &work->simulation->options;
  const EnforcementState *treating = &work->treating;
  IntegratorMethod method = treating->method;
  if (treating->kind == SIMULATION_GGL)
    method = INTEGRATOR_IDA;
  else if (method == INTEGRATOR_IDA)
    method = INTEGRATOR_AUTO;  // IDA requires multipliers as unknowns
  IntegratorOptions how = { method, options->tolerance, options->absolute, options->stride,
                            options->resolution };
  kinds_begin_works(work, t);
  independent_keep(work, t, work->x);
  pack(work);
  work->integrator = integrator_new(&treating->problem, &how, t, treating->y, why);
  work->is_lost = false;  // the integrator evaluated rates ahead of t
  return work->integrator != NULL;
}

void treatment_end(Work *work)
{
  IntegratorCounts *sum = &work->simulation->counts;
  if (!work->integrator) return;
  IntegratorCounts counts = integrator_counts(work->integrator);
  sum->steps += counts.steps;
  sum->evaluations += counts.evaluations;
  sum->rejected += counts.rejected;
  sum->jacobians += counts.jacobians;
  sum->method = counts.method;
  integrator_free(work->integrator);
  work->integrator = NULL;
}

// ---- change of the method

// Returns the cheapest method that has not failed here; SIMULATION_AUTO if none is left.
static ConstraintEnforcement next_treatment(const Work *work)
{
  const double *works = work->simulation->treatment_work;
  ConstraintEnforcement best = SIMULATION_AUTO;
  for (ConstraintEnforcement kind = SIMULATION_PROJECTION; kind < SIMULATION_TREATMENTS; kind++) {
    bool is_better = best == SIMULATION_AUTO || works[kind] < works[best];
    if (is_better && may_take(work, kind)) best = kind;
  }
  return best;
}

static bool take_another(Work *work, double t)
{
  Text unused = { 0 };
  Text *why = work->why;
  bool is_good = false;
  work->why = &unused;
  for (ConstraintEnforcement kind; !is_good && (kind = next_treatment(work)) != SIMULATION_AUTO;) {
    treatment_end(work);
    rates_read_state(work, t, work->x);
    is_good = take(work, kind) && treatment_start(work, t, &unused);
    work->treating.has_failed[kind] = !is_good;
  }
  work->why = why;
  text_free(&unused);
  return is_good;
}

// States near linearly dependent constraints are not stored: `ggl` comes closer to such
// configurations than the other methods can start from, because a projection moves the state far
// there.
void treatment_keep(Work *work, double t)
{
  EnforcementState *treating = &work->treating;
  if (treating->sure && treating->kind == SIMULATION_GGL && treating->kept_count > 0 &&
      treatment_quality(work, t) < treating->default_limit) {
    return;
  }
  if (!treating->sure) treating->sure = ARENA_ARRAY(work->arena, double, work->size);
  memcpy(treating->sure, work->x, sizeof(double) * (size_t)work->size);
  treating->sure_time = t;
}

// If the new method fails at the same time as the one before it, the failure keeps the cause of the
// first.
bool treatment_change(Work *work, double *t)
{
  Simulation *simulation = work->simulation;
  EnforcementState *treating = &work->treating;
  bool is_free = simulation->options.treatment == SIMULATION_AUTO && treating->kept_count > 0;
  if (!is_free || simulation->failure.length == 0) return false;
  int count = simulation->change_count;
  SimulationChange *last = &simulation->changes[count > 0 ? count - 1 : 0];
  double span = simulation->options.end - simulation->options.begin;
  if (count == 0 || *t > treating->failure_time + 1e-9 * span) {
    if (count == MAX_CHANGES) return false;
    last = &simulation->changes[simulation->change_count++];
    const Text *cause = &simulation->failure;
    *last = (SimulationChange){ .from = treating->kind,
                                .cause = arena_copy_text(work->arena, text_string(cause),
                                                         cause->length) };
    memset(treating->has_failed, 0, sizeof treating->has_failed);
    treating->failure_time = *t;
  }
  treating->has_failed[treating->kind] = true;
  text_clear(&simulation->failure);
  work->crossing.is_on = false;
  memcpy(work->x, treating->sure, sizeof(double) * (size_t)work->size);
  *t = last->time = treating->sure_time;
  if (take_another(work, *t)) {
    last->to = treating->kind;
    return true;
  }
  text_put(&simulation->failure, last->cause);
  simulation->treatment = last->from;
  if (last->from != SIMULATION_INDEPENDENT) simulation->independents = NULL;
  simulation->change_count--;
  return false;
}

// ---- advance

IntegratorEnd treatment_go(Work *work, double until, double stop_time, double *t, bool *is_near)
{
  EnforcementState *treating = &work->treating;
  kinds_see_energy(work);
  IntegratorEnd end = integrator_advance(work->integrator, until, stop_time, t, treating->y,
                                         treating->has_crossed, &work->simulation->failure);
  *is_near = end == INTEGRATOR_EVENT && treating->has_crossed[work->events] &&
             treating->problem.event_count > work->events;
  for (int e = 0; e < work->events; e++)
    work->has_crossed[e] = end == INTEGRATOR_EVENT && treating->has_crossed[e];
  const double *x = x_of(work, *t, treating->y);
  if (!x && *is_near) {  // just past the limit: the last valid state is before it
    *t = treating->time;
    x = treating->x;
  }
  if (x) memcpy(work->x, x, sizeof(double) * (size_t)work->size);
  if (x || end == INTEGRATOR_FAILED) return end;
  text_format(&work->simulation->failure, "the mechanism cannot be closed at t = %.9g s", *t);
  return INTEGRATOR_FAILED;
}

bool treatment_restart(Work *work, double t, bool has_jumped)
{
  work->treating.has_references = false;
  if (has_jumped) kinds_begin_works(work, t);
  independent_keep(work, t, work->x);
  pack(work);
  return integrator_restart(work->integrator, t, work->treating.y, has_jumped,
                            &work->simulation->failure);
}
