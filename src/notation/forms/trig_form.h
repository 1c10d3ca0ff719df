// trig_form.h -- other forms of polynomials in sines and cosines.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_TRIG_FORM_H
#define BIELLE_NOTATION_FORMS_TRIG_FORM_H

#include "notation/forms/group.h"
#include "notation/forms/polynomial.h"

// Sine or cosine?
bool atom_is_circular(const PolynomialAtom *atom);

// The same value with the trigonometric coefficient of every other monomial in its shortest form:
// as it is, factored, with sin^2 + cos^2 = 1 used either way, or with products of sines and
// cosines turned into sums, cos(a)*cos(b) + sin(a)*sin(b) = cos(a - b), for all angles or some.
typedef struct ShortTrig {
  Polynomial spread;  // coefficients that are sums are multiplied out
  Polynomial kept;    // coefficients that are sums are atoms
} ShortTrig;

// All products of sines and cosines turned into sums; false if that is too long.
bool trig_products_to_sums(const Polynomial *p, FormCache *memo, Polynomial *out);
// With sin^2 + cos^2 = 1 used wherever that leaves fewer terms.
Polynomial trig_without_squares(const Polynomial *p);

ShortTrig trig_shorten(const Polynomial *p, FormCache *memo);
void short_trig_clear(ShortTrig *shortest);

#endif
