// provenance_equation.c -- which statement a constraint equation comes from, and the places and
// wheels that it ties.
// SPDX-License-Identifier: MIT
#include "formulation/constraints.h"
#include "formulation/provenance_parts.h"
#include "formulation/recipes.h"

#include <string.h>

static const char *const STATEMENTS[] = { [ORIGIN_LOOP] = "loop",
                                          [ORIGIN_STATEMENT] = "constraint",
                                          [ORIGIN_WHEEL] = "rolling",
                                          [ORIGIN_QUATERNION] = "unit length of the quaternion of",
                                          [ORIGIN_MOTION] = "motion" };

// The label of an equation is the name of its statement, and behind a colon what it keeps.
static const char *kept_by(const ConstraintEquation *equation)
{
  const char *colon = strchr(equation->label, ':');
  return colon ? colon + 2 : NULL;
}

static const char *statement_name(const ProvenanceWork *work, const ConstraintEquation *equation)
{
  const char *label = equation->label;
  return arena_copy_text(work->scene->equations->arena, label, strcspn(label, ":"));
}

// Places of a loop along the axes of ground, or their velocities where one rate is 1.
static void show_places(ProvenanceWork *work, ProvenancePart *part, const Loop *loop)
{
  const Equations *equations = work->scene->equations;
  const FrameMotion *motions = scene_motions(work->scene);
  const JointPlace *const places[] = { &loop->first, &loop->second };
  bool is_position = strcmp(work->quantity->key, "Phi") == 0;
  const char *name = equations->coordinates[work->column].name;
  for (int i = 0; i < 2; i++) {
    const FrameMotion *motion = &motions[places[i]->frame];
    Vec3 p = point_position_G(motion, vec3_copy(equations->pool, places[i]->position_F));
    const char *frame = work->scene->mechanism->frames[places[i]->frame].name;
    const char *which = i == 0 ? "first" : "second";
    Arena *arena = equations->arena;
    if (is_position) {
      provenance_vector(work, part, arena_format(arena, "p%d", i + 1),
                        arena_format(arena, "its %s place, on %s", which, frame), p, FRAME_GROUND);
    } else {
      provenance_vector(
          work, part, arena_format(arena, "dp%d/d%s", i + 1, name),
          arena_format(arena, "how its %s place, on %s, goes with %s", which, frame, name),
          vec3_partial(p, equations->coordinates[work->column].symbol), FRAME_GROUND);
    }
  }
}

// The motion of a wheel where one rate is 1.
static void show_wheel(ProvenanceWork *work, ProvenancePart *part, const Rolling *rolling)
{
  const Equations *equations = work->scene->equations;
  const FrameMotion *motion = &scene_motions(work->scene)[rolling->frame];
  const Expr *qd = speed_of(equations, work->column);
  const char *name = equations->coordinates[work->column].name;
  Arena *arena = equations->arena;
  const NamedVector vectors[] = {
    { arena_format(arena, "v_%s", name),
      arena_format(arena, "velocity of the wheel's centre for %s' = 1", name),
      vec3_partial(motion->v_F, qd) },
    { arena_format(arena, "w_%s", name),
      arena_format(arena, "its angular velocity for %s' = 1", name),
      vec3_partial(motion->w_F, qd) },
  };
  provenance_vectors(work, part, rolling->frame, vectors, 2);
}

static const char *rule_of(const char *key)
{
  static const char *const RULES[][2] = {
    { "Phi", "the equation, 0 where it holds" },
    { "Phi_q", "its derivative by the coordinate" },
    { "Phi_t", "its derivative by time" },
    { "gamma", "what its second rate leaves beside Phi_q qdd, negative" },
    { "H", "the factor of the rate in it" },
    { "b_nh", "what is left of it where all rates are 0" },
    { "gamma_nh", "what its rate leaves beside H qdd, negative" },
  };
  size_t i = 0;
  while (strcmp(RULES[i][0], key) != 0)
    i++;
  return RULES[i][1];
}

void provenance_of_equation(ProvenanceWork *work)
{
  Text unused = { 0 };
  const Mechanism *mechanism = work->scene->mechanism;
  const char *key = work->quantity->key;
  const ConstraintList *list = scene_constraints(work->scene, &unused);
  text_free(&unused);
  bool is_holonomic = strncmp(key, "Phi", 3) == 0 || strcmp(key, "gamma") == 0;
  const ConstraintEquation *equation =
      &list->equations[work->row + (is_holonomic ? 0 : list->holonomic_count)];
  ProvenanceSource *source = provenance_source(work, STATEMENTS[equation->origin],
                                               statement_name(work, equation), equation->span);
  ProvenancePart *part =
      provenance_part(work, source, kept_by(equation), rule_of(key), work->values[0]);
  bool has_column = work->quantity->columns == mechanism->coordinate_count;
  bool shows_places = strcmp(key, "Phi") == 0 || strcmp(key, "Phi_q") == 0;
  if (equation->origin == ORIGIN_LOOP && !equation->is_turn && shows_places)
    show_places(work, part, &mechanism->loops[equation->index]);
  if (equation->origin == ORIGIN_WHEEL && strcmp(key, "H") == 0 && has_column)
    show_wheel(work, part, &mechanism->rollings[equation->index]);
}
