// long_values.h -- assigns short names to long values.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_LONG_VALUES_H
#define BIELLE_MECHANISM_LONG_VALUES_H

#include "mechanism/mechanism.h"

// Returns true if each of these values fits on a line.
bool are_short(const Expr *const list[], int count);
// Names long values of the list, and long parts that they share, by definitions of the mechanism.
// The values must be final: roots of named values are not simplified any further.
void name_long_values(Mechanism *mechanism, const Expr *const list[], int count);
// Same as name_long_values() for all values of a mechanism: names long shared parts, and constants
// that are neither numbers nor short, such as 0.3*cos(1.1) + 0.2*sin(1.1)*cos(0.7).
void mechanism_name_long_values(Mechanism *mechanism);

#endif
