// equivalent_equations.h -- finds equations that are equal up to a factor and an added term.
//
// Position equations r = 0 and s = 0 are equivalent if s = k r + c, where the factor k and the
// residual c do not depend on positions. Then (s2 - s0)/(s1 - s0) equals the same quotient of r, at
// any three values 0, 1, 2 of the positions; at random values in the fields this quotient is a key
// that only equivalent equations share.
//
// A velocity equation is r = H v + b, where H, b and the factor k may depend on positions. Its key,
// at several values of the velocities, is its direction H. With D = r1 - r0 and n = r0/D the
// residual is c = D_s (n_s - n_r): it does not depend on positions if it is the same at two values
// P, Q of them. No pairs of equations are compared, and no derivatives are formed.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_FIELD_EQUIVALENT_EQUATIONS_H
#define BIELLE_SYMBOLIC_FIELD_EQUIVALENT_EQUATIONS_H

#include "symbolic/field/fingerprint.h"

typedef struct EquationClass {
  bool is_affine;  // the equation is affine in the speeds
  bool has_slope;  // the equation depends on a position or speed, other than by step functions
  int first;       // index of the first equivalent equation, or the equation's own index
} EquationClass;

// Classifies equations of one pool relative to the preceding ones; `first` is set for those that
// have a slope and are affine.
void alike_positions(const Expr *const roots[], int count, EquationClass out[]);
void alike_speeds(const Expr *const roots[], int count, EquationClass out[]);
// For equivalent equations r and s computes *multiple = k r and *rest = c = s - k r. Returns false
// if c cannot be written without positions and speeds.
bool equivalence_residual(const Expr *r, const Expr *s, const Expr **multiple, const Expr **rest);

#endif
