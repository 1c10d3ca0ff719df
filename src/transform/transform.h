// transform.h -- declarations shared by the parametrisations.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_TRANSFORM_H
#define BIELLE_TRANSFORM_TRANSFORM_H

#include "transform/parametrise.h"
#include "mechanism/pose.h"
#include "transform/carried/start.h"
#include "transform/carried/substitution.h"

// The copy of a mechanism that is converted; its arrays are its own.
typedef struct Transform {
  Mechanism *mechanism;
  int plane;            // axis normal to the plane of motion; -1: spatial
  bool is_unchanged;    // the coordinates are already those requested
  bool is_constrained;  // has constraints other than quaternion norms in the description
  Start initial;
  Substitution seen;  // new coordinates, as functions of the old ones and of time
  int seen_room;
  Substitution counted;   // states that count revolutions, as functions of the old coordinates
  Substitution reported;  // minimal coordinates: the eliminated ones, as functions of the others
  Diagnostics *diagnostics;
  Arena *scratch;
} Transform;

bool absolute_coordinates(Transform *transform);
bool tree_coordinates(Transform *transform);
bool independent_coordinates(Transform *transform);
// Attaches free frames to each other where loops join them. Returns the number attached, -1 after
// an error.
int attach_free_frames(Transform *transform);

// Adds a note that the mechanism already has the requested form, with the reason; it is left
// unchanged.
void transform_note(Transform *transform, const char *why);

// ---- adding elements (parts.c): each function returns the index of the new element

// Copy of an array with capacity rounded up to a power of two, so that growing arrays are copied
// rarely.
void *copied_with_room(Arena *arena, const void *array, int count, size_t size);

// `seen`: its value as a function of the present coordinates.
int transform_add_coordinate(Transform *transform, const char *name, CoordinateKind kind,
                             const Expr *seen, Span span);
int transform_add_frame(Transform *transform, Frame frame);
int transform_add_loop(Transform *transform, Loop loop);
int transform_add_constraint(Transform *transform, Constraint constraint);
int transform_add_force(Transform *transform, Force force);
int transform_add_task(Transform *transform, Task task);
// Adds a state that follows `seen`, a function of the present coordinates, with this rate.
const Expr *transform_add_state(Transform *transform, const char *name, const Expr *seen,
                                const Expr *rate, Span span);
// Replaces the joint of the frame.
void transform_put_joint(Transform *transform, Joint joint);

// `wanted`, or with a number appended if an element of that kind already has the name.
const char *value_name(const Transform *transform, const char *wanted);
const char *frame_name(const Transform *transform, const char *wanted);
const char *action_name(const Transform *transform, const char *wanted);

// Index of the joint that created the frame; -1: none.
int joint_of_frame(const Mechanism *mechanism, int frame);
// Removes the unit-norm constraint of these Euler parameters.
void remove_norm(Mechanism *mechanism, const Expr *const parameter[4]);
int add_norm(Transform *transform, const char *joint, const Expr *const parameter[4], Span span);
// Converts the motions of coordinates to be removed into constraints.
void constrain_motions(Transform *transform, const bool is_removed[]);

// ---- carried contents (carried_starts.c, carried_events.c, carried_whole.c)

// Converts the initial values that experiments give to old coordinates. Returns false after an
// error.
bool carry_starts(Transform *transform, const Mechanism *old, const ClosedStarts *closed);
// Returns false, with an error, if an expression still depends on a removed coordinate; reports
// other properties that were removed.
bool carry_whole(const Transform *transform, const Mechanism *old);

// Converts what events assign to old coordinates, while both old and new coordinates exist. Returns
// false after an error.
bool carry_events(Transform *transform, const bool is_removed[]);

// ---- articulations (articulation.c)

// The motion of a frame relative to its parent: some consecutive moves are the motion of a joint;
// the moves before and after them are constant.
typedef struct Articulation {
  // JOINT_FIXED: no coordinate moves it; JOINT_FREE: unconstrained (in planar mechanisms within the
  // plane); JOINT_KIND_COUNT: several joints combined
  JointKind kind;
  int first;  // index of the first moving move
  int count;
} Articulation;
Articulation articulation_of(const Transform *transform, int frame);
// Returns true if the move depends on the coordinate.
bool move_holds(const Move *move, const Expr *q);
// Returns true if the frame is free and its parent is fixed to ground.
bool is_free_in_ground(const Transform *transform, int frame);
// Returns true if the coordinate occurs outside of the moves of this frame and the norm of a
// quaternion, or has a force.
bool is_used_elsewhere(const Transform *transform, int frame, const Expr *q);
// Splits a frame with several joints into massless frames with one motion each.
void split_frame(Transform *transform, int frame);
// Renumbers the frames so that parents precede their children (frame_order.c). Returns the new
// numbers by old ones, in the scratch arena.
const int *sort_frames(Transform *transform);

// ---- poses (orientation.c)

// Angle of the frame relative to ground, in a planar mechanism: the sum of all rotations.
const Expr *plane_angle(const Transform *transform, int frame);
// The rotation of a move in the plane, with its sign; zero for a translation.
const Expr *plane_turn(const Transform *transform, const Move *move);
Vec3 position_in(const Transform *transform, int frame, int seen_from, Vec3 r_F);

#endif
