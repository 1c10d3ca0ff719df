// parametrise_relative_motion.c -- the motion of a joint of each kind, and where it stands.
// SPDX-License-Identifier: MIT
#include "mechanism/parametrise_relative.h"
#include "symbolic/algebra.h"

// ---- seen in the coordinates that there are

static Vec3 place_seen(const Remake *remake, const Attachment *attachment)
{
  Vec3 place = position_in(remake, attachment->inner.frame, attachment->outer.frame,
                           attachment->inner.position_F);
  return vec3_sub(place, attachment->outer.position_F);
}

// Of R = Rx(a) Ry(b), or of Ry(b) Rx(a).
static void universal_angles(Mat3 R, bool is_reversed, const Expr *angles[2])
{
  const Expr *sine_a = is_reversed ? negative(R.at[1][2]) : R.at[2][1];
  const Expr *sine_b = is_reversed ? negative(R.at[2][0]) : R.at[0][2];
  angles[is_reversed] = expr_call2(OP_ATAN2, sine_a, R.at[1][1]);
  angles[!is_reversed] = expr_call2(OP_ATAN2, sine_b, R.at[0][0]);
}

static const Expr *turn_seen(const Remake *remake, const Attachment *attachment, Vec3 axis)
{
  int inner = attachment->inner.frame, outer = attachment->outer.frame;
  if (remake->plane >= 0) {
    const Expr *angle = plane_angle(remake, inner);
    angle = difference(angle, plane_angle(remake, outer));
    return product(axis.at[remake->plane], angle);
  }
  Quaternion turn = quaternion_between(remake, inner, outer);
  const Expr *sine = vec3_dot(axis, (Vec3){ { turn.e[1], turn.e[2], turn.e[3] } });
  const Expr *angle = expr_call2(OP_ATAN2, sine, turn.e[0]);
  return sum(angle, angle);
}

// How far a screw goes in a radian.
static const Expr *advance_of(const Loop *loop)
{
  const Expr *pi = expr_pi(expr_pool(loop->pitch));
  return quotient(half(loop->pitch), pi);
}

void see_coordinates(const Remake *remake, Attachment *attachment)
{
  const Loop *loop = &remake->mechanism->loops[attachment->loop];
  const Expr **seen = attachment->initial;
  Vec3 d = place_seen(remake, attachment);
  switch (loop->kind) {
  case JOINT_REVOLUTE: seen[0] = turn_seen(remake, attachment, loop->axis); break;
  case JOINT_PRISMATIC: seen[0] = vec3_dot(loop->axis, d); break;
  case JOINT_SCREW: seen[0] = quotient(vec3_dot(loop->axis, d), advance_of(loop)); break;
  case JOINT_CYLINDRICAL:
    seen[0] = turn_seen(remake, attachment, loop->axis);
    seen[1] = vec3_dot(loop->axis, d);
    break;
  case JOINT_UNIVERSAL: {
    Mat3 R = rotation_in(remake, attachment->inner.frame, attachment->outer.frame);
    universal_angles(R, attachment->is_reversed, seen);
    break;
  }
  case JOINT_SPHERICAL: {
    Quaternion turn = quaternion_between(remake, attachment->inner.frame, attachment->outer.frame);
    for (int i = 0; i < 4; i++)
      seen[i] = turn.e[i];
    break;
  }
  case JOINT_PLANAR: {
    int k = vec3_axis(loop->axis);
    seen[0] = d.at[(k + 1) % 3];
    seen[1] = d.at[(k + 2) % 3];
    seen[2] = turn_seen(remake, attachment, loop->axis);
    break;
  }
  case JOINT_FREE:
  case JOINT_FIXED:
  case JOINT_KIND_COUNT: break;
  }
}

// ---- the moves of a joint

void draft_slide(MoveDraft *draft, Vec3 axis, const Expr *amount)
{
  if (is_zero(amount)) return;
  draft->moves[draft->count++] = (Move){ .kind = MOVE_TRANSLATION, .axis = axis, .amount = amount };
}

static void draft_turn(MoveDraft *draft, Vec3 axis, const Expr *amount)
{
  draft->moves[draft->count++] = (Move){ .kind = MOVE_ROTATION, .axis = axis, .amount = amount };
}

// The next coordinate of the joint, named after the loop.
static const Expr *add_coordinate(Rooting *rooting, const Attachment *attachment, int i,
                                  const char *suffix, CoordinateKind kind)
{
  Remake *remake = rooting->remake;
  const Loop *loop = &remake->mechanism->loops[attachment->loop];
  const char *name = arena_format(remake->scratch, "%s%s", loop->name, suffix);
  int index = remake_add_coordinate(remake, name, kind, attachment->initial[i], loop->span);
  return remake->mechanism->coordinates[index].q;
}

static void draft_quaternion(Rooting *rooting, const Attachment *attachment, MoveDraft *draft)
{
  static const char *const SUFFIXES[] = { "_e0", "_e1", "_e2", "_e3" };
  Pool *pool = rooting->remake->mechanism->pool;
  const Loop *loop = &rooting->remake->mechanism->loops[attachment->loop];
  Move turn = { .kind = MOVE_QUATERNION, .axis = vec3_zero(pool), .amount = expr_integer(pool, 0) };
  for (int i = 0; i < 4; i++)
    turn.parameter[i] = add_coordinate(rooting, attachment, i, SUFFIXES[i], COORDINATE_NUMBER);
  draft->moves[draft->count++] = turn;
  Span span = rooting->remake->mechanism->frames[attachment->frame].span;
  add_norm(rooting->remake, loop->name, turn.parameter, span);
}

void draft_motion(Rooting *rooting, const Attachment *attachment, MoveDraft *draft)
{
  Pool *pool = rooting->remake->mechanism->pool;
  const Loop *loop = &rooting->remake->mechanism->loops[attachment->loop];
  bool is_several = joint_info(loop->kind)->coordinate_count > 1;
  switch (loop->kind) {
  case JOINT_REVOLUTE:
  case JOINT_CYLINDRICAL: {
    const char *suffix = is_several ? "_1" : "";
    draft_turn(draft, loop->axis, add_coordinate(rooting, attachment, 0, suffix, COORDINATE_ANGLE));
    if (!is_several) break;
    draft_slide(draft, loop->axis, add_coordinate(rooting, attachment, 1, "_2", COORDINATE_LENGTH));
    break;
  }
  case JOINT_PRISMATIC:
    draft_slide(draft, loop->axis, add_coordinate(rooting, attachment, 0, "", COORDINATE_LENGTH));
    break;
  case JOINT_UNIVERSAL:
    for (int i = 0; i < 2; i++) {
      const char *suffix = i == 0 ? "_1" : "_2";
      const Expr *q = add_coordinate(rooting, attachment, i, suffix, COORDINATE_ANGLE);
      draft_turn(draft, vec3_unit(pool, attachment->is_reversed ? 1 - i : i), q);
    }
    break;
  case JOINT_SCREW: {
    const Expr *q = add_coordinate(rooting, attachment, 0, "", COORDINATE_ANGLE);
    draft_turn(draft, loop->axis, q);
    draft_slide(draft, loop->axis, product(advance_of(loop), q));
    break;
  }
  case JOINT_SPHERICAL: draft_quaternion(rooting, attachment, draft); break;
  case JOINT_PLANAR: {
    int k = vec3_axis(loop->axis);
    const Expr *x = add_coordinate(rooting, attachment, 0, "_x", COORDINATE_LENGTH);
    const Expr *y = add_coordinate(rooting, attachment, 1, "_y", COORDINATE_LENGTH);
    draft_slide(draft, vec3_unit(pool, (k + 1) % 3), x);
    draft_slide(draft, vec3_unit(pool, (k + 2) % 3), y);
    draft_turn(draft, loop->axis, add_coordinate(rooting, attachment, 2, "_1", COORDINATE_ANGLE));
    break;
  }
  case JOINT_FREE:
  case JOINT_FIXED:
  case JOINT_KIND_COUNT: break;
  }
}
