// quadratic.h -- an energy as a quadratic form of the rates, as books write it.
//
// The shortest form may tear the rates apart: th'*(l*th'/2 - cos(th)*x'). Here x'^2, x'*th', th'^2
// stay together, and what stands before them is grouped.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_QUADRATIC_H
#define BIELLE_NOTATION_FORMS_QUADRATIC_H

#include "notation/formula/formula.h"
#include "notation/forms/form_cache.h"

// NULL: `e` is no polynomial of second degree in these symbols.
const Formula *condense_quadratic(const Expr *e, const Expr *const rates[], int count, Arena *arena,
                                  FormCache *memo);

#endif
