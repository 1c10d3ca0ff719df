// algebraic.h -- of which expressions values at random points tell everything. For the files of
// formulation/ and study/.
//
// Residues obey the laws of sums, products, quotients, sines and cosines, so that what is zero
// there is zero and what is not is not. Other functions (atan2, roots, abs, if) are stood for by
// random numbers: a zero is still one, but cos(atan2(y, x)) is not seen to be x/sqrt(x^2 + y^2),
// and a rank may come out too large.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_VERIFY_ALGEBRAIC_H
#define BIELLE_FORMULATION_VERIFY_ALGEBRAIC_H

#include "symbolic/expr.h"

bool entries_are_algebraic(const Expr *const entries[], int count);

#endif
