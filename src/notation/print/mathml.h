// mathml.h -- formulas in MathML, for pages of the web (MathML Core).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_PRINT_MATHML_H
#define BIELLE_NOTATION_PRINT_MATHML_H

#include "notation/print/row.h"

// Browsers break no lines, and let wide ones scroll: widths are not known. Factors stand apart, as
// in LaTeX.
extern const OutputFormat MATHML;

#endif
