// model.h -- the plant model used by a controller.
//
// The laws of controllers contain symbols for the results that they take from the model
// (ModelTerm). Here these are replaced by expressions: gravity torques, inverse dynamics at the
// accelerations that all controllers command, the same along their motions, rates that move a point
// as commanded, and gains of a linear regulator. The model is the mechanism without its
// controllers, with separate parameters: `model.m` for each `m` that has a value in the
// description. A changed value of m thus changes the mechanism but not the model of its controller.
//
// The sum of the controller torques on a joint is limited to the effort of the joint, if specified.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_MODEL_H
#define BIELLE_CONTROL_MODEL_H

#include "mechanism/mechanism.h"

// Returns the maximum effort of the drive of the commanded coordinate, or NULL if its joint does
// not specify one or if the force is not a command.
const Expr *control_effort(const Mechanism *mechanism, const Force *force);

// Replaces the model terms by expressions. The mechanism must not be in use elsewhere. Returns
// false after an error.
bool control_put_model(Mechanism *mechanism, Diagnostics *diagnostics);

#endif
