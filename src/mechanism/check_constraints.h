// check_constraints.h -- can the loops, constraints and wheels of a description be equations, and
// do they agree with each other?
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_CHECK_CONSTRAINTS_H
#define BIELLE_MECHANISM_CHECK_CONSTRAINTS_H

#include "mechanism/mechanism.h"

// Errors for a loop whose frames no coordinate moves relative to each other or that can never be
// closed, for a constraint in which nothing moves or that is not affine in the speeds, for a wheel
// that lies flat or cannot roll; for loops, constraints, wheels and motions that say the same twice,
// and for constraints and motions that contradict each other.
void mechanism_check_constraints(const Mechanism *mechanism, Diagnostics *diagnostics);

#endif
