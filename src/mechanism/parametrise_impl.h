// parametrise_impl.h -- what the files of the parametrisations share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_PARAMETRISE_IMPL_H
#define BIELLE_MECHANISM_PARAMETRISE_IMPL_H

#include "mechanism/parametrise.h"
#include "mechanism/placement.h"
#include "mechanism/substitution.h"

// A copy of the mechanism under work; its arrays are its own.
typedef struct Remake {
  Mechanism *mechanism;
  int plane;  // axis across the plane of motion; -1: in space
  Diagnostics *diagnostics;
  Arena *scratch;
} Remake;

bool remake_cartesian(Remake *remake);
bool remake_relative(Remake *remake);
bool remake_minimal(Remake *remake);
// Puts free frames on each other where loops join them; returns how many, -1 after an error.
int attach_free_frames(Remake *remake);

// A note that the mechanism is as wanted already, with the reason.
void remake_note(const Remake *remake, const char *why);

// ---- parts (parametrise_parts.c): each returns its index

int remake_add_coordinate(Remake *remake, const char *name, CoordinateKind kind,
                          const Expr *initial, Span span);
int remake_add_frame(Remake *remake, Frame frame);
int remake_add_loop(Remake *remake, Loop loop);
int remake_add_constraint(Remake *remake, Constraint constraint);
int remake_add_force(Remake *remake, Force force);
// The joint of its frame, in the place of the one that it had.
void remake_put_joint(Remake *remake, Joint joint);

// `wanted`, or with a number behind it, so that nothing of that sort has the name yet.
const char *value_name(const Remake *remake, const char *wanted);
const char *frame_name(const Remake *remake, const char *wanted);
const char *action_name(const Remake *remake, const char *wanted);

// The joint that made the frame; -1: none.
int joint_of_frame(const Mechanism *mechanism, int frame);
// The initial value of the coordinate, 0 where none is given.
const Expr *initial_value(const Mechanism *mechanism, int coordinate);
// q = initial values, t = 0
Substitution initial_values(const Remake *remake);
// Removes the constraint that keeps these Euler parameters at length 1.
void remove_norm(Mechanism *mechanism, const Expr *const parameter[4]);
int add_norm(Remake *remake, const char *joint, const Expr *const parameter[4], Span span);
// Motions of coordinates that are to go become constraints; false, with an error, for a table.
bool constrain_motions(Remake *remake, const bool is_removed[]);

// ---- articulations (parametrise_frames.c)

// How a frame moves in the one that it sits on: some moves of it, consecutive, are the motion of a
// joint; the moves in front and behind do not move.
typedef struct Articulation {
  JointKind kind;  // JOINT_FIXED: no coordinate moves it; JOINT_FREE: nothing holds it (in a plane:
                   // within the plane); JOINT_KIND_COUNT: several joints at once
  int first;       // of the moving moves
  int count;
} Articulation;
Articulation articulation_of(const Remake *remake, int frame);
// Does the move depend on the coordinate?
bool move_holds(const Move *move, const Expr *q);
// Is it free, and is what it sits on fixed to the ground?
bool is_free_in_ground(const Remake *remake, int frame);
// Does something else than the moves of this frame, and the norm of a quaternion, hold the
// coordinate, or act on it?
bool is_used_elsewhere(const Remake *remake, int frame, const Expr *q);
// Cuts a frame that is several joints at once into frames without mass, with one motion each.
void split_frame(Remake *remake, int frame);
// Numbers the frames so that parents come first (parametrise_order.c). Returns the new numbers by
// old ones, in the scratch arena.
const int *sort_frames(Remake *remake);

// ---- poses (parametrise_pose.c)

// Unit quaternion e0 + e1 i + e2 j + e3 k.
typedef struct Quaternion {
  const Expr *e[4];
} Quaternion;

// Angle of the frame in the ground, of a mechanism in a plane: the sum of all turns.
const Expr *plane_angle(const Remake *remake, int frame);
// +1 or -1 times what a move turns in the plane; zero of a translation.
const Expr *plane_turn(const Remake *remake, const Move *move);
Quaternion quaternion_of_moves(Pool *pool, const Move moves[], int count);
Quaternion quaternion_product(Quaternion a, Quaternion b);  // b behind a
Quaternion quaternion_opposite(Quaternion a);
// Rotation of `frame` in `seen_from`, by the half angles of its moves.
Quaternion quaternion_between(const Remake *remake, int frame, int seen_from);
Vec3 position_in(const Remake *remake, int frame, int seen_from, Vec3 r_F);
Mat3 rotation_in(const Remake *remake, int frame, int seen_from);
// The opposite moves, last one first.
Move opposite_move(const Move *move);
// What the moves do together.
Placement placement_of_moves(Pool *pool, const Move moves[], int count);

#endif
