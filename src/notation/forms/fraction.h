// fraction.h -- expressions as one fraction in lowest terms, sines and cosines included.
//
// Sines and cosines of one angle are bound by sin^2 + cos^2 = 1, and polynomials in them do not
// factor in one way only: sin(a)^2 = (1 - cos(a))*(1 + cos(a)). Over t = tan(a/2) they are rational
// functions of one variable, sin(a) = 2t/(1 + t^2), cos(a) = (1 - t^2)/(1 + t^2), whose numerators
// and denominators have one factorisation and a greatest common divisor, which FLINT finds.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_FRACTION_H
#define BIELLE_NOTATION_FORMS_FRACTION_H

#include "notation/forms/form_cache.h"
#include "notation/forms/polynomial.h"

// The factors are polynomials in symbols, calls, and sines and cosines of angles that are no sums;
// none divides another. False, and nothing to clear, if they would be too long. `write` says which
// of two ways to factor is shorter.
bool fraction_of(const Formula *f, FormulaMaker maker, PolynomialWriter write, void *context,
                 PolynomialProduct *out);

#endif
