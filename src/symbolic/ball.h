// ball.h -- operators in ball arithmetic (Arb): enclosures of values.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_BALL_H
#define BIELLE_SYMBOLIC_BALL_H

#include "symbolic/steps.h"

#include <arb.h>

// Encloses the value of the step at `place`, `balls` those of the steps before it; of symbols and
// of what has no value nothing is known. A root, an arc or a logarithm is that of the part of the
// ball where it has a value.
void ball_of_step(arb_t out, const Steps *steps, int place, const arb_struct balls[],
                  slong precision);
// Encloses a table's derivative of that order on the ball x.
void ball_of_table(arb_t out, const TableFunction *table, int order, const arb_t x,
                   slong precision);

#endif
