// constraints.h -- the scalar equations that tie the coordinates of a mechanism together.
//
// Each is residual = 0. Holonomic ones hold coordinates and time, Phi(q, t) = 0; nonholonomic ones
// are affine in the rates, H(q, t) qd + b(q, t) = 0. Their multipliers are forces and moments in
// the user's sense: a loop's residuals are distances and turns of the second place from the first,
// along and about axes of the first.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_CONSTRAINTS_CONSTRAINTS_H
#define BIELLE_FORMULATION_CONSTRAINTS_CONSTRAINTS_H

#include "formulation/derivation.h"

typedef enum ConstraintOrigin {
  ORIGIN_LOOP,
  ORIGIN_STATEMENT,   // constraint
  ORIGIN_WHEEL,       // rolling
  ORIGIN_QUATERNION,  // the unit norm of Euler parameters
  ORIGIN_MOTION,      // a coordinate that a motion drives
} ConstraintOrigin;

typedef struct ConstraintEquation {
  ConstraintOrigin origin;
  int index;  // among the mechanism's loops, rollings, constraints (also quaternions), or tasks
  bool is_holonomic;
  bool is_turn;  // of a loop: keeps a direction, not a distance
  const Expr *residual;
  const char *label;  // "c: turn about y"
  Span span;          // of the statement
} ConstraintEquation;

// Holonomic equations first; loops, statements and quaternions, wheels, motions in the order of the
// description.
typedef struct ConstraintList {
  ConstraintEquation *equations;
  int count;
  int holonomic_count;
  int capacity;
} ConstraintList;

// Does anything tie the coordinates of the mechanism together?
bool mechanism_is_constrained(const Mechanism *mechanism);

// Made once, and told to who watches. NULL with a sentence in `why` if a loop can never be closed.
const ConstraintList *derivation_constraints(Derivation *derivation, Text *why);

// Are there the constraints without which a quantity with these traits (quantities.h) does not
// exist? False with a sentence in `why` if not.
bool constraints_required(Derivation *derivation, unsigned traits, Text *why);

// Adds an equation, of `index` and origin given; `what` is its part of the label, NULL: none.
void constraints_add(Derivation *derivation, ConstraintList *list, ConstraintEquation equation,
                     const char *name, const char *what);
// The equations that close loops, as many as the joints take freedoms away, less those that the tree
// satisfies by itself; false with a sentence in `why` if one can never hold
// (loop_equations.c).
bool constraints_add_loops(Derivation *derivation, ConstraintList *list, Text *why);
// The height of wheel `index` over its plane, unless its frames hold it; how its point of contact
// does not slip (rolling_equations.c).
void constraints_add_height(Derivation *derivation, ConstraintList *list, int index);
void constraints_add_slip(Derivation *derivation, ConstraintList *list, int index);
// The coordinates that motions drive (motion_equations.c).
void constraints_add_motions(Derivation *derivation, ConstraintList *list);

// Is the Pfaffian system of these nonholonomic equations (`members`, places in the list) equivalent
// to equations of positions? Frobenius' test at the random point of the fingerprints
// (integrability.c). False also where that cannot be decided.
bool constraints_are_integrable(Derivation *derivation, const ConstraintList *list,
                                const int members[], int member_count);
// Adds notes to the equations about those that are.
void constraints_note_integrable(Derivation *derivation, const ConstraintList *list);

#endif
