// default_value.h -- numbers of expressions where the description fixes them.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_DEFAULT_VALUE_H
#define BIELLE_MECHANISM_DEFAULT_VALUE_H

#include "mechanism/mechanism.h"

// The value of `e`, of any pool, with the parameters' given values; NaN if it depends on anything
// without one. Step by step in doubles: quick, for what is judged or shown rounded.
double mechanism_default_value(const Mechanism *mechanism, const Expr *e);
// The same with these values of the parameters (NULL: those given), for numbers that others go on with: of
// constants, such as 20 deg, the nearest double, as in programs and states.
double mechanism_value_with(const Mechanism *mechanism, const double parameters[], const Expr *e);
// The same in the initial configuration: coordinates where they start.
double mechanism_initial_value(const Mechanism *mechanism, const Expr *e);

// The same at a trial place (symbolic/double_eval.h), with coordinates anywhere.
double mechanism_trial_value(const Mechanism *mechanism, int place, const Expr *e);
void mechanism_trial_vector(const Mechanism *mechanism, int place, Vec3 v, double out[3]);

// How large the terms are that `e` is made of, in the initial configuration; what has no value
// counts nothing.
double mechanism_initial_size(const Mechanism *mechanism, const Expr *e);
// Is the value of a difference no more than decimals of terms of that size leave when they are
// rounded?
bool value_is_rounding(double value, double size);

#endif
