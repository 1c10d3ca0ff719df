// loop_sides.c -- the assembly mode of a loop's joint: as described or upside down.
//
// The rotation equations are also satisfied after a rotation by 180 deg. With the joint's axis e,
// which has the same components in the frames of both places, and R the rotation of the second
// relative to the first, e . R e is 1 for a joint that is closed as described and -1 for one that
// is closed upside down; if no relative rotation is allowed, the trace of R is 3 or -1: Phi_side.
// Phi_turn is 1 minus the cosine of the angle by which the joint is rotated, 1 - e . R e or
// (3 - trace R)/2. Together with the rotation equations, which are sines of that angle, its only
// zero is the joint closed as described, and sin^2 + (1 - cos)^2 = 4 sin^2(angle/2) decreases
// monotonically towards it.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "formulation/builder.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/double_eval.h"

#include <string.h>

static Mat3 turn_of(Derivation *derivation, const Loop *loop)
{
  Pool *pool = derivation->equations->pool;
  Site second = { loop->name, loop->second.frame, vec3_copy(pool, loop->second.position_F) };
  return site_relative_pose(derivation, &second, loop->first.frame).R_AF;
}

static const Expr *along(Vec3 axis, const Mat3 *R)
{
  return vec3_dot(axis, mat3_mul_vec(*R, axis));
}

static const Expr *trace(const Mat3 *R) { return sum(sum(R->at[0][0], R->at[1][1]), R->at[2][2]); }

// e . R e or trace R; NULL for a joint without rotation equations.
static const Expr *side_of(Derivation *derivation, const Loop *loop)
{
  unsigned keeps = joint_info(loop->kind)->keeps;
  if (!(keeps & KEEPS_DIRECTION)) return NULL;
  Mat3 R = turn_of(derivation, loop);
  return keeps & KEEPS_TURN ? trace(&R)
                            : along(vec3_copy(derivation->equations->pool, loop->axis), &R);
}

// 1 minus the cosine of the angle; NULL as side_of(). If the frames of a prismatic joint are drawn
// on opposite sides of the plane of motion, the direction of its axis is used instead of the trace.
static const Expr *turned_away(Derivation *derivation, const Loop *loop)
{
  Pool *pool = derivation->equations->pool;
  const Expr *side = side_of(derivation, loop);
  if (!side) return NULL;
  bool is_trace = joint_info(loop->kind)->keeps & KEEPS_TURN;
  if (is_trace && joint_has_axis(loop->kind) && side->form->stage < STAGE_POSITION) {
    Mat3 R = turn_of(derivation, loop);
    side = along(vec3_copy(pool, loop->axis), &R);
    is_trace = false;
  }
  if (!is_trace) return difference(expr_integer(pool, 1), side);
  return product(expr_rational(pool, 1, 2), difference(expr_integer(pool, 3), side));
}

typedef struct Sides {
  const Expr **values;
  const char **labels;
  int count;
} Sides;

static bool find_sides(Derivation *derivation, bool is_turned, Sides *sides, Text *why)
{
  const Mechanism *mechanism = derivation->mechanism;
  Arena *arena = derivation->equations->arena;
  sides->values = ARENA_ARRAY(arena, const Expr *, mechanism->loop_count);
  sides->labels = ARENA_ARRAY(arena, const char *, mechanism->loop_count);
  sides->count = 0;
  for (int i = 0; i < mechanism->loop_count; i++) {
    const Loop *loop = &mechanism->loops[i];
    const Expr *side = is_turned ? turned_away(derivation, loop) : side_of(derivation, loop);
    if (!side || side->form->stage < STAGE_POSITION) continue;
    sides->labels[sides->count] = loop->name;
    sides->values[sides->count++] = side;
  }
  if (sides->count == 0) text_put(why, "no loop joint can be rotated by 180 deg");
  return sides->count > 0;
}

bool derive_loop_sides(Derivation *derivation, const char *key, Text *why)
{
  Sides sides;
  if (!find_sides(derivation, strcmp(key, "Phi_turn") == 0, &sides, why)) return false;
  const Expr **entries =
      equations_add(derivation->equations,
                    (Quantity){ .key = key, .rows = sides.count, .row_labels = sides.labels });
  memcpy(entries, sides.values, sizeof(const Expr *) * (size_t)sides.count);
  return true;
}

bool derive_loop_turn_jacobian(Derivation *derivation, const char *key, Text *why)
{
  Sides sides;
  if (!find_sides(derivation, true, &sides, why)) return false;
  Equations *equations = derivation->equations;
  int n = equations->coordinate_count;
  const Expr **symbols = ARENA_ARRAY(equations->arena, const Expr *, n);
  for (int j = 0; j < n; j++)
    symbols[j] = equations->coordinates[j].symbol;
  const Expr **J = equations_add(
      equations, (Quantity){ .key = key, .rows = sides.count, .row_labels = sides.labels });
  expr_jacobian(sides.values, sides.count, symbols, n, J);
  return true;
}
