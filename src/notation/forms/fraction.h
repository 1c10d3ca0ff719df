// fraction.h -- expressions as one fraction in lowest terms, including sines and cosines.
//
// Sines and cosines of the same angle satisfy sin^2 + cos^2 = 1, so polynomials in them do not have
// a unique factorisation: sin(a)^2 = (1 - cos(a))*(1 + cos(a)). In terms of t = tan(a/2) they are
// rational functions of one variable, sin(a) = 2t/(1 + t^2), cos(a) = (1 - t^2)/(1 + t^2), whose
// numerators and denominators have a unique factorisation and a greatest common divisor, which
// FLINT computes.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_FRACTION_H
#define BIELLE_NOTATION_FORMS_FRACTION_H

#include "notation/forms/form_cache.h"
#include "notation/forms/polynomial.h"

// Computes the fraction. The factors are polynomials in symbols, calls, and sines and cosines of
// angles that are not sums; none divides another. Returns false, with nothing to clear, if they
// would be too long. `write` is used to choose the shorter of two factorisations.
bool fraction_of(const Formula *f, FormulaMaker maker, PolynomialWriter write, void *context,
                 PolynomialProduct *out);

#endif
