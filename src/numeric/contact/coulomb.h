// coulomb.h -- contacts with Coulomb friction, few at once.
//
// With w = G z + c, where each contact has one row for its normal and then 0, 1 or 2 rows for
// perpendicular slip directions, finds z that satisfies for each contact
//
//   z_n >= least,  w_n >= 0,  (z_n - least) w_n = 0
//   |z_t| <= mu z_n,  and w_t = 0 or z_t = -mu z_n w_t/|w_t|
//
// with the exact friction cone instead of a pyramid. Block Gauss-Seidel iteration over the contacts
// (Jourdan, Alart and Jean, Comp. Meth. Appl. Mech. Eng. 155, 1998), each solved exactly; a single
// contact needs one pass. If the iteration does not converge, every combination of contact states
// is tried for contacts with one slip direction or a given direction.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_CONTACT_COULOMB_H
#define BIELLE_NUMERIC_CONTACT_COULOMB_H

#include <stdbool.h>

#include "numeric/contact/coulomb_contact.def"

// Solves the problem. G is symmetric positive semidefinite, of the size of all rows together.
// Returns false if no z was found. Impulses always exist; forces of sliding contacts may not
// (Painlevé's paradox).
bool coulomb_solve(int count, const CoulombContact contacts[], const double G[], const double c[],
                   double z[]);

// Data of an impact.
typedef struct CoulombHit {
  const double *before;  // by row: the velocity before the impact
  double *restitution;   // by contact; receives the coefficients that were used
  bool is_poisson;
} CoulombHit;

// Computes impulses that do not increase the energy. Returns false if none were found.
bool coulomb_hit(int count, const CoulombContact contacts[], const double G[],
                 const CoulombHit *hit, double z[]);

#endif
