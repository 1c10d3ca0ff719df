// closure.h -- does a state satisfy the constraints? For the files of api/ only.
//
// Accelerations and reactions are computed at any state, and mean nothing where the mechanism is
// not closed, or moves as its constraints forbid.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_CLOSURE_H
#define BIELLE_API_CLOSURE_H

#include "api/state_json.h"
#include "mechanism/mechanism.h"

// The equations to examine states with, if `equations` hold quantities of motion under constraints;
// otherwise NULL.
Equations *closure_equations(const Mechanism *mechanism, const Equations *equations, uint64_t seed);

// Warns if one of the states does not satisfy the constraints; `is_list`: states have numbers.
// `equations` may be NULL.
void closure_check(const Equations *equations, const StateValues states[], int count, bool is_list,
                   const Source *source, Diagnostics *diagnostics);

#endif
