// absolute_measure.c -- the old coordinates as functions of the new ones.
//
// An old coordinate is measured between the two frames of its joint:
//   translation along e, screw  e . d                     d from one point to the other
//   rotation about n            a difference of angles, or in space
//                               atan2(n . vex R, (trace R - 1) / 2)
// and replaced by this measure everywhere. A joint driven by other coordinates becomes a
// constraint, and a torque becomes a moment or force with its reaction on the parent of the joint.
// SPDX-License-Identifier: MIT
#include "transform/coordinates/absolute_coordinates.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

// ---- old coordinates

// Sine and cosine of the rotation about the joint's axis n: n . vex R and (trace R - 1) / 2.
void turn_in_space(const Absolute *absolute, int f, const Expr **sine, const Expr **cosine)
{
  const CutJoint *cut = &absolute->cut[f];
  Mat3 R = pose_of_frame(absolute->transform->mechanism, absolute->transform->mechanism->pool, f,
                         cut->first.frame)
               .R;
  Vec3 twice_vex;
  for (int k = 0; k < 3; k++)
    twice_vex.at[k] = difference(R.at[(k + 2) % 3][(k + 1) % 3], R.at[(k + 1) % 3][(k + 2) % 3]);
  const Expr *trace = sum(R.at[0][0], R.at[1][1]);
  trace = sum(trace, R.at[2][2]);
  *sine = half(vec3_dot(cut->axis, twice_vex));
  *cosine = half(difference(trace, one(trace)));
}

static const Expr *turn_in_plane(const Absolute *absolute, int f)
{
  const Transform *transform = absolute->transform;
  const CutJoint *cut = &absolute->cut[f];
  const Expr *angle = plane_angle(transform, f);
  angle = difference(angle, plane_angle(transform, cut->parent));
  for (int m = 0; m < cut->move_count; m++) {
    if (m == cut->articulation.first) continue;
    angle = difference(angle, plane_turn(transform, &cut->moves[m]));
  }
  return product(cut->moves[cut->articulation.first].at[transform->plane], angle);
}

// A screw is measured by its translation, which includes its revolutions.
static bool is_measured_by_slide(const CutJoint *cut)
{
  return cut->articulation.kind == JOINT_PRISMATIC || cut->articulation.kind == JOINT_SCREW;
}

// The present displacement of the detached frame's joint.
static const Expr *seen_amount(const Absolute *absolute, int f)
{
  const CutJoint *cut = &absolute->cut[f];
  if (is_measured_by_slide(cut)) {
    Vec3 place = position_in(absolute->transform, f, cut->first.frame, cut->second_position);
    return vec3_dot(cut->axis, vec3_sub(place, cut->first.position_F));
  }
  if (absolute->transform->plane >= 0) return turn_in_plane(absolute, f);
  const Expr *sine, *cosine;
  turn_in_space(absolute, f, &sine, &cosine);
  return expr_call2(OP_ATAN2, sine, cosine);
}

// Residual of a driven joint. A rotation in space is known modulo 2 pi: the residual is sin(turn -
// amount).
static const Expr *drive_residual(const Absolute *absolute, int f, const Expr *amount)
{
  if (is_measured_by_slide(&absolute->cut[f]) || absolute->transform->plane >= 0) {
    return difference(seen_amount(absolute, f), amount);
  }
  const Expr *sine, *cosine;
  turn_in_space(absolute, f, &sine, &cosine);
  const Expr *c = expr_call(OP_COS, amount), *s = expr_call(OP_SIN, amount);
  return difference_of_products(sine, c, cosine, s);
}

static void add_drive(Absolute *absolute, int f, const Expr *amount)
{
  Transform *transform = absolute->transform;
  const Frame *frame = &transform->mechanism->frames[f];
  const char *wanted = arena_format(transform->scratch, "%s_drive", frame->name);
  Constraint drive = { .name = action_name(transform, wanted),
                       .residual = drive_residual(absolute, f, amount),
                       .span = frame->span };
  transform_add_constraint(transform, drive);
}

// Number of old coordinates that the amount still contains; *which receives the last one.
static int count_unmeasured(const Absolute *absolute, const Expr *amount, int *which)
{
  const Mechanism *mechanism = absolute->transform->mechanism;
  int count = 0;
  for (int i = 0; i < absolute->old_count; i++) {
    if (!absolute->is_removed[i] || !expr_depends_on(amount, mechanism->coordinates[i].q)) continue;
    *which = i;
    count++;
  }
  return count;
}

// amount = slope q + rest
static bool measure_coordinate(Absolute *absolute, int f, const Expr *amount, int i)
{
  const Coordinate *coordinate = &absolute->transform->mechanism->coordinates[i];
  const Expr *slope = expr_derivative(amount, coordinate->q);
  if (slope->form->stage > STAGE_PARAMETER) return false;
  const Expr *zero = integer(amount, 0);
  const Expr *rest = expr_substitute(amount, &coordinate->q, &zero, 1);
  const Expr *value = quotient(difference(seen_amount(absolute, f), rest), slope);
  bool is_alone = rest->form->stage < STAGE_POSITION;
  absolute->measures[i] = (Measure){ value, f, is_alone ? slope : NULL };
  substitution_add_coordinate(&absolute->known, coordinate, value);
  if (!is_measured_by_slide(&absolute->cut[f]) && absolute->transform->plane < 0)
    count_turns(absolute, f, coordinate, slope, rest);
  return true;
}

bool measure_frame(Absolute *absolute, int f)
{
  const Transform *transform = absolute->transform;
  const CutJoint *cut = &absolute->cut[f];
  bool is_screw = cut->articulation.kind == JOINT_SCREW;
  if (cut->articulation.count != 1 && !is_screw) return true;
  const Move *motion = &cut->moves[cut->articulation.first + is_screw];
  if (motion->kind == MOVE_QUATERNION) return true;
  const Expr *amount = substituted(&absolute->known, motion->amount);
  int which = 0, count = count_unmeasured(absolute, amount, &which);
  if (count == 0) {
    add_drive(absolute, f, amount);
    return true;
  }
  if (count == 1 && measure_coordinate(absolute, f, amount, which)) return true;
  const Frame *frame = &transform->mechanism->frames[f];
  diagnostics_add(transform->diagnostics, SEVERITY_ERROR, frame->span,
                  "give the joint a coordinate of its own, and say the relation as a constraint",
                  "the coordinate '%s' cannot be told from how '%s' moves",
                  coordinate_name(&transform->mechanism->coordinates[which]), frame->name);
  return false;
}

// ---- torques

// Replaces the torque by a force or moment between the two frames, along the joint's axis.
static bool replace_torque(Absolute *absolute, Force *force)
{
  const Transform *transform = absolute->transform;
  if (force->kind != FORCE_TORQUE || !absolute->is_removed[force->coordinate]) return true;
  const Measure *measure = &absolute->measures[force->coordinate];
  if (!measure->slope) {
    diagnostics_add(transform->diagnostics, SEVERITY_ERROR, force->span,
                    "say it as a force or a moment on a frame",
                    "the torque '%s' acts on several joints at once", force->name);
    return false;
  }
  const CutJoint *cut = &absolute->cut[measure->frame];
  force->kind = is_measured_by_slide(cut) ? FORCE_AT_POINT : FORCE_MOMENT;
  if (!force->said) force->said = force->amount;
  force->vector = vec3_scale(quotient(force->amount, measure->slope), cut->axis);
  force->axes = measure->frame;
  force->frame = measure->frame;
  force->position_F = cut->second_position;
  force->second_frame = cut->parent;
  force->amount = NULL;
  return true;
}

bool replace_torques(Absolute *absolute)
{
  Mechanism *mechanism = absolute->transform->mechanism;
  for (int k = 0; k < mechanism->force_count; k++) {
    if (!replace_torque(absolute, &mechanism->forces[k])) return false;
  }
  return true;
}
