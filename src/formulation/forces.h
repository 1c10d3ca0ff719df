// forces.h -- all forces applied to a mechanism other than weights, as one list for all methods.
// For the files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_FORCES_H
#define BIELLE_FORMULATION_FORCES_H

#include "formulation/derivation.h"

// A generalised force on a coordinate, or a force or moment on a frame. The reaction on the other
// body, or on ground, is the next action of the list.
typedef struct Action {
  const Force *force;  // statement: torque on force->coordinate, force at a point, or moment
  int frame;           // frame that a force or moment acts on
  bool is_reaction;    // reaction to the previous action, at the same point in space
  bool is_drive;       // contains a free input: an output of inverse dynamics, not an input
} Action;

typedef struct ActionList {
  Action *at;
  int count;
} ActionList;

// All actions in the order of the description, computed once.
const ActionList *derivation_actions(Derivation *derivation);
// The torque, or the force or moment in the axes of force->axes; a reaction has the opposite sign.
const Expr *action_amount(Derivation *derivation, const Action *action);
Vec3 action_vector(Derivation *derivation, const Action *action);
// The velocity of the point that a force acts on, or the angular velocity of the frame that a
// moment acts on, in the axes of action->frame.
Vec3 action_velocity(Derivation *derivation, const Action *action);
// Adds the generalised forces of the action to Q, by coordinate.
void action_add(Derivation *derivation, const Action *action, Matrix Q);

#endif
