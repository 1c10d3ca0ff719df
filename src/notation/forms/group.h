// group.h -- sums with common factors pulled out, as a person would do it.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_GROUP_H
#define BIELLE_NOTATION_FORMS_GROUP_H

#include "notation/forms/form_cache.h"
#include "notation/forms/polynomial.h"

// The polynomial with common factors pulled out of some or all of its terms, as short as a search
// of bounded width finds it (least score, formula.h).
const Formula *formula_group(const Polynomial *p, FormCache *memo);

#endif
