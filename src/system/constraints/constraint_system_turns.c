// constraint_system_turns.c -- detects joints that are closed upside down, and the residuals that
// avoid it.
//
// The orientation equations are sines of the misalignment angle of a joint and vanish at 180 deg as
// well. The additional row 1 - cos(angle) vanishes at the same regular solution but not at 180 deg:
// sin^2 + (1 - cos)^2 = 4 sin^2(angle/2) increases monotonically, so that the iteration returns
// from a distant start.
// SPDX-License-Identifier: MIT
#include "system/constraints/constraint_system.h"

bool constraint_system_is_turned_away(const ConstraintSystem *constraints)
{
  for (int i = 0; i < constraints->turn_count; i++) {
    if (constraints->turn[i] > 1) return true;
  }
  return false;
}

bool constraint_system_can_unfold(ConstraintSystem *constraints)
{
  static const char *const KEY = "Phi_turn_q";
  if (constraints->turn_count == 0) return false;
  if (constraints->turning) return true;
  Text unused = { 0 };
  constraints->turning = program_new(constraints->equations, &KEY, 1, &unused);
  text_free(&unused);
  if (!constraints->turning) return false;
  constraints->turning_registers =
      ARENA_ARRAY(constraints->arena, double, program_register_count(constraints->turning));
  return true;
}

bool constraint_system_unfolding_residuals(void *context, const double x[], double residual[],
                                           double jacobian[])
{
  const ConstraintUnknowns *unknowns = context;
  ConstraintSystem *constraints = unknowns->constraints;
  if (!constraint_system_residuals(context, x, residual, jacobian)) return false;
  program_run(constraints->turning, &constraints->state, constraints->turning_registers);
  const int *registers = constraints->turning->outputs[0].registers;
  for (int i = 0; i < constraints->turn_count; i++) {
    int row = unknowns->equations + i;
    residual[row] = constraints->turn[i];
    for (int j = 0; j < unknowns->count; j++) {
      int place = unknowns->places[j];
      double slope = constraints->turning_registers[registers[i * constraints->n + place]];
      jacobian[row * unknowns->count + j] = slope * constraints->step[place];
    }
  }
  return true;
}
