// formula_names.h -- replaces subexpressions by their names.
//
// Factoring, expanding and grouping may yield a sum that has a name, or whose negative has one,
// without being the named node:
//
//   c*(r - l)      -c*a, where a = l - r
//   m*k*x + m*d*y  m*F,  where F = k*x + d*y
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMULA_FORMULA_NAMES_H
#define BIELLE_NOTATION_FORMULA_FORMULA_NAMES_H

#include "notation/formula/formula.h"

// Returns the formula `f` of `e` in which every sum, product and call whose value has a name, up to
// its sign and a leading number, is replaced by that name. If `e` is itself the definition of a
// name, only names defined earlier are used.
const Formula *formula_with_names(FormulaMaker maker, const Expr *e, const Formula *f);

#endif
