// freeze.h -- a mechanism with some of its coordinates held still.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_FREEZE_H
#define BIELLE_TRANSFORM_FREEZE_H

#include "mechanism/mechanism.h"

// Holds coordinates still: values[], of the mechanism's pool, has one for each coordinate; NULL: it
// stays free. The coordinate is gone then: its value stands for it everywhere, its rates are zero, a
// torque on it does no work, its joint is a fixed one. False with a sentence in `why`, and nothing
// changed, if the values make no sense. Only for a mechanism that nobody reads yet.
bool mechanism_freeze(Mechanism *mechanism, const Expr *const values[], Text *why);

#endif
