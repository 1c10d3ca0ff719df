// formula_json.h -- formulas as exact trees in JSON, for programs.
//
//     tree   = name | number | [ "+", tree, tree, ... ] | [ "*", tree, tree, ... ]
//            | [ "^", tree, tree ] | [ function, tree, ... ]
//     name   = a string that begins with no digit and no minus; "pi" is the number
//     number = a string, "-3" or "981/100"
//
// Functions have the words of the language, "sin", "sqrt", "if", and so have comparisons, "<=". A
// factor below the line is a power with a negative exponent.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMULA_FORMULA_JSON_H
#define BIELLE_NOTATION_FORMULA_FORMULA_JSON_H

#include "notation/print/layout.h"

// Parts that are cut out join the list and have their names; NULL: they stand in their place.
void formula_put_json(const Formula *f, FormulaSubexpressions *cuts, Text *out);

#endif
