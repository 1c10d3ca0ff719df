// equivalent_equations.h -- equations that are the same up to a factor and a rest.
//
// Equations r = 0 and s = 0 for positions are alike if s = k r + c, with a factor k and a rest c
// that do not depend on positions. Then (s2 - s0)/(s1 - s0) is the same of r, at any three places of
// the positions; at random places of the fields it is a key that only those have that are alike.
//
// An equation for speeds is r = H v + b, where H, b and the factor k may depend on positions. Its
// key, at places of the speeds, is its direction H. With D = r1 - r0 and n = r0/D the rest is
// c = D_s (n_s - n_r): it does not depend on positions if it is the same at two places P, Q of them.
// Nothing is compared in pairs, and nothing is derived.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_FIELD_EQUIVALENT_EQUATIONS_H
#define BIELLE_SYMBOLIC_FIELD_EQUIVALENT_EQUATIONS_H

#include "symbolic/field/fingerprint.h"

typedef struct EquationClass {
  bool is_affine;  // of an equation for speeds, in these
  bool has_slope;  // a position, or a speed, changes it, and not in steps alone
  int first;       // the first that it is alike, or itself
} EquationClass;

// What equations of one pool are to those before them; `first` for those with a slope, and affine.
void alike_positions(const Expr *const roots[], int count, EquationClass out[]);
void alike_speeds(const Expr *const roots[], int count, EquationClass out[]);
// s less k r and c, where s is alike r; false if no form of c is without positions and speeds.
bool equivalence_residual(const Expr *r, const Expr *s, const Expr **multiple, const Expr **rest);

#endif
