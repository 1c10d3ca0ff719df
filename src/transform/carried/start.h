// start.h -- with which positions and speeds a mechanism starts, as expressions of its parameters.
//
// Along a start the coordinates are q0 + qd0 (t - t0). An expression of coordinates and time has there
// the value at t0 as its position, and the time derivative at t0 as its speed, so that time that moves
// frames is taken along.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_CARRIED_START_H
#define BIELLE_TRANSFORM_CARRIED_START_H

#include "transform/parametrise.h"
#include "transform/carried/substitution.h"

typedef struct Start {
  Substitution along;  // coordinates as functions of time
  Substitution then;   // time and smooth inputs, at the start
} Start;

// The start of the experiment, or of the description alone (`experiment` NULL). `closed` (may be NULL)
// has numbers where the values that are given do not close the mechanism.
Start start_new(const Mechanism *mechanism, const Task *experiment, const ClosedStart *closed,
                Arena *arena);
const Expr *start_position(const Start *start, const Expr *e);
const Expr *start_speed(const Start *start, const Expr *e);

#endif
