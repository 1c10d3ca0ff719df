// coulomb.h -- what pushes, and rubs by Coulomb's law: contacts with friction, few at once.
//
// With w = G z + c, rows of a contact being its normal and then 0, 1 or 2 perpendicular directions in
// which it slips, for each contact
//
//   z_n >= least,  w_n >= 0,  (z_n - least) w_n = 0
//   |z_t| <= mu z_n,  and w_t = 0 or z_t = -mu z_n w_t/|w_t|
//
// the cone itself, no pyramid. Contact by contact, over and over (Jourdan, Alart and Jean, Comp. Meth.
// Appl. Mech. Eng. 155, 1998), each solved exactly; one alone needs no second time.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_COULOMB_H
#define BIELLE_NUMERIC_COULOMB_H

#include <stdbool.h>

typedef struct CoulombContact {
  int slips;  // 0, 1 or 2
  double mu;
  double least;  // of z_n
  bool is_slipping;
  double way[2];  // while it slips: the direction of w_t is given, of length 1
} CoulombContact;

// G, symmetric without negative eigenvalues, is as large as all rows together. False: nothing was
// found to the last digits but three.
bool coulomb_solve(int count, const CoulombContact contacts[], const double G[], const double c[],
                   double z[]);

#endif
