// formula_json.h -- formulas as exact trees in JSON.
//
//     tree   = name | number | [ "+", tree, tree, ... ] | [ "*", tree, tree, ... ]
//            | [ "^", tree, tree ] | [ function, tree, ... ]
//     name   = a string that begins neither with a digit nor with a minus; "pi" is the number
//     number = a string, "-3" or "981/100"
//
// Functions and comparisons are written as in the description language, "sin", "sqrt", "if", "<=".
// A factor of the denominator is a power with a negative exponent.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMULA_FORMULA_JSON_H
#define BIELLE_NOTATION_FORMULA_FORMULA_JSON_H

#include "notation/print/layout.h"

// Appends the formula as JSON. Extracted parts are added to the list `cuts` and written by name;
// with `cuts` NULL they are written in place.
void formula_put_json(const Formula *f, FormulaSubexpressions *cuts, Text *out);

#endif
