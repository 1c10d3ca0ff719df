// state.h -- a random state: a number for every symbol, known by its name.
//
// Parameters are near their given values (or between 0.5 and 1.5), coordinates about their initial
// ones, quaternions have length 1 and their rates and accelerations keep it. Constraints need not
// hold. Symbols that nobody declared have numbers, too, made of their names.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_WITNESS_STATE_H
#define BIELLE_WITNESS_STATE_H

#include "base/text/text.h"
#include "mechanism/mechanism.h"
#include "witness/ball.h"

typedef struct WitnessState WitnessState;

// `spread`, up to 1: how far from the given and initial values.
WitnessState *state_new(const Mechanism *mechanism, uint64_t seed, double spread);
void state_free(WitnessState *state);  // NULL is allowed

Ball state_value(const WitnessState *state, const char *name);
// The names of coordinates, then of their rates, then of their accelerations.
const char **state_names(const Mechanism *mechanism, Arena *arena);
// Coordinates, their rates and accelerations; one number each.
const Ball *state_positions(const WitnessState *state);
const Ball *state_speeds(const WitnessState *state);
const Ball *state_accelerations(const WitnessState *state);

// The directions in which the coordinates may move: n x *count, row-major, three for the four
// parameters of a quaternion (e i, e j, e k) and one for every other coordinate. NULL if there is
// no quaternion.
const Ball *state_directions(const WitnessState *state, int *count);
bool mechanism_has_quaternions(const Mechanism *mechanism);

// Values of expressions of any pool, read off their forms.
void state_evaluate(const WitnessState *state, const Expr *const entries[], int count, Ball out[]);

// "m = 1.03, q1 = 0.25, ...": parameters and coordinates, if they are few.
void state_print(const WitnessState *state, Text *out);

#endif
