// simulation_commands.c -- which controllers have reached the effort limits of their actuators.
// SPDX-License-Identifier: MIT
#include "study/simulation/simulation_impl.h"

#include "control/model.h"

#include <math.h>

static const char COMMANDS[] = "commands", LIMITS[] = "limits";

// Returns a quantity with the commands, or their limits, over the same variables.
static Quantity column(const Work *work, const char *key, bool is_limit)
{
  const Simulation *simulation = work->simulation;
  Derivation *derivation = work->system->derivation;
  const Expr **entries = ARENA_ARRAY(work->arena, const Expr *, simulation->command_count);
  for (int i = 0; i < simulation->command_count; i++) {
    const Force *force = simulation->commands[i].force;
    const Expr *limit = control_effort(work->mechanism, force);
    entries[i] = derivation_expression(derivation, is_limit ? limit : force->amount);
  }
  return (
      Quantity){ .key = key, .rows = simulation->command_count, .columns = 1, .entries = entries };
}

bool commands_compile(Work *work)
{
  const Mechanism *mechanism = work->mechanism;
  Simulation *simulation = work->simulation;
  simulation->commands = ARENA_ARRAY(work->arena, SimulationCommand, mechanism->force_count + 1);
  for (int i = 0; i < mechanism->force_count; i++) {
    const Force *force = &mechanism->forces[i];
    if (!control_effort(mechanism, force)) continue;
    simulation->commands[simulation->command_count++] =
        (SimulationCommand){ .force = force, .reached_first = NAN };
  }
  if (simulation->command_count == 0) return true;
  Equations *equations = ARENA_NEW(work->arena, Equations);
  *equations = *work->system->equations;
  equations->quantities = ARENA_ARRAY(work->arena, Quantity, 2);
  equations->quantities[0] = column(work, COMMANDS, false);
  equations->quantities[1] = column(work, LIMITS, true);
  equations->quantity_count = 2;
  work->commands = evaluator_new(equations, work->arena, 2);
  work->command = evaluator_add(&work->commands, COMMANDS, NULL);
  work->limit = evaluator_add(&work->commands, LIMITS, NULL);
  return evaluator_compile(&work->commands, work->why);
}

void saturation_record(Work *work, double t)
{
  const double ALL = 1 - 1e-12;
  Simulation *simulation = work->simulation;
  evaluator_evaluate(&work->commands, &work->state);
  for (int i = 0; i < simulation->command_count; i++) {
    SimulationCommand *command = &simulation->commands[i];
    command->limit = work->limit[i];
    if (isnan(command->reached_first) && fabs(work->command[i]) >= ALL * work->limit[i])
      command->reached_first = t;
  }
}
