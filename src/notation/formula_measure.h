// formula_measure.h -- how long a formula is. For the constructors of formula.c.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMULA_MEASURE_H
#define BIELLE_NOTATION_FORMULA_MEASURE_H

#include "notation/formula.h"

// Fills in depth, length, score, weight, hash and stage from the parts.
void formula_measure(Formula *f);

#endif
