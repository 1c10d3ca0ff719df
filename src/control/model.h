// model.h -- the model that a controller has of the mechanism it controls.
//
// Laws of controllers hold symbols for what they take from the model (ModelTerm). Here they become
// expressions: gravity torques, inverse dynamics at the accelerations that all controllers command,
// the same along their motions, rates that move a point as commanded, gains of a linear regulator.
// The model is the mechanism without its controllers, with parameters of its own: for each `m` that
// the description gives a value, `model.m`. So another value of m changes the mechanism and not
// what its controller believes.
//
// Torques of controllers on a joint that says its effort are cut there, their sum.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_MODEL_H
#define BIELLE_CONTROL_MODEL_H

#include "mechanism/mechanism.h"

// What the drive of the commanded coordinate gives at most; NULL: its joint does not say, or it is no
// command.
const Expr *control_effort(const Mechanism *mechanism, const Force *force);

// Only for a mechanism that nobody reads yet. False after an error.
bool control_put_model(Mechanism *mechanism, Diagnostics *diagnostics);

#endif
