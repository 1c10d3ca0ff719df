// mathml.h -- formulas in MathML, for web pages (MathML Core).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_PRINT_MATHML_H
#define BIELLE_NOTATION_PRINT_MATHML_H

#include "notation/print/row.h"

// Widths are unknown, so lines are not broken; browsers make wide formulas scroll. Factors are
// separated by spaces, as in LaTeX.
extern const OutputFormat MATHML;

#endif
