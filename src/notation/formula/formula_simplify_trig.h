// formula_simplify_trig.h -- simplifies products of a sine and a cosine.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMULA_FORMULA_SIMPLIFY_TRIG_H
#define BIELLE_NOTATION_FORMULA_FORMULA_SIMPLIFY_TRIG_H

#include "notation/formula/formula.h"

// Returns the same value with sin(x)/cos(x) written as tan(x) and 2*sin(x)*cos(x) as sin(2*x)
// wherever that is shorter. A leading minus of a product is absorbed by the sine of a difference:
// -sin(a - b) is sin(b - a).
const Formula *formula_simplify_trig(FormulaMaker maker, const Formula *f);

#endif
