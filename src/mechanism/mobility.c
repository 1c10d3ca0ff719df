// mobility.c -- Gruebler's count: number of coordinates minus the equations of loops, constraints
// and wheels.
//
// A loop closed by a joint with f degrees of freedom has 6 - f equations, or 3 - f if it moves in
// one plane: all rotations about one axis, all translations perpendicular to it. Together this is
// Kutzbach's formula, with n bodies, including the ground, and j joints, including cut joints,
//
//   m = 6 (n - j - 1) + sum f    in space,    m = 3 (n - j - 1) + sum f    in a plane.
//
// A wheel has two equations for the components of its slip, or one with `no side slip`, and one for
// its height above the plane unless it is fixed by the frames. The count assumes independent
// equations; mechanisms with special dimensions may have a greater mobility.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "base/vector.h"
#include "mechanism/default_value.h"
#include "mechanism/pose.h"
#include "symbolic/algebra.h"
#include "symbolic/double_eval.h"
#include "symbolic/field/fingerprint.h"

#include <stdlib.h>

static bool is_along(Vec3 axis, int k)
{
  return expr_is_zero(axis.at[(k + 1) % 3]) && expr_is_zero(axis.at[(k + 2) % 3]);
}

static bool is_planar_move(const Move *move, int k)
{
  if (move->kind == MOVE_QUATERNION) return false;
  if (move->kind == MOVE_ROTATION) return is_along(move_axis(move), k);
  return move->amount->form->stage < STAGE_POSITION || expr_is_zero(move->at[k]);
}

static bool is_planar_loop(const Loop *loop, int k)
{
  if (loop->kind == JOINT_REVOLUTE) return is_along(loop->axis, k);
  if (loop->kind == JOINT_PRISMATIC) return expr_is_zero(loop->axis.at[k]);
  return loop->kind == JOINT_FIXED;
}

static bool is_planar_frame(const Frame *frame, int k)
{
  for (int m = 0; m < frame->move_count; m++)
    if (!is_planar_move(&frame->moves[m], k)) return false;
  return true;
}

// Returns true if all motion is in the plane normal to axis k.
static bool is_planar_about(const Mechanism *mechanism, int k)
{
  for (int i = 0; i < mechanism->frame_count; i++)
    if (!is_planar_frame(&mechanism->frames[i], k)) return false;
  for (int i = 0; i < mechanism->loop_count; i++)
    if (!is_planar_loop(&mechanism->loops[i], k)) return false;
  return true;
}

int mechanism_plane(const Mechanism *mechanism)
{
  for (int k = 2; k >= 0; k--)
    if (is_planar_about(mechanism, k)) return k;
  return -1;
}

bool mechanism_is_planar(const Mechanism *mechanism) { return mechanism_plane(mechanism) >= 0; }

// Tests the frames between the two points, along the path through their closest common ancestor;
// parents have smaller indices.
static bool is_planar_way(const Mechanism *mechanism, const Loop *loop, int k)
{
  int a = loop->first.frame, b = loop->second.frame;
  while (a != b) {
    int *farther = a > b ? &a : &b;
    if (!is_planar_frame(&mechanism->frames[*farther], k)) return false;
    *farther = mechanism->frames[*farther].parent;
  }
  return true;
}

bool loop_is_planar(const Mechanism *mechanism, const Loop *loop)
{
  for (int k = 0; k < 3; k++)
    if (is_planar_loop(loop, k) && is_planar_way(mechanism, loop, k)) return true;
  return false;
}

int loop_equations(const Loop *loop, bool is_planar)
{
  return (is_planar ? 3 : 6) - joint_info(loop->kind)->coordinate_count;
}

// ---- wheels

// Heights are compared by their squares, which avoids roots.
static WheelMotion wheel_by_algebra(const Mechanism *mechanism, const Rolling *rolling)
{
  Pool *pool = pool_new(pool_seed(mechanism->pool));
  Pose pose = pose_of_frame(mechanism, pool, rolling->frame, FRAME_GROUND);
  Vec3 normal = vec3_copy(pool, rolling->normal), axle_F = vec3_copy(pool, rolling->axle_F);
  const Expr *height = vec3_dot(pose.p, normal);
  const Expr *sine = vec3_dot(normal, mat3_mul_vec(pose.R, axle_F)), *sine_squared = square(sine);
  const Expr *cosine_squared = difference(one(sine), sine_squared);
  const Expr *held = product(square(expr_copy(pool, rolling->radius)), cosine_squared);
  WheelMotion motion = { .is_flat = expr_is_one(sine_squared) };
  for (int i = 0; i < 3; i++)
    motion.moves = motion.moves || pose.p.at[i]->form->stage >= STAGE_POSITION;
  motion.can_rise =
      (height->form->stage >= STAGE_POSITION || sine->form->stage >= STAGE_POSITION) &&
      square(height) != held;
  pool_free(pool);
  return motion;
}

// Numerical test at two trial configurations, or by algebra if a function is undefined there.
WheelMotion wheel_motion(const Mechanism *mechanism, const Rolling *rolling)
{
  double wheel[2][2][3] = { 0 }, ground[2][3] = { 0 };  // the centre, and the direction of the axle
  double height[2], sine[2], normal[3];
  double radius = mechanism_trial_value(mechanism, 0, rolling->radius), size = fabs(radius);
  for (int i = 0; i < 2; i++) {
    mechanism_trial_vector(mechanism, i, rolling->axle_F, wheel[i][1]);
    mechanism_trial_vector(mechanism, i, rolling->normal, normal);
    size += trial_place(mechanism, i, rolling->frame, wheel[i], FRAME_GROUND, ground, 2);
    height[i] = vector_dot(wheel[i][0], normal);
    sine[i] = vector_dot(wheel[i][1], normal);
  }
  if (!isfinite(size + sine[0] + sine[1])) return wheel_by_algebra(mechanism, rolling);
  WheelMotion motion = { .is_flat = !trial_differs(fabs(sine[0]), 1, 1) };
  for (int k = 0; k < 3; k++)
    motion.moves = motion.moves || trial_differs(wheel[0][0][k], wheel[1][0][k], size);
  double held = radius * sqrt(fmax(0, 1 - sine[0] * sine[0]));
  bool is_fixed = !trial_differs(height[0], height[1], size) && !trial_differs(sine[0], sine[1], 1);
  motion.can_rise = !is_fixed && trial_differs(fabs(height[0]), held, size);
  return motion;
}

static int wheel_equations(const Mechanism *mechanism)
{
  int count = 0;
  for (int i = 0; i < mechanism->rolling_count; i++) {
    const Rolling *rolling = &mechanism->rollings[i];
    count += (rolling->may_slide ? 1 : 2) + wheel_motion(mechanism, rolling).can_rise;
  }
  return count;
}

// ---- complete mechanism

Steps frame_steps(const Frame *frame)
{
  const Expr **roots = memory_new(4 * (size_t)frame->move_count + 1, sizeof *roots);
  int count = 0;
  for (int m = 0; m < frame->move_count; m++) {
    const Expr *const *amounts;
    int own = move_amounts(&frame->moves[m], &amounts);
    for (int i = 0; i < own; i++)
      roots[count++] = amounts[i];
  }
  Steps steps = steps_of(roots, count);
  free(roots);
  return steps;
}

// Fast path for frames moved only by consecutive coordinates of a joint: returns their number; -1
// if anything else moves the frame.
static int plain_coordinates(const Mechanism *mechanism, const Frame *frame, int *first)
{
  int count = 0;
  *first = -1;
  for (int m = 0; m < frame->move_count; m++) {
    const Expr *const *amounts;
    int own = move_amounts(&frame->moves[m], &amounts);
    for (int i = 0; i < own; i++) {
      if (amounts[i]->form->stage <= STAGE_PARAMETER) continue;
      if (count == 0) *first = mechanism_coordinate_of(mechanism, amounts[i]);
      int index = *first + count++;
      bool is_next = *first >= 0 && index < mechanism->coordinate_count &&
                     mechanism->coordinates[index].q == amounts[i];
      if (!is_next) return -1;
    }
  }
  return count;
}

// Number of all coordinates on which the frame's moves depend.
static int all_coordinates(const Mechanism *mechanism, const Frame *frame, int *first)
{
  int count = 0;
  *first = -1;
  Steps steps = frame_steps(frame);
  for (int i = 0; i < steps.count; i++) {
    const Expr *node = steps.at[i].node;
    int index = mechanism_coordinate_of(mechanism, node);
    if (index < 0 || !steps_depend_on(&steps, node)) continue;
    if (*first < 0 || index < *first) *first = index;
    count++;
  }
  steps_free(&steps);
  return count;
}

int frame_freedoms(const Mechanism *mechanism, const Frame *frame, int *first)
{
  int count = plain_coordinates(mechanism, frame, first);
  if (count < 0) count = all_coordinates(mechanism, frame, first);
  for (int m = 0; m < frame->move_count; m++) {
    const Move *move = &frame->moves[m];
    if (move->kind == MOVE_QUATERNION && move_is_moving(move)) count--;  // its norm is 1
  }
  return count;
}

// A frame with all degrees of freedom of the plane or of space has no joint.
static void count_joints(const Mechanism *mechanism, Mobility *mobility)
{
  mobility->body_count = 1;
  for (int i = 1; i < mechanism->frame_count; i++) {
    const Frame *frame = &mechanism->frames[i];
    if (!frame_is_moving(frame)) continue;
    int first, freedoms = frame_freedoms(mechanism, frame, &first);
    bool is_joint = freedoms < (mobility->is_planar ? 3 : 6);
    mobility->body_count++;
    mobility->joint_count += is_joint;
    mobility->joint_freedoms += is_joint ? freedoms : 0;
  }
  mobility->joint_count += mechanism->loop_count;
  for (int i = 0; i < mechanism->loop_count; i++)
    mobility->joint_freedoms += joint_info(mechanism->loops[i].kind)->coordinate_count;
}

static Mobility count_equations(const Mechanism *mechanism)
{
  Mobility mobility = { .constraint_count = mechanism->constraint_count,
                        .wheel_equations = wheel_equations(mechanism) };
  for (int i = 0; i < mechanism->loop_count; i++) {
    const Loop *loop = &mechanism->loops[i];
    bool is_planar = loop_is_planar(mechanism, loop);
    mobility.planar_loops += is_planar;
    mobility.loop_equations += loop_equations(loop, is_planar);
  }
  mobility.freedoms = mechanism->coordinate_count - mobility.loop_equations -
                      mobility.constraint_count - mobility.wheel_equations;
  return mobility;
}

Mobility mechanism_count_freedoms(const Mechanism *mechanism)
{
  Mobility mobility = count_equations(mechanism);
  mobility.is_planar = mechanism_is_planar(mechanism);
  count_joints(mechanism, &mobility);
  return mobility;
}

int mechanism_mobility(const Mechanism *mechanism) { return count_equations(mechanism).freedoms; }
