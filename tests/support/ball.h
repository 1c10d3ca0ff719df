// ball.h -- operators in ball arithmetic (Arb): the independent judge of what an expression is.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TESTS_BALL_H
#define BIELLE_TESTS_BALL_H

#include "symbolic/expr.h"

#include <arb.h>

enum { BALL_PRECISION = 256 };

// out = op(args). Truth values are 1 and 0. False if the result is not certain: outside the
// domain, division by a ball around zero, a comparison of overlapping balls.
bool ball_apply(Operator op, arb_t out, const arb_struct *const args[]);
// The same with so many bits: the radius is then a bound of the rounding errors of such numbers.
bool ball_apply_with(Operator op, arb_t out, const arb_struct *const args[], slong precision);

#endif
