// builder.h -- equations under construction. For the files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_BUILDER_H
#define BIELLE_FORMULATION_BUILDER_H

#include "formulation/equations.h"
#include "formulation/kinematics.h"
#include "mechanism/mechanism.h"

// Empty equations of a mechanism: own pool, names, parameters, coordinates.
Equations *equations_begin(const Mechanism *mechanism, const char *method, uint64_t seed);

// Adds a quantity; its fields other than `entries` are given, entries are allocated (NULLs) and
// returned to be filled.
const Expr **equations_add(Equations *equations, Quantity quantity);

// The poses and Jacobians: fk:FRAME and fk:POINT (4x4), jac:POINT (6 x n: velocity of the point,
// then angular velocity, in ground axes).
void add_poses(Equations *equations, const Mechanism *mechanism, const FrameMotion motions[]);

// Gives entries their shortest form: building it again makes the node take it where it is cheaper.
// For what other quantities are derived from. Sums of shared parts (C, h, tau) stay as built: a
// form that is shorter to read repeats work that a program does once.
void entries_shorten(const Expr *const entries[], int count);

#endif
