// vanish.h -- expressions that are zero wherever they have a value, though the fields do not know.
//
// Values of roots, arcs and absolute values are hashed (value.h): sqrt(x)^2 - x has the fingerprint of
// no zero. Balls at random real points show it.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_CALCULUS_VANISH_H
#define BIELLE_SYMBOLIC_CALCULUS_VANISH_H

#include "symbolic/expr.h"

// True if no real numbers for the symbols give another value than zero. False may mean that this is
// not known: of what jumps, such as sign(x), and of what seldom has a value. Adds the operations
// that it took to *work.
bool expr_vanishes(const Expr *e, long *work);

#endif
