// tree_joint.c -- the moves of each kind of joint, and its coordinates as functions of the old
// ones.
// SPDX-License-Identifier: MIT
#include "transform/coordinates/spanning_tree.h"
#include "symbolic/algebra.h"

// ---- coordinates as functions of the present ones

static Vec3 place_seen(const Transform *transform, const TreeEdge *edge)
{
  Vec3 place = position_in(transform, edge->inner.frame, edge->outer.frame, edge->inner.position_F);
  return vec3_sub(place, edge->outer.position_F);
}

// Angles a and b of R = Rx(a) Ry(b), or of Ry(b) Rx(a) if reversed.
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

// Translation of a screw [m/rad].
static const Expr *advance_of(const Loop *loop)
{
  const Expr *pi = expr_pi(expr_pool(loop->pitch));
  return quotient(half(loop->pitch), pi);
}

void see_coordinates(const Transform *transform, TreeEdge *edge)
{
  const Mechanism *mechanism = transform->mechanism;
  const Loop *loop = &mechanism->loops[edge->loop];
  const Expr **seen = edge->seen;
  Vec3 d = place_seen(transform, edge);
  if (loop->kind == JOINT_SCREW) {
    seen[0] = quotient(vec3_dot(loop->axis, d), advance_of(loop));
  } else if (loop->kind == JOINT_UNIVERSAL) {
    Mat3 R = pose_of_frame(mechanism, mechanism->pool, edge->inner.frame, edge->outer.frame).R;
    universal_angles(R, edge->is_reversed, seen);
  } else if (loop->kind == JOINT_SPHERICAL) {
    Quaternion turn = quaternion_of_frame(mechanism, edge->inner.frame, edge->outer.frame);
    for (int i = 0; i < 4; i++)
      seen[i] = turn.e[i];
  } else {
    const JointInfo *info = joint_info(loop->kind);
    for (int i = 0; i < info->coordinate_count; i++) {
      Vec3 axis = joint_move_axis(loop->kind, i, loop->axis);
      bool is_turn = info->moves[i].kind == MOVE_ROTATION;
      seen[i] = is_turn ? turn_seen(transform, edge, axis) : vec3_dot(axis, d);
    }
  }
}

// ---- the moves of a joint

void draft_slide(MoveDraft *draft, Vec3 axis, const Expr *amount)
{
  if (is_zero(amount)) return;
  draft->moves[draft->count++] = (Move){ MOVE_TRANSLATION, amount, vec3_keep(axis) };
}

static void draft_turn(MoveDraft *draft, Vec3 axis, const Expr *amount)
{
  draft->moves[draft->count++] = (Move){ MOVE_ROTATION, amount, vec3_keep(axis) };
}

// Adds the next coordinate of the joint, named after the loop.
static const Expr *add_coordinate(SpanningTree *tree, const TreeEdge *edge, int i,
                                  const char *suffix, CoordinateKind kind)
{
  Transform *transform = tree->transform;
  const Loop *loop = &transform->mechanism->loops[edge->loop];
  const char *name = arena_format(transform->scratch, "%s%s", loop->name, suffix);
  int index = transform_add_coordinate(transform, name, kind, edge->seen[i], loop->span);
  return transform->mechanism->coordinates[index].q;
}

static void draft_quaternion(SpanningTree *tree, const TreeEdge *edge, MoveDraft *draft)
{
  static const char *const SUFFIXES[] = { "_e0", "_e1", "_e2", "_e3" };
  Pool *pool = tree->transform->mechanism->pool;
  const Loop *loop = &tree->transform->mechanism->loops[edge->loop];
  const Expr *e[4];
  for (int i = 0; i < 4; i++)
    e[i] = add_coordinate(tree, edge, i, SUFFIXES[i], COORDINATE_NUMBER);
  Move turn = { MOVE_QUATERNION, expr_integer(pool, 0), expr_keep(e, 4) };
  draft->moves[draft->count++] = turn;
  Span span = tree->transform->mechanism->frames[edge->frame].span;
  add_norm(tree->transform, loop->name, turn.at, span);
}

void draft_motion(SpanningTree *tree, const TreeEdge *edge, MoveDraft *draft)
{
  const Loop *loop = &tree->transform->mechanism->loops[edge->loop];
  const JointInfo *info = joint_info(loop->kind);
  if (loop->kind == JOINT_SPHERICAL) {
    draft_quaternion(tree, edge, draft);
    return;
  }
  // seen from its other end, a universal joint rotates about y first
  bool is_turned_round = loop->kind == JOINT_UNIVERSAL && edge->is_reversed;
  for (int i = 0; i < info->coordinate_count; i++) {
    const JointMove *move = &info->moves[i];
    bool is_turn = move->kind == MOVE_ROTATION;
    const Expr *q =
        add_coordinate(tree, edge, i, move->suffix, is_turn ? COORDINATE_ANGLE : COORDINATE_LENGTH);
    Vec3 axis = joint_move_axis(loop->kind, is_turned_round ? 1 - i : i, loop->axis);
    (is_turn ? draft_turn : draft_slide)(draft, axis, q);
    if (loop->kind == JOINT_SCREW) draft_slide(draft, axis, product(advance_of(loop), q));
  }
}
