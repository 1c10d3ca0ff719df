// forces.h -- what acts on a mechanism beside weights: one list, which every method takes from. For
// the files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_FORCES_H
#define BIELLE_FORMULATION_FORCES_H

#include "formulation/derivation.h"

// A generalised force on a coordinate, or a force or moment on a frame. A force or moment between
// two bodies is two of them, the reaction behind the action.
typedef struct Action {
  const Force *force;  // the statement
  bool is_drive;       // holds a free input: what inverse dynamics answers, not what it is given
  bool is_reaction;
  const Expr *amount;  // of a torque, on force->coordinate
  int frame;           // that a force or moment acts on
  Vec3 vector;         // that force or moment, in the axes of force->axes
  Vec3 place;          // where a force acts, seen from force->frame
} Action;

typedef struct ActionList {
  Action *at;
  int count;
} ActionList;

// All that acts, in the order of the description; made once.
const ActionList *derivation_actions(Derivation *derivation);
// The velocity of where a force acts, or the angular velocity of what a moment turns, in the axes
// of action->frame.
Vec3 action_velocity(Derivation *derivation, const Action *action);
// Adds its generalised forces, by coordinate.
void action_add(Derivation *derivation, const Action *action, Matrix Q);

#endif
