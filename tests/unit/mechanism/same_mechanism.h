// same_mechanism.h -- is what was converted still the same mechanism?
//
// Every frame and point must be where it was, with the same axes, and the mass, the centre of mass
// and the inertia of every body must be the same, all in ground, as expressions: by fingerprints.
// Fingerprints know no law for the cosine of an atan2, which a table needs where a normal lies
// across general lengths: there, numbers at random values of all symbols must do.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TEST_SAME_MECHANISM_H
#define BIELLE_TEST_SAME_MECHANISM_H

#include "mechanism/mechanism.h"

typedef enum Proof { EXACT, IN_NUMBERS } Proof;

void assert_same_mechanism(const Mechanism *a, const Mechanism *b, Proof proof);

#endif
