// simulation_rates.c -- accelerations, rates of states and works, event functions, constraints.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_impl.h"

#include <math.h>
#include <string.h>

// ---- state

// Evaluates the inputs that the description defines as functions of time; inputs that are held keep
// their values.
static void read_inputs(Work *work, double t)
{
  int count = work->mechanism->input_count;
  if (count == 0) return;
  double *now = work->described_inputs;
  described_values_at(work->described, work->state.parameters, t, work->described_arrays);
  for (int i = 0; i < count; i++) {
    if (!work->is_held[i] && !input_is_free(&work->mechanism->inputs[i])) work->inputs[i] = now[i];
  }
}

void rates_read_state(Work *work, double t, const double x[])
{
  read_inputs(work, t);
  work->state.time = t;
  work->state.q = x;
  work->state.qd = x + work->n;
  work->state.states = x + 2 * work->n;
  work->state.qdd = NULL;
}

// Constraints may depend on time, directly or by inputs.
static void set_constraint_time(Work *work, double t)
{
  read_inputs(work, t);
  work->constraints.state.time = t;
  work->constraints.state.inputs = work->inputs;
}

bool rates_close_at(Work *work, double t, const double x[])
{
  set_constraint_time(work, t);
  return constraint_system_evaluate_at(&work->constraints, x);
}

static double constraint_power(Work *work, double t, const double x[])
{
  double power = 0;
  if (!work->is_moved) return 0;
  rates_close_at(work, t, x);
  for (int i = 0; i < work->constraints.rows; i++)
    power += work->lambda[i] * work->constraints.rest[i];
  return power;
}

// ---- callbacks of the integrator

// Updates the inputs that are multipliers. Returns false if they changed by more than rounding. The
// change of the residual since the previous iteration predicts the fixed point (Anderson
// acceleration of depth 1, for a scalar Aitken's method): with g(u) the multipliers computed from
// u, and r = g - u, the next u is g - part*(g - g_before).
static bool multipliers_stay(Work *work, int round)
{
  // Also of squares: a smaller response does not determine the step.
  static const double ROUNDING = 1e-13;
  double change = 0, most = 0, along = 0, square = 0;
  for (int i = 0; i < work->mechanism->input_count; i++) {
    if (work->followed[i] < 0) continue;
    double came = work->lambda[work->followed[i]], r = came - work->inputs[i];
    double turn = r - (work->came[i] - work->gave[i]);
    change = fmax(change, fabs(r));
    most = fmax(most, fabs(came));
    along += r * turn;
    square += turn * turn;
  }
  bool has_value = isfinite(change);
  double part = round > 0 && square > ROUNDING * change * change ? along / square : 0;
  for (int i = 0; i < work->mechanism->input_count; i++) {
    if (work->followed[i] < 0) continue;
    double came = work->lambda[work->followed[i]], step = came - work->came[i];
    work->gave[i] = work->inputs[i];
    work->came[i] = came;
    work->inputs[i] = has_value ? came - part * step : work->described_inputs[i];
  }
  // Without a value, the accelerations have none either.
  return !has_value || change <= ROUNDING * most;
}

// Forces may depend on multipliers, and multipliers on forces: M qdd + J^T lambda = Q(lambda) is
// solved by fixed-point iteration.
static bool accelerate(Work *work)
{
  enum { ROUNDS = 50 };
  for (int k = 0; k < ROUNDS; k++) {
    if (evaluator_evaluate(&work->motion, &work->state) != 0) return false;
    if (!work->follows || multipliers_stay(work, k)) return true;
  }
  return false;
}

bool rates_accelerate(Work *work)
{
  const double *x = work->state.q;
  bool has_value = accelerate(work) && contacts_apply_forces(work, work->state.time, x, work->qdd);
  for (int i = 0; i < work->n; i++)
    has_value = has_value && isfinite(work->qdd[i]);
  if (!has_value) failure_note(work, work->state.time, x);
  work->state.qdd = work->qdd;
  return has_value;
}

bool rates_prepare(Work *work, const Evaluator *evaluator)
{
  return !(work->follows || rates_need_accelerations(evaluator)) || rates_accelerate(work);
}

bool rates_find_multipliers(Work *work)
{
  return evaluator_evaluate(&work->joint_reactions, &work->state) == 0;
}

bool rates_at(void *context, double t, const double x[], double rates[])
{
  Work *work = context;
  int n = work->n;
  rates_read_state(work, t, x);
  if (!rates_accelerate(work)) return false;
  memcpy(rates, x + n, sizeof(double) * (size_t)n);
  memcpy(rates + n, work->qdd, sizeof(double) * (size_t)n);
  for (int i = 0; i < work->states; i++)
    rates[2 * n + i] = work->sd[i];
  evaluator_evaluate(&work->acting, &work->state);
  for (int k = 0; k < work->simulation->acting_count; k++)
    rates[2 * n + work->states + k] = work->Pa[k];
  rates[work->plain - 1] =
      work->P[0] + work->P_t[0] + constraint_power(work, t, x) + work->contacts.power;
  sensitivity_rates(work, x, rates);
  return true;
}

// Works do not affect the motion, and their own rows are left 0; Newton's method needs one more
// iteration for these, and for the rates of the sensitivities, whose dependence on the motion is
// neglected.
bool rates_jacobian(void *context, double t, const double x[], double jacobian[])
{
  Work *work = context;
  int size = work->size, used = 2 * work->n + work->states;
  rates_read_state(work, t, x);
  if (evaluator_evaluate(&work->slopes, &work->state) != 0) return false;
  memset(jacobian, 0, sizeof(double) * (size_t)size * (size_t)size);
  for (int block = 0; block <= work->along.count; block++) {
    int at = block > 0 ? work->plain + (block - 1) * used : 0;
    for (int i = 0; i < used; i++)
      memcpy(jacobian + (at + i) * size + at, work->state_slope + i * used,
             sizeof(double) * (size_t)used);
  }
  return true;
}

bool rates_events(void *context, double t, const double x[], double values[])
{
  Work *work = context;
  rates_read_state(work, t, x);
  if (!rates_prepare(work, &work->event_evaluator)) return false;
  evaluator_evaluate(&work->event_evaluator, &work->state);
  for (int e = 0; e < work->events; e++)
    values[e] = work->ev[e] == 0 ? work->at_zero[e] : work->ev[e];
  return contacts_events(work, t, x, values);
}

static bool project(Work *work, double t, double x[])
{
  set_constraint_time(work, t);
  bool is_tied = work->constraints.holonomic > 0;
  if (is_tied && !constraint_system_project_all(&work->constraints, x)) return false;
  if (work->constraints.rows > 0 &&
      !(rates_close_at(work, t, x) &&
        constraint_system_project_velocity(&work->constraints, NULL, NULL, x + work->n))) {
    return false;
  }
  return contacts_project(work, t, x) && sensitivity_project(work, x);
}

bool rates_project(void *context, double t, double x[], double slack)
{
  Work *work = context;
  ConstraintSystem *constraints = &work->constraints;
  double fastest = 1;
  bool is_off = constraints->rows > 0 && !rates_close_at(work, t, x);
  for (int j = 0; j < work->n; j++)
    fastest = fmax(fastest, fabs(x[work->n + j]) / constraints->step[j]);
  for (int i = 0; i < constraints->rows && !is_off; i++) {
    double scale = constraints->row_scale[i];
    is_off = (i < constraints->holonomic && fabs(constraints->phi[i]) > slack * scale) ||
             fabs(constraint_system_velocity_residual(constraints, i, x + work->n)) >
                 slack * scale * fastest;
  }
  if (!is_off && contacts_drift(work, t, x) <= slack * fastest) return true;
  work->simulation->projections++;
  return project(work, t, x);
}

bool rates_project_tightly(Work *work, double t, double x[])
{
  enum { ROUNDS = 3 };
  if (!project(work, t, x)) return false;
  for (int k = 0; k < ROUNDS; k++) {
    if (!constraint_system_refine(&work->constraints, x)) return false;
  }
  return rates_close_at(work, t, x) &&
         constraint_system_project_velocity(&work->constraints, NULL, NULL, x + work->n);
}

// ---- energy balance

double rates_energy(Work *work, double t, const double x[])
{
  rates_read_state(work, t, x);
  evaluator_evaluate(&work->energy, &work->state);
  Simulation *simulation = work->simulation;
  simulation->energy_scale = fmax(simulation->energy_scale, fabs(work->T[0]) + fabs(work->V[0]));
  return work->T[0] + work->V[0];
}

void rates_drift(Work *work, const double x[], double *positions, double *speeds)
{
  *positions = *speeds = 0;
  if (work->constraints.rows == 0) return;
  rates_close_at(work, work->state.time, x);
  for (int i = 0; i < work->constraints.rows; i++) {
    if (i < work->constraints.holonomic)
      *positions = fmax(*positions, fabs(work->constraints.phi[i]));
    *speeds = fmax(*speeds,
                   fabs(constraint_system_velocity_residual(&work->constraints, i, x + work->n)));
  }
}

// ---- derived quantities

Evaluator rates_evaluator(const Work *work, int most)
{
  Evaluator evaluator = evaluator_new(work->system->equations, work->arena, most);
  evaluator.pace->compiling = work->simulation->options.compiling;
  return evaluator;
}

bool rates_need_accelerations(const Evaluator *evaluator)
{
  for (int i = 0; evaluator->program && i < evaluator->program->input_count; i++) {
    if (evaluator->program->inputs[i].source == SOURCE_QDD) return true;
  }
  return false;
}

static void add_powers(Work *work, Evaluator *evaluator)
{
  work->P = evaluator_add(evaluator, "P", NULL);
  work->P_t = evaluator_add(evaluator, "P_t", NULL);
  if (work->simulation->acting_count > 0) work->Pa = evaluator_add(evaluator, "Pa", NULL);
}

// Powers that do not depend on accelerations are evaluated together with them.
static bool compile_motion(Work *work)
{
  enum { MAX_POWERS = 3, MOST = 6 };
  const Equations *equations = work->system->equations;
  work->acting = evaluator_new(equations, work->arena, MAX_POWERS);
  add_powers(work, &work->acting);
  if (!evaluator_compile(&work->acting, work->why)) return false;
  work->motion = rates_evaluator(work, MOST);
  work->qdd = evaluator_add(&work->motion, "qdd", NULL);
  if (work->is_moved || work->follows) work->lambda = evaluator_add(&work->motion, "lambda", NULL);
  if (work->states > 0) work->sd = evaluator_add(&work->motion, "sd", NULL);
  if (!rates_need_accelerations(&work->acting)) {
    evaluator_free(&work->acting);
    add_powers(work, &work->motion);
  }
  return evaluator_compile(&work->motion, work->why);
}

bool rates_compile_multipliers(Work *work)
{
  if (work->lambda || work->system->rows->count == 0) return true;
  work->joint_reactions = evaluator_new(work->system->equations, work->arena, 1);
  work->lambda = evaluator_add(&work->joint_reactions, "lambda", NULL);
  return evaluator_compile(&work->joint_reactions, work->why);
}

static bool has_entries(const Equations *equations, const char *key)
{
  const Quantity *quantity = equations_find(equations, key);
  for (int i = 0; quantity && i < quantity->rows * quantity->columns; i++) {
    if (!expr_is_zero(quantity->entries[i])) return true;
  }
  return false;
}

// Finds the inputs that are multipliers; their described values are the initial guess.
static bool follow_multipliers(Work *work)
{
  const Mechanism *mechanism = work->mechanism;
  const ConstraintList *rows = work->system->rows;
  work->followed = ARENA_ARRAY(work->arena, int, mechanism->input_count + 1);
  work->gave = ARENA_ARRAY(work->arena, double, mechanism->input_count + 1);
  work->came = ARENA_ARRAY(work->arena, double, mechanism->input_count + 1);
  for (int i = 0; i < mechanism->input_count; i++) {
    const char *name = mechanism->inputs[i].multiplier;
    work->followed[i] = -1;
    for (int row = 0; name && row < rows->count; row++) {
      const ConstraintEquation *equation = &rows->equations[row];
      if (equation->origin == ORIGIN_STATEMENT &&
          strcmp(mechanism->constraints[equation->index].name, name) == 0)
        work->followed[i] = row;
    }
    if (!name) continue;
    work->follows = work->is_held[i] = true;
    if (work->followed[i] >= 0) continue;
    text_format(work->why, "there is no constraint '%s', whose multiplier '%s' could be", name,
                mechanism->inputs[i].name);
    return false;
  }
  return true;
}

bool rates_compile(Work *work)
{
  static const char *const ENERGIES[] = { "T", "V", "P", "P_t" };
  static const char *const STATES[] = { "sd" };
  static const char *const EVENTS[] = { "ev" };
  System *system = work->system;
  const Equations *equations = system->equations;
  if (!system_derive(system, ENERGIES, 4, work->why) ||
      !system_derive(system, STATES, work->states > 0 ? 1 : 0, work->why) ||
      !system_derive(system, EVENTS, work->events > 0 ? 1 : 0, work->why)) {
    return false;
  }
  work->is_moved = has_entries(equations, "Phi_t") || has_entries(equations, "b_nh");
  work->energy = evaluator_new(equations, work->arena, 2);
  work->T = evaluator_add(&work->energy, "T", NULL);
  work->V = evaluator_add(&work->energy, "V", NULL);
  work->event_evaluator = rates_evaluator(work, 1);
  if (work->events > 0) work->ev = evaluator_add(&work->event_evaluator, "ev", NULL);
  work->described = described_values_new(equations, work->why);
  return work->described && follow_multipliers(work) && compile_motion(work) &&
         evaluator_compile(&work->energy, work->why) &&
         evaluator_compile(&work->event_evaluator, work->why);
}

double rates_operations(const Work *work)
{
  const Program *motion = work->motion.program, *acting = work->acting.program;
  int first = program_first_operation(motion);
  return (1 + 2 * work->along.count) * (program_register_count(motion) - first) +
         (acting ? program_register_count(acting) : 0);
}

// The Jacobian is derived when an implicit method requests it. For large mechanisms the derivation
// would take longer than finite differences.
bool rates_have_jacobian(void *context)
{
  enum { MAX_COORDINATES = 24 };
  static const char *const SLOPES[] = { "lin:A" };
  Work *work = context;
  if (work->state_slope) return true;
  work->simulation->lacks_jacobian = true;
  if (work->n > MAX_COORDINATES) return false;
  Text why = { 0 };
  bool is_good = system_derive(work->system, SLOPES, 1, &why);
  if (is_good) {
    work->slopes = evaluator_new(work->system->equations, work->arena, 1);
    double *slope = evaluator_add(&work->slopes, SLOPES[0], NULL);
    is_good = evaluator_compile(&work->slopes, &why);
    if (is_good) work->state_slope = slope;
  }
  text_free(&why);
  work->simulation->lacks_jacobian = !is_good;
  return is_good;
}
