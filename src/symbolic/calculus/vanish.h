// vanish.h -- detects expressions that are zero wherever they are defined although their
// fingerprint is not.
//
// Fingerprints of roots, inverse trigonometric functions and absolute values are hashed
// (fingerprint.h): the fingerprint of sqrt(x)^2 - x is not zero. Ball arithmetic at random real
// points detects such zeros.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_CALCULUS_VANISH_H
#define BIELLE_SYMBOLIC_CALCULUS_VANISH_H

#include "symbolic/expr.h"

// Returns true if the expression is zero for all real values of its symbols for which it is
// defined, as far as random points show. False may also mean that this is unknown: for functions
// with jumps, such as sign(x), and for expressions that are defined at few points. Adds the number
// of operations performed to *work.
bool expr_vanishes(const Expr *e, long *work);

#endif
