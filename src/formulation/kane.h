// kane.h -- one body of Kane's equations. For the files of formulation/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_KANE_H
#define BIELLE_FORMULATION_KANE_H

#include "formulation/recipes.h"

// Velocity of the centre of mass and angular velocity, and inertia about the centre of mass, all in
// the axes of the body's frame.
typedef struct KaneBody {
  const Expr *mass;
  Mat3 inertia;
  Twist velocity;
} KaneBody;
KaneBody kane_body(Scene *scene, int b);

// Force and moment about the centre of mass, in the body's axes: what accelerates the body,
// M v' + W M v, and its weight.
Twist kane_inertia_force(const KaneBody *body);
Twist kane_weight(Scene *scene, int b);

// Recipes (kane_wrench.c).
bool derive_constraint_wrench(Scene *scene, const char *key, Text *why);
bool derive_body_masses(Scene *scene, const char *key, Text *why);
bool derive_body_rotations(Scene *scene, const char *key, Text *why);

#endif
