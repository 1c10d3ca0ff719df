// motion_equations.c -- coordinates that a motion drives: q - law(t) = 0.
//
// The derivative by q is 1, so the multiplier of the equation is the generalised force that the
// drive takes out of the mechanism: the drive gives -lambda.
// SPDX-License-Identifier: MIT
#include "formulation/constraints.h"
#include "symbolic/algebra.h"

static bool add_motion(Scene *scene, ConstraintList *list, int index, Text *why)
{
  const Mechanism *mechanism = scene->mechanism;
  const Task *task = &mechanism->tasks[index];
  int coordinate = mechanism_find_coordinate(mechanism, task->name);
  if (coordinate < 0) return true;  // it is held still
  if (!task->law) {
    text_format(why,
                "the motion of '%s' is a table, which has no equation: give it a law, or an "
                "expression of t",
                task->name);
    return false;
  }
  const Expr *law = scene_expression(scene, task->law);
  const Expr *q = scene->equations->coordinates[coordinate].symbol;
  ConstraintEquation equation = { .origin = ORIGIN_MOTION,
                                  .index = index,
                                  .is_holonomic = true,
                                  .residual = difference(q, law),
                                  .span = task->span };
  const char *label = arena_format(scene->equations->arena, "motion %s", task->name);
  constraints_add(scene, list, equation, label, NULL);
  return true;
}

bool constraints_add_motions(Scene *scene, ConstraintList *list, Text *why)
{
  const Mechanism *mechanism = scene->mechanism;
  for (int i = 0; i < mechanism->task_count; i++) {
    if (mechanism->tasks[i].kind == TASK_MOTION && !add_motion(scene, list, i, why)) return false;
  }
  return true;
}
