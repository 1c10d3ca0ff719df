// transform.h -- what the files of the parametrisations share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_TRANSFORM_H
#define BIELLE_TRANSFORM_TRANSFORM_H

#include "transform/parametrise.h"
#include "mechanism/pose.h"
#include "transform/carried/start.h"
#include "transform/carried/substitution.h"

// A copy of the mechanism under work; its arrays are its own.
typedef struct Transform {
  Mechanism *mechanism;
  int plane;            // axis across the plane of motion; -1: in space
  bool is_unchanged;    // the coordinates are those that are requested
  bool is_constrained;  // by more than norms of quaternions, as it was described
  Start initial;
  Substitution seen;  // new coordinates, as functions of the old ones and of time
  int seen_room;
  Substitution counted;   // states that count turns, by the old coordinates
  Substitution reported;  // of minimal coordinates: those that are gone, by the others
  Diagnostics *diagnostics;
  Arena *scratch;
} Transform;

bool absolute_coordinates(Transform *transform);
bool tree_coordinates(Transform *transform);
bool independent_coordinates(Transform *transform);
// Puts free frames on each other where loops join them; returns how many, -1 after an error.
int attach_free_frames(Transform *transform);

// A note that the mechanism is as requested already, with the reason: it stays unchanged.
void transform_note(Transform *transform, const char *why);

// ---- parts (parts.c): each returns its index

// A copy with room up to the next power of two, so that arrays are copied rarely as they grow.
void *copied_with_room(Arena *arena, const void *array, int count, size_t size);

// `seen`: its value by the coordinates that are there.
int transform_add_coordinate(Transform *transform, const char *name, CoordinateKind kind,
                             const Expr *seen, Span span);
int transform_add_frame(Transform *transform, Frame frame);
int transform_add_loop(Transform *transform, Loop loop);
int transform_add_constraint(Transform *transform, Constraint constraint);
int transform_add_force(Transform *transform, Force force);
int transform_add_task(Transform *transform, Task task);
// A state that follows `seen`, a value by the coordinates that are there before, at that rate.
const Expr *transform_add_state(Transform *transform, const char *name, const Expr *seen,
                                const Expr *rate, Span span);
// The joint of its frame, in the place of the one that it had.
void transform_put_joint(Transform *transform, Joint joint);

// `wanted`, or with a number behind it, so that nothing of that sort has the name yet.
const char *value_name(const Transform *transform, const char *wanted);
const char *frame_name(const Transform *transform, const char *wanted);
const char *action_name(const Transform *transform, const char *wanted);

// The joint that made the frame; -1: none.
int joint_of_frame(const Mechanism *mechanism, int frame);
// Removes the constraint that keeps these Euler parameters at length 1.
void remove_norm(Mechanism *mechanism, const Expr *const parameter[4]);
int add_norm(Transform *transform, const char *joint, const Expr *const parameter[4], Span span);
// Motions of coordinates that are to go become constraints.
void constrain_motions(Transform *transform, const bool is_removed[]);

// ---- what is carried (carried_starts.c, carried_events.c, carried_whole.c)

// What experiments start with of the old coordinates determines the new ones. False after an error.
bool carry_starts(Transform *transform, const Mechanism *old, const ClosedStarts *closed);
// False, with an error, where something still depends on a coordinate that is gone; what else is gone
// is told.
bool carry_whole(const Transform *transform, const Mechanism *old);

// What events set of the old coordinates, they set of the new ones: called while both are there.
// False after an error.
bool carry_events(Transform *transform, const bool is_removed[]);

// ---- articulations (articulation.c)

// How a frame moves in the one that it sits on: some moves of it, consecutive, are the motion of a
// joint; the moves in front and behind do not move.
typedef struct Articulation {
  JointKind kind;  // JOINT_FIXED: no coordinate moves it; JOINT_FREE: nothing holds it (in a plane:
                   // within the plane); JOINT_KIND_COUNT: several joints at once
  int first;       // of the moving moves
  int count;
} Articulation;
Articulation articulation_of(const Transform *transform, int frame);
// Does the move depend on the coordinate?
bool move_holds(const Move *move, const Expr *q);
// Is it free, and is what it sits on fixed to the ground?
bool is_free_in_ground(const Transform *transform, int frame);
// Does something else than the moves of this frame, and the norm of a quaternion, hold the
// coordinate, or act on it?
bool is_used_elsewhere(const Transform *transform, int frame, const Expr *q);
// Cuts a frame that is several joints at once into frames without mass, with one motion each.
void split_frame(Transform *transform, int frame);
// Numbers the frames so that parents come first (frame_order.c). Returns the new numbers by
// old ones, in the scratch arena.
const int *sort_frames(Transform *transform);

// ---- poses (orientation.c)

// Angle of the frame in the ground, of a mechanism in a plane: the sum of all turns.
const Expr *plane_angle(const Transform *transform, int frame);
// +1 or -1 times what a move turns in the plane; zero of a translation.
const Expr *plane_turn(const Transform *transform, const Move *move);
Vec3 position_in(const Transform *transform, int frame, int seen_from, Vec3 r_F);

#endif
