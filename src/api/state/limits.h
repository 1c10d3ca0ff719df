// limits.h -- coordinates that leave their limits, said to the user.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_LIMITS_H
#define BIELLE_API_STATE_LIMITS_H

#include "mechanism/mechanism.h"

// A note if the coordinate, which goes from `least` to `greatest`, leaves its limits. Of an angle at
// rest (least = greatest) whole turns do not count. `where`: "in configuration 2", or "".
void note_limits(const Mechanism *mechanism, const double parameters[], int coordinate,
                 double least, double greatest, const char *where, Diagnostics *diagnostics);

#endif
