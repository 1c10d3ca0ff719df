// hold.c -- commands as discrete variables that one sample sets.
// SPDX-License-Identifier: MIT
#include "control/hold.h"

#include "control/parts.h"

static Dimension dimension_of_command(const Mechanism *mechanism, const Force *force)
{
  if (force->kind == FORCE_TORQUE) return control_dimension_on(mechanism, force->coordinate);
  int lengths = force->kind == FORCE_MOMENT ? 2 : 1;
  return (Dimension){ .is_known = true, .power = { (signed char)lengths, 1, -2 } };
}

// ---- commands

// Returns a name that is not in use; a value of the controller may have the name of its command.
static const char *free_name(const Mechanism *mechanism, const char *name)
{
  while (expr_find_symbol(mechanism->pool, name))
    name = arena_format(mechanism->arena, "%s_command", name);
  return name;
}

static void hold(Mechanism *mechanism, const Force *force, const char *command_name,
                 const Expr **command, Sampling *sampling)
{
  const char *name = free_name(mechanism, command_name);
  DiscreteVariable variable = { .name = name,
                                .symbol = expr_symbol(mechanism->pool, name, STAGE_INPUT),
                                .initial = expr_integer(mechanism->pool, 0),
                                .dimension = dimension_of_command(mechanism, force),
                                .span = force->span };
  sampling->resets[sampling->reset_count++] = (Reset){ .kind = TARGET_DISCRETE,
                                                       .index = mechanism->discrete_count,
                                                       .value = *command,
                                                       .span = force->span };
  control_add_discrete(mechanism, variable);
  *command = variable.symbol;
}

// Holds a force that is a multiple of a number: the number is held, the multiple stays continuous.
static void hold_said(Mechanism *mechanism, Force *force, Sampling *sampling)
{
  const Expr *said = force->said;
  Vec3 whole = force->vector;
  hold(mechanism, force, force->name, &force->said, sampling);
  if (expr_is_zero(said)) return;
  if (force->kind == FORCE_TORQUE)
    force->amount = expr_mul(expr_div(force->amount, said), force->said);
  for (int k = 0; k < 3 && force->kind != FORCE_TORQUE; k++)
    force->vector.at[k] = expr_mul(expr_div(whole.at[k], said), force->said);
}

static void hold_command(Mechanism *mechanism, Force *force, Sampling *sampling)
{
  if (force->said) {
    hold_said(mechanism, force, sampling);
  } else if (force->kind == FORCE_TORQUE) {
    hold(mechanism, force, force->name, &force->amount, sampling);
  }
  for (int k = 0; k < 3 && !force->said && force->kind != FORCE_TORQUE; k++) {
    const char *name = arena_format(mechanism->arena, "%s.%c", force->name, "xyz"[k]);
    hold(mechanism, force, name, &force->vector.at[k], sampling);
  }
}

// ---- states

// Returns the index of a state among the remaining ones, or -1 if it belongs to a controller.
static int place_of(const Mechanism *mechanism, int state)
{
  int place = 0;
  for (int i = 0; i < state; i++)
    place += !mechanism->states[i].is_of_controller;
  return mechanism->states[state].is_of_controller ? -1 : place;
}

// Redirects resets of a controller state to the discrete variable that replaces it.
static void aim_anew(const Mechanism *mechanism, Reset resets[], int count, int first_discrete)
{
  for (int k = 0; k < count; k++) {
    if (resets[k].kind != TARGET_STATE) continue;
    int state = resets[k].index, place = place_of(mechanism, state);
    if (place < 0) resets[k].kind = TARGET_DISCRETE;
    int before = 0;
    for (int i = 0; i < state; i++)
      before += mechanism->states[i].is_of_controller;
    resets[k].index = place < 0 ? first_discrete + before : place;
  }
}

static void hold_states(Mechanism *mechanism, const Expr *period)
{
  Sampling sampling = { .name = "control_states",
                        .period = period,
                        .resets = ARENA_ARRAY(mechanism->arena, Reset, mechanism->state_count) };
  int first = mechanism->discrete_count, kept = 0;
  for (int e = 0; e < mechanism->event_count; e++)
    aim_anew(mechanism, mechanism->events[e].resets, mechanism->events[e].reset_count, first);
  for (int k = 0; k < mechanism->sample_count; k++)
    aim_anew(mechanism, mechanism->samples[k].resets, mechanism->samples[k].reset_count, first);
  for (int i = 0; i < mechanism->state_count; i++) {
    StateVariable state = mechanism->states[i];
    if (!state.is_of_controller) {
      mechanism->states[kept++] = state;
      continue;
    }
    sampling.resets[sampling.reset_count++] =
        (Reset){ .kind = TARGET_DISCRETE,
                 .index = mechanism->discrete_count,
                 .value = expr_add(state.symbol, expr_mul(period, state.rate)),
                 .span = state.span };
    state.rate = NULL;
    control_add_discrete(mechanism, state);
  }
  mechanism->state_count = kept;
  if (sampling.reset_count > 0) control_add_sampling(mechanism, sampling);
}

// ---- entry point

void control_sample_and_hold(Mechanism *mechanism, const Expr *period, const Expr *delay)
{
  hold_states(mechanism, period);
  Sampling sampling = { .name = "control",
                        .period = period,
                        .delay = delay,
                        .resets =
                            ARENA_ARRAY(mechanism->arena, Reset, 3 * mechanism->force_count) };
  for (int i = 0; i < mechanism->force_count; i++) {
    if (mechanism->forces[i].is_command) hold_command(mechanism, &mechanism->forces[i], &sampling);
  }
  if (sampling.reset_count > 0) control_add_sampling(mechanism, sampling);
}
