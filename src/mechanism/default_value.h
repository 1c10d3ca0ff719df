// default_value.h -- numeric values of expressions that are determined by the description.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_DEFAULT_VALUE_H
#define BIELLE_MECHANISM_DEFAULT_VALUE_H

#include "mechanism/mechanism.h"

// Value of `e`, of any pool, with the parameters' values in the description; NaN if it depends on
// anything without a value. Evaluated in double precision: fast, for checks and for rounded output.
double mechanism_default_value(const Mechanism *mechanism, const Expr *e);
// Same as mechanism_default_value() with the given parameter values (NULL: those of the
// description), for values used in further computations: constants, such as 20 deg, yield the
// nearest double, as in programs and states.
double mechanism_value_with(const Mechanism *mechanism, const double parameters[], const Expr *e);
// Value in the initial configuration, with coordinates at their start values.
double mechanism_initial_value(const Mechanism *mechanism, const Expr *e);

// Value at a trial configuration (symbolic/double_eval.h), in which coordinates have random values.
double mechanism_trial_value(const Mechanism *mechanism, int place, const Expr *e);
void mechanism_trial_vector(const Mechanism *mechanism, int place, Vec3 v, double out[3]);

// Magnitude of the terms of `e` in the initial configuration; undefined terms count as 0.
double mechanism_initial_size(const Mechanism *mechanism, const Expr *e);
// Returns true if the value of a difference is not greater than the rounding error of terms of that
// size.
bool value_is_rounding(double value, double size);

#endif
