// constraints.c -- residuals of loops, constraint statements, wheels and motions (docs/theory.md).
// SPDX-License-Identifier: MIT
#include "witness/witness_impl.h"

#include <math.h>
#include <string.h>

typedef struct Rows {
  Residual *out;  // NULL: only count
  int count;
} Rows;

static void add(Rows *rows, Jet value, bool may_be_void)
{
  if (rows->out) rows->out[rows->count] = (Residual){ value, may_be_void };
  rows->count++;
}

// ---- loops

static bool is_tiny(Ball x)
{
  mag_t size, limit;
  mag_init(size);
  mag_init(limit);
  arb_get_mag(size, &x);
  mag_set_ui_2exp_si(limit, 1, -80);
  bool result = mag_cmp(size, limit) < 0;
  mag_clear(size);
  mag_clear(limit);
  return result;
}

static JetVector unit_vector(int i, int order)
{
  JetVector unit = vector_zero(order);
  unit.at[i] = jet_of_integer(1, order);
  return unit;
}

// The axes e1, e2, e3 of a loop, e3 along the joint's axis. If e3 is a coordinate axis of the
// frame, e1 and e2 are the next two axes in cyclic order; otherwise e1 is an axis of the frame
// perpendicular to e3, if there is one.
static void find_triad(const Run *run, const Loop *loop, JetVector e[3])
{
  JetVector axis = run_vector(run, loop->axis);
  int along = joint_has_axis(loop->kind) ? -1 : 2, zero = -1;
  for (int i = 2; i >= 0 && joint_has_axis(loop->kind); i--) {
    bool is_along = is_tiny(axis.at[(i + 1) % 3].at[0]) && is_tiny(axis.at[(i + 2) % 3].at[0]);
    if (is_along) along = i;
    if (is_tiny(axis.at[i].at[0])) zero = i;
  }
  if (along >= 0) {
    for (int i = 0; i < 3; i++)
      e[i] = unit_vector((along + 1 + i) % 3, run->order);
    return;
  }
  JetVector z = unit_vector(2, run->order);
  JetVector across = zero >= 0 ? unit_vector(zero, run->order) : vector_cross(&axis, &z);
  Jet length = jet_sqrt(vector_dot(&across, &across));
  e[0] = vector_scale(jet_div(jet_of_integer(1, run->order), length), &across);
  e[1] = vector_cross(&axis, &e[0]);
  e[2] = axis;
}

// Adds the rotation angles of the frame's moves about `axis`. Returns false if a move rotates about
// another axis.
static bool add_turns(const Run *run, int f, int ancestor, const JetVector *axis, int sign,
                      Jet *turn)
{
  const Mechanism *mechanism = run->witness->mechanism;
  for (; f != ancestor; f = mechanism->frames[f].parent) {
    const Frame *frame = &mechanism->frames[f];
    for (int m = 0; m < frame->move_count; m++) {
      const Move *move = &frame->moves[m];
      if (move->kind == MOVE_TRANSLATION) continue;
      if (move->kind == MOVE_QUATERNION) return false;
      JetVector about = run_vector(run, move_axis(move));
      JetVector across = vector_cross(&about, axis);
      Jet amount = run_value(run, move->amount), cosine = vector_dot(&about, axis);
      for (int i = 0; i < 3; i++) {
        if (!is_tiny(across.at[i].at[0])) return false;
      }
      bool is_opposite = arb_is_negative(&cosine.at[0]) != (sign < 0);
      *turn = is_opposite ? jet_sub(*turn, amount) : jet_add(*turn, amount);
    }
  }
  return true;
}

// The rotation between the loop's two places, if all rotations between them are about the axis: the
// sum of their angles. Otherwise returns false.
static bool sum_of_turns(const Run *run, const Loop *loop, const JetVector *axis, Jet *turn)
{
  int first = loop->first.frame, second = loop->second.frame;
  int ancestor = common_ancestor(run->witness->mechanism, first, second);
  *turn = jet_of_integer(0, run->order);
  return add_turns(run, second, ancestor, axis, 1, turn) &&
         add_turns(run, first, ancestor, axis, -1, turn);
}

// Screw residual, d . e3 - pitch/(2 pi) turn. If only the sine and cosine of the angle are known,
// it is taken between -180 and 180 deg; states are near the initial one.
static Jet advance_left(const Run *run, const Loop *loop, const JetVector e[3], const JetPose *pose,
                        Jet slide)
{
  Ball pi;
  arb_init(&pi);
  arb_const_pi(&pi, BALL_BITS);
  Jet two_pi = jet_constant(ball_add(pi, pi), run->order);
  Jet turn;
  if (!sum_of_turns(run, loop, &e[2], &turn)) {
    JetVector turned = jet_matrix_apply(&pose->R, &e[0]);
    turn = jet_atan2(vector_dot(&e[1], &turned), vector_dot(&e[0], &turned));
  }
  Jet per_radian = jet_div(run_value(run, loop->pitch), two_pi);
  return jet_sub(slide, jet_mul(per_radian, turn));
}

// Which distances along e1, e2, e3 and which rotations about them a joint keeps at zero.
static bool keeps_distance(JointKind kind, int i)
{
  switch (kind) {
  case JOINT_REVOLUTE:
  case JOINT_UNIVERSAL:
  case JOINT_SPHERICAL:
  case JOINT_FIXED: return true;
  case JOINT_PRISMATIC:
  case JOINT_SCREW:
  case JOINT_CYLINDRICAL: return i < 2;
  case JOINT_PLANAR: return i == 2;
  default: return false;
  }
}

static bool keeps_turn(JointKind kind, int i)
{
  switch (kind) {
  case JOINT_REVOLUTE:
  case JOINT_SCREW:
  case JOINT_CYLINDRICAL:
  case JOINT_PLANAR: return i < 2;
  case JOINT_PRISMATIC:
  case JOINT_FIXED: return true;
  default: return false;
  }
}

static void add_loop(const Run *run, const Loop *loop, Rows *rows)
{
  JetVector e[3];
  find_triad(run, loop, e);
  JetPose pose = run_pose_between(run, loop->second.frame, loop->first.frame);
  JetVector first = run_vector(run, loop->first.position_F);
  JetVector second = run_vector(run, loop->second.position_F);
  JetVector place = jet_pose_apply(&pose, &second), d = vector_sub(&place, &first);
  JetVector axis = jet_matrix_apply(&pose.R, &e[2]), side = jet_matrix_apply(&pose.R, &e[0]);
  Jet turns[] = { jet_neg(vector_dot(&e[1], &axis)), vector_dot(&e[0], &axis),
                  vector_dot(&e[1], &side) };
  for (int i = 0; i < 3; i++) {
    if (keeps_distance(loop->kind, i)) add(rows, vector_dot(&d, &e[i]), true);
  }
  for (int i = 0; i < 3; i++) {
    if (keeps_turn(loop->kind, i)) add(rows, turns[i], true);
  }
  if (loop->kind == JOINT_UNIVERSAL) add(rows, pose.R.at[0][1], true);
  if (loop->kind == JOINT_SCREW) {
    add(rows, advance_left(run, loop, e, &pose, vector_dot(&d, &e[2])), true);
  }
}

// ---- statements and motions

// Substituting held coordinates may have eliminated the speeds, so the tape is queried instead of
// the statement.
static bool has_speeds(const Run *run, const Constraint *constraint)
{
  const ReferenceModel *witness = run->witness;
  int n = witness->mechanism->coordinate_count;
  for (int i = n; i < 2 * n && !constraint->norm; i++)
    if (tape_depends_on(witness->tape, constraint->residual, witness->names[i])) return true;
  return false;
}

static Jet norm_less_one(const Run *run, const Expr *const parameter[4])
{
  Jet norm = jet_of_integer(-1, run->order);
  for (int k = 0; k < 4; k++) {
    Jet e = run_value(run, parameter[k]);
    norm = jet_add(norm, jet_mul(e, e));
  }
  return norm;
}

static void add_statements(const Run *run, bool of_speeds, Rows *rows)
{
  const Mechanism *mechanism = run->witness->mechanism;
  for (int i = 0; i < mechanism->constraint_count; i++) {
    const Constraint *constraint = &mechanism->constraints[i];
    if (has_speeds(run, constraint) != of_speeds) continue;
    Jet value = constraint->norm ? norm_less_one(run, constraint->norm)
                                 : run_value(run, constraint->residual);
    if (of_speeds) value.order--;
    add(rows, value, false);
  }
}

static void add_motions(const Run *run, Rows *rows)
{
  const Mechanism *mechanism = run->witness->mechanism;
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (task->kind != TASK_MOTION || !task->law) continue;
    for (int c = 0; c < mechanism->coordinate_count; c++) {
      const Coordinate *coordinate = &mechanism->coordinates[c];
      if (strcmp(coordinate_name(coordinate), task->name) != 0) continue;
      add(rows, jet_sub(run_value(run, coordinate->q), run_value(run, task->law)), false);
    }
  }
}

// ---- wheels

typedef struct Wheel {
  JetVector normal;
  JetVector axle;
  Jet radius;
  Jet sine;    // of the axle's tilt out of the plane
  Jet cosine;  // positive: the wheel does not lie flat
} Wheel;

static Wheel wheel_of(const Run *run, const Rolling *rolling)
{
  Wheel wheel = { .normal = run_vector(run, rolling->normal),
                  .radius = run_value(run, rolling->radius) };
  JetVector axle_F = run_vector(run, rolling->axle_F);
  wheel.axle = jet_matrix_apply(&run->frames[rolling->frame].R, &axle_F);
  wheel.sine = vector_dot(&wheel.normal, &wheel.axle);
  JetVector across = vector_cross(&wheel.axle, &wheel.normal);
  wheel.cosine = jet_sqrt(vector_dot(&across, &across));
  return wheel;
}

static void add_height(const Run *run, const Rolling *rolling, Rows *rows)
{
  Wheel wheel = wheel_of(run, rolling);
  Jet height = vector_dot(&run->frames[rolling->frame].p, &wheel.normal);
  add(rows, jet_sub(height, jet_mul(wheel.radius, wheel.cosine)), true);
}

static void add_slip(const Run *run, const Rolling *rolling, Rows *rows)
{
  Wheel wheel = wheel_of(run, rolling);
  const JetPose *pose = &run->frames[rolling->frame];
  JetVector v = jet_vector_rate(&pose->p), w = jet_matrix_angular_velocity(&pose->R);
  Jet by_cosine = jet_div(jet_of_integer(1, run->order), wheel.cosine);
  JetVector across = vector_cross(&wheel.axle, &wheel.normal);
  JetVector upright = vector_scale(wheel.sine, &wheel.normal);
  JetVector level = vector_sub(&wheel.axle, &upright);
  JetVector along = vector_scale(by_cosine, &across), side = vector_scale(by_cosine, &level);
  if (!rolling->may_slide) {
    Jet rim = jet_mul(wheel.radius, vector_dot(&w, &wheel.axle));
    add(rows, jet_sub(vector_dot(&v, &along), rim), true);
  }
  Jet lever = jet_mul(wheel.radius, wheel.cosine);
  add(rows, jet_add(vector_dot(&v, &side), jet_mul(lever, vector_dot(&w, &along))), true);
}

// ---- residuals of the mechanism

int position_residuals(const Run *run, Residual out[])
{
  const Mechanism *mechanism = run->witness->mechanism;
  Rows rows = { .out = out };
  for (int i = 0; i < mechanism->loop_count; i++)
    add_loop(run, &mechanism->loops[i], &rows);
  add_statements(run, false, &rows);
  for (int i = 0; i < mechanism->rolling_count; i++)
    add_height(run, &mechanism->rollings[i], &rows);
  add_motions(run, &rows);
  return rows.count;
}

int speed_residuals(const Run *run, Residual out[])
{
  const Mechanism *mechanism = run->witness->mechanism;
  Rows rows = { .out = out };
  add_statements(run, true, &rows);
  for (int i = 0; i < mechanism->rolling_count; i++)
    add_slip(run, &mechanism->rollings[i], &rows);
  return rows.count;
}
