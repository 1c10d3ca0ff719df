// trig_form.h -- alternative forms of polynomials in sines and cosines.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_TRIG_FORM_H
#define BIELLE_NOTATION_FORMS_TRIG_FORM_H

#include "notation/forms/group.h"
#include "notation/forms/polynomial.h"

// Returns true for a sine or cosine.
bool atom_is_circular(const PolynomialAtom *atom);

// The same value with the trigonometric coefficient of every other monomial in its shortest form:
// unchanged, factored, with sin^2 + cos^2 = 1 applied in either direction, or with products of
// sines and cosines converted to sums, cos(a)*cos(b) + sin(a)*sin(b) = cos(a - b), for all or some
// angles.
typedef struct ShortTrig {
  Polynomial spread;  // coefficients that are sums are expanded
  Polynomial kept;    // coefficients that are sums are atoms
} ShortTrig;

// Converts all products of sines and cosines to sums. Returns false if the result is too long.
bool trig_products_to_sums(const Polynomial *p, FormCache *memo, Polynomial *out);
// Applies sin^2 + cos^2 = 1 wherever that reduces the number of terms.
Polynomial trig_without_squares(const Polynomial *p);

ShortTrig trig_shorten(const Polynomial *p, FormCache *memo);
void short_trig_clear(ShortTrig *shortest);

#endif
