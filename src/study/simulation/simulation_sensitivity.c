// simulation_sensitivity.c -- sensitivities of the motion to values of its start (forward
// sensitivity equations).
//
// For each value p the sensitivity S = dx/dp of x = (q, qd, s) is integrated together with x, under
// the same error control,
//
//   S' = f_x S + f_p,   S at the start: derivative of the given values, projected onto constraints
//
// f_x S + f_p is a directional derivative and needs no matrix. A jump x+ = R(x-, t, p) occurs when
// h(x, t, p) rises through zero, at a time that changes by dt = -(h_x S + h_p) / h'. So
//
//   D = S- + f(x-) dt,   D+ = R_x D + R_t dt + R_p,   S+ = D+ - f(x+) dt
//
// (Galan, Feehery and Barton, Appl. Num. Math. 31, 1999). S is stored per unit of the scale of p,
// so that its tolerance is that of x.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_impl.h"

#include <math.h>
#include <string.h>

// ---- directions

// Returns the sensitivities of x to value v, which follow x itself, value by value.
static double *change_of(const Work *work, double x[], int v)
{
  return x + work->plain + v * work->along.used;
}

// Computes the derivatives of the inputs that follow the description, with respect to parameters
// and to the time of a jump.
static void check_inputs(Work *work, int v, const double parameters[], double time)
{
  SensitivityState *along = &work->along;
  int count = work->mechanism->input_count;
  double *inputs = along->inputs + v * count;
  if (count == 0) return;
  described_values_along(work->described, parameters, time, along->described);
  for (int i = 0; i < count; i++) {
    if (!work->is_held[i] && !input_is_free(&work->mechanism->inputs[i]))
      inputs[i] = along->described.inputs[i] + along->offsets[v * count + i];
  }
}

const ProgramState *sensitivity_direction(Work *work, int v, const double x[])
{
  SensitivityState *along = &work->along;
  const double *change = change_of(work, (double *)x, v);
  ProgramState *direction = &along->directions[v];
  check_inputs(work, v, direction->parameters, direction->time);
  direction->q = change;
  direction->qd = change + work->n;
  direction->states = change + 2 * work->n;
  direction->qdd = NULL;
  return direction;
}

// Returns the directional derivative of the accelerations, at the state whose accelerations are
// known and at which work->motion is linearised.
static const double *acceleration_change(Work *work, const ProgramState *direction)
{
  SensitivityState *along = &work->along;
  evaluator_directional(&work->motion, direction);
  contacts_force_tangent(work, direction, along->qdd, along->force);
  return along->qdd;
}

// Evaluates the directional derivative of an evaluator that is linearised at the same state as
// work->motion.
static void go_along(Work *work, const Evaluator *evaluator, const ProgramState *direction)
{
  ProgramState whole = *direction;
  if (rates_need_accelerations(evaluator)) whole.qdd = acceleration_change(work, direction);
  evaluator_directional(evaluator, &whole);
}

// ---- rates

void sensitivity_rates(Work *work, const double x[], double rates[])
{
  const SensitivityState *along = &work->along;
  int n = work->n;
  if (along->count == 0) return;
  evaluator_linearise_at(&work->motion, &work->state);
  for (int v = 0; v < along->count; v++) {
    const ProgramState *direction = sensitivity_direction(work, v, x);
    double *rate = change_of(work, rates, v);
    memcpy(rate, direction->qd, sizeof(double) * (size_t)n);
    memcpy(rate + n, acceleration_change(work, direction), sizeof(double) * (size_t)n);
    for (int i = 0; i < work->states; i++)
      rate[2 * n + i] = along->sd[i];
  }
}

// ---- constraints

static bool stand_closed(Work *work, int v, double x[])
{
  if (!rates_close_at(work, work->state.time, x)) return false;
  constraint_system_tangent(&work->constraints, sensitivity_direction(work, v, x));
  return true;
}

static bool follow_rows(Work *work, int v, double x[])
{
  double *change = change_of(work, x, v);
  if (work->constraints.rows == 0) return true;
  return stand_closed(work, v, x) && constraint_system_follow(&work->constraints, NULL, change) &&
         stand_closed(work, v, x) &&
         constraint_system_follow_velocity(&work->constraints, NULL, NULL, x + work->n,
                                           change + work->n);
}

bool sensitivity_project(Work *work, double x[])
{
  for (int v = 0; v < work->along.count; v++) {
    if (!follow_rows(work, v, x)) return false;
    contacts_follow(work, v, x);
  }
  return true;
}

bool sensitivity_follow_speeds(Work *work, const bool stays[], const double delta[])
{
  for (int v = 0; v < work->along.count; v++) {
    double *speeds = change_of(work, work->x, v) + work->n;
    if (!stand_closed(work, v, work->x) ||
        !constraint_system_follow_velocity(&work->constraints, stays, delta, work->x + work->n,
                                           speeds)) {
      return false;
    }
  }
  return true;
}

// ---- jumps

// Returns the contact of an event if it is closed, otherwise -1.
static int closed_contact(const Work *work, int event)
{
  const Contacts *contacts = &work->contacts;
  for (int c = 0; c < contacts->count; c++) {
    if (contacts->events[c] == event && contacts->is_closed[c]) return c;
  }
  return -1;
}

// Returns the directional derivative of an event function, or of the negative force of a closed
// contact.
static double rise_along(Work *work, int event, int contact, const ProgramState *direction)
{
  const SensitivityState *along = &work->along;
  if (contact < 0) {
    go_along(work, &work->event_evaluator, direction);
    return along->ev[event];
  }
  acceleration_change(work, direction);
  return -along->force[contact];
}

// Computes the derivative of the time of an event with respect to each value. Returns false if its
// function does not rise.
static bool find_moments(Work *work, int event, const double rates[])
{
  SensitivityState *along = &work->along;
  int n = work->n, inputs = work->mechanism->input_count;
  int contact = closed_contact(work, event);
  if (inputs > 0) described_values_along(work->described, NULL, 1, along->described);
  for (int i = 0; i < inputs; i++) {
    if (work->is_held[i] || input_is_free(&work->mechanism->inputs[i]))
      along->described.inputs[i] = 0;
  }
  ProgramState forward = { .q = rates,
                           .qd = rates + n,
                           .states = rates + 2 * n,
                           .inputs = along->described.inputs,
                           .time = 1 };
  evaluator_linearise_at(&work->event_evaluator, &work->state);
  evaluator_linearise_at(&work->motion, &work->state);
  double speed = rise_along(work, event, contact, &forward);
  bool is_good = true;
  for (int v = 0; v < along->count; v++) {
    const ProgramState *direction = sensitivity_direction(work, v, work->x);
    along->directions[v].time = -rise_along(work, event, contact, direction) / speed;
    is_good = is_good && speed > 0 && isfinite(along->directions[v].time);
  }
  return is_good;
}

static void move_changes(Work *work, const double rates[], double sign)
{
  for (int v = 0; v < work->along.count; v++) {
    double *change = change_of(work, work->x, v), time = work->along.directions[v].time;
    for (int i = 0; i < work->along.used; i++)
      change[i] += sign * time * rates[i];
  }
}

static bool report_missing(Work *work, const char *why, double t)
{
  text_format(&work->simulation->failure, "there are no derivatives after t = %.9g s: %s", t, why);
  return false;
}

bool sensitivity_leave(Work *work, double t, bool is_event)
{
  SensitivityState *along = &work->along;
  int event = 0;
  if (along->count == 0 || !is_event) return true;
  while (event < work->events && !work->has_crossed[event])
    event++;
  if (!rates_at(work, t, work->x, along->rates) || !find_moments(work, event, along->rates))
    return report_missing(work, "the condition of an event is only touched there", t);
  move_changes(work, along->rates, 1);
  return true;
}

bool sensitivity_arrive(Work *work, double t)
{
  SensitivityState *along = &work->along;
  bool is_moved = false;
  for (int v = 0; v < along->count; v++)
    is_moved = is_moved || along->directions[v].time != 0;
  if (!is_moved) return true;
  if (!rates_at(work, t, work->x, along->rates))
    return report_missing(work, "the accelerations have no value there", t);
  move_changes(work, along->rates, -1);
  for (int v = 0; v < along->count; v++)
    along->directions[v].time = 0;
  return true;
}

void sensitivity_set(Work *work, int place, int count)
{
  const SensitivityState *along = &work->along;
  const Evaluator *evaluator = &work->settings[place];
  if (along->count == 0) return;
  if (rates_need_accelerations(evaluator)) evaluator_linearise_at(&work->motion, &work->state);
  evaluator_linearise_at(evaluator, &work->state);
  for (int v = 0; v < along->count; v++) {
    go_along(work, evaluator, sensitivity_direction(work, v, work->x));
    memcpy(work->set[place] + (v + 1) * count, evaluator_derivative(evaluator, work->set[place]),
           sizeof(double) * (size_t)count);
  }
}

void sensitivity_hold(Work *work, int input)
{
  for (int v = 0; v < work->along.count; v++)
    work->along.inputs[v * work->mechanism->input_count + input] = 0;
}

void sensitivity_put(Work *work, const Reset *reset, int v, double change)
{
  const Mechanism *mechanism = work->mechanism;
  double *of_x = change_of(work, work->x, v);
  switch (reset->kind) {
  case TARGET_POSITION: of_x[reset->index] = change; break;
  case TARGET_SPEED: of_x[work->n + reset->index] = change; break;
  case TARGET_STATE: of_x[2 * work->n + reset->index] = change; break;
  case TARGET_DISCRETE:
    work->along.discretes[v * mechanism->discrete_count + reset->index] = change;
    break;
  case TARGET_INPUT: work->along.inputs[v * mechanism->input_count + reset->index] = change; break;
  case TARGET_NEWTON:
  case TARGET_POISSON:
  case TARGET_FRICTION:
  case TARGET_SLIP: break;  // handled by contacts_hit()
  }
}

// ---- rows

void sensitivity_row(Work *work, double more[])
{
  const SensitivityState *along = &work->along;
  int columns = work->simulation->own_columns - 1;
  if (along->count == 0) return;
  if (rates_need_accelerations(&work->recorded))
    evaluator_linearise_at(&work->motion, &work->state);
  evaluator_linearise_at(&work->recorded, &work->state);
  const double *rates = evaluator_derivative(&work->recorded, work->values);
  for (int v = 0; v < along->count; v++) {
    go_along(work, &work->recorded, sensitivity_direction(work, v, work->state.q));
    for (int c = 0; c < columns; c++)
      more[c * along->count + v] = rates[c] / along->by[v].scale;
  }
}

// ---- start

static double *scaled(Arena *arena, const double values[], int count, double scale)
{
  double *copy = ARENA_ARRAY(arena, double, count + 1);
  for (int i = 0; values && i < count; i++)
    copy[i] = scale * values[i];
  return copy;
}

static void make_room(Work *work)
{
  const Mechanism *mechanism = work->mechanism;
  SensitivityState *along = &work->along;
  Arena *arena = work->arena;
  int count = along->count;
  along->directions = ARENA_ARRAY(arena, ProgramState, count);
  along->inputs = ARENA_ARRAY(arena, double, count * mechanism->input_count + 1);
  along->offsets = ARENA_ARRAY(arena, double, count * mechanism->input_count + 1);
  along->discretes = ARENA_ARRAY(arena, double, count * mechanism->discrete_count + 1);
  along->rates = ARENA_ARRAY(arena, double, work->size);
  along->force = ARENA_ARRAY(arena, double, work->contacts.count + 1);
  along->described = (DescribedArrays){
    .inputs = ARENA_ARRAY(arena, double, mechanism->input_count + 1),
    .q = ARENA_ARRAY(arena, double, work->n + 1),
    .states = ARENA_ARRAY(arena, double, work->states + 1),
    .discretes = ARENA_ARRAY(arena, double, mechanism->discrete_count + 1),
  };
  evaluator_differentiate(&work->motion);
  evaluator_differentiate(&work->event_evaluator);
  contacts_differentiate(work);
  evaluator_differentiate(&work->recorded);
  for (int i = 0; i < work->events + mechanism->sample_count; i++)
    evaluator_differentiate(&work->settings[i]);
  along->qdd = evaluator_derivative(&work->motion, work->qdd);
  along->sd = evaluator_derivative(&work->motion, work->sd);
  along->ev = evaluator_derivative(&work->event_evaluator, work->ev);
}

static void take_start(Work *work, int v)
{
  const Mechanism *mechanism = work->mechanism;
  SensitivityState *along = &work->along;
  const SensitivityVariable *by = &along->by[v];
  const ProgramState *start = &by->start;
  double *change = change_of(work, work->x, v);
  int n = work->n, inputs = mechanism->input_count, discretes = mechanism->discrete_count;
  for (int i = 0; i < n; i++) {
    change[i] = by->scale * start->q[i];
    change[n + i] = by->scale * start->qd[i];
  }
  for (int i = 0; i < work->states; i++)
    change[2 * n + i] = by->scale * start->states[i];
  for (int i = 0; i < inputs; i++) {
    double *held = by->source == SOURCE_INPUTS ? along->offsets : along->inputs;
    along->inputs[v * inputs + i] = held[v * inputs + i] = by->scale * start->inputs[i];
  }
  for (int i = 0; i < discretes; i++)
    along->discretes[v * discretes + i] = by->scale * start->discretes[i];
  along->directions[v] = (ProgramState){
    .parameters =
        scaled(work->arena, start->parameters, work->system->equations->parameter_count, by->scale),
    .inputs = along->inputs + v * inputs,
    .discretes = along->discretes + v * discretes,
  };
}

// Returns true if the given positions did not satisfy the constraints, so that the start was
// corrected.
static bool is_rough(const Work *work)
{
  static const double SAME = 1e-9;
  const MotionStudy *motion = work->simulation->motion;
  double most = 0;
  for (int i = 0; i < work->n; i++)
    most = fmax(most, fabs(motion->q[i] - motion->given_q[i]) / work->constraints.step[i]);
  return most > SAME;
}

static double *moved(Arena *arena, const double values[], const double change[], int count,
                     double part)
{
  double *copy = ARENA_ARRAY(arena, double, count + 1);
  for (int i = 0; i < count; i++)
    copy[i] = values[i] + part * change[i];
  return copy;
}

// Adds `weight` times the assembled configuration to `sum`, assembled from given values that are
// displaced by `part` of the change.
static bool add_closed(Work *work, int v, double part, double weight, double sum[])
{
  const SensitivityVariable *by = &work->along.by[v];
  const ProgramState *direction = &work->along.directions[v];
  const MotionStudy *motion = work->simulation->motion;
  Arena *arena = work->arena;
  const Mechanism *mechanism = work->mechanism;
  int n = work->n, parameters = work->system->equations->parameter_count;
  ProgramState state = work->state;
  AssemblyOptions options = { .is_named = by->stays };
  Text unused = { 0 };
  ArenaMark mark = arena_mark(arena);
  state.parameters = moved(arena, work->state.parameters, direction->parameters, parameters, part);
  state.inputs = moved(arena, work->inputs, direction->inputs, mechanism->input_count, part);
  state.q = moved(arena, motion->given_q, by->start.q, n, part * by->scale);
  Assembly *assembly = assembly_new(work->system, &state, &options, &unused);
  bool is_good = assembly && assembly->is_closed;
  for (int i = 0; is_good && i < n; i++)
    sum[i] += weight * assembly->configurations[0].q[i];
  assembly_free(assembly);
  arena_rewind(arena, mark);
  text_free(&unused);
  return is_good;
}

// For a corrected start, the derivative depends on the path of the assembly: it is computed by
// fourth-order differences of the assembled configurations. (A derivative with respect to a
// coordinate is taken at the assembled configuration.)
static bool close_rough(Work *work, int v, double change[])
{
  static const double STEP = 1e-3;
  memset(change, 0, sizeof(double) * (size_t)work->n);
  return add_closed(work, v, STEP, 8 / (12 * STEP), change) &&
         add_closed(work, v, -STEP, -8 / (12 * STEP), change) &&
         add_closed(work, v, 2 * STEP, -1 / (12 * STEP), change) &&
         add_closed(work, v, -2 * STEP, 1 / (12 * STEP), change);
}

// Projects the sensitivities of the start onto the constraints; named coordinates and speeds are
// kept if possible.
static bool close_start(Work *work, int v)
{
  const SensitivityVariable *by = &work->along.by[v];
  const MotionStudy *motion = work->simulation->motion;
  int n = work->n;
  double *change = change_of(work, work->x, v);
  double *delta = ARENA_ARRAY(work->arena, double, n);
  double *given = ARENA_ARRAY(work->arena, double, 2 * n);
  memcpy(given, change, sizeof(double) * 2 * (size_t)n);
  for (int i = 0; i < n; i++)
    delta[i] = motion->qd[i] - motion->given_qd[i];
  if (!stand_closed(work, v, work->x)) return false;
  bool is_good = is_rough(work) && by->source != SOURCE_Q
                     ? close_rough(work, v, change)
                     : constraint_system_follow(&work->constraints, by->stays, change);
  if (!is_good) memcpy(change, given, sizeof(double) * (size_t)n);
  if (!is_good && !constraint_system_follow(&work->constraints, NULL, change)) return false;
  stand_closed(work, v, work->x);
  const double *qd = work->x + n;
  is_good =
      constraint_system_follow_velocity(&work->constraints, by->stays_rate, delta, qd, change + n);
  if (!is_good) memcpy(change + n, given + n, sizeof(double) * (size_t)n);
  return is_good ||
         constraint_system_follow_velocity(&work->constraints, NULL, delta, qd, change + n);
}

bool sensitivity_begin(Work *work)
{
  SensitivityState *along = &work->along;
  const SimulationOptions *options = &work->simulation->options;
  if (along->count == 0) return true;
  make_room(work);
  for (int v = 0; v < along->count; v++)
    take_start(work, v);
  rates_read_state(work, options->begin, work->x);
  for (int v = 0; v < along->count; v++) {
    if (work->constraints.rows == 0 || options->constraints.keeps_open || close_start(work, v))
      continue;
    text_format(work->why, "there is no derivative by '%s': the start cannot be closed with it",
                along->by[v].name);
    return false;
  }
  return true;
}
