// ball.h -- operators in ball arithmetic (Arb): enclosures of values.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_BALL_H
#define BIELLE_SYMBOLIC_BALL_H

#include "symbolic/steps.h"

#include <arb.h>

// Encloses the value of the step at `place`, given `balls`, the enclosures of the preceding steps.
// The ball is indeterminate for symbols and undefined values. A root, an inverse trigonometric
// function or a logarithm is evaluated on the part of the ball where it is defined.
void ball_of_step(arb_t out, const Steps *steps, int place, const arb_struct balls[],
                  slong precision);
// Encloses a table function's derivative of the given order on the ball x.
void ball_of_table(arb_t out, const TableFunction *table, int order, const arb_t x,
                   slong precision);

#endif
