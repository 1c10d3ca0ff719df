// verify.h -- every method against every other, and the laws that any equations of motion obey.
//
// Each method derives in a pool of its own with the same random points, so two entries are equal
// when their fingerprints are (docs/decisions/0002). Nothing here trusts a method.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_VERIFY_H
#define BIELLE_FORMULATION_VERIFY_H

#include "formulation/formulation.h"

typedef struct Verdict {
  int statements;
  int failures;
  int unproved;  // of the statements: they may hold, but fingerprints cannot tell
  // Roots and inverse functions of coordinates have values of their own in the prime fields, which
  // do not know that cos(asin(u)) is sqrt(1 - u^2): what is equal may look different.
  bool is_blind;
} Verdict;

// One line, "  law          holds", which the verdict counts.
void verdict_put(Verdict *verdict, Text *out, const char *law, bool holds);

// Writes one line for each statement about the mechanism, with the entry and both expressions where
// one fails: the quantities T V M h G tau that `count` methods derive, entry by entry; the mass
// matrix is symmetric; dM/dt - 2C is skew; the energy changes by the power of what acts; tau is
// linear in the inertial parameters, and in as many base parameters as columns of the regressor are
// independent.
Verdict verify_formulations(const Mechanism *mechanism, const FormulationInfo methods[], int count,
                            uint64_t seed, Text *out);

// The same about the constraints, if there are any: the three treatments find the same
// accelerations and multipliers, which satisfy the constraints and balance the forces
// (verify_treatments.c).
Verdict verify_treatments(const Mechanism *mechanism, const FormulateOptions *options, Text *out);

#endif
