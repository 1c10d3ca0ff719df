// limits.h -- reports coordinates that leave their limits.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_LIMITS_H
#define BIELLE_API_STATE_LIMITS_H

#include "mechanism/mechanism.h"

// Adds a note if the range `least` .. `greatest` of the coordinate leaves its limits. A constant
// angle (least = greatest) is compared modulo 2 pi. `where`: "in configuration 2", or "".
void note_limits(const Mechanism *mechanism, const double parameters[], int coordinate,
                 double least, double greatest, const char *where, Diagnostics *diagnostics);

#endif
