// tree_measure.c -- the old coordinates of a free frame as functions of the new ones.
//
// A free frame moved by T(..) T(..) R(..) or T T T Q between constant moves. Its present pose
// relative to the beginning of that motion yields the old coordinates.
// SPDX-License-Identifier: MIT
#include "transform/coordinates/spanning_tree.h"
#include "symbolic/algebra.h"

static Pool *pool_of(const SpanningTree *tree) { return tree->transform->mechanism->pool; }

// The axes at the beginning of the old motion, and the point of the frame that it moved.
typedef struct OldMotion {
  Pose before;  // in the old parent
  Vec3 place_F;
} OldMotion;

static OldMotion old_motion(const SpanningTree *tree, const TreeEdge *edge)
{
  Pool *pool = pool_of(tree);
  const Frame *old = &edge->old;
  int first = edge->freedom.first, end = first + edge->freedom.count;
  Pose after = pose_of_moves(pool, old->moves + end, old->move_count - end);
  Pose before = pose_of_moves(pool, old->moves, first);
  return (OldMotion){ before, vec3_neg(mat3_mul_vec_transposed(after.R, after.p)) };
}

// The Euler parameters of the old move, as functions of the new coordinates.
static Quaternion old_turn(const SpanningTree *tree, const TreeEdge *edge)
{
  Pool *pool = pool_of(tree);
  const Frame *old = &edge->old;
  int first = edge->freedom.first, end = first + edge->freedom.count;
  Quaternion before = quaternion_of_moves(pool, old->moves, first);
  Quaternion after = quaternion_of_moves(pool, old->moves + end, old->move_count - end);
  Quaternion turn = quaternion_of_frame(tree->transform->mechanism, edge->frame, old->parent);
  turn = quaternion_product(quaternion_conjugate(before), turn);
  return quaternion_product(turn, quaternion_conjugate(after));
}

// The amount of the old move, as a function of the new coordinates; NULL: one of three rotations in
// space.
static const Expr *old_amount(const SpanningTree *tree, const TreeEdge *edge, int m)
{
  const Transform *transform = tree->transform;
  const Frame *old = &edge->old;
  const Move *move = &old->moves[m];
  if (move->kind == MOVE_TRANSLATION) {
    OldMotion motion = old_motion(tree, edge);
    Vec3 place = position_in(transform, edge->frame, old->parent, motion.place_F);
    Vec3 d = vec3_sub(place, motion.before.p);
    return vec3_dot(move_axis(move), mat3_mul_vec_transposed(motion.before.R, d));
  }
  if (transform->plane < 0) return NULL;
  const Expr *angle = plane_angle(transform, edge->frame);
  angle = difference(angle, plane_angle(transform, old->parent));
  for (int i = 0; i < old->move_count; i++) {
    if (i != m) angle = difference(angle, plane_turn(transform, &old->moves[i]));
  }
  return product(move->at[transform->plane], angle);
}

// Replaces a torque on an old coordinate by a force on the frame, or a moment.
static void replace_torques(const SpanningTree *tree, const TreeEdge *edge, const Move *move,
                            int coordinate)
{
  Mechanism *mechanism = tree->transform->mechanism;
  OldMotion motion = old_motion(tree, edge);
  for (int k = 0; k < mechanism->force_count; k++) {
    Force *force = &mechanism->forces[k];
    if (force->kind != FORCE_TORQUE || force->coordinate != coordinate) continue;
    bool is_slide = move->kind == MOVE_TRANSLATION;
    force->kind = is_slide ? FORCE_AT_POINT : FORCE_MOMENT;
    if (!force->said) force->said = force->amount;
    force->vector = vec3_scale(force->amount, mat3_mul_vec(motion.before.R, move_axis(move)));
    force->axes = edge->old.parent;
    force->frame = edge->frame;
    force->position_F = motion.place_F;
    force->second_frame = FRAME_GROUND;
    force->amount = NULL;
  }
}

static bool reject_turn(const SpanningTree *tree, const Coordinate *coordinate)
{
  diagnostics_add(
      tree->transform->diagnostics, SEVERITY_ERROR, coordinate->span,
      "say it with a moment, or turn the frame by a quaternion",
      "something depends on '%s', a turn in space that relative coordinates do not have",
      coordinate_name(coordinate));
  return false;
}

static bool is_under_torque(const Mechanism *mechanism, int coordinate)
{
  for (int k = 0; k < mechanism->force_count; k++) {
    const Force *force = &mechanism->forces[k];
    if (force->kind == FORCE_TORQUE && force->coordinate == coordinate) return true;
  }
  return false;
}

// `parameter`: index within a quaternion.
static bool measure_coordinate(SpanningTree *tree, const TreeEdge *edge, int m, int parameter)
{
  const Mechanism *mechanism = tree->transform->mechanism;
  const Move *move = &edge->old.moves[m];
  bool is_quaternion = move->kind == MOVE_QUATERNION;
  const Expr *q = is_quaternion ? move->at[parameter] : move->amount;
  int i = mechanism_coordinate_of(mechanism, q);
  tree->is_removed[i] = true;
  if (!is_used_elsewhere(tree->transform, -1, q)) return true;
  const Expr *value = is_quaternion ? old_turn(tree, edge).e[parameter] : old_amount(tree, edge, m);
  if (!value || (is_quaternion && is_under_torque(mechanism, i))) {
    return reject_turn(tree, &mechanism->coordinates[i]);
  }
  replace_torques(tree, edge, move, i);
  substitution_add_coordinate(&tree->known, &mechanism->coordinates[i], value);
  return true;
}

bool measure_coordinates(SpanningTree *tree, const TreeEdge *edge)
{
  const Articulation *freedom = &edge->freedom;
  for (int m = freedom->first; m < freedom->first + freedom->count; m++) {
    const Move *move = &edge->old.moves[m];
    bool is_quaternion = move->kind == MOVE_QUATERNION;
    if (is_quaternion) remove_norm(tree->transform->mechanism, move->at);
    for (int i = 0; i < (is_quaternion ? 4 : 1); i++) {
      if (!measure_coordinate(tree, edge, m, i)) return false;
    }
  }
  return true;
}
