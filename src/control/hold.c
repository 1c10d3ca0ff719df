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

static void hold(Mechanism *mechanism, const Force *force, const char *name, const Expr **command,
                 Sampling *sampling)
{
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

void control_hold(Mechanism *mechanism, const Expr *period, const Expr *delay)
{
  Sampling sampling = { .name = "control",
                        .period = period,
                        .delay = delay,
                        .resets =
                            ARENA_ARRAY(mechanism->arena, Reset, 3 * mechanism->force_count) };
  for (int i = 0; i < mechanism->force_count; i++) {
    Force *force = &mechanism->forces[i];
    if (!force->is_command) continue;
    if (force->kind == FORCE_TORQUE) hold(mechanism, force, force->name, &force->amount, &sampling);
    for (int k = 0; k < 3 && force->kind != FORCE_TORQUE; k++) {
      const char *name = arena_format(mechanism->arena, "%s.%c", force->name, "xyz"[k]);
      hold(mechanism, force, name, &force->vector.at[k], &sampling);
    }
  }
  if (sampling.reset_count > 0) control_add_sampling(mechanism, sampling);
}
