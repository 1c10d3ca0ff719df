// simulation_rates.c -- accelerations, rates of states and of the work, events, constraints.
// SPDX-License-Identifier: MIT
#include "study/simulation_impl.h"

#include <math.h>
#include <string.h>

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

void rates_read_state(Work *work, double t, const double x[])
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

bool rates_at(void *context, double t, const double x[], double rates[])
{
  Work *work = context;
  int n = work->n;
  rates_read_state(work, t, x);
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

bool rates_events(void *context, double t, const double x[], double values[])
{
  Work *work = context;
  rates_read_state(work, t, x);
  board_evaluate(&work->happening, &work->state);
  memcpy(values, work->ev, sizeof(double) * (size_t)work->events);
  return true;
}

bool rates_project(void *context, double t, double x[])
{
  Work *work = context;
  work->closing.state.time = t;
  work->closing.state.inputs = work->inputs;
  bool is_tied = work->closing.holonomic > 0;
  if (is_tied && !closing_project_all(&work->closing, x)) return false;
  return closing_at(&work->closing, x) &&
         closing_fit_speeds(&work->closing, NULL, NULL, x + work->n);
}

// ---- the audit

double rates_energy(Work *work, double t, const double x[])
{
  rates_read_state(work, t, x);
  board_evaluate(&work->power, &work->state);
  Simulation *simulation = work->simulation;
  simulation->energy_scale = fmax(simulation->energy_scale, fabs(work->T[0]) + fabs(work->V[0]));
  return work->T[0] + work->V[0];
}

void rates_drift(Work *work, const double x[], double *positions, double *speeds)
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

// ---- what is derived

bool rates_compile(Work *work)
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
         board_compile(&work->power, work->why) && board_compile(&work->happening, work->why);
}
