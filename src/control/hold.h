// hold.h -- controllers that compute at samples and hold what they command in between.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_HOLD_H
#define BIELLE_CONTROL_HOLD_H

#include "mechanism/mechanism.h"

// Whatever controllers command becomes a discrete variable of the name of the command (with `_command`
// after it where a value has this name), which a sample sets at 0, period, 2 period, .. to the value it has then; it takes effect after `delay` (NULL: at
// once), and is 0 before. Both in seconds, literals of the mechanism's pool. States of controllers become
// discrete variables, too, which go on at each sample by the period times their rate, without delay: what
// a program in a drive does. Only for a mechanism that nobody reads yet.
void control_sample_and_hold(Mechanism *mechanism, const Expr *period, const Expr *delay);

#endif
