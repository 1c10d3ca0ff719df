// state.h -- a random state: a number for every symbol, looked up by name.
//
// Parameters are drawn near their given values (between 0.5 and 1.5 if they have none) and
// coordinates near their initial values. Quaternions have length 1, and their rates and
// accelerations preserve it. The state need not satisfy the constraints. Undeclared symbols also
// have numbers, derived from their names.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_WITNESS_STATE_H
#define BIELLE_WITNESS_STATE_H

#include "base/text/text.h"
#include "mechanism/mechanism.h"
#include "witness/ball.h"

typedef struct WitnessState WitnessState;

// `spread`, up to 1, scales the random distance from the given and initial values.
WitnessState *state_new(const Mechanism *mechanism, uint64_t seed, double spread);
void state_free(WitnessState *state);  // NULL is allowed

Ball state_value(const WitnessState *state, const char *name);
// The names of the coordinates, then of their rates, then of their accelerations.
const char **state_names(const Mechanism *mechanism, Arena *arena);
// The values of the coordinates, their rates and their accelerations; one number each.
const Ball *state_positions(const WitnessState *state);
const Ball *state_speeds(const WitnessState *state);
const Ball *state_accelerations(const WitnessState *state);

// A basis of the admissible directions of the coordinates: n x *count, row-major, three columns for
// the four parameters of a quaternion (e i, e j, e k) and one for every other coordinate. Returns
// NULL if there are no quaternions.
const Ball *state_directions(const WitnessState *state, int *count);
bool mechanism_has_quaternions(const Mechanism *mechanism);

// Evaluates expressions of any pool from their forms.
void state_evaluate(const WitnessState *state, const Expr *const entries[], int count, Ball out[]);

// Prints "m = 1.03, q1 = 0.25, ...": parameters and coordinates, if they are few.
void state_print(const WitnessState *state, Text *out);

#endif
