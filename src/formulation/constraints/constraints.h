// constraints.h -- the scalar constraint equations of a mechanism.
//
// Each equation is residual = 0. Holonomic constraints depend on coordinates and time,
// Phi(q, t) = 0; nonholonomic constraints are affine in the rates, H(q, t) qd + b(q, t) = 0. Their
// multipliers are physical forces and moments: a loop's residuals are displacements and rotations
// of the second place relative to the first, along and about axes of the first.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_CONSTRAINTS_CONSTRAINTS_H
#define BIELLE_FORMULATION_CONSTRAINTS_CONSTRAINTS_H

#include "formulation/derivation.h"

typedef enum ConstraintOrigin {
  ORIGIN_LOOP,
  ORIGIN_STATEMENT,   // constraint statement
  ORIGIN_WHEEL,       // rolling statement
  ORIGIN_QUATERNION,  // unit norm of Euler parameters
  ORIGIN_MOTION,      // coordinate driven by a motion
} ConstraintOrigin;

typedef struct ConstraintEquation {
  ConstraintOrigin origin;
  int index;  // among the mechanism's loops, rollings, constraints (also quaternions) or tasks
  bool is_holonomic;
  bool is_turn;  // of a loop: constrains a direction, not a distance
  const Expr *residual;
  const char *label;  // "c: turn about y"
  Span span;          // of the statement
} ConstraintEquation;

// Holonomic equations are listed first; within each kind loops, statements and quaternions, wheels,
// motions, in the order of the description.
typedef struct ConstraintList {
  ConstraintEquation *equations;
  int count;
  int holonomic_count;
  int capacity;
} ConstraintList;

// Returns true if the mechanism has any constraints.
bool mechanism_is_constrained(const Mechanism *mechanism);

// Computed once, with a report to the progress callback. Returns NULL with a sentence in `why` if a
// loop can never be closed.
const ConstraintList *derivation_constraints(Derivation *derivation, Text *why);

// Returns true if the constraints that a quantity with these traits (quantities.h) requires exist.
// Otherwise returns false with a sentence in `why`.
bool constraints_required(Derivation *derivation, unsigned traits, Text *why);

// Adds an equation whose index and origin are set; `what` is its part of the label, NULL: none.
void constraints_add(Derivation *derivation, ConstraintList *list, ConstraintEquation equation,
                     const char *name, const char *what);
// Adds the closure equations of the loops: as many as the joints remove degrees of freedom, minus
// those that the tree satisfies identically. Returns false with a sentence in `why` if one can
// never be satisfied (loop_equations.c).
bool constraints_add_loops(Derivation *derivation, ConstraintList *list, Text *why);
// Add the height of wheel `index` over its plane, unless its frames fix it, and the equations of no
// slip at the point of contact (rolling_equations.c).
void constraints_add_height(Derivation *derivation, ConstraintList *list, int index);
void constraints_add_slip(Derivation *derivation, ConstraintList *list, int index);
// Adds the equations of coordinates driven by motions (motion_equations.c).
void constraints_add_motions(Derivation *derivation, ConstraintList *list);

// Returns true if the Pfaffian system of these nonholonomic equations (`members`, indices in the
// list) is equivalent to position equations: Frobenius' test at the random point of the
// fingerprints (integrability.c). Also returns false if that cannot be decided.
bool constraints_are_integrable(Derivation *derivation, const ConstraintList *list,
                                const int members[], int member_count);
// Adds notes about integrable constraints to the equations.
void constraints_note_integrable(Derivation *derivation, const ConstraintList *list);

#endif
