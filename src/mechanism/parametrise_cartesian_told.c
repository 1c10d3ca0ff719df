// parametrise_cartesian_told.c -- the old coordinates, seen in the new ones.
//
// The old coordinate is what moves between the two frames, seen through the joint:
//   slide along e, screw  e . d                     d from one place to the other
//   turn about n          a difference of angles, or in space atan2(n . vex R, (trace R - 1) / 2)
// and stands so in everything that used it. A joint that was driven by others becomes a constraint,
// a torque a moment or force with its reaction on the frame that the joint sat on.
// SPDX-License-Identifier: MIT
#include "mechanism/parametrise_cartesian.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"

static Pool *pool_of(const Freeing *freeing) { return freeing->remake->mechanism->pool; }

// ---- old coordinates

// Sine and cosine of the turn about the joint's axis n: n . vex R and (trace R - 1) / 2.
static void turn_in_space(const Freeing *freeing, int f, const Expr **sine, const Expr **cosine)
{
  const Freed *freed = &freeing->freed[f];
  Mat3 R = rotation_in(freeing->remake, f, freed->first.frame);
  Vec3 twice_vex;
  for (int k = 0; k < 3; k++)
    twice_vex.at[k] = difference(R.at[(k + 2) % 3][(k + 1) % 3], R.at[(k + 1) % 3][(k + 2) % 3]);
  const Expr *trace = sum(R.at[0][0], R.at[1][1]);
  trace = sum(trace, R.at[2][2]);
  *sine = half(vec3_dot(freed->axis, twice_vex));
  *cosine = half(difference(trace, one(trace)));
}

static const Expr *turn_in_plane(const Freeing *freeing, int f)
{
  const Remake *remake = freeing->remake;
  const Freed *freed = &freeing->freed[f];
  const Expr *angle = plane_angle(remake, f);
  angle = difference(angle, plane_angle(remake, freed->parent));
  for (int m = 0; m < freed->move_count; m++) {
    if (m == freed->articulation.first) continue;
    angle = difference(angle, plane_turn(remake, &freed->moves[m]));
  }
  return product(freed->moves[freed->articulation.first].axis.at[remake->plane], angle);
}

// A screw is told by its slide, which counts its turns.
static bool is_told_by_slide(const Freed *freed)
{
  return freed->articulation.kind == JOINT_PRISMATIC || freed->articulation.kind == JOINT_SCREW;
}

// What the motion of the freed frame's joint amounts to.
static const Expr *seen_amount(const Freeing *freeing, int f)
{
  const Freed *freed = &freeing->freed[f];
  if (is_told_by_slide(freed)) {
    Vec3 place = position_in(freeing->remake, f, freed->first.frame, freed->second_position);
    return vec3_dot(freed->axis, vec3_sub(place, freed->first.position_F));
  }
  if (freeing->remake->plane >= 0) return turn_in_plane(freeing, f);
  const Expr *sine, *cosine;
  turn_in_space(freeing, f, &sine, &cosine);
  return expr_call2(OP_ATAN2, sine, cosine);
}

// A turn in space is known up to whole turns: sin(turn - amount) = 0 says nothing else.
static const Expr *drive_residual(const Freeing *freeing, int f, const Expr *amount)
{
  if (is_told_by_slide(&freeing->freed[f]) || freeing->remake->plane >= 0) {
    return difference(seen_amount(freeing, f), amount);
  }
  const Expr *sine, *cosine;
  turn_in_space(freeing, f, &sine, &cosine);
  const Expr *c = expr_call(OP_COS, amount), *s = expr_call(OP_SIN, amount);
  return difference_of_products(sine, c, cosine, s);
}

static void add_drive(Freeing *freeing, int f, const Expr *amount)
{
  Remake *remake = freeing->remake;
  const Frame *frame = &remake->mechanism->frames[f];
  const char *wanted = arena_format(remake->scratch, "%s_drive", frame->name);
  Constraint drive = { .name = action_name(remake, wanted),
                       .residual = drive_residual(freeing, f, amount),
                       .span = frame->span };
  remake_add_constraint(remake, drive);
}

// The old coordinates that the amount still holds; the last one in *which.
static int count_untold(const Freeing *freeing, const Expr *amount, int *which)
{
  const Mechanism *mechanism = freeing->remake->mechanism;
  int count = 0;
  for (int i = 0; i < freeing->old_count; i++) {
    if (!freeing->is_removed[i] || !expr_depends_on(amount, mechanism->coordinates[i].q)) continue;
    *which = i;
    count++;
  }
  return count;
}

// amount = slope q + rest
static bool tell_coordinate(Freeing *freeing, int f, const Expr *amount, int i)
{
  const Coordinate *coordinate = &freeing->remake->mechanism->coordinates[i];
  const Expr *slope = expr_derivative(amount, coordinate->q);
  if (slope->form->stage > STAGE_PARAMETER) return false;
  const Expr *zero = integer(amount, 0);
  const Expr *rest = expr_substitute(amount, &coordinate->q, &zero, 1);
  const Expr *value = quotient(difference(seen_amount(freeing, f), rest), slope);
  bool is_alone = rest->form->stage < STAGE_POSITION;
  freeing->told[i] = (Told){ value, f, is_alone ? slope : NULL };
  substitution_add_coordinate(&freeing->known, coordinate, value);
  return true;
}

bool tell_frame(Freeing *freeing, int f)
{
  const Remake *remake = freeing->remake;
  const Freed *freed = &freeing->freed[f];
  bool is_screw = freed->articulation.kind == JOINT_SCREW;
  if (freed->articulation.count != 1 && !is_screw) return true;
  const Move *motion = &freed->moves[freed->articulation.first + is_screw];
  if (motion->kind == MOVE_QUATERNION) return true;
  const Expr *amount = substituted(&freeing->known, motion->amount);
  int which = 0, count = count_untold(freeing, amount, &which);
  if (count == 0) {
    add_drive(freeing, f, amount);
    return true;
  }
  if (count == 1 && tell_coordinate(freeing, f, amount, which)) return true;
  const Frame *frame = &remake->mechanism->frames[f];
  diagnostics_add(remake->diagnostics, SEVERITY_ERROR, frame->span,
                  "give the joint a coordinate of its own, and say the relation as a constraint",
                  "the coordinate '%s' cannot be told from how '%s' moves",
                  remake->mechanism->coordinates[which].name, frame->name);
  return false;
}

// ---- torques

// Between the two frames, along the joint's axis.
static bool replace_torque(Freeing *freeing, Force *force)
{
  const Remake *remake = freeing->remake;
  if (force->kind != FORCE_TORQUE || !freeing->is_removed[force->coordinate]) return true;
  const Told *told = &freeing->told[force->coordinate];
  if (!told->slope) {
    diagnostics_add(remake->diagnostics, SEVERITY_ERROR, force->span,
                    "say it as a force or a moment on a frame",
                    "the torque '%s' acts on several joints at once", force->name);
    return false;
  }
  const Freed *freed = &freeing->freed[told->frame];
  force->kind = is_told_by_slide(freed) ? FORCE_AT_POINT : FORCE_MOMENT;
  force->vector = vec3_scale(quotient(force->amount, told->slope), freed->axis);
  force->axes = told->frame;
  force->frame = told->frame;
  force->position_F = freed->second_position;
  force->second_frame = freed->parent;
  force->second_position = vec3_zero(pool_of(freeing));
  force->amount = NULL;
  return true;
}

bool replace_torques(Freeing *freeing)
{
  Mechanism *mechanism = freeing->remake->mechanism;
  for (int k = 0; k < mechanism->force_count; k++) {
    if (!replace_torque(freeing, &mechanism->forces[k])) return false;
  }
  return true;
}
