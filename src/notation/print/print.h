// print.h -- expressions and formulas as text.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_PRINT_PRINT_H
#define BIELLE_NOTATION_PRINT_PRINT_H

#include "base/text/text.h"
#include "notation/formula/formula.h"
#include "notation/print/shorthand.h"
#include "symbolic/expr.h"

// Writes the expression in the syntax of the description language, on one line; parsing the text
// yields the same node. An expression that is too deep or repeats long parts (formula.h) is written
// with names for these parts, "r1 + 2*r2 where r1 = ..., r2 = ...", which is the only form that
// cannot be parsed.
void expr_print(const Expr *e, Text *out);

// Writes a formula on one line. `names` may be NULL: no abbreviations.
void formula_print(const Formula *f, Shorthand *names, Text *out);

// Same as formula_print(), broken before + and - where a line would exceed `width` columns (row.h).
// The text starts at `column` (for example after "A11 = ").
void formula_print_wrapped(const Formula *f, Shorthand *names, int column, int width, Text *out);

#endif
