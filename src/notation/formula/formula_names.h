// formula_names.h -- names in the place of what they stand for.
//
// A form is found by factoring, expanding and grouping, and so a sum may appear in it that has a
// name, or whose negative has one, without being the node that was named:
//   c*(r - l)      -c*a, where a = l - r
//   m*k*x + m*d*y  m*F,  where F = k*x + d*y
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMULA_FORMULA_NAMES_H
#define BIELLE_NOTATION_FORMULA_FORMULA_NAMES_H

#include "notation/formula/formula.h"

// The formula of `e` with every sum, product and call that has the value of a name, up to its sign
// and a number in front, written by that name. If `e` is the definition of a name itself, it is
// written by names that were given before.
const Formula *formula_with_names(FormulaMaker maker, const Expr *e, const Formula *f);

#endif
