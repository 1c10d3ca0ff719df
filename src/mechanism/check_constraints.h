// check_constraints.h -- can the loops and constraints of a description be equations?
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_CHECK_CONSTRAINTS_H
#define BIELLE_MECHANISM_CHECK_CONSTRAINTS_H

#include "mechanism/mechanism.h"

// Errors for a loop whose frames no coordinate moves relative to each other, and for a constraint
// that is not affine in the speeds.
void mechanism_check_constraints(const Mechanism *mechanism, Diagnostics *diagnostics);

#endif
