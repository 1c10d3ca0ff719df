// check_constraints.h -- checks whether the loops, constraints and wheels of a description are
// valid equations that are consistent with each other.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_CHECK_CONSTRAINTS_H
#define BIELLE_MECHANISM_CHECK_CONSTRAINTS_H

#include "mechanism/mechanism.h"

// Reports errors for a loop whose frames no coordinate moves relative to each other or that can
// never be closed; for a constraint in which nothing moves or that is not affine in the speeds; for
// a wheel whose axle is normal to its plane or that cannot roll; for duplicate loops, constraints,
// wheels and motions; and for constraints and motions that contradict each other.
void mechanism_check_constraints(const Mechanism *mechanism, Diagnostics *diagnostics);

#endif
