// provenance_equation.c -- the statement that a constraint equation comes from, with the places and
// wheels that it constrains.
// SPDX-License-Identifier: MIT
#include "formulation/constraints/constraints.h"
#include "formulation/derived/provenance_parts.h"
#include "formulation/recipes.h"

#include <string.h>

static const char *const STATEMENTS[] = { [ORIGIN_LOOP] = "loop",
                                          [ORIGIN_STATEMENT] = "constraint",
                                          [ORIGIN_WHEEL] = "rolling",
                                          [ORIGIN_QUATERNION] = "unit length of the quaternion of",
                                          [ORIGIN_MOTION] = "motion" };

static const ConstraintEquation *equation_of(const ProvenanceWork *work)
{
  Text unused = { 0 };
  const ConstraintList *list = derivation_constraints(work->derivation, &unused);
  const char *key = work->quantity->key;
  bool is_holonomic = strncmp(key, "Phi", strlen("Phi")) == 0 || strcmp(key, "gamma") == 0;
  text_free(&unused);
  return &list->equations[work->row + (is_holonomic ? 0 : list->holonomic_count)];
}

// The label of an equation is the name of its statement, followed by a colon and what it
// constrains.
static const char *kept_by(const ConstraintEquation *equation)
{
  const char *colon = strchr(equation->label, ':');
  return colon ? colon + strlen(": ") : NULL;
}

static const char *statement_name(const ProvenanceWork *work, const ConstraintEquation *equation)
{
  const char *label = equation->label;
  return arena_copy_text(work->derivation->equations->arena, label, strcspn(label, ":"));
}

// ---- meaning of an entry

// "distance along x that loop c leaves open"
static const char *residual_text(const ProvenanceWork *work, const ConstraintEquation *equation)
{
  Arena *arena = work->derivation->equations->arena;
  const char *name = statement_name(work, equation), *kept = kept_by(equation);
  // residuals of rotations and of a screw's advance have labels of several words
  bool is_distance = equation->origin == ORIGIN_LOOP && !strchr(kept, ' ');
  if (is_distance) {
    const Loop *loop = &work->derivation->mechanism->loops[equation->index];
    const char *frame = work->derivation->mechanism->frames[loop->first.frame].name;
    return arena_format(arena, "distance along %s of %s that loop %s leaves open", kept, frame,
                        name);
  }
  const char *statement = STATEMENTS[equation->origin];
  bool is_condition = kept && strncmp(kept, "no ", strlen("no ")) == 0;
  if (is_condition) return arena_format(arena, "'%s' of %s %s", kept, statement, name);
  if (kept) return arena_format(arena, "%s of %s %s", kept, statement, name);
  return arena_format(arena, "left side less right side of %s %s", statement, name);
}

const char *meaning_of_equation(ProvenanceWork *work)
{
  static const char *const MEANINGS[][3] = {
    // key, text before and after the equation
    { "Phi", "", ", 0 where it holds" },
    { "Phi_t", "change with time alone of the ", "" },
    { "gamma", "right-hand side of Phi_q qdd = gamma for the ", "" },
    { "b_nh", "part without rates of ", "" },
    { "gamma_nh", "right-hand side of H qdd = gamma_nh for ", "" },
  };
  const Quantity *quantity = work->quantity;
  Arena *arena = work->derivation->equations->arena;
  const char *residual = residual_text(work, equation_of(work));
  work->entry->unit = quantity->row_units ? quantity->row_units[work->row] : "";
  if (quantity->column_labels) {
    const char *name = quantity->column_labels[work->column];
    bool is_position = strcmp(quantity->key, "Phi_q") == 0;
    return arena_format(arena, is_position ? "change with %s of the %s" : "factor of %s' in %s",
                        name, residual);
  }
  size_t i = 0;
  while (strcmp(MEANINGS[i][0], quantity->key) != 0)
    i++;
  return arena_format(arena, "%s%s%s", MEANINGS[i][1], residual, MEANINGS[i][2]);
}

// ---- contributions

// Shows the places of a loop in ground axes, or their velocities if one rate is 1.
static void show_places(ProvenanceWork *work, ProvenancePart *part, const Loop *loop)
{
  const Equations *equations = work->derivation->equations;
  const FrameMotion *motions = derivation_motions(work->derivation);
  const FramePoint *const places[] = { &loop->first, &loop->second };
  bool is_position = strcmp(work->quantity->key, "Phi") == 0;
  if (is_position) part->what = "from its first place, p1, to its second, p2";
  const char *name = equations->coordinates[work->column].name;
  for (int i = 0; i < 2; i++) {
    const FrameMotion *motion = &motions[places[i]->frame];
    Vec3 p = pose_apply(motion->pose, vec3_copy(equations->pool, places[i]->position_F));
    const char *frame = work->derivation->mechanism->frames[places[i]->frame].name;
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

// Shows the motion of a wheel if one rate is 1.
static void show_wheel(ProvenanceWork *work, ProvenancePart *part, const Rolling *rolling)
{
  const Equations *equations = work->derivation->equations;
  const FrameMotion *motion = &derivation_motions(work->derivation)[rolling->frame];
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

// The complete entry is due to one statement.
void provenance_of_equation(ProvenanceWork *work)
{
  const Mechanism *mechanism = work->derivation->mechanism;
  const char *key = work->quantity->key;
  const ConstraintEquation *equation = equation_of(work);
  ProvenanceSource *source = provenance_source(work, STATEMENTS[equation->origin],
                                               statement_name(work, equation), equation->span);
  source->part_count = 1;
  ProvenancePart *part = &source->parts[0];
  bool shows_places = strcmp(key, "Phi") == 0 || strcmp(key, "Phi_q") == 0;
  if (equation->origin == ORIGIN_LOOP && !equation->is_turn && shows_places)
    show_places(work, part, &mechanism->loops[equation->index]);
  if (equation->origin == ORIGIN_WHEEL && strcmp(key, "H") == 0)
    show_wheel(work, part, &mechanism->rollings[equation->index]);
}
