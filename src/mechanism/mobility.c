// mobility.c -- Grübler's count: coordinates minus what loops, constraints and wheels take away.
//
// A loop closed by a joint with f freedoms takes 6 - f, or 3 - f if the whole mechanism moves in
// one plane: all rotations about one axis, all slides across it. A wheel takes the two components
// of its slip, or one with `no side slip`; its height above the plane is the frames' matter. The
// count is that of independent equations: mechanisms with special lengths move in spite of it.
// SPDX-License-Identifier: MIT
#include "mechanism/mechanism.h"

static bool is_along(Vec3 axis, int k)
{
  return expr_is_zero(axis.at[(k + 1) % 3]) && expr_is_zero(axis.at[(k + 2) % 3]);
}

static bool is_planar_move(const Move *move, int k)
{
  if (move->kind == MOVE_QUATERNION) return false;
  if (move->kind == MOVE_ROTATION) return is_along(move->axis, k);
  return move->amount->stage < STAGE_POSITION || expr_is_zero(move->axis.at[k]);
}

static bool is_planar_loop(const Loop *loop, int k)
{
  switch (loop->kind) {
  case JOINT_REVOLUTE: return is_along(loop->axis, k);
  case JOINT_PRISMATIC: return expr_is_zero(loop->axis.at[k]);
  case JOINT_FIXED: return true;
  case JOINT_SCREW:
  case JOINT_CYLINDRICAL:
  case JOINT_UNIVERSAL:
  case JOINT_SPHERICAL:
  case JOINT_PLANAR:
  case JOINT_FREE:
  case JOINT_KIND_COUNT: break;
  }
  return false;
}

// Does everything move in the plane across axis k?
static bool is_planar_about(const Mechanism *mechanism, int k)
{
  for (int i = 0; i < mechanism->frame_count; i++) {
    const Frame *frame = &mechanism->frames[i];
    for (int m = 0; m < frame->move_count; m++) {
      if (!is_planar_move(&frame->moves[m], k)) return false;
    }
  }
  for (int i = 0; i < mechanism->loop_count; i++) {
    if (!is_planar_loop(&mechanism->loops[i], k)) return false;
  }
  return true;
}

bool mechanism_is_planar(const Mechanism *mechanism)
{
  for (int k = 0; k < 3; k++) {
    if (is_planar_about(mechanism, k)) return true;
  }
  return false;
}

int loop_equations(const Loop *loop, bool is_planar)
{
  return (is_planar ? 3 : 6) - joint_info(loop->kind)->coordinate_count;
}

Mobility mechanism_count_freedoms(const Mechanism *mechanism)
{
  Mobility mobility = { .is_planar = mechanism_is_planar(mechanism),
                        .constraint_count = mechanism->constraint_count };
  for (int i = 0; i < mechanism->loop_count; i++)
    mobility.loop_equations += loop_equations(&mechanism->loops[i], mobility.is_planar);
  for (int i = 0; i < mechanism->rolling_count; i++)
    mobility.wheel_equations += mechanism->rollings[i].may_slide ? 1 : 2;
  mobility.freedoms = mechanism->coordinate_count - mobility.loop_equations -
                      mobility.constraint_count - mobility.wheel_equations;
  return mobility;
}

int mechanism_mobility(const Mechanism *mechanism)
{
  return mechanism_count_freedoms(mechanism).freedoms;
}
