// builder.h -- equations under construction. For the files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_BUILDER_H
#define BIELLE_FORMULATION_BUILDER_H

#include "formulation/equations.h"
#include "formulation/site.h"
#include "mechanism/kinematics.h"
#include "mechanism/mechanism.h"

// Empty equations of a mechanism: own pool, names, parameters, coordinates.
Equations *equations_begin(const Mechanism *mechanism, const char *method, uint64_t seed);

// Adds a quantity; its fields other than `entries` are given, entries are allocated (NULLs) and
// returned to be filled.
const Expr **equations_add(Equations *equations, Quantity quantity);

// What every model has: fk:FRAME and fk:POINT (4x4), jac:POINT (6 x n: velocity of the point,
// then angular velocity, in ground axes). More is made when it is asked for (formulation.h).
void add_poses(Equations *equations, const Mechanism *mechanism, const FrameMotion motions[]);

// The determinant of the site's Jacobian: of its velocity rows if those that are not zero are as
// many as the coordinates, otherwise of all rows that are not zero. NULL with a sentence in `why`
// if neither is square.
const Expr *jacobian_determinant(const Scene *scene, const Site *site, Text *why);

// Gives entries their shortest form: building it again makes the node take it where it is cheaper.
// For what other quantities are derived from. Sums of shared parts (C, h, tau) stay as built: a
// form that is shorter to read repeats work that a program does once.
void entries_shorten(const Expr *const entries[], int count);

#endif
