// loop_equations.c -- the closure equations of a loop.
//
// They are the equations of the joint (mechanism/loop_residual.c) minus those that the tree
// satisfies identically: in a planar mechanism the planar equations remain, two for a revolute
// joint.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/constraints.h"
#include "mechanism/loop_residual.h"
#include "notation/print/print.h"

static bool add_loop(Derivation *derivation, ConstraintList *list, int index, int plane, Text *why)
{
  const Mechanism *mechanism = derivation->mechanism;
  const Loop *loop = &mechanism->loops[index];
  LoopResidual residuals[MAX_LOOP_RESIDUALS];
  int count = loop_residuals(mechanism, loop, derivation->equations->pool,
                             derivation->equations->arena, residuals);
  for (int i = 0; i < count; i++) {
    const LoopResidual *residual = &residuals[i];
    if (loop_residual_is_inconsistent(mechanism, loop, plane, residual)) {
      text_format(why, "the loop '%s' can never be closed: no coordinate changes '%s', ",
                  loop->name, residual->what);
      text_put(why, "which stays ");
      expr_print(residual->value, why);
      return false;
    }
    if (residual->value->form->stage < STAGE_POSITION) continue;
    ConstraintEquation equation = { .origin = ORIGIN_LOOP,
                                    .index = index,
                                    .is_holonomic = true,
                                    .is_turn = residual->is_turn,
                                    .residual = residual->value,
                                    .span = loop->span };
    constraints_add(derivation, list, equation, loop->name, residual->what);
  }
  return true;
}

bool constraints_add_loops(Derivation *derivation, ConstraintList *list, Text *why)
{
  int plane = mechanism_plane(derivation->mechanism);
  for (int i = 0; i < derivation->mechanism->loop_count; i++)
    if (!add_loop(derivation, list, i, plane, why)) return false;
  return true;
}
