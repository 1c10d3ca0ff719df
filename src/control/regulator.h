// regulator.h -- linear-quadratic regulators about the minimum of their cost.
//
// The cost is a function of coordinates, velocities and states, quadratic about its minimum x0. The
// drives of all regulators together produce
//
//   u = u0 - K (x - x0),   with u0 the static effort at x0,
//
// with the gains of riccati.h for the plant linearised about x0. Gains are parameters:
// lqr.kp.s.theta is the gain of the drive of s on theta, lqr.kd.s.theta that on the rate of theta.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_REGULATOR_H
#define BIELLE_CONTROL_REGULATOR_H

#include "transform/carried/substitution.h"

// Adds the expressions of the regulators' term symbols to `known`. `plant` is the mechanism without
// controllers. Returns false and explains in `why` on failure.
bool regulator_put(Mechanism *mechanism, const Mechanism *plant, Substitution *known, Text *why);

#endif
