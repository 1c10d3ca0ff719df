// formula_scale.h -- scales quotients of sums so that their numbers have readable magnitudes.
//
// One fraction in lowest terms has integer coefficients in numerator and denominator. If they come
// from decimals, they are large:
//
//   (97600*u - 957456*cos(q))/(2684 - 120000*cos(q)^2)
//   (0.976*u - 9.57456*cos(q))/(0.02684 - 1.2*cos(q)^2)
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMULA_FORMULA_SCALE_H
#define BIELLE_NOTATION_FORMULA_FORMULA_SCALE_H

#include "notation/formula/formula.h"

// Returns the same value with the sums in numerator and denominator multiplied by powers of ten, in
// quotients that contain a number of five digits or more.
const Formula *formula_scale(FormulaMaker maker, const Formula *f);

#endif
