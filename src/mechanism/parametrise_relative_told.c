// parametrise_relative_told.c -- the old coordinates of a free frame, seen in the new ones.
//
// A frame that was free moved by T(..) T(..) R(..) or T T T Q between moves that stand still. Where
// it stands now, seen from where that motion began, are the old coordinates.
// SPDX-License-Identifier: MIT
#include "mechanism/parametrise_relative.h"
#include "symbolic/algebra.h"

static Pool *pool_of(const Rooting *rooting) { return rooting->remake->mechanism->pool; }

// Where the axes of the old motion began, and the place on the frame that it moved.
typedef struct OldMotion {
  Placement before;  // in the old parent
  Vec3 place_F;
} OldMotion;

static OldMotion old_motion(const Rooting *rooting, const Attachment *attachment)
{
  Pool *pool = pool_of(rooting);
  const Frame *old = &attachment->old;
  int first = attachment->freedom.first, end = first + attachment->freedom.count;
  Placement after = placement_of_moves(pool, old->moves + end, old->move_count - end);
  Placement before = placement_of_moves(pool, old->moves, first);
  return (OldMotion){ before, vec3_neg(mat3_mul_vec_transposed(after.R, after.p)) };
}

// The Euler parameters of the old move, seen in the new coordinates.
static Quaternion old_turn(const Rooting *rooting, const Attachment *attachment)
{
  Pool *pool = pool_of(rooting);
  const Frame *old = &attachment->old;
  int first = attachment->freedom.first, end = first + attachment->freedom.count;
  Quaternion before = quaternion_of_moves(pool, old->moves, first);
  Quaternion after = quaternion_of_moves(pool, old->moves + end, old->move_count - end);
  Quaternion turn = quaternion_between(rooting->remake, attachment->frame, old->parent);
  turn = quaternion_product(quaternion_opposite(before), turn);
  return quaternion_product(turn, quaternion_opposite(after));
}

// What the old move was, seen in the new coordinates; NULL: one of three turns in space.
static const Expr *old_amount(const Rooting *rooting, const Attachment *attachment, int m)
{
  const Remake *remake = rooting->remake;
  const Frame *old = &attachment->old;
  const Move *move = &old->moves[m];
  if (move->kind == MOVE_TRANSLATION) {
    OldMotion motion = old_motion(rooting, attachment);
    Vec3 place = position_in(remake, attachment->frame, old->parent, motion.place_F);
    Vec3 d = vec3_sub(place, motion.before.p);
    return vec3_dot(move->axis, mat3_mul_vec_transposed(motion.before.R, d));
  }
  if (remake->plane < 0) return NULL;
  const Expr *angle = plane_angle(remake, attachment->frame);
  angle = difference(angle, plane_angle(remake, old->parent));
  for (int i = 0; i < old->move_count; i++) {
    if (i != m) angle = difference(angle, plane_turn(remake, &old->moves[i]));
  }
  return product(move->axis.at[remake->plane], angle);
}

// A torque on an old coordinate is a force on the frame, or a moment.
static void replace_torques(const Rooting *rooting, const Attachment *attachment, const Move *move,
                            int coordinate)
{
  Mechanism *mechanism = rooting->remake->mechanism;
  OldMotion motion = old_motion(rooting, attachment);
  for (int k = 0; k < mechanism->force_count; k++) {
    Force *force = &mechanism->forces[k];
    if (force->kind != FORCE_TORQUE || force->coordinate != coordinate) continue;
    bool is_slide = move->kind == MOVE_TRANSLATION;
    force->kind = is_slide ? FORCE_AT_POINT : FORCE_MOMENT;
    force->vector = vec3_scale(force->amount, mat3_mul_vec(motion.before.R, move->axis));
    force->axes = attachment->old.parent;
    force->frame = attachment->frame;
    force->position_F = motion.place_F;
    force->second_frame = FRAME_GROUND;
    force->second_position = vec3_zero(pool_of(rooting));
    force->amount = NULL;
  }
}

static bool refuse_turn(const Rooting *rooting, const Coordinate *coordinate)
{
  diagnostics_add(
      rooting->remake->diagnostics, SEVERITY_ERROR, coordinate->span,
      "say it with a moment, or turn the frame by a quaternion",
      "something depends on '%s', a turn in space that relative coordinates do not have",
      coordinate->name);
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

// `parameter`: which one of a quaternion.
static bool tell_coordinate(Rooting *rooting, const Attachment *attachment, int m, int parameter)
{
  const Mechanism *mechanism = rooting->remake->mechanism;
  const Move *move = &attachment->old.moves[m];
  bool is_quaternion = move->kind == MOVE_QUATERNION;
  const Expr *q = is_quaternion ? move->parameter[parameter] : move->amount;
  int i = 0;
  while (mechanism->coordinates[i].q != q)
    i++;
  rooting->is_removed[i] = true;
  if (!is_used_elsewhere(rooting->remake, -1, q)) return true;
  const Expr *value = is_quaternion ? old_turn(rooting, attachment).e[parameter]
                                    : old_amount(rooting, attachment, m);
  if (!value || (is_quaternion && is_under_torque(mechanism, i))) {
    return refuse_turn(rooting, &mechanism->coordinates[i]);
  }
  replace_torques(rooting, attachment, move, i);
  substitution_add_coordinate(&rooting->known, &mechanism->coordinates[i], value);
  return true;
}

bool tell_coordinates(Rooting *rooting, const Attachment *attachment)
{
  const Articulation *freedom = &attachment->freedom;
  for (int m = freedom->first; m < freedom->first + freedom->count; m++) {
    const Move *move = &attachment->old.moves[m];
    bool is_quaternion = move->kind == MOVE_QUATERNION;
    if (is_quaternion) remove_norm(rooting->remake->mechanism, move->parameter);
    for (int i = 0; i < (is_quaternion ? 4 : 1); i++) {
      if (!tell_coordinate(rooting, attachment, m, i)) return false;
    }
  }
  return true;
}
