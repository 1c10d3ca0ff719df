// hold.h -- sampled controllers with zero-order hold.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_HOLD_H
#define BIELLE_CONTROL_HOLD_H

#include "mechanism/mechanism.h"

// Replaces each command of a controller by a discrete variable of the same name (with `_command`
// appended if a value has this name). A sample sets it at 0, period, 2 period, ... to the value of
// the command at that time, effective after `delay` (NULL: none); initially it is 0. Period and
// delay are in seconds and literals of the mechanism's pool. States of controllers become discrete
// variables as well, incremented at each sample by the period times their rate (explicit Euler)
// without delay, as in a digital controller. The mechanism must not be in use elsewhere.
void control_sample_and_hold(Mechanism *mechanism, const Expr *period, const Expr *delay);

#endif
