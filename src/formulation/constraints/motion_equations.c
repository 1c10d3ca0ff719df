// motion_equations.c -- coordinates driven by a motion: q - law(t) = 0.
//
// The derivative by q is 1, so the multiplier of the equation is the generalised force that the
// drive removes from the mechanism: the drive exerts -lambda.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/constraints.h"
#include "symbolic/algebra.h"

static void add_motion(Derivation *derivation, ConstraintList *list, int index)
{
  const Mechanism *mechanism = derivation->mechanism;
  const Task *task = &mechanism->tasks[index];
  int coordinate = mechanism_find_coordinate(mechanism, task->name);
  if (coordinate < 0 || !task->law) return;  // the coordinate is held still, or a point is guided
  const Expr *law = derivation_expression(derivation, task->law);
  const Expr *q = derivation->equations->coordinates[coordinate].symbol;
  ConstraintEquation equation = { .origin = ORIGIN_MOTION,
                                  .index = index,
                                  .is_holonomic = true,
                                  .residual = difference(q, law),
                                  .span = task->span };
  const char *label = arena_format(derivation->equations->arena, "motion %s", task->name);
  constraints_add(derivation, list, equation, label, NULL);
}

void constraints_add_motions(Derivation *derivation, ConstraintList *list)
{
  const Mechanism *mechanism = derivation->mechanism;
  for (int i = 0; i < mechanism->task_count; i++) {
    if (mechanism->tasks[i].kind == TASK_MOTION) add_motion(derivation, list, i);
  }
}
