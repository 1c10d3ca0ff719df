// group.h -- factors common factors out of sums.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_GROUP_H
#define BIELLE_NOTATION_FORMS_GROUP_H

#include "notation/forms/form_cache.h"
#include "notation/forms/polynomial.h"

// Returns the polynomial with common factors factored out of some or all of its terms, in the
// shortest form (minimum score, formula.h) found by a search of bounded width.
const Formula *formula_group(const Polynomial *p, FormCache *memo);

#endif
