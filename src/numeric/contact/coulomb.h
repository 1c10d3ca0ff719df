// coulomb.h -- what pushes, and rubs by Coulomb's law: contacts with friction, few at once.
//
// With w = G z + c, rows of a contact being its normal and then 0, 1 or 2 perpendicular directions in
// which it slips, for each contact
//
//   z_n >= least,  w_n >= 0,  (z_n - least) w_n = 0
//   |z_t| <= mu z_n,  and w_t = 0 or z_t = -mu z_n w_t/|w_t|
//
// the cone itself, no pyramid. Contact by contact, over and over (Jourdan, Alart and Jean, Comp. Meth.
// Appl. Mech. Eng. 155, 1998), each solved exactly; one alone needs no second time. Where that does not
// end, every state of contacts of one slip, or of a given direction, is tried.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_CONTACT_COULOMB_H
#define BIELLE_NUMERIC_CONTACT_COULOMB_H

#include <stdbool.h>

#include "numeric/contact/coulomb_contact.def"

// G, symmetric without negative eigenvalues, is as large as all rows together. False: no z was found.
// Impulses always exist; forces of contacts that slip may not (Painlevé's paradox).
bool coulomb_solve(int count, const CoulombContact contacts[], const double G[], const double c[],
                   double z[]);

// What an impact is about.
typedef struct CoulombHit {
  const double *before;  // by row: the speed before it
  double *restitution;   // by contact; receives those that counted
  bool is_poisson;
} CoulombHit;

// Impulses that add no energy. False: none were found.
bool coulomb_hit(int count, const CoulombContact contacts[], const double G[],
                 const CoulombHit *hit, double z[]);

#endif
