// forces.h -- what acts on a mechanism beside weights: one list, which every method takes from. For
// the files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_FORCES_H
#define BIELLE_FORMULATION_FORCES_H

#include "formulation/derivation.h"

// A generalised force on a coordinate, or a force or moment on a frame, which the reaction to it
// follows: on the other body, or on ground.
typedef struct Action {
  const Force *force;  // the statement: a torque on force->coordinate, a force at a place, a moment
  int frame;           // that a force or moment acts on
  bool is_reaction;    // to the action before it, at the same place of space
  bool is_drive;       // holds a free input: what inverse dynamics answers, not what it is given
} Action;

typedef struct ActionList {
  Action *at;
  int count;
} ActionList;

// All that acts, in the order of the description; made once.
const ActionList *derivation_actions(Derivation *derivation);
// A torque; a force or moment in the axes of force->axes, which a reaction is the opposite of.
const Expr *action_amount(Derivation *derivation, const Action *action);
Vec3 action_vector(Derivation *derivation, const Action *action);
// The velocity of where a force acts, or the angular velocity of what a moment turns, in the axes
// of action->frame.
Vec3 action_velocity(Derivation *derivation, const Action *action);
// Adds its generalised forces, by coordinate.
void action_add(Derivation *derivation, const Action *action, Matrix Q);

#endif
