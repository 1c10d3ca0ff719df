// loop_sides.c -- which way round a loop's joint is closed.
//
// The equations of turns hold after a half turn, too. With the joint's axis e, which has the same
// components in the frames of both places, and R the turn of the second from the first, e . R e is
// 1 for a joint that is closed as described and -1 for one that is closed upside down; where no
// turn is left, the trace of R is 3 or -1.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"
#include "symbolic/algebra.h"

// NULL for a joint without equations of turns.
static const Expr *side_of(Derivation *derivation, const Loop *loop)
{
  Pool *pool = derivation->equations->pool;
  Site second = { loop->name, loop->second.frame, vec3_copy(pool, loop->second.position_F) };
  Mat3 R = site_seen_from(derivation, &second, loop->first.frame).R_AF;
  unsigned keeps = joint_info(loop->kind)->keeps;
  if (!(keeps & KEEPS_DIRECTION)) return NULL;
  if (keeps & KEEPS_TURN) return sum(sum(R.at[0][0], R.at[1][1]), R.at[2][2]);
  Vec3 axis = vec3_copy(pool, loop->axis);
  return vec3_dot(axis, mat3_mul_vec(R, axis));
}

bool derive_loop_sides(Derivation *derivation, const char *key, Text *why)
{
  const Mechanism *mechanism = derivation->mechanism;
  Arena *arena = derivation->equations->arena;
  const Expr **sides = ARENA_ARRAY(arena, const Expr *, mechanism->loop_count);
  const char **labels = ARENA_ARRAY(arena, const char *, mechanism->loop_count);
  int count = 0;
  for (int i = 0; i < mechanism->loop_count; i++) {
    const Expr *side = side_of(derivation, &mechanism->loops[i]);
    if (!side || side->form->stage < STAGE_POSITION) continue;
    labels[count] = mechanism->loops[i].name;
    sides[count++] = side;
  }
  if (count == 0) {
    text_put(why, "no joint that closes a loop can be turned upside down");
    return false;
  }
  const Expr **entries = equations_add(
      derivation->equations, (Quantity){ .key = key, .rows = count, .row_labels = labels });
  for (int i = 0; i < count; i++)
    entries[i] = sides[i];
  return true;
}
