// loop_equations.c -- what a joint of each kind asks of the two places that it joins.
//
// Seen from the first place's frame A, the second place is at d from the first and its frame B is
// turned by R. With a triad e1, e2, e3 of A, e3 along the joint's axis, which has the same
// components in B, a closed joint keeps some of
//   d . e1, d . e2, d . e3                           the distances along the triad
//   -e2 . R e3,  e1 . R e3,  e2 . R e1               the turns about e1, e2, e3
// at zero. Near R = 1 a small turn w makes the latter w . e1, w . e2, w . e3, so the equations are
// independent where the loop is closed and their multipliers are forces and moments. A half turn
// satisfies the equations of turns, too: which of the two is meant, the initial values say. The
// universal joint keeps x of A square to y of B, the two arms of its cross.
// What the tree satisfies by itself is left out: in a mechanism that moves in one plane that leaves
// the planar equations, two for a revolute joint.
// SPDX-License-Identifier: MIT
#include "formulation/constraints.h"
#include "formulation/site.h"
#include "symbolic/algebra.h"
#include "symbolic/print.h"

#include <assert.h>
#include <math.h>

typedef struct Closure {
  bool keeps_distance[3];  // along e1, e2, e3
  bool keeps_turn[3];
  bool keeps_cross;  // of a universal joint
} Closure;

static const Closure CLOSURES[JOINT_KIND_COUNT] = {
  [JOINT_REVOLUTE] = { { true, true, true }, { true, true, false }, false },
  [JOINT_PRISMATIC] = { { true, true, false }, { true, true, true }, false },
  [JOINT_CYLINDRICAL] = { { true, true, false }, { true, true, false }, false },
  [JOINT_UNIVERSAL] = { { true, true, true }, { false, false, false }, true },
  [JOINT_SPHERICAL] = { { true, true, true }, { false, false, false }, false },
  [JOINT_PLANAR] = { { false, false, true }, { true, true, false }, false },
  [JOINT_FIXED] = { { true, true, true }, { true, true, true }, false },
};

typedef struct Triad {
  Vec3 e[3];
  const char *names[3];
} Triad;

static bool is_free_of_axis(JointKind kind)
{
  return kind == JOINT_SPHERICAL || kind == JOINT_UNIVERSAL || kind == JOINT_FIXED;
}

static Triad triad_of_axes(Pool *pool, int k)
{
  static const char *const letters[] = { "x", "y", "z" };
  Triad triad;
  for (int i = 0; i < 3; i++) {
    triad.e[i] = vec3_unit(pool, (k + 1 + i) % 3);
    triad.names[i] = letters[(k + 1 + i) % 3];
  }
  return triad;
}

// A unit vector across `axis`, along one of the frame's axes if there is such.
static Vec3 unit_across(Vec3 axis)
{
  Pool *pool = axis.at[0]->pool;
  for (int i = 0; i < 3; i++) {
    if (is_zero(axis.at[i])) return vec3_unit(pool, i);
  }
  Vec3 across = vec3_cross(axis, vec3_unit(pool, 2));
  const Expr *length = expr_call(OP_SQRT, vec3_dot(across, across));
  return vec3_scale(reciprocal(length), across);
}

static Triad triad_of_loop(Pool *pool, const Loop *loop)
{
  if (is_free_of_axis(loop->kind)) return triad_of_axes(pool, 2);
  Vec3 axis = vec3_copy(pool, loop->axis);
  int k = vec3_axis(axis);
  if (k >= 0) return triad_of_axes(pool, k);
  Vec3 across = unit_across(axis);
  return (Triad){ .e = { across, vec3_cross(axis, across), axis },
                  .names = { "first across", "second across", "axis" } };
}

// ---- one equation

typedef struct Draft {
  Scene *scene;
  ConstraintList *list;
  int index;
  Text *why;
} Draft;

// An equation without a coordinate says nothing, or nothing can satisfy it. What stands across the
// plane of a planar mechanism is drawing only.
static bool accept_constant(const Draft *draft, const Expr *residual, const char *what)
{
  const Mechanism *mechanism = draft->scene->mechanism;
  const Loop *loop = &mechanism->loops[draft->index];
  double value = scene_initial_value(draft->scene, residual);
  if (is_zero(residual) || isnan(value) || fabs(value) < 1e-12) return true;
  if (mechanism_is_planar(mechanism)) return true;
  text_format(draft->why, "the loop '%s' can never be closed: no coordinate changes '%s', ",
              loop->name, what);
  text_put(draft->why, "which stays ");
  expr_print(residual, draft->why);
  return false;
}

static bool add_equation(const Draft *draft, const Expr *residual, const char *what)
{
  const Loop *loop = &draft->scene->mechanism->loops[draft->index];
  if (residual->stage < STAGE_POSITION) return accept_constant(draft, residual, what);
  ConstraintEquation equation = { .origin = ORIGIN_LOOP,
                                  .index = draft->index,
                                  .is_holonomic = true,
                                  .residual = residual,
                                  .span = loop->span };
  constraints_add(draft->scene, draft->list, equation, loop->name, what);
  return true;
}

static const Expr *turn_about(const Triad *triad, const Mat3 *R, int i)
{
  if (i == 2) return vec3_dot(triad->e[1], mat3_mul_vec(*R, triad->e[0]));
  Vec3 axis = mat3_mul_vec(*R, triad->e[2]);
  return i == 0 ? negative(vec3_dot(triad->e[1], axis)) : vec3_dot(triad->e[0], axis);
}

static bool add_turns(const Draft *draft, const Closure *closure, const Triad *triad, const Mat3 *R)
{
  Arena *arena = draft->scene->equations->arena;
  for (int i = 0; i < 3; i++) {
    if (!closure->keeps_turn[i]) continue;
    const char *what = arena_format(arena, "turn about %s", triad->names[i]);
    if (!add_equation(draft, turn_about(triad, R, i), what)) return false;
  }
  if (!closure->keeps_cross) return true;
  return add_equation(draft, R->at[0][1], "x square to y");
}

bool constraints_add_loop(Scene *scene, ConstraintList *list, int index, Text *why)
{
  Pool *pool = scene->equations->pool;
  const Loop *loop = &scene->mechanism->loops[index];
  assert(loop->kind != JOINT_FREE && loop->kind != JOINT_SCREW && "the language refuses them");
  const Closure *closure = &CLOSURES[loop->kind];
  Draft draft = { scene, list, index, why };
  Triad triad = triad_of_loop(pool, loop);
  Site second = { loop->name, loop->second.frame, vec3_copy(pool, loop->second.position_F) };
  Sight sight = site_seen_from(scene, &second, loop->first.frame);
  Vec3 d = vec3_sub(sight.r_A, vec3_copy(pool, loop->first.position_F));
  for (int i = 0; i < 3; i++) {
    if (!closure->keeps_distance[i]) continue;
    if (!add_equation(&draft, vec3_dot(d, triad.e[i]), triad.names[i])) return false;
  }
  return add_turns(&draft, closure, &triad, &sight.R_AF);
}
