// freeze.h -- a mechanism with some of its coordinates fixed.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_FREEZE_H
#define BIELLE_TRANSFORM_FREEZE_H

#include "mechanism/mechanism.h"

// Fixes coordinates: values[], from the mechanism's pool, has one entry for each coordinate; NULL:
// it remains free. The coordinate is removed: its value is substituted everywhere, its rates are
// zero, a torque on it does no work, its joint becomes a fixed joint. Returns false with a sentence
// in `why`, and the mechanism unchanged, if the values are inadmissible. No other code may read the
// mechanism during the call.
bool mechanism_freeze(Mechanism *mechanism, const Expr *const values[], Text *why);

#endif
