// algebraic.h -- tests whether fingerprints decide identities of expressions. For the files of
// formulation/ and study/.
//
// Residues satisfy the laws of sums, products, quotients, sines and cosines, so for such
// expressions a zero residue means zero, and a non-zero one non-zero. Other functions (atan2,
// roots, abs, if) are represented by random numbers: a zero residue still means zero, but
// identities such as cos(atan2(y, x)) = x/sqrt(x^2 + y^2) are not detected, and a computed rank may
// be too large.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_VERIFY_ALGEBRAIC_H
#define BIELLE_FORMULATION_VERIFY_ALGEBRAIC_H

#include "symbolic/expr.h"

bool entries_are_algebraic(const Expr *const entries[], int count);

#endif
