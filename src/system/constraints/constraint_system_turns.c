// constraint_system_turns.c -- which way round the joints that close loops are, and the way out of a half turn.
//
// The equations of turns are sines of the angle by which a joint is turned away, and vanish half a turn
// away, too. Beside them 1 - cos(angle) is a row with the same zero that does not: sin^2 + (1 - cos)^2 =
// 4 sin^2(angle/2) grows all the way, so that iterations turn back from a start far away.
// SPDX-License-Identifier: MIT
#include "system/constraints/constraint_system.h"

bool closing_is_turned_away(const Closing *closing)
{
  for (int i = 0; i < closing->turn_count; i++) {
    if (closing->turn[i] > 1) return true;
  }
  return false;
}

bool closing_can_unfold(Closing *closing)
{
  static const char *const KEY = "Phi_turn_q";
  if (closing->turn_count == 0) return false;
  if (closing->turning) return true;
  Text unused = { 0 };
  closing->turning = program_new(closing->equations, &KEY, 1, &unused);
  text_free(&unused);
  if (!closing->turning) return false;
  closing->turning_registers =
      ARENA_ARRAY(closing->arena, double, program_register_count(closing->turning));
  return true;
}

bool closing_unfolding_residuals(void *context, const double x[], double residual[],
                                 double jacobian[])
{
  const ClosingUnknowns *unknowns = context;
  Closing *closing = unknowns->closing;
  if (!closing_residuals(context, x, residual, jacobian)) return false;
  program_run(closing->turning, &closing->state, closing->turning_registers);
  const int *registers = closing->turning->outputs[0].registers;
  for (int i = 0; i < closing->turn_count; i++) {
    int row = unknowns->equations + i;
    residual[row] = closing->turn[i];
    for (int j = 0; j < unknowns->count; j++) {
      int place = unknowns->places[j];
      double slope = closing->turning_registers[registers[i * closing->n + place]];
      jacobian[row * unknowns->count + j] = slope * closing->step[place];
    }
  }
  return true;
}
