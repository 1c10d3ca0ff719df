// long_values.h -- short names for values that would be long to write.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_LONG_VALUES_H
#define BIELLE_MECHANISM_LONG_VALUES_H

#include "mechanism/mechanism.h"

// Do all of these fit into a line?
bool are_short(const Expr *const list[], int count);
// Gives names to values of the list that are long, and to long parts that they share: definitions
// of the mechanism. The values must be complete: roots of named values are not simplified any more.
void name_long_values(Mechanism *mechanism, const Expr *const list[], int count);
// The same for all values of a mechanism: long parts that they share, and constants that are no
// numbers and longer than a few terms, such as 0.3*cos(1.1) + 0.2*sin(1.1)*cos(0.7).
void mechanism_name_long_values(Mechanism *mechanism);

#endif
