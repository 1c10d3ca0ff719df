// quadratic.h -- an energy as a quadratic form of the rates, as in textbooks.
//
// The shortest form may separate the rates: th'*(l*th'/2 - cos(th)*x'). This form preserves x'^2,
// x'*th', th'^2, and groups their coefficients.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_QUADRATIC_H
#define BIELLE_NOTATION_FORMS_QUADRATIC_H

#include "notation/formula/formula.h"
#include "notation/forms/form_cache.h"

// Returns NULL if `e` is not a polynomial of second degree in `rates`.
const Formula *condense_quadratic(const Expr *e, const Expr *const rates[], int count, Arena *arena,
                                  FormCache *memo);

#endif
