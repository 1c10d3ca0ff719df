// start.h -- initial positions and speeds of a mechanism, as expressions of its parameters.
//
// Near a start the coordinates are q0 + qd0 (t - t0). An expression of coordinates and time has its
// value at t0 as initial position, and its time derivative at t0 as initial speed; the motion of
// frames prescribed by time is thereby included.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_CARRIED_START_H
#define BIELLE_TRANSFORM_CARRIED_START_H

#include "transform/parametrise.h"
#include "transform/carried/substitution.h"

typedef struct Start {
  Substitution along;  // coordinates as functions of time
  Substitution then;   // time and smooth inputs at the start
} Start;

// The start of the experiment, or of the description (`experiment` NULL). `closed` (may be NULL)
// has numerical values that replace given values with which the mechanism cannot be assembled.
Start start_new(const Mechanism *mechanism, const Task *experiment, const ClosedStart *closed,
                Arena *arena);
const Expr *start_position(const Start *start, const Expr *e);
const Expr *start_speed(const Start *start, const Expr *e);

#endif
