// regulator.h -- linear regulators about the place where their cost is least.
//
// The cost is a function of coordinates, speeds and states, which is quadratic, with its least value
// at x0; the drives of all regulators together give
//
//   u = u0 - K (x - x0),   u0 what holds the plant at x0,
//
// with the gains of riccati.h for the plant, linear about x0. Gains are parameters: lqr.kp.s.theta is
// what the drive of s gives for theta, lqr.kd.s.theta for its rate.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CONTROL_REGULATOR_H
#define BIELLE_CONTROL_REGULATOR_H

#include "transform/carried/substitution.h"

// Adds what the symbols of regulators' terms stand for. `plant` is the mechanism without controllers.
// False with a sentence in `why`.
bool regulator_put(Mechanism *mechanism, const Mechanism *plant, Substitution *known, Text *why);

#endif
