// poses.c -- what every model has: where frames and points are, and how the speeds move them.
// SPDX-License-Identifier: MIT
#include "formulation/builder.h"
#include "formulation/formulation.h"

static void add(const Scene *scene, const char *kind, const char *name)
{
  Text why = { 0 };
  const char *key = arena_format(scene->equations->arena, "%s:%s", kind, name);
  kinematics_add_quantity(scene->equations, scene->mechanism, scene->motions, key, &why);
  text_free(&why);
}

void add_poses(Equations *equations, const Mechanism *mechanism, const FrameMotion motions[])
{
  Scene scene = { equations, mechanism, motions };
  for (int f = 1; f < mechanism->frame_count; f++)
    add(&scene, "fk", mechanism->frames[f].name);
  for (int p = 0; p < mechanism->point_count; p++) {
    add(&scene, "fk", mechanism->points[p].name);
    add(&scene, "jac", mechanism->points[p].name);
  }
}
