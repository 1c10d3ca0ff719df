// tree_joint.c -- the motion of a joint of each kind, and where it stands.
// SPDX-License-Identifier: MIT
#include "transform/spanning_tree.h"
#include "symbolic/algebra.h"

// ---- seen in the coordinates that there are

static Vec3 place_seen(const Transform *transform, const TreeEdge *edge)
{
  Vec3 place = position_in(transform, edge->inner.frame, edge->outer.frame, edge->inner.position_F);
  return vec3_sub(place, edge->outer.position_F);
}

// Of R = Rx(a) Ry(b), or of Ry(b) Rx(a).
static void universal_angles(Mat3 R, bool is_reversed, const Expr *angles[2])
{
  const Expr *sine_a = is_reversed ? negative(R.at[1][2]) : R.at[2][1];
  const Expr *sine_b = is_reversed ? negative(R.at[2][0]) : R.at[0][2];
  angles[is_reversed] = expr_call2(OP_ATAN2, sine_a, R.at[1][1]);
  angles[!is_reversed] = expr_call2(OP_ATAN2, sine_b, R.at[0][0]);
}

static const Expr *turn_seen(const Transform *transform, const TreeEdge *edge, Vec3 axis)
{
  int inner = edge->inner.frame, outer = edge->outer.frame;
  if (transform->plane >= 0) {
    const Expr *angle = plane_angle(transform, inner);
    angle = difference(angle, plane_angle(transform, outer));
    return product(axis.at[transform->plane], angle);
  }
  Quaternion turn = quaternion_of_frame(transform->mechanism, inner, outer);
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

void see_coordinates(const Transform *transform, TreeEdge *edge)
{
  const Loop *loop = &transform->mechanism->loops[edge->loop];
  const Expr **seen = edge->initial;
  Vec3 d = place_seen(transform, edge);
  switch (loop->kind) {
  case JOINT_REVOLUTE: seen[0] = turn_seen(transform, edge, loop->axis); break;
  case JOINT_PRISMATIC: seen[0] = vec3_dot(loop->axis, d); break;
  case JOINT_SCREW: seen[0] = quotient(vec3_dot(loop->axis, d), advance_of(loop)); break;
  case JOINT_CYLINDRICAL:
    seen[0] = turn_seen(transform, edge, loop->axis);
    seen[1] = vec3_dot(loop->axis, d);
    break;
  case JOINT_UNIVERSAL: {
    Mat3 R = pose_of_frame(transform->mechanism, transform->mechanism->pool, edge->inner.frame,
                           edge->outer.frame)
                 .R;
    universal_angles(R, edge->is_reversed, seen);
    break;
  }
  case JOINT_SPHERICAL: {
    Quaternion turn =
        quaternion_of_frame(transform->mechanism, edge->inner.frame, edge->outer.frame);
    for (int i = 0; i < 4; i++)
      seen[i] = turn.e[i];
    break;
  }
  case JOINT_PLANAR: {
    int k = vec3_axis(loop->axis);
    seen[0] = d.at[(k + 1) % 3];
    seen[1] = d.at[(k + 2) % 3];
    seen[2] = turn_seen(transform, edge, loop->axis);
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
static const Expr *add_coordinate(SpanningTree *tree, const TreeEdge *edge, int i,
                                  const char *suffix, CoordinateKind kind)
{
  Transform *transform = tree->transform;
  const Loop *loop = &transform->mechanism->loops[edge->loop];
  const char *name = arena_format(transform->scratch, "%s%s", loop->name, suffix);
  int index = transform_add_coordinate(transform, name, kind, edge->initial[i], loop->span);
  return transform->mechanism->coordinates[index].q;
}

static void draft_quaternion(SpanningTree *tree, const TreeEdge *edge, MoveDraft *draft)
{
  static const char *const SUFFIXES[] = { "_e0", "_e1", "_e2", "_e3" };
  Pool *pool = tree->transform->mechanism->pool;
  const Loop *loop = &tree->transform->mechanism->loops[edge->loop];
  Move turn = { .kind = MOVE_QUATERNION, .axis = vec3_zero(pool), .amount = expr_integer(pool, 0) };
  for (int i = 0; i < 4; i++)
    turn.parameter[i] = add_coordinate(tree, edge, i, SUFFIXES[i], COORDINATE_NUMBER);
  draft->moves[draft->count++] = turn;
  Span span = tree->transform->mechanism->frames[edge->frame].span;
  add_norm(tree->transform, loop->name, turn.parameter, span);
}

void draft_motion(SpanningTree *tree, const TreeEdge *edge, MoveDraft *draft)
{
  Pool *pool = tree->transform->mechanism->pool;
  const Loop *loop = &tree->transform->mechanism->loops[edge->loop];
  bool is_several = joint_info(loop->kind)->coordinate_count > 1;
  switch (loop->kind) {
  case JOINT_REVOLUTE:
  case JOINT_CYLINDRICAL: {
    const char *suffix = is_several ? "_1" : "";
    draft_turn(draft, loop->axis, add_coordinate(tree, edge, 0, suffix, COORDINATE_ANGLE));
    if (!is_several) break;
    draft_slide(draft, loop->axis, add_coordinate(tree, edge, 1, "_2", COORDINATE_LENGTH));
    break;
  }
  case JOINT_PRISMATIC:
    draft_slide(draft, loop->axis, add_coordinate(tree, edge, 0, "", COORDINATE_LENGTH));
    break;
  case JOINT_UNIVERSAL:
    for (int i = 0; i < 2; i++) {
      const char *suffix = i == 0 ? "_1" : "_2";
      const Expr *q = add_coordinate(tree, edge, i, suffix, COORDINATE_ANGLE);
      draft_turn(draft, vec3_unit(pool, edge->is_reversed ? 1 - i : i), q);
    }
    break;
  case JOINT_SCREW: {
    const Expr *q = add_coordinate(tree, edge, 0, "", COORDINATE_ANGLE);
    draft_turn(draft, loop->axis, q);
    draft_slide(draft, loop->axis, product(advance_of(loop), q));
    break;
  }
  case JOINT_SPHERICAL: draft_quaternion(tree, edge, draft); break;
  case JOINT_PLANAR: {
    int k = vec3_axis(loop->axis);
    const Expr *x = add_coordinate(tree, edge, 0, "_x", COORDINATE_LENGTH);
    const Expr *y = add_coordinate(tree, edge, 1, "_y", COORDINATE_LENGTH);
    draft_slide(draft, vec3_unit(pool, (k + 1) % 3), x);
    draft_slide(draft, vec3_unit(pool, (k + 2) % 3), y);
    draft_turn(draft, loop->axis, add_coordinate(tree, edge, 2, "_1", COORDINATE_ANGLE));
    break;
  }
  case JOINT_FREE:
  case JOINT_FIXED:
  case JOINT_KIND_COUNT: break;
  }
}
