// formula_simplify_trig.h -- products of a sine and a cosine as people write them.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMULA_FORMULA_SIMPLIFY_TRIG_H
#define BIELLE_NOTATION_FORMULA_FORMULA_SIMPLIFY_TRIG_H

#include "notation/formula/formula.h"

// The same value, with sin(x)/cos(x) as tan(x) and 2*sin(x)*cos(x) as sin(2*x) wherever that is
// shorter; a product with a minus in front turns a sine of a difference around: -sin(a - b) is
// sin(b - a).
const Formula *formula_simplify_trig(FormulaMaker maker, const Formula *f);

#endif
