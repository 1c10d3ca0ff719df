// freeze.h -- a mechanism with some of its coordinates held still.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_FREEZE_H
#define BIELLE_TRANSFORM_FREEZE_H

#include "mechanism/mechanism.h"

// Holds coordinates still: `list` is "q4=0, q5, q6=30deg", lengths in m, angles in rad unless `deg`
// follows; a name alone is held at its initial value. The coordinate is gone then: its value stands
// for it everywhere, its rates are zero, a torque on it does no work, its joint is a fixed one.
// False with a sentence in `why`, and nothing changed, if the list makes no sense. Only for a
// mechanism that nobody reads yet.
bool mechanism_freeze(Mechanism *mechanism, const char *list, Text *why);

#endif
